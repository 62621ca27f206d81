"""What three sequences of sides have at most, against all of them; and bounds that are none."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from alphacut.solver.bisection.verify import sphere, three, triples
from alphacut.solver.bisection.verify.errors import Refused
from alphacut.solver.bisection.verify.remembered import Remembered
from alphacut.solver.bisection.verify.sequences import HEAVIEST, LONGEST, MOST_BOUNDS
from alphacut.solver.bisection.verify.three import ThreeSearch
from alphacut.solver.bisection.verify.triples import (
    MOST_STEPS,
    Highest,
    Parts,
    TripleBound,
    beyond_three,
    read_triples,
)

pytestmark = pytest.mark.usefixtures("few_samples")


def letters(length: int) -> np.ndarray:
    return np.array(list(product((1, -1), repeat=length)))


def of_two(weights: tuple[int, ...]) -> np.ndarray:
    """Return what each two sequences (first × second) have, product by product."""
    length = (len(weights) + 1) // 2
    every, half = letters(length), length // 2
    total = np.zeros((len(every), len(every)), dtype=np.int64)
    for offset in range(length):
        turned = np.roll(every, -offset, axis=1)
        if 1 <= offset <= half:
            alone = (every * turned).sum(axis=1)
            total += weights[offset - 1] * alone[:, None] + weights[half + offset - 1] * alone
        total += weights[2 * half + offset] * (every @ turned.T)
    return total


def of_three(parts: Parts) -> np.ndarray:
    """Return what each three sequences have (second × first × third)."""
    xy, xz, yz = map(of_two, parts)
    return np.asarray(xy.T[:, :, None] + xz[None] + yz[:, None, :])


def highest(parts: Parts) -> Highest:
    one, two, three = (int(of_two(part).max()) for part in parts)
    return one, two, three


def drawn(length: int, seed: int, *, most: int = 9) -> Parts:
    """Draw weights; for every other seed they are the same for sequences read backwards."""
    rng = np.random.default_rng(seed)
    found = rng.integers(-most, most + 1, (3, 2 * length - 1))
    if seed % 2 == 0:
        cross = found[:, length - 1 :]
        cross[:, 1:] = cross[:, 1:] + cross[:, :0:-1]
    if seed % 2:
        found[:, : length - 1] //= 4
    if seed % 3 == 0:
        found[2] //= 5
    xy, xz, yz = (tuple(each) for each in found.tolist())
    return xy, xz, yz


@pytest.mark.parametrize("length", [3, 5, 7])
@pytest.mark.parametrize("seed", range(12))
def test_no_three_have_more_than_the_most_of_all(length: int, seed: int) -> None:
    most_weight = HEAVIEST // (7 * length) if seed % 4 == 0 else 9
    parts = drawn(length, seed, most=most_weight)
    have = np.unique(of_three(parts))
    most, each = int(have[-1]), highest(parts)
    assert beyond_three(parts, each, most) is None
    assert beyond_three(parts, each, most + 7) is None
    for less in (most - 1, int(have[-2]), int(have[len(have) // 2]), int(have[0]) - 1):
        assert beyond_three(parts, each, less) == (most if less < most else None)
    above = each[0] + 3, each[1], each[2] + 50
    assert beyond_three(parts, above, most) is None
    assert beyond_three(parts, above, most - 1) == most


@pytest.mark.parametrize("batch", [1, 7])
def test_few_are_searched_at_a_time(batch: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sphere, "BATCH", batch)
    monkeypatch.setattr(sphere, "AT_ONCE", batch)
    monkeypatch.setattr("alphacut.solver.bisection.verify.third.AT_ONCE", batch)
    for seed in range(4):
        parts = drawn(5, seed)
        most, each = int(of_three(parts).max()), highest(parts)
        assert ThreeSearch(parts, each, most, MOST_STEPS).run() is None
        assert ThreeSearch(parts, each, most - 1, MOST_STEPS).run() == most


@pytest.mark.parametrize("shares", [(1, 1), (3, 1), (3, 3), (12, 12)])
@pytest.mark.parametrize("squares", [1, 4])
def test_however_the_difference_is_shared_nothing_is_missed(
    shares: tuple[int, int], squares: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(three, "SHARES", shares[0])
    monkeypatch.setattr(three, "MOST_SHARES", shares[1])
    monkeypatch.setattr("alphacut.solver.bisection.verify.squares.SQUARES", squares)
    for seed in range(6):
        parts = drawn(7, seed)
        most, each = int(of_three(parts).max()), highest(parts)
        assert ThreeSearch(parts, each, most, MOST_STEPS).run() is None
        assert ThreeSearch(parts, each, most - 3, MOST_STEPS).run() == most


@pytest.mark.parametrize("seed", range(6))
def test_the_weights_of_a_bound_are_those_of_its_parts(seed: int) -> None:
    parts = drawn(5, seed)
    bound = TripleBound(positions=(2, 0, 3), parts=parts, highest=(0, 0, 0), most=0)
    rng = np.random.default_rng(seed)
    sides = rng.choice([1, -1], (4, 5))
    total = sum(
        weight * int((sides[first] * np.roll(sides[second], -offset)).sum())
        for offset, first, second, weight in bound.terms
    )
    places = [
        int(np.nonzero((letters(5) == sides[each]).all(axis=1))[0][0]) for each in bound.positions
    ]
    x, y, z = places
    assert total == of_three(parts)[y, x, z]


def test_checks_refuse_too_small_numbers() -> None:
    parts = drawn(5, 1)
    most, each = int(of_three(parts).max()), highest(parts)
    bound = TripleBound(positions=(0, 1, 2), parts=parts, highest=each, most=most)
    bound.check()
    replace(bound, highest=(each[0], each[1] + 9, each[2])).check()
    with pytest.raises(Refused, match="three sequences have more"):
        replace(bound, most=most - 1).check()
    for number in range(3):
        one, two, last = (value - (place == number) for place, value in enumerate(each))
        with pytest.raises(Refused, match="two sequences have more"):
            replace(bound, highest=(one, two, last)).check()


def test_a_search_that_takes_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(triples, "_beyond", Remembered(triples._searched, 1))
    parts = drawn(7, 2)
    with pytest.raises(Refused, match="too long"):
        beyond_three(parts, highest(parts), int(of_three(parts).max()), steps=3)


ENTRY = [2, 0, 1, 5, 20, 10, 11, 12, *(1, 0, -1, 0, 2, 0, 0, 3, 0), *([1] * 9), *([0] * 9)]


def changed(place: int, value: object) -> list[object]:
    return [*ENTRY[:place], value, *ENTRY[place + 1 :]]


def test_an_entry_is_read_as_it_is_written() -> None:
    searched: set[tuple[Parts, Highest, int]] = set()
    [(bound, value)] = read_triples({"triples": [ENTRY]}, 5, 3, searched)
    assert (bound.positions, value, bound.most) == ((2, 0, 1), 5, 20)
    assert bound.highest == (10, 11, 12)
    assert [*bound.parts[0], *bound.parts[1], *bound.parts[2]] == ENTRY[8:]
    assert searched == {(bound.parts, (10, 11, 12), 20)}
    assert list(read_triples({}, 35, 3, searched)) == []


@pytest.mark.parametrize(
    ("entries", "order", "said"),
    [
        ([changed(0, 3)], 5, "no three positions"),
        ([changed(0, -1)], 5, "no three positions"),
        ([changed(1, 2)], 5, "no three positions"),
        ([changed(3, 0)], 5, "multiplier of a bound on three sequences is not positive"),
        ([changed(8, HEAVIEST)], 5, "too large"),
        ([ENTRY[:-1]], 5, "a bound on three sequences"),
        ([changed(4, "20")], 5, "a bound on three sequences"),
        ([ENTRY], LONGEST + 2, "no odd number"),
        ([ENTRY], 4, "no odd number"),
        ([ENTRY] * (MOST_BOUNDS + 1), 5, "too many bounds on three"),
        ("all", 5, "triples is not a list"),
    ],
)
def test_entries_that_are_none_are_refused(entries: object, order: int, said: str) -> None:
    with pytest.raises(Refused, match=said):
        list(read_triples({"triples": entries}, order, 3, set()))


def test_a_certificate_may_ask_for_so_many_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(triples, "MOST_SEARCHES", 2)
    searched: set[tuple[Parts, Highest, int]] = set()
    for most in (20, 21, 20):
        list(read_triples({"triples": [changed(4, most)]}, 5, 3, searched))
    with pytest.raises(Refused, match="too many different bounds on three"):
        list(read_triples({"triples": [changed(5, 13)]}, 5, 3, searched))
