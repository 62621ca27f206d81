"""Interchangeable switches: those with the same links to the same others (twins).

All exchanges among k of them are automorphisms. Two generate them all, an exchange of two and a
cycle of all, where a search for automorphisms finds k - 1. What the others have in symmetry is
found on a network with one switch for each class, so that a star costs no more than a link.

References
----------
Habib and Paul, A survey of the algorithmic aspects of modular decomposition (2010), for twins.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from math import factorial, prod
from typing import TYPE_CHECKING

from alphacut.arrangements.network import Network
from alphacut.arrangements.structure.symmetry import (
    automorphism_order,
    kinds_of_pairs,
    marked_automorphisms,
    switch_marks,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence

    from alphacut.arrangements.structure.symmetry import Kind, Permutation

Classes = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, kw_only=True)
class Folded:
    """A network with one switch for each class of interchangeable ones.

    Attributes
    ----------
    classes
        The switches of each class, sorted; most have one. In order of their first.
    network
        The first switch of each class with what joins them.
    marks
        What automorphisms of it have to keep of each class: its size and kind among other things.
    """

    switches: int
    classes: Classes
    network: Network
    marks: tuple[Hashable, ...]

    @cached_property
    def generators(self) -> tuple[Permutation, ...]:
        """Generators of all automorphisms, at most two for each class and few others."""
        found = [self._lifted(each) for each in marked_automorphisms(self.network, self.marks)]
        return (*found, *self._within())

    @cached_property
    def order_of_classes(self) -> int:
        """The number of ways to move classes as a whole."""
        return automorphism_order(self.network, self.marks)

    @property
    def order(self) -> int:
        """The number of all automorphisms."""
        return prod(factorial(len(members)) for members in self.classes) * self.order_of_classes

    def _lifted(self, permutation: Permutation) -> Permutation:
        """Move classes as a whole, their members in order."""
        image = list(range(self.switches))
        for one, other in enumerate(permutation):
            for switch, target in zip(self.classes[one], self.classes[other], strict=True):
                image[switch] = target
        return tuple(image)

    def _within(self) -> Iterator[Permutation]:
        for members in self.classes:
            if len(members) > 1:
                yield _turned(self.switches, members[:2])
            if len(members) > 2:
                yield _turned(self.switches, members)


def folded(
    network: Network,
    weights: Sequence[int] | None = None,
    fixed: Iterable[Collection[int]] = (),
) -> Folded:
    """Find the classes of interchangeable switches.

    Parameters
    ----------
    weights, fixed
        What automorphisms have to keep, as `automorphisms` defines it.
    """
    marks = switch_marks(network, weights, tuple(fixed))
    kinds = kinds_of_pairs(network)
    classes, among = _classes(network.switches, kinds, marks)
    place = {switch: number for number, members in enumerate(classes) for switch in members}
    first = {members[0] for members in classes}
    links = tuple(
        link._replace(first=place[link.first], second=place[link.second])
        for link in network.links
        if link.first in first and link.second in first
    )
    return Folded(
        switches=network.switches,
        classes=classes,
        network=Network(switches=len(classes), links=links, classes=network.classes),
        marks=tuple(
            (marks[members[0]], len(members), kind)
            for members, kind in zip(classes, among, strict=True)
        ),
    )


def _classes(
    switches: int, kinds: dict[tuple[int, int], Kind], marks: Sequence[Hashable]
) -> tuple[Classes, tuple[Kind | None, ...]]:
    """Return the classes, and what joins any two members of each (None: nothing)."""
    around: list[set[tuple[int, Kind]]] = [set() for _ in range(switches)]
    for (first, second), kind in kinds.items():
        around[first].add((second, kind))
        around[second].add((first, kind))
    alike: dict[Hashable, list[int]] = defaultdict(list)
    for switch, near in enumerate(around):
        alike[marks[switch], None, frozenset(near)].append(switch)
        for kind in {kind for _, kind in near}:
            alike[marks[switch], kind, frozenset(near | {(switch, kind)})].append(switch)
    found = {tuple(each): key for key, each in alike.items() if len(each) > 1}
    taken = {switch for members in found for switch in members}
    single = [((switch,), None) for switch in range(switches) if switch not in taken]
    several = [(members, key[1]) for members, key in found.items()]  # type: ignore[index]
    ordered = sorted([*single, *several], key=lambda each: each[0])
    return tuple(members for members, _ in ordered), tuple(kind for _, kind in ordered)


def _turned(switches: int, members: Sequence[int]) -> Permutation:
    """Return the permutation that moves each member to the next, and the last to the first."""
    image = list(range(switches))
    for one, other in zip(members, (*members[1:], members[0]), strict=True):
        image[one] = other
    return tuple(image)
