"""Searches that other processes make before a check: all, and none is taken for what it is not."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from typing import Any

import pytest

from alphacut.solver.bisection.verify import crosscorrelations, triples
from alphacut.solver.bisection.verify.ahead import search_ahead, searches_hold, take_over_searches
from alphacut.solver.bisection.verify.crosscorrelations import CrossBound
from alphacut.solver.bisection.verify.errors import Refused
from alphacut.solver.bisection.verify.remembered import Remembered
from alphacut.solver.bisection.verify.shared import refuse_files
from alphacut.solver.bisection.verify.triples import TripleBound
from tests.solver.bisection.verify.test_triples import drawn, highest, of_three, of_two

BESIDE = {"file": "beside.json", "sha256": "0" * 64}


@pytest.fixture
def nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(triples, "_beyond", Remembered(triples._searched, 100))
    monkeypatch.setattr(crosscorrelations, "_beyond", Remembered(crosscorrelations._searched, 100))


@pytest.fixture(scope="module")
def pool() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as found:
        yield found


def bound_of(seed: int) -> TripleBound:
    parts = drawn(5, seed)
    most = int(of_three(parts).max())
    return TripleBound(positions=(3, 1, 2), parts=parts, highest=highest(parts), most=most)


def entry(bound: TripleBound) -> list[int]:
    weights = (weight for part in bound.parts for weight in part)
    return [*bound.positions, 7, bound.most, *bound.highest, *weights]


def pair_of(seed: int) -> CrossBound:
    part = drawn(5, seed)[0]
    return CrossBound(positions=(0, 2), weights=part, most=int(of_two(part).max()))


def turned(bound: CrossBound) -> CrossBound:
    """Return the same with the signs of the second sequence exchanged."""
    own, cross = bound.weights[:4], bound.weights[4:]
    return replace(bound, weights=(*own, *(-weight for weight in cross)))


def with_pairs(*bounds: CrossBound, **more: object) -> dict[str, Any]:
    return {"crosscorrelations": [[*b.positions, 3, b.most, *b.weights] for b in bounds], **more}


def document(*bounds: TripleBound) -> dict[str, Any]:
    """Return bounds where they stand: in a tree, by name, and in another certificate's tree."""
    leaf = {"classes": {"multipliers": ["a", {"triples": [entry(each) for each in bounds[1:]]}]}}
    return {
        "points": [{"certificate": {"tree": {"low": leaf, "high": leaf}}}],
        "multipliers": {"a": {"triples": [entry(each) for each in bounds[:1]]}},
    }


def no_more_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        pytest.fail("it was searched before")

    for module in (triples, crosscorrelations):
        monkeypatch.setattr(module._beyond, "_search", never)


@pytest.mark.usefixtures("nothing_known")
def test_all_searches_are_made_once(pool: Executor, monkeypatch: pytest.MonkeyPatch) -> None:
    bounds = [bound_of(seed) for seed in range(4)]
    elsewhere = replace(bounds[0], positions=(0, 1, 4))
    assert search_ahead(document(*bounds, elsewhere), refuse_files, pool) == len(bounds)
    no_more_searches(monkeypatch)
    for each in (*bounds, elsewhere):
        each.check()


@pytest.mark.usefixtures("nothing_known")
def test_those_in_files_are_made_too(pool: Executor) -> None:
    bounds, loaded = [bound_of(seed) for seed in range(2)], 0

    def load(named: Mapping[str, Any]) -> object:
        nonlocal loaded
        loaded += 1
        assert named == BESIDE
        return document(*bounds)

    twice = {"points": [{"certificate": BESIDE}, {"certificate": dict(BESIDE)}]}
    assert search_ahead(twice, load, pool) == len(bounds)
    assert loaded == 1
    assert search_ahead({"points": [{"certificate": BESIDE}]}, refuse_files, pool) == 0


