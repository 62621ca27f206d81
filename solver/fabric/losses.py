"""What is left of a bisection after links, switches or groups have failed: theorems with bounds.

**Links.** A cut loses no more than the k largest capacities of all links, and the best one loses
those of its own k largest, so that the worst k failures leave between B less the former and the
capacity of that cut less the latter. Where all links have one capacity c both are B - k·c, and a
link of a cut that attains B costs all that it carries.

**Switches and groups.** Some switches have no weight (spines), all others the same. Let X be what
fails, a of its switches with weight, and S a bisection of the rest. Give ⌊a/2⌋ of these to one side
and the others to the other, so that the halves of the whole are equal again, choose which at
random, and put each of the others anywhere. A link within X between two with weight is severed with
the probability 2⌊a/2⌋⌈a/2⌉/(a(a - 1)), one that leaves X from one with weight with at most ⌈a/2⌉/a,
or 1/2 where either side may have the larger part, and any link of one without weight with 1/2. So
some choice severs no more than the mean, and S severs at least B less that. From above, the best
cut without X is made equal again by moving the switches that cost least.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import nlargest
from math import floor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from alphacut.arrangements.network import Line, Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.fabric.uniting import Joint

LISTED = 10  # links, switches and groups
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000)  # numbers of links that fail
LARGEST = 1 << 60  # of all capacities together, for sums of 64 bits
MOST_TRIED = 2_000  # switches whose loss is computed: those at which the cut severs most


@dataclass(frozen=True, kw_only=True)
class Left:
    """What the bisection has at least and at most after a loss, in scaled capacity."""

    what: int  # how many links, or which switch or group
    lower: int
    upper: int
    moved: tuple[int, ...] = ()  # switches that change sides to make the halves equal again


@dataclass(frozen=True, kw_only=True)
class Losses:
    """What failures cost."""

    scale: int  # of all capacities: that of α
    links: tuple[Left, ...]  # by the number of links that fail, the worst ones
    worst_links: tuple[tuple[Joint, int], ...]  # of the cut, with the capacity of each
    switches: tuple[Left, ...]  # the costliest ones
    groups: tuple[Left, ...]


def losses(
    network: Network, balance: Balance, alpha: Alpha, side: Sequence[int], lower: int
) -> Losses:
    """Compute what losses leave of a bisection that was found, and is at least `lower`."""
    capacities = Capacities(network, alpha)
    upper = alpha.scaled(network.cut(side))
    cut = [
        (link[:3], capacities.of_class[link.link_class], link.multiplicity)
        for link in network.crossing(side)
    ]
    heavy = [weight > 0 for weight in balance.weights]
    switches: tuple[Left, ...] = ()
    groups: tuple[Left, ...] = ()
    if len({weight for weight in balance.weights if weight}) == 1:
        moving = _Moving(network, capacities, side, heavy)
        switches = _costliest(
            moving.without(switch, [switch], floor_of_loss(capacities, heavy, [switch], lower))
            for switch in nlargest(
                MOST_TRIED, range(network.switches), key=moving.severed.__getitem__
            )
            if _leaves_some(heavy, [switch])
        )
        members = groups_of(network)
        groups = _costliest(
            moving.without(place, each, floor_of_loss(capacities, heavy, each, lower))
            for place, each in enumerate(members)
            if len(members) > 1 and _leaves_some(heavy, each)
        )
    return Losses(
        scale=alpha.scaled(Line(1, 0)),
        links=worst_links(capacities, cut, lower, upper),
        worst_links=tuple(
            (joint, each) for joint, each, _ in nlargest(LISTED, cut, key=lambda link: link[1])
        ),
        switches=switches,
        groups=groups,
    )


def without(
    network: Network,
    balance: Balance,
    alpha: Alpha,
    side: Sequence[int],
    lower: int,
    parts: Sequence[Sequence[int]],
) -> tuple[Left, ...]:
    """Compute what is left of a bisection without each of some sets of switches.

    All switches with weight have the same, and at least two of them are in no set. `what` of each
    answer is the place of its set.
    """
    capacities, heavy = Capacities(network, alpha), [weight > 0 for weight in balance.weights]
    moving = _Moving(network, capacities, side, heavy)
    return tuple(
        moving.without(place, part, floor_of_loss(capacities, heavy, part, lower))
        for place, part in enumerate(parts)
    )


def _leaves_some(heavy: Sequence[bool], lost: Sequence[int]) -> bool:
    """Whether there are halves of what is left."""
    return sum(heavy) - sum(heavy[each] for each in lost) > 1


def groups_of(network: Network) -> list[list[int]]:
    """Return the switches of each group, in the order of the groups' numbers."""
    found: dict[int, list[int]] = {group: [] for group in sorted(set(network.groups))}
    for switch, group in enumerate(network.groups):
        found[group].append(switch)
    return list(found.values())


class Capacities:
    """The scaled capacities of a network at one α."""

    def __init__(self, network: Network, alpha: Alpha) -> None:
        self.switches = network.switches
        self.of_class: Mapping[str, int] = alpha.scales(network)
        self.links = [
            (first, second, self.of_class[name] * multiplicity)
            for first, second, name, multiplicity in network.links
        ]
        self.each = sorted(  # capacities of single links, with how many there are, largest first
            (
                (self.of_class[name], number)
                for name, number in network.count_by_class().items()
                if number
            ),
            reverse=True,
        )
        self.near: list[list[tuple[int, int]]] = [[] for _ in range(network.switches)]
        for first, second, capacity in self.links:
            self.near[first].append((second, capacity))
            self.near[second].append((first, capacity))


