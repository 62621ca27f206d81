"""Rotation-invariant arrangements as the verifier counts them: by links to every other group."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import permutations
from math import factorial, gcd

from alphacut.solver.common.errors import Refused

Links = tuple[tuple[int, int], ...]  # for d = 1 to groups - 1: positions at group 0 and at group d


def links_of(offsets: Sequence[Sequence[int]], groups: int) -> Links:
    """Return what joins group 0 to every other group, from the pairs of half of them.

    Raises
    ------
    Refused
        If there are not as many pairs as offsets, or the self-opposite one joins unlike positions.
    """
    if len(offsets) != groups // 2:
        raise Refused(f"{len(offsets)} offsets, where {groups} groups have {groups // 2}")
    found: dict[int, tuple[int, int]] = {}
    for d, (x, y) in enumerate(offsets, 1):
        found[d] = (x, y)
        if found.setdefault(groups - d, (y, x)) != (y, x):
            raise Refused(f"offset {d} joins unlike positions, {x} and {y}, of opposite groups")
    return tuple(found[d] for d in range(1, groups))


def check_ports(links: Links, a: int, h: int) -> None:
    """Refuse links that a group has no ports for: the ends at group 0 are all that it has."""
    used = [0] * a
    for position, other in links:
        if not (0 <= position < a and 0 <= other < a):
            raise Refused(f"a position is not from 0 to {a - 1}")
        used[position] += 1
    if max(used) > h:
        raise Refused(f"a position has {max(used)} global links, at most {h}")


def severed(links: Links, side: Iterable[int], a: int) -> tuple[int, int]:
    """Count the local and the global links that a side severs, link by link."""
    groups = len(links) + 1
    inside = [False] * (groups * a)
    for switch in side:
        inside[switch] = True
    local = crossing = 0
    for group in range(groups):
        own = inside[group * a : group * a + a]
        local += sum(own) * (a - sum(own))
        for d, (x, y) in enumerate(links, 1):
            other = (group + d) % groups
            crossing += group < other and own[x] != inside[other * a + y]
    return local, crossing


def images(links: Links, positions: Sequence[int]) -> set[Links]:
    """Return all arrangements that renaming positions and multiplying groups make of one.

    Parameters
    ----------
    positions
        Those that have global ports.
    """
    groups = len(links) + 1
    found = set()
    for unit in range(1, groups):
        if gcd(unit, groups) != 1:
            continue
        moved: list[tuple[int, int]] = [(0, 0)] * (groups - 1)
        for d, pair in enumerate(links, 1):
            moved[unit * d % groups - 1] = pair
        for names in permutations(positions):
            order = dict(zip(positions, names, strict=True))
            found.add(tuple((order[x], order[y]) for x, y in moved))
    return found


def has_symmetry(links: Links, symmetry: str) -> bool:
    """Tell whether a lift is kept by multiplying groups by a unit and renaming positions.

    The unit is -1 for a reflection, and neither 1 nor -1 for a multiplier.
    """
    groups = len(links) + 1
    for unit in range(2, groups):
        if gcd(unit, groups) == 1 and (unit == groups - 1) == (symmetry == "reflection"):
            names: dict[int, int] = {}
            fits = all(
                names.setdefault(old, new) == new
                for d, pair in enumerate(links, 1)
                for old, new in zip(pair, links[unit * d % groups - 1], strict=True)
            )
            if fits and len(set(names.values())) == len(names):
                return True
    return False


def number_of_arrangements(a: int, h: int, groups: int) -> int:
    """Count the ways to give the groups - 1 ends of a group to positions with h ports each.

    A way is a word of groups - 1 letters out of a, each at most h times: multinomials, summed
    over how often each letter comes.
    """
    total = groups - 1

    @cache
    def words(letters: int, left: int) -> int:
        if letters == 0:
            return factorial(total) if left == 0 else 0
        found = 0
        for times in range(min(h, left) + 1):
            if left - times <= (letters - 1) * h:
                found += words(letters - 1, left - times) // factorial(times)
        return found

    return words(a, total)