@pytest.mark.usefixtures("nothing_known")
@pytest.mark.parametrize("what", ["most", "highest"])
def test_a_bound_that_does_not_hold_is_refused_by_the_check(what: str) -> None:
    """And what was not searched then is not known."""
    good, bad, last = (bound_of(seed) for seed in range(3))
    one, *others = bad.highest
    less = {"most": bad.most - 1} if what == "most" else {"highest": (one - 1, *others)}
    forged = replace(bad, **less)
    with ThreadPoolExecutor(1) as own:
        assert search_ahead(document(last, forged, good), refuse_files, own) < 3
    with pytest.raises(Refused, match="have more"):
        forged.check()
    for each in (good, bad, last):
        each.check()
        with pytest.raises(Refused, match="three sequences have more"):
            replace(each, most=each.most - 1).check()


@pytest.mark.usefixtures("nothing_known")
def test_what_cannot_be_read_is_left_to_the_check(pool: Executor) -> None:
    written = document(bound_of(0))
    own = written["multipliers"]["a"]["triples"]
    own += [None, [], [1] * 5, [0.5] * 35, [*own[0], 1], "triples"]
    written["triples"] = {"triples": 3}
    assert search_ahead(written, refuse_files, pool) == 1
    nothing: tuple[object, ...] = (None, 3, "text", [], [[[]]])
    for other in nothing:
        assert search_ahead(other, refuse_files, pool) == 0


@pytest.mark.usefixtures("nothing_known")
def test_where_a_process_dies_the_check_makes_the_searches() -> None:
    bounds = [bound_of(seed) for seed in range(3)]
    with ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=os.abort) as dying:
        assert search_ahead(document(*bounds), refuse_files, dying) == 0
    for each in bounds:
        each.check()


@pytest.mark.usefixtures("nothing_known")
def test_bounds_on_two_are_searched_as_well(
    pool: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of those that say the same, and none of some imbalances alone."""
    first, second, apart = (pair_of(seed) for seed in range(3))
    some = with_pairs(apart, ranges=[[0, 5]] * 3)
    written = {"points": [with_pairs(first, second, turned(first), imbalances=some)]}
    assert search_ahead(written, refuse_files, pool) == 2
    no_more_searches(monkeypatch)
    for each in (first, second, turned(first)):
        each.check()
    with pytest.raises(pytest.fail.Exception, match="searched before"):
        apart.check()


@pytest.mark.usefixtures("nothing_known")
@pytest.mark.parametrize("length", range(14))
def test_bounds_on_two_of_no_odd_number_are_left_to_the_check(length: int, pool: Executor) -> None:
    """A pair of three letters has four numbers and five weights, one of five has nine."""
    written = {"crosscorrelations": [([99] * 4 + [1] * 9)[:length]]}
    assert search_ahead(written, refuse_files, pool) == (length in (9, 13))


@pytest.mark.usefixtures("nothing_known")
def test_what_holds_elsewhere_is_taken_over(monkeypatch: pytest.MonkeyPatch) -> None:
    three, two = bound_of(1), pair_of(2)
    certificate = {"tree": [document(three), with_pairs(two)]}
    assert searches_hold(certificate)
    assert searches_hold(None)
    for module in (triples, crosscorrelations):  # as in another process
        monkeypatch.setattr(module, "_beyond", Remembered(module._searched, 100))
    take_over_searches([None, certificate])
    with monkeypatch.context() as patched:
        no_more_searches(patched)
        three.check()
        two.check()
    less, lower = replace(three, most=three.most - 1), replace(two, most=two.most - 1)
    take_over_searches([document(less), with_pairs(lower)])  # whoever says so
    take_over_searches([certificate])  # and of another question no more
    for check in (less.check, lower.check):
        with pytest.raises(Refused):
            check()


@pytest.mark.usefixtures("nothing_known")
def test_what_does_not_hold_is_told() -> None:
    three, two = bound_of(1), pair_of(2)
    assert not searches_hold([document(replace(three, most=three.most - 1)), with_pairs(two)])
    assert not searches_hold([document(three), with_pairs(replace(two, most=two.most - 1))])
