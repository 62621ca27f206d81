"""Absolute, relative and circulant against the formulas for link k of switch (i, j)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from alphacut.arrangements.links.catalogue import arrangement

Formula = Callable[[int, int, int, int, int], int]


def absolute(i: int, j: int, k: int, h: int, _groups: int) -> int:
    return j * h + k if j * h + k < i else j * h + k + 1


def relative(i: int, j: int, k: int, h: int, groups: int) -> int:
    return (i + j * h + k + 1) % groups


def circulant(i: int, j: int, k: int, h: int, groups: int) -> int:
    sign = 1 if (j * h + k) % 2 == 0 else -1
    return (i + ((j * h + k) // 2 + 1) * sign) % groups


@pytest.mark.parametrize("formula", [absolute, relative, circulant])
@pytest.mark.parametrize(("a", "h"), [(1, 2), (2, 2), (3, 4), (4, 2), (2, 8), (5, 6)])
def test_switch_links_to_the_groups_of_the_formula(formula: Formula, a: int, h: int) -> None:
    groups = a * h + 1
    expected = {
        ((i, j), formula(i, j, k, h, groups))
        for i in range(groups)
        for j in range(a)
        for k in range(h)
    }
    links = arrangement(formula.__name__).links(a, h)
    both = [*links, *((other, one) for one, other in links)]
    assert {(one, other[0]) for one, other in both} == expected


def test_relative_joins_positions_that_mirror_each_other() -> None:
    assert all(one[1] + other[1] == 3 for one, other in arrangement("relative").links(4, 3))


def test_circulant_joins_equal_positions() -> None:
    assert all(one[1] == other[1] for one, other in arrangement("circulant").links(4, 6))


def test_absolute_4_2_by_hand() -> None:
    links = arrangement("absolute").links(4, 2)
    assert links[:3] == [((0, 0), (1, 0)), ((0, 0), (2, 0)), ((0, 1), (3, 0))]
    assert ((5, 2), (6, 2)) in links  # port 5 of either group
    assert ((3, 1), (4, 1)) in links  # port 3 of either group
