"""What a document claims, counted anew: the routes and dependencies of the named mechanisms.

Goes over the ordered pairs of groups, with one table for each: which link between them may be
taken from each switch to each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import numpy as np

from alphacut.solver.common.errors import Refused
from alphacut.solver.routing.verify.definition import Defined, Leg
from alphacut.solver.routing.verify.fabric import Fabric, Integers, Route


class Counted:
    """A named mechanism, gone over once for each leg."""

    def __init__(self, defined: Defined) -> None:
        self.defined = defined
        self.fabric: Fabric = defined.fabric
        if len(defined.legs) == 2 and len(self.fabric.members) < 3:
            raise Refused("the mechanism goes through a third group, and there are two")

    def dependencies(self) -> Iterator[tuple[int, int]]:
        """Yield the dependencies, some of them perhaps more than once."""
        for leg in self.defined.legs:
            for one, other in self.fabric.pairs():
                yield from self._of_pair(leg, one, other)
        if len(self.defined.legs) == 2:
            yield from self._of_middles()

    def _of_pair(self, leg: Leg, one: int, other: int) -> Iterator[tuple[int, int]]:
        fabric, usable = self.fabric, self.defined.usable(leg, one, other)
        before, across, after = leg.vcs
        links = fabric.trunks[one, other]
        for i, at in np.argwhere(usable.any(axis=1)).tolist():
            x, link = fabric.members[one][i], links[at]
            if fabric.tails[link] != x:
                yield fabric.hop(x, fabric.tails[link], before), fabric.first[link] + across
        if leg.whole:
            for j, at in np.argwhere(usable.any(axis=0)).tolist():
                y, link = fabric.members[other][j], links[at]
                if fabric.heads[link] != y:
                    yield fabric.first[link] + across, fabric.hop(fabric.heads[link], y, after)

    def _of_middles(self) -> Iterator[tuple[int, int]]:
        into, out = self._into(), self._out()
        for middle, entering in into.items():
            for (one, sources), (other, targets) in product(
                entering.items(), out.get(middle, {}).items()
            ):
                if len(sources | targets) > 1:
                    yield one, other

    def _into(self) -> dict[int, dict[int, set[int]]]:
        """Return the channels that first legs end with, by switch, and where they come from."""
        leg, fabric = self.defined.legs[0], self.fabric
        found: dict[int, dict[int, set[int]]] = {}
        for one, other in fabric.pairs():
            usable = self.defined.usable(leg, one, other).any(axis=0)
            links = fabric.trunks[one, other]
            for j, at in np.argwhere(usable).tolist():
                y, head = fabric.members[other][j], fabric.heads[links[at]]
                last, end = fabric.first[links[at]] + leg.vcs[1], head
                if leg.whole and head != y:
                    last, end = fabric.hop(head, y, leg.vcs[2]), y
                found.setdefault(end, {}).setdefault(last, set()).add(one)
        return found

    def _out(self) -> dict[int, dict[int, set[int]]]:
        """Return the channels that last legs begin with, by switch, and the groups they lead to."""
        leg, fabric = self.defined.legs[1], self.fabric
        found: dict[int, dict[int, set[int]]] = {}
        for one, other in fabric.pairs():
            usable = self.defined.usable(leg, one, other).any(axis=1)
            links = fabric.trunks[one, other]
            for i, at in np.argwhere(usable).tolist():
                x, tail = fabric.members[one][i], fabric.tails[links[at]]
                begin = fabric.first[links[at]] + leg.vcs[1]
                if tail != x:
                    begin = fabric.hop(x, tail, leg.vcs[0])
                found.setdefault(x, {}).setdefault(begin, set()).add(other)
        return found

    def histogram(self) -> Counter[int]:
        """Count all routes by their hops."""
        sizes = [len(members) for members in self.fabric.members]
        found = Counter({1: sum(size * (size - 1) for size in sizes)})
        if len(self.defined.legs) == 1:
            for one, other in self.fabric.pairs():
                _, _, lengths = self._lengths(self.defined.legs[0], one, other)
                found.update(lengths.tolist())
            return found
        for middle in range(len(self.fabric.members)):
            found.update(self._through(middle))
        return found

    def _lengths(self, leg: Leg, one: int, other: int) -> tuple[Integers, Integers, Integers]:
        """Return where all legs of a pair of groups begin and end, and their hops."""
        fabric = self.fabric
        i, j, at = np.nonzero(self.defined.usable(leg, one, other))
        if not leg.whole:  # there is one for each link, whatever the target
            i, at = np.nonzero(self.defined.usable(leg, one, other).any(axis=1))
        links = np.array(fabric.trunks[one, other])[at]
        x = np.array(fabric.members[one])[i]
        tails, heads = fabric.ends[:, links]
        y = np.array(fabric.members[other])[j] if leg.whole else heads
        return x, y, 1 + (tails != x) + (heads != y)

    def _through(self, middle: int) -> Counter[int]:
        """Count the routes through one group by their hops."""
        first, last = self.defined.legs
        others = [group for group in range(len(self.fabric.members)) if group != middle]
        into = {g: self._by_end(self._lengths(first, g, middle), 1) for g in others}
        out = {g: self._by_end(self._lengths(last, middle, g), 0) for g in others}
        found: Counter[int] = Counter()
        all_in = sum(into.values())
        for group in others:
            apart = np.asarray(all_in - into[group])
            for (a, before), many in np.ndenumerate(apart):
                if many:
                    for after, more in enumerate(out[group][a].tolist()):
                        found[before + after] += int(many) * more
        return found

    def _by_end(self, legs: tuple[Integers, Integers, Integers], end: int) -> Integers:
        """Count legs by the place of the switch at one end and by their hops."""
        place = self.fabric.places[legs[end]]
        table = np.zeros((len(self.fabric.members[0]), 4), dtype=np.int64)
        np.add.at(table, (place, legs[2]), 1)
        return table

    def routes(self, source: int, target: int) -> Iterator[Route]:
        """Yield the routes of a pair, with their shares."""
        fabric = self.fabric
        if fabric.group[source] == fabric.group[target]:
            yield (fabric.hop(source, target, 0),), Fraction(1)
            return
        if len(self.defined.legs) == 1:
            for _, hops, share in self._legs_of(0, source, target):
                yield hops, share
            return
        yield from self._twofold(source, target)

    def _twofold(self, source: int, target: int) -> Iterator[Route]:
        fabric, first = self.fabric, self.defined.legs[0]
        ends = {fabric.group[source], fabric.group[target]}
        middles = [s for s in range(len(fabric.group)) if fabric.group[s] not in ends]
        if not first.whole:
            middles = [m[0] for g, m in enumerate(fabric.members) if g not in ends]
        found = []
        for middle in middles:
            there = list(self._legs_of(0, source, middle))
            onward = {end: list(self._legs_of(1, end, target)) for end, _, _ in there}
            if there and all(onward.values()):
                found.append([(a, b) for a in there for b in onward[a[0]]])
        for ways in found:
            for (_, before, one), (_, after, other) in ways:
                yield before + after, one * other / len(found)

    def _legs_of(self, leg: int, x: int, y: int) -> Iterator[tuple[int, tuple[int, ...], Fraction]]:
        fabric, rule = self.fabric, self.defined.legs[leg]
        one, other = fabric.group[x], fabric.group[y]
        usable = self.defined.usable(rule, one, other)[fabric.place[x], fabric.place[y]]
        for at in np.flatnonzero(usable).tolist():
            link = fabric.trunks[one, other][at]
            tail, head = fabric.tails[link], fabric.heads[link]
            hops = [fabric.first[link] + rule.vcs[1]]
            if tail != x:
                hops.insert(0, fabric.hop(x, tail, rule.vcs[0]))
            if rule.whole and head != y:
                hops.append(fabric.hop(head, y, rule.vcs[2]))
            yield (y if rule.whole else head), tuple(hops), Fraction(1, int(usable.sum()))
