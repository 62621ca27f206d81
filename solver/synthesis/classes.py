"""Rotation-invariant arrangements up to isomorphism: voltage assignments in canonical form.

An arrangement is told by its offsets (`arrangements.links.lift`). Two of them are of one class
here if one becomes the other by permuting the positions inside all groups alike, and by
multiplying all group numbers by a unit modulo the number of groups; both are isomorphisms of
the networks.

References
----------
Gross and Tucker, Topological Graph Theory, section 2.1, for voltage graphs and their lifts.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb, gcd

from alphacut.arrangements.links._base import Shape
from alphacut.arrangements.links.lift import Offsets

FEW = 200_000  # arrangements, positions renamed, up to which all classes are listed


def slots(groups: int, trunking: int = 1) -> int:
    """Return how many ends of links the offsets have; those of the self-opposite one have one."""
    return trunking * (groups - 1)


def offsets_from(ends: tuple[int, ...], groups: int, trunking: int = 1) -> Offsets:
    """Return offsets from the positions of their ends, in order."""
    alone = 0 if groups % 2 else trunking  # pairs of the self-opposite offset, which are equal
    paired = len(ends) - alone
    found = tuple(zip(ends[:paired:2], ends[1:paired:2], strict=True))
    return found + tuple((end, end) for end in ends[paired:])


def ends_of(offsets: Offsets, groups: int, trunking: int = 1) -> tuple[int, ...]:
    """Return the positions of all ends in order: what `offsets_from` takes."""
    paired = len(offsets) - (0 if groups % 2 else trunking)
    ends = tuple(position for pair in offsets[:paired] for position in pair)
    return ends + tuple(x for x, _ in offsets[paired:])


def renamed(ends: tuple[int, ...]) -> tuple[int, ...]:
    """Name positions in the order in which they come first: the least of all permutations."""
    names: dict[int, int] = {}
    return tuple(names.setdefault(position, len(names)) for position in ends)


def multiplied(offsets: Offsets, groups: int, unit: int) -> Offsets:
    """Return the offsets after group i has been given the number unit·i."""
    found: list[tuple[int, int]] = [(0, 0)] * len(offsets)
    for d, (x, y) in enumerate(offsets, 1):
        ahead = unit * d % groups
        if 2 * ahead <= groups:
            found[ahead - 1] = (x, y)
        else:
            found[groups - ahead - 1] = (y, x)
    return tuple(found)


def units(groups: int) -> tuple[int, ...]:
    """Return the units modulo the number of groups."""
    return tuple(unit for unit in range(1, groups) if gcd(unit, groups) == 1)


def canonical(offsets: Offsets, groups: int) -> Offsets:
    """Return the arrangement that stands for its class: the least of all images."""
    images = (multiplied(offsets, groups, unit) for unit in units(groups))
    return offsets_from(min(renamed(ends_of(image, groups)) for image in images), groups)


def count_at_most(shape: Shape) -> int:
    """Bound the number of arrangements with positions renamed, without listing any.

    Each position in turn takes its ends, of which one is the first that is free.
    """
    free, found = slots(shape.groups), 1
    if free < shape.a * shape.h:  # ports stay unused: any position may have fewer
        return int(shape.a**free)
    for _ in range(shape.a):
        found *= comb(free - 1, shape.h - 1)
        free -= shape.h
    return found


def arrangements(shape: Shape) -> Iterator[Offsets]:
    """Yield all arrangements in which positions come first in the order of their numbers."""
    total = slots(shape.groups)
    ends: list[int] = []
    ports = [shape.h] * shape.a

    def grow(known: int) -> Iterator[Offsets]:
        if len(ends) == total:
            yield offsets_from(tuple(ends), shape.groups)
            return
        for position in range(min(known + 1, shape.a)):
            if ports[position]:
                ports[position] -= 1
                ends.append(position)
                yield from grow(max(known, position + 1))
                ends.pop()
                ports[position] += 1

    return grow(0)


def classes(shape: Shape) -> list[Offsets]:
    """Return the canonical arrangement of every class, each once, sorted."""
    return sorted({canonical(each, shape.groups) for each in arrangements(shape)})


def arrangement_count(shape: Shape) -> int:
    """Count all arrangements of a shape: each position takes at most h of the ends."""
    ways = [1] + [0] * slots(shape.groups)  # by the ends that are taken
    for _ in range(shape.a):
        ways = [
            sum(ways[taken - more] * comb(taken, more) for more in range(min(shape.h, taken) + 1))
            for taken in range(len(ways))
        ]
    return ways[-1]
