"""A network in groups of which the global links are known by number, not by the switches they join.

It stands for every wiring. A cut has in some wiring no more than its mean over all ways to
permute the switches of each group, so the mean bounds the bisection of every wiring from above;
see docs/certificate.md, "Every wiring".
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import floor, lcm

from alphacut.arrangements.errors import NetworkError
from alphacut.arrangements.network import GLOBAL, Network


@dataclass(frozen=True, kw_only=True)
class AnyWiring(Network):
    """All networks with these groups, as many links between any two, and at most these ports.

    Its own global links are one such wiring. Inside a group, switches are interchangeable: joined
    alike, with as many hosts and ports.
    """

    ports: tuple[int, ...] = ()  # most global links of each switch

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.ports) != self.switches:
            raise NetworkError(f"ports: needs one number for each of {self.switches} switches")
        for members in self.members:
            if len({(self.hosts[each], self.ports[each]) for each in members}) > 1:
                raise NetworkError("the switches of a group must have as many hosts and ports")
        self._check_inside()

    def _check_inside(self) -> None:
        """Refuse groups that are not complete inside, with links that are alike."""
        kinds: dict[tuple[int, int], Counter[tuple[int, int]]] = defaultdict(Counter)
        for first, second, name, multiplicity in self.links:
            if name == GLOBAL.name:
                continue
            kind = self.class_by_name[name]
            kinds[first, second][kind.base, kind.slope] += multiplicity
        number, alike = Counter[int](), defaultdict[int, set[frozenset[object]]](set)
        for (first, second), capacity in kinds.items():
            if self.groups[first] != self.groups[second]:
                raise NetworkError("only global links may join groups of which any wiring is meant")
            number[self.groups[first]] += 1
            alike[self.groups[first]].add(frozenset(capacity.items()))
        for members in self.members:
            group, size = self.groups[members[0]], len(members)
            if number[group] != size * (size - 1) // 2 or len(alike[group]) > 1:
                raise NetworkError("groups of which any wiring is meant must be complete inside")

    @property
    def free(self) -> frozenset[str]:
        """The classes of links whose ends within their groups are not known."""
        return frozenset({GLOBAL.name})

    @cached_property
    def members(self) -> tuple[tuple[int, ...], ...]:
        """The switches of each group."""
        found: dict[int, list[int]] = defaultdict(list)
        for switch, group in enumerate(self.groups):
            found[group].append(switch)
        return tuple(map(tuple, found.values()))

    @cached_property
    def between(self) -> dict[tuple[int, int], int]:
        """The number of global links between two groups, first < second."""
        found: dict[tuple[int, int], int] = defaultdict(int)
        for first, second, _, multiplicity in self.links_of(GLOBAL.name):
            pair = sorted((self.groups[first], self.groups[second]))
            found[pair[0], pair[1]] += multiplicity
        return dict(found)

    def severed(self, side: Collection[int]) -> dict[str, int]:
        """Count what the cut of these halves of groups has at most, in the best permutation."""
        return {**super().severed(side), GLOBAL.name: floor(self._mean(side))}

    def _mean(self, side: Collection[int]) -> Fraction:
        """Return how many global links the cut severs in the mean over all permutations."""
        taken = Counter(self.groups[each] for each in side)
        sizes = {self.groups[each[0]]: len(each) for each in self.members}
        whole = lcm(*sizes.values())
        share = {group: taken[group] * (whole // size) for group, size in sizes.items()}
        severed = sum(
            links * (share[one] * (whole - share[other]) + share[other] * (whole - share[one]))
            for (one, other), links in self.between.items()
        )
        return Fraction(severed, whole * whole)
