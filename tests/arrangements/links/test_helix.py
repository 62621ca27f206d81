"""Helix against its equations, the second one corrected, and by hand."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import pytest

from alphacut.arrangements.links.catalogue import arrangement

if TYPE_CHECKING:
    from alphacut.arrangements.links._base import Place


def neighbours(a: int, h: int) -> dict[Place, set[Place]]:
    found: dict[Place, set[Place]] = defaultdict(set)
    for one, other in arrangement("helix").links(a, h):
        found[one].add(other)
        found[other].add(one)
    return found


@pytest.mark.parametrize(("a", "h"), [(1, 1), (1, 3), (2, 4), (3, 3), (4, 2), (5, 5), (4, 7)])
def test_equations_give_all_links_of_every_switch(a: int, h: int) -> None:
    groups, half = a * h + 1, h // 2
    for (i, j), found in neighbours(a, h).items():
        before = (j - 1) % a
        outgoing = {((i + j * half + k + 1) % groups, (j + 1) % a) for k in range(half)}
        incoming = {((i - 1 - k - before * half) % groups, before) for k in range(half)}
        mutual = {((i + a * half + j + 1) % groups, a - j - 1)} if h % 2 else set()
        assert found == outgoing | incoming | mutual
        assert (len(outgoing), len(incoming), len(mutual)) == (half, half, h % 2)


@pytest.mark.parametrize(("a", "h"), [(3, 3), (2, 5), (4, 3), (4, 4)])
def test_a_switch_has_as_many_links_out_as_in(a: int, h: int) -> None:
    groups, reach = a * h + 1, a * (h // 2)
    for (i, _), found in neighbours(a, h).items():
        ahead = [(other[0] - i) % groups for other in found]
        assert sum(distance <= reach for distance in ahead) == h // 2
        assert sum(distance >= groups - reach for distance in ahead) == h // 2


def test_2_4_by_hand() -> None:
    found = neighbours(2, 4)
    assert found[0, 0] == {(1, 1), (2, 1), (6, 1), (5, 1)}
    assert found[0, 1] == {(3, 0), (4, 0), (8, 0), (7, 0)}


def test_3_3_by_hand() -> None:
    found = neighbours(3, 3)
    assert found[0, 0] == {(1, 1), (7, 2), (4, 2)}
    assert found[0, 1] == {(2, 2), (9, 0), (5, 1)}
    assert found[0, 2] == {(3, 0), (8, 1), (6, 0)}


def test_printed_equation_2_contradicts_equation_1() -> None:
    """With j in place of j - 1, the incoming links of (0, 0) would come from elsewhere."""
    printed = {((0 - 1 - k - 0 * 1) % 10, 2) for k in range(1)}
    assert not printed & neighbours(3, 3)[0, 0]