def worst_links(
    capacities: Capacities, cut: Sequence[tuple[Joint, int, int]], lower: int, upper: int
) -> tuple[Left, ...]:
    """Return what the worst k failures of links leave, for some k."""
    own = sorted(((each, number) for _, each, number in cut), reverse=True)
    most = sum(number for _, number in own)
    return tuple(
        Left(
            what=k,
            lower=max(0, lower - largest(capacities.each, k)),
            upper=upper - largest(own, k),
        )
        for k in STEPS
        if k <= most
    )


def largest(sorted_capacities: Sequence[tuple[int, int]], number: int) -> int:
    """Return the sum of so many of the largest capacities, given with their numbers in order."""
    total = 0
    for each, there in sorted_capacities:
        taken = min(number, there)
        total += taken * each
        number -= taken
    return total


def floor_of_loss(
    capacities: Capacities, heavy: Sequence[bool], lost: Sequence[int], lower: int
) -> int:
    """Return what every bisection without some switches has at least.

    Parameters
    ----------
    heavy
        Of each switch, whether it has weight; all that have it have the same.
    """
    gone, size = set(lost), sum(heavy[each] for each in lost)
    few, many = size // 2, size - size // 2
    half = Fraction(1, 2)
    within = Fraction(2 * few * many, size * (size - 1)) if size > 1 else Fraction(0)
    either = size % 2 == 0 or sum(heavy) % 2 == 1
    across = half if either else Fraction(many, size)
    inside = outside = others = 0  # capacities that are severed with each probability
    for each in lost:
        for other, capacity in capacities.near[each]:
            if other not in gone and heavy[each]:
                outside += capacity
            elif other in gone and heavy[each] and heavy[other]:
                inside += capacity * (each < other)
            elif other not in gone or each < other:
                others += capacity
    return max(0, lower - floor(inside * within + outside * across + others * half))


def _costliest(found: Iterator[Left]) -> tuple[Left, ...]:
    """Return those that leave least, by what was found and then by what is certain."""
    return tuple(sorted(found, key=lambda left: (left.upper, left.lower, left.what))[:LISTED])


class _Moving:
    """Makes the halves of a cut equal again after switches have gone, at little cost."""

    def __init__(
        self,
        network: Network,
        capacities: Capacities,
        side: Sequence[int],
        heavy: Sequence[bool],
    ) -> None:
        self._capacities, self._heavy = capacities, heavy
        here = [False] * network.switches
        for each in side:
            here[each] = True
        gains = [0] * network.switches  # what moving a switch to the other side adds
        self._here, self._cut = here, 0
        for first, second, capacity in capacities.links:
            apart = here[first] != here[second]
            self._cut += capacity * apart
            for end in (first, second):
                gains[end] += -capacity if apart else capacity
        total = sum(capacity for _, _, capacity in capacities.links)
        kind = np.int64 if total < LARGEST else np.object_
        self._gains: NDArray[Any] = np.array(gains, dtype=kind)
        self._surplus = sum(  # on this side, of switches with weight
            1 if on_side else -1 for on_side, weighs in zip(here, heavy, strict=True) if weighs
        )
        self.severed = [  # of each switch
            sum(capacity for other, capacity in near if here[each] != here[other])
            for each, near in enumerate(capacities.near)
        ]

    def without(self, what: int, lost: Sequence[int], lower: int) -> Left:
        """Return what is left without some switches, by a bisection of the others."""
        here, near, gone = self._here, self._capacities.near, set(lost)
        cut = self._cut - sum(self.severed[each] for each in lost)
        for each in lost:  # links between two of them are counted twice so far
            for other, capacity in near[each]:
                if each < other and other in gone and here[each] != here[other]:
                    cut += capacity
        surplus = self._surplus
        for each in lost:
            surplus -= (1 if here[each] else -1) * self._heavy[each]
        moved = list[int]()
        if abs(surplus) > 1:
            moved, cut = self._moved(gone, surplus, cut)
        return Left(what=what, lower=min(lower, cut), upper=cut, moved=tuple(moved))

    def _moved(self, gone: set[int], surplus: int, cut: int) -> tuple[list[int], int]:
        """Move the switches that cost least, until the halves are equal; return what is severed."""
        moved = list[int]()
        here, gains, near = np.array(self._here), self._gains.copy(), self._capacities.near
        for each in gone:
            for other, capacity in near[each]:
                gains[other] -= -capacity if here[each] != here[other] else capacity
        there = np.array(self._heavy)
        there[list(gone)] = False
        for _ in range(abs(surplus) // 2):
            candidates = np.flatnonzero(there & (here == (surplus > 0)))
            best = int(candidates[np.argmin(gains[candidates])])
            moved.append(best)
            cut += int(gains[best])
            here[best] = not here[best]
            gains[best] = -gains[best]
            for other, capacity in near[best]:
                apart = bool(here[best] != here[other])
                gains[other] += -2 * capacity if apart else 2 * capacity
        return moved, cut
