"""Cuts of every arrangement of small shapes, beside lists of all arrangements and bisections."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product

import pytest

from alphacut.arrangements.links._base import Shape
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import BeyondLimit
from alphacut.solver.common.limits import Limits, within
from alphacut.solver.synthesis.every import ceiling, listable
from alphacut.solver.synthesis.upper import EVERY, by_listing, upper_json
from alphacut.solver.synthesis.verify.every import check_every


def arrangements(a: int, h: int, groups: int) -> Iterator[list[tuple[int, int]]]:
    """Every way to join each two groups by a link, with nothing renamed."""
    pairs = list(combinations(range(groups), 2))
    for ends in product(product(range(a), repeat=2), repeat=len(pairs)):
        links = [(i * a + x, j * a + y) for (i, j), (x, y) in zip(pairs, ends, strict=True)]
        used = [0] * (a * groups)
        for u, v in links:
            used[u] += 1
            used[v] += 1
        if max(used) <= h:
            yield links


def least(a: int, groups: int, links: list[tuple[int, int]], alpha: Fraction) -> Fraction:
    """The bisection of one arrangement, by all halves."""
    local = [(g * a + x, g * a + y) for g in range(groups) for x, y in combinations(range(a), 2)]
    found = []
    for half in combinations(range(a * groups), a * groups // 2):
        inside = set(half)
        severed = [sum((u in inside) != (v in inside) for u, v in part) for part in (local, links)]
        found.append(severed[0] + alpha * severed[1])
    return min(found)


@pytest.mark.parametrize(("a", "h", "groups"), [(2, 1, 3), (2, 2, 3), (3, 2, 3), (2, 2, 4)])
@pytest.mark.parametrize("alpha", ["1/2", "1", "3", "20"])
def test_it_is_the_best_of_all_arrangements(a: int, h: int, groups: int, alpha: str) -> None:
    at = Alpha.parse(alpha)
    shape = Shape(a=a, h=h, groups=groups)
    best = max(least(a, groups, links, at.fraction) for links in arrangements(a, h, groups))
    bound = ceiling(shape, at, 0, lambda: False)
    assert bound is not None
    assert Fraction(bound.value, at.denominator) == best
    (listed,) = by_listing(
        shape,
        [
            at,
        ],
        0,
        0,
        lambda: False,
    )
    assert listed is not None
    told = {**upper_json(shape, at), **listed, "reason": EVERY}
    told |= {"intercept": None, "slope": None, "segments": None}
    assert check_every(told, at.fraction, (a, h, groups, 1)) == best


def test_a_search_that_is_stopped_leaves_a_true_bound() -> None:
    shape, alpha = Shape(a=2, h=2, groups=5), Alpha.parse("3")
    early, whole = (ceiling(shape, alpha, 0, stop) for stop in (lambda: True, lambda: False))
    assert early is not None
    assert whole is not None
    assert early.value > whole.value == 9


def test_many_arrangements_are_not_listed() -> None:
    assert not listable(Shape(a=4, h=2, groups=9))
    assert not listable(Shape(a=8, h=2, groups=17))  # a group alone has two million ways
    assert not listable(Shape(a=16, h=8, groups=129))
    assert not listable(Shape(a=2, h=2, groups=3, trunking=2))
    assert not listable(Shape(a=40, h=1, groups=41))
    assert listable(Shape(a=11, h=1, groups=12))


def test_the_check_has_a_limit() -> None:
    shape, alpha = Shape(a=2, h=2, groups=5), Alpha.parse("3")
    (listed,) = by_listing(shape, [alpha], 0, 0, lambda: False)
    assert listed is not None
    told = {**upper_json(shape, alpha, listed)}
    with within(Limits(nodes=3)), pytest.raises(BeyondLimit, match="more arrangements"):
        check_every(told, alpha.fraction, (2, 2, 5, 1))


@pytest.mark.parametrize(("a", "h", "cuts"), [(8, 2, 1), (4, 2, 10_000), (3, 3, 10_000)])
def test_many_ways_or_cuts_are_refused_before_they_take_memory(a: int, h: int, cuts: int) -> None:
    groups = a * h + 1
    told = {**upper_json(Shape(a=a, h=h, groups=groups), Alpha.parse("3")), "reason": EVERY}
    told |= {"intercept": None, "slope": None, "segments": None}
    told |= {"cuts": [list(range(a * groups // 2))] * cuts}
    tracemalloc.start()
    try:
        with within(Limits()), pytest.raises(BeyondLimit, match="more arrangements"):
            check_every(told, Fraction(3), (a, h, groups, 1))
        assert tracemalloc.get_traced_memory()[1] < 100 << 20
    finally:
        tracemalloc.stop()
