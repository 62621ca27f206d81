"""The pool of cuts against networks, and the searches against what is known."""

from __future__ import annotations

import numpy as np
import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.links._base import Shape
from alphacut.arrangements.links.lift import Offsets, refuse_offsets
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.synthesis.aim import Aim
from alphacut.solver.synthesis.classes import classes, ends_of, offsets_from
from alphacut.solver.synthesis.pool import Pool, Signs
from alphacut.solver.synthesis.search import (
    USUAL,
    Design,
    Judge,
    SearchParams,
    _LocalSearch,
    best_of,
    crossing_links,
    local_search,
)

P42 = Shape(a=4, h=2, groups=9)
P33 = Shape(a=3, h=3, groups=10)


def random_lift(shape: Shape, rng: np.random.Generator) -> Offsets:
    ends = rng.permutation(np.repeat(np.arange(shape.a), shape.h))[: shape.ports]
    return offsets_from(tuple(map(int, ends)), shape.groups, shape.trunking)


def random_side(shape: Shape, rng: np.random.Generator) -> Signs:
    n = shape.groups * shape.a
    signs = np.where(rng.permutation(n) < n // 2, 1, -1)
    return signs.reshape(shape.groups, shape.a).astype(np.int8)


@pytest.mark.parametrize(
    "shape",
    [
        P42,
        P33,
        Shape(a=3, h=2, groups=6),
        Shape(a=3, h=4, groups=13),
        Shape(a=4, h=3, groups=6, trunking=2),
    ],
)
def test_the_pool_counts_what_networks_sever(shape: Shape) -> None:
    rng = np.random.default_rng(1)
    pool = Pool(shape)
    for _ in range(10):
        pool.add(random_side(shape, rng))
    for _ in range(5):
        offsets = random_lift(shape, rng)
        network = Dragonfly(
            a=shape.a, h=shape.h, groups=shape.groups, trunking=shape.trunking,
            arrangement="lift", offsets=offsets,
        ).network()  # fmt: skip
        severed = pool.severed(offsets)
        for side, local, crossing in zip(pool.sides, pool.local, severed, strict=True):
            line = network.cut(np.flatnonzero(side.ravel() > 0).tolist())
            assert line.intercept == local
            assert line.slope == crossing
            assert crossing_links(shape, offsets, side) == crossing


def test_a_side_and_its_complement_are_one_cut() -> None:
    pool = Pool(P42)
    side = random_side(P42, np.random.default_rng(2))
    assert pool.add(side)
    assert not pool.add((-side).astype(np.int8))
    assert len(pool) == 1


def test_a_full_pool_forgets_the_oldest() -> None:
    rng = np.random.default_rng(3)
    pool = Pool(P42, most=8)
    for _ in range(9):
        pool.add(random_side(P42, rng))
    assert len(pool) == 5
    assert len(pool.severed(random_lift(P42, rng))) == 5


def test_changes_are_counted_as_anew() -> None:
    rng = np.random.default_rng(4)
    pool = Pool(P42)
    for _ in range(6):
        pool.add(random_side(P42, rng))
    before = ((0, 0), (1, 2), (1, 3), (3, 2))
    after = ((0, 3), (1, 2), (1, 3), (0, 2))  # two ends of offsets 1 and 4 swapped
    codes = pool.codes(before)
    new = pool.codes(after)[[0, 3]]
    found = pool.changed(codes, np.array([[0, 3]]), new[None])
    assert (found[:, 0] == pool.severed(after)).all()
    assert ends_of(after, 9) == (0, 3, 1, 2, 1, 3, 0, 2)


@pytest.mark.parametrize("groups", [5, 6])
def test_swaps_of_trunks_are_counted_as_anew(groups: int) -> None:
    """What the search expects of a swap is what the pool counts after it."""
    shape = Shape(a=4, h=4, groups=groups, trunking=2)
    judge = Judge(shape, Aim.at(Alpha.parse("3")), 0, USUAL, lambda: False)
    search = _LocalSearch(judge, lambda *_: None)
    search._consider()
    rng = np.random.default_rng(1)
    for _ in range(40):
        one, other = sorted(rng.choice(len(search._ends), 2, replace=False))
        if one >= search._used:
            continue
        lack = search._lacking(np.array([one]), np.array([other]))[0]
        search._ends[[one, other]] = search._ends[[other, one]]
        offsets = search._offsets(search._ends)
        values = judge.aim.values(judge.pool.local, judge.pool.severed(offsets))
        assert search._best is not None
        assert lack == np.maximum(search._best.value + 1 - values, 0).sum()


def exhaustive(shape: Shape, alpha: str, seed: int = 0) -> Design:
    judge = Judge(shape, Aim.at(Alpha.parse(alpha)), seed, USUAL, lambda: False)
    found = best_of(judge, classes(shape), lambda *_: None)
    assert found is not None
    return found


@pytest.mark.parametrize(("alpha", "value"), [("1", 20), ("3", 38), ("10", 54), ("5/2", 2 * 36)])
def test_best_of_all_classes(alpha: str, value: int) -> None:
    """B·q at α = p/q for (p,4,2); every class has a cut that is no better."""
    found = exhaustive(P42, alpha)
    assert found.value == value
    assert found.witnesses is not None
    assert [offsets for offsets, _ in found.witnesses] == classes(P42)
    aim = Aim.at(Alpha.parse(alpha))
    judge = Judge(P42, aim, 0, USUAL, lambda: False)
    assert all(judge.value(offsets, side) <= value for offsets, side in found.witnesses)


def test_stopped_before_the_first_there_is_nothing() -> None:
    judge = Judge(P42, Aim.at(Alpha.parse(1)), 0, USUAL, lambda: True)
    assert best_of(judge, classes(P42), lambda *_: None) is None


def local(shape: Shape, alpha: str, seed: int, rounds: int) -> Design:
    params = SearchParams(rounds=rounds)
    judge = Judge(shape, Aim.at(Alpha.parse(alpha)), seed, params, lambda: False)
    return local_search(judge, lambda *_: None)


@pytest.mark.parametrize("shape", [P42, P33, Shape(a=4, h=2, groups=6)])
def test_local_search_finds_arrangements_and_says_what_they_sever(shape: Shape) -> None:
    found = local(shape, "3", 5, 60)
    lifted = Shape(a=shape.a, h=shape.h, groups=shape.groups, offsets=found.offsets)
    assert refuse_offsets(lifted) is None
    judge = Judge(shape, Aim.at(Alpha.parse(3)), 0, USUAL, lambda: False)
    assert judge.value(found.offsets, found.side) == found.value


def test_local_search_finds_the_best_class() -> None:
    assert local(P42, "3", 0, 300).value == 38


def test_one_seed_leads_to_one_design() -> None:
    assert local(P33, "2", 7, 50).offsets == local(P33, "2", 7, 50).offsets


def test_shares_are_of_the_best_at_each_alpha() -> None:
    alphas = [Alpha.parse("1"), Alpha.parse("3/2")]
    aims = map(Aim.at, alphas)
    found = [exhaustive(P42, str(each)).value for each in alphas]
    best = [each.fraction(value) for each, value in zip(aims, found, strict=True)]
    aim = Aim.share(alphas, best)
    values = aim.values(np.array([4]), np.array([16]))  # the cut 4 + 16α
    capacity = [4 + 16 * each.fraction for each in alphas]
    shares = [have / most for have, most in zip(capacity, best, strict=True)]
    assert aim.fraction(int(values[0])) == min(shares)
