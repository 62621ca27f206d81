"""Mechanisms of one leg, or of two that meet at an intermediate switch or group (Valiant).

References
----------
Camarero et al., Topological characterization of Hamming and Dragonfly networks, sections 6 and 7.
Valiant, A scheme for fast parallel communication, 1982.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from alphacut.solver.common.errors import QuestionError
from alphacut.solver.routing import phase_coupling
from alphacut.solver.routing import phases as followed
from alphacut.solver.routing.loads import Loads, check_range
from alphacut.solver.routing.routes import Route

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from alphacut.solver.routing.channels import Channels, Numbers
    from alphacut.solver.routing.demand import Demand
    from alphacut.solver.routing.groups import Groups
    from alphacut.solver.routing.rules import Leg

Part = tuple[int, tuple[int, ...], Fraction]  # where it ends, its channels, its share


@dataclass(frozen=True, kw_only=True)
class Legwise:
    """Routes between groups by one leg or two; within a group by the direct link, on channel 0."""

    groups: Groups
    channels: Channels
    colour: Numbers  # (n,)
    rank: Numbers  # (b,) place of each group in the order
    legs: tuple[Leg, ...]  # one or two
    adaptive: bool = False

    def __post_init__(self) -> None:
        if len(self.legs) == 2 and self.groups.count < 3:
            raise QuestionError(
                "mechanism",
                f"goes through a third group, and there are {self.groups.count} groups",
            )

    @cached_property
    def views(self) -> tuple[followed.View, ...]:
        """What compiled loops need of each leg."""
        return tuple(
            followed.view(self.groups, self.channels, self.colour, self.rank, each)
            for each in self.legs
        )

    @cached_property
    def _most(self) -> int:
        return int(np.diff(self.groups.starts).max())

    def dependencies(self) -> Numbers:
        """Return each dependency once."""
        found = []
        for each in self.views:
            rows, count = followed.dependencies(each, self._most)
            found.append(rows[:count])
        if len(self.legs) == 2:
            first, last = self.views
            ends = self._ends
            into, out = (
                phase_coupling.arrivals(first, self._most),
                phase_coupling.departures(last, self._most),
            )
            found.append(phase_coupling.meetings(ends, into, out))
        keys = np.concatenate([rows[:, 0] * self.channels.count + rows[:, 1] for rows in found])
        return np.stack(np.divmod(np.unique(keys), self.channels.count), axis=1)

    @property
    def _ends(self) -> tuple[Numbers, Numbers]:
        links = self.groups.links
        link = np.repeat(np.arange(links.count), np.diff(self.channels.first))
        return links.heads[link], links.tails[link]

    def histogram(self) -> tuple[int, ...]:
        """Count the routes by their hops."""
        direct = self.groups.count * self.groups.size * (self.groups.size - 1)
        counts = [0] * (len(self.legs) * followed.LONGEST + 1)
        counts[1] = direct
        if len(self.legs) == 1:
            _, leaving = followed.hops(self.views[0], self._most)
            between = [int(each) for each in leaving.sum(axis=(0, 1))]
        else:
            between = _convolved(
                followed.hops(self.views[0], self._most)[0],
                followed.hops(self.views[1], self._most)[1],
            )
        for length, count in enumerate(between):
            counts[length] += count
        return tuple(counts)

    def loads(self, demand: Demand) -> Loads:
        """Compute what each directed link carries."""
        unit = self._share_unit
        load = np.zeros(self.groups.links.count, dtype=np.int64)
        check_range(demand.rates, unit, followed.LONGEST)
        if len(self.legs) == 1:
            followed.carry(self.views[0], demand.rates, unit, self._most, load)
            scale = unit
        else:
            scale = unit * unit * self._middles_unit
            check_range(demand.rates, scale, 2 * followed.LONGEST)
            self._carry_twice(self._between(demand.rates), unit, load)
        self._carry_inside(demand.rates, scale, load)
        return Loads(links=self.groups.links, load=load, unit=demand.unit / scale, sent=demand.sent)

    def _between(self, rates: Numbers) -> Numbers:
        """Keep what goes to other groups, in shares of one intermediate each."""
        group = self.groups.group
        per_middle = self._middles_unit // np.maximum(self._middles, 1)
        scaled: Numbers = rates * per_middle[self.colour[:, None], self.colour[None, :]]
        scaled[group[:, None] == group[None, :]] = 0
        return scaled

    def _carry_twice(self, shares: Numbers, unit: int, load: Numbers) -> None:
        first, last = self.views
        one, other = np.zeros_like(load), np.zeros_like(load)
        if not self.legs[0].whole:
            onward = np.zeros_like(shares)
            followed.carry_to_groups(first, shares, unit, self._most, one, onward)
            followed.carry(last, onward, unit, self._most, other)
            load += unit * one + other
            return
        followed.carry(first, self._to_middles(shares), unit, self._most, one)
        followed.carry(last, self._from_middles(shares), unit, self._most, other)
        load += unit * (one + other)

    def _carry_inside(self, rates: Numbers, scale: int, load: Numbers) -> None:
        for members in self.groups.members:
            link = self.groups.local[members]
            inside = rates[np.ix_(members, members)]
            used = link >= 0
            load[link[used]] += scale * inside[used]

    @cached_property
    def _allowed(self) -> tuple[Numbers, Numbers]:
        """Whether a switch may be an intermediate, by its colour and those of the ends."""
        out, back = (each.wanted[:, :, 0] >= 0 for each in self.legs)
        return out.astype(np.int64), back.astype(np.int64)

    @cached_property
    def _middles(self) -> Numbers:
        """The number of intermediates, by the colours of source and target."""
        others = self.groups.count - 2
        if not self.legs[0].whole:
            return np.full(self.legs[0].wanted.shape[:2], others)
        out, back = self._allowed
        sizes = np.bincount(self.colour[self.groups.members[0]], minlength=len(out))
        return np.asarray(others * ((out * sizes) @ back))

    @cached_property
    def _middles_unit(self) -> int:
        return math.lcm(*(int(each) for each in np.unique(self._middles) if each))

    @cached_property
    def _share_unit(self) -> int:
        """A multiple of every number of links that a packet chooses among."""
        groups, colours = self.groups, int(self.colour.max()) + 1
        tails = groups.links.tails[groups.trunks]
        pair = np.repeat(np.arange(groups.count**2), np.diff(groups.starts))
        of_colour = np.bincount(pair * colours + self.colour[tails])
        own = np.unique(tails * groups.count + pair % groups.count, return_counts=True)[1]
        found = {int(each) for each in np.concatenate([of_colour, own])} - {0}
        return math.lcm(*found)

    def _to_middles(self, shares: Numbers) -> Numbers:
        """Return what each switch sends to each intermediate."""
        sums = self._summed(shares)  # (n, b, C)
        elsewhere = sums.sum(axis=1, keepdims=True) - sums
        out, back = self._allowed
        by_colour = elsewhere @ back.T  # (n, b, C of the intermediate)
        group, colour = self.groups.group, self.colour
        found = by_colour[:, group, colour] * out[colour][:, colour]
        found[group[:, None] == group[None, :]] = 0
        return np.ascontiguousarray(found)

    def _from_middles(self, shares: Numbers) -> Numbers:
        """Return what each intermediate sends to each switch."""
        sums = self._summed(shares.T)
        elsewhere = sums.sum(axis=1, keepdims=True) - sums
        out, back = self._allowed
        by_colour = elsewhere @ out  # (n, b, C of the intermediate)
        group, colour = self.groups.group, self.colour
        found = by_colour[:, group, colour] * back.T[colour][:, colour]
        found[group[:, None] == group[None, :]] = 0
        return np.ascontiguousarray(found.T)

    def _summed(self, shares: Numbers) -> Numbers:
        """Sum over the other end by its group and colour: (n, b, C)."""
        colours = self.legs[0].wanted.shape[0]
        one_hot = np.eye(colours, dtype=np.int64)[self.colour[self.groups.members[0]]]
        return np.asarray(shares[:, self.groups.members] @ one_hot)

    def routes(self, source: int, target: int) -> Iterator[Route]:
        """Yield the routes of a pair of different switches."""
        group = self.groups.group
        if group[source] == group[target]:
            link = int(self.groups.local[source, self.groups.position[target]])
            yield self._route(source, target, (int(self.channels.first[link]),), Fraction(1))
            return
        if len(self.legs) == 1:
            for _, channels, share in self._parts(0, source, target):
                yield self._route(source, target, channels, share)
            return
        for begin, share in self._beginnings(source, target):
            for middle, before, one in begin:
                for _, after, other in self._parts(1, middle, target):
                    yield self._route(source, target, before + after, share * one * other)

    def _beginnings(self, source: int, target: int) -> Iterator[tuple[Iterator[Part], Fraction]]:
        """Yield the first legs to each intermediate, and the share of that intermediate."""
        group, colour = self.groups.group, self.colour
        share = Fraction(1, max(1, int(self._middles[colour[source], colour[target]])))
        for to, members in enumerate(self.groups.members.tolist()):
            if to in (group[source], group[target]):
                continue
            if not self.legs[0].whole:
                yield self._parts(0, source, members[0]), share
                continue
            out, back = self._allowed
            for middle in members:
                if out[colour[source], colour[middle]] and back[colour[middle], colour[target]]:
                    yield self._parts(0, source, middle), share

    def _parts(self, leg: int, x: int, y: int) -> Iterator[Part]:
        """Yield the ways of one leg: where it ends, its channels and its share."""
        v, found = self.views[leg], np.empty(self._most, dtype=np.int64)
        to = int(v.group[y])
        many = int(followed.choices(v, x, to, followed.wanted_colour(v, x, y), found))
        for link in found[:many].tolist():
            tail, head = int(v.tails[link]), int(v.heads[link])
            channels = [int(v.first[link]) + int(v.vcs[1])]
            if tail != x:
                channels.insert(0, int(followed.local_channel(v, x, tail, v.vcs[0])))
            if v.whole and head != y:
                channels.append(int(followed.local_channel(v, head, y, v.vcs[2])))
            yield (y if v.whole else head), tuple(channels), Fraction(1, many)

    @staticmethod
    def _route(source: int, target: int, channels: Sequence[int], share: Fraction) -> Route:
        return Route(source=source, target=target, channels=tuple(channels), share=share)


def _convolved(arriving: Numbers, leaving: Numbers) -> list[int]:
    """Count the routes through all intermediates by their hops, but for those that turn back."""
    total_in, total_out = arriving.sum(axis=1), leaving.sum(axis=1)
    counts = [0] * (2 * followed.LONGEST + 1)
    for i in range(followed.LONGEST + 1):
        for j in range(followed.LONGEST + 1):
            all_ways = int((total_in[:, i] * total_out[:, j]).sum())
            back = int((arriving[:, :, i] * leaving[:, :, j]).sum())
            counts[i + j] += all_ways - back
    return counts
