"""Components of a network that a rotation of its groups maps to itself, by arithmetic.

If with every link from (i, j) to (i + s, k) the network has all its rotations,
then positions, with an arc j → k of step s for each of them, tell all: walks
from position j back to itself change the group by the multiples of a number d
modulo g, where d is the gcd of g and of the steps around the cycles. So the
switches at the positions that are joined to j fall into d components.
"""

from __future__ import annotations

from collections import Counter
from math import gcd
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

Arc = tuple[int, int, int]  # from position, to position, groups ahead


def components(positions: int, groups: int, arcs: Iterable[Arc]) -> Counter[int]:
    """Return how many components there are of each size."""
    joined: list[list[tuple[int, int]]] = [[] for _ in range(positions)]
    for one, other, step in arcs:
        joined[one].append((other, step))
        joined[other].append((one, -step))
    height: dict[int, int] = {}
    sizes: Counter[int] = Counter()
    for start in range(positions):
        if start not in height:
            members, apart = _explore(start, joined, groups, height)
            sizes[members * groups // apart] += apart
    return sizes


def _explore(
    start: int, joined: list[list[tuple[int, int]]], groups: int, height: dict[int, int]
) -> tuple[int, int]:
    """Return how many positions are joined to one, and into how many parts they fall."""
    height[start], waiting, members, apart = 0, [start], 0, groups
    while waiting:
        one = waiting.pop()
        members += 1
        for other, step in joined[one]:
            if other not in height:
                height[other] = height[one] + step
                waiting.append(other)
            else:
                apart = gcd(apart, height[one] + step - height[other])
    return members, apart


def helix_arcs(a: int, h: int) -> list[Arc]:
    """Return the links of the helix arrangement, up to rotation.

    References
    ----------
    Belka et al., New link arrangements for Dragonfly networks, section 2.2,
    equations 1 and 3.
    """
    half = h // 2
    out = [(j, (j + 1) % a, j * half + k + 1) for j in range(a) for k in range(half)]
    mutual = [(j, a - 1 - j, a * half + j + 1) for j in range(a)] if h % 2 else []
    return out + mutual


def relative_arcs(a: int, h: int) -> list[Arc]:
    """Return the links of the relative arrangement, up to rotation."""
    return [(j, a - 1 - j, j * h + k + 1) for j in range(a) for k in range(h)]


def circulant_arcs(a: int, h: int) -> list[Arc]:
    """Return the links of the circulant arrangement, up to rotation; h is even."""
    return [(j, j, j * h // 2 + k + 1) for j in range(a) for k in range(h // 2)]
