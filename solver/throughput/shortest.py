"""Shortest paths of flows under lengths of the links: minimal, non-minimal or any.

All works alike on floats and on Python's integers, so that a bound can be exact.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from alphacut.solver.throughput.links import DirectedLinks, Integers
from alphacut.solver.throughput.minimal import MinimalPaths
from alphacut.solver.throughput.symmetry_reduction import Orbits
from alphacut.solver.throughput.ugal import UgalVariables
from alphacut.solver.throughput.variables import Route, Variable
from alphacut.solver.traffic.traffic import Demands

Lengths = NDArray[Any]  # of links or paths; floats, or integers as objects
FAR = np.inf  # larger than any length
CHUNK = 4_000_000  # sums of lengths at once


class Shortest(ABC):
    """Finds shortest paths of given flows."""

    @abstractmethod
    def least(self, lengths: Lengths) -> Lengths:
        """Return the least length of a path of each flow; infinite where there is none.

        Parameters
        ----------
        lengths
            (E,) of the links, not negative.
        """

    @abstractmethod
    def routes(self, flows: Sequence[int], lengths: Lengths) -> list[tuple[int, Route, bool]]:
        """Return a shortest path of each of some flows, and whether it is non-minimal."""

    def variables(self, flows: Sequence[int], lengths: Lengths) -> list[Variable]:
        """Return the variables of these paths."""
        return [
            Variable.of_route(flow, route, valiant=valiant)
            for flow, route, valiant in self.routes(flows, lengths)
        ]


class FoldedShortest(Shortest):
    """Shortest for flows that stand for their orbits; lengths are those of orbits of links.

    Parameters
    ----------
    whole
        What finds shortest paths of these flows in the whole network.
    """

    def __init__(self, whole: Shortest, orbits: Orbits) -> None:
        self._whole, self._orbits = whole, orbits

    def least(self, lengths: Lengths) -> Lengths:
        """Return the least lengths of all flows of each orbit together."""
        return np.asarray(self._whole.least(self._orbits.unfolded(lengths)) * self._orbits.sizes)

    def routes(self, flows: Sequence[int], lengths: Lengths) -> list[tuple[int, Route, bool]]:
        """Return a shortest path of each of the flows that stand for their orbits."""
        return self._whole.routes(flows, self._orbits.unfolded(lengths))

    def variables(self, flows: Sequence[int], lengths: Lengths) -> list[Variable]:
        """Return the variables of these paths, for their orbits."""
        return [self._orbits.folded(each) for each in super().variables(flows, lengths)]


class ShortestUgal(Shortest):
    """Shortest among the minimal and the non-minimal paths.

    A non-minimal path is two minimal ones through an intermediate switch, so all are
    priced in one pass over the intermediate switches.
    """

    def __init__(self, paths: MinimalPaths, listing: UgalVariables, demands: Demands) -> None:
        self._paths, self._listing, self._demands = paths, listing, demands
        self._middle: Integers = np.zeros(0, dtype=np.int64)

    def least(self, lengths: Lengths) -> Lengths:
        """Return the least length of a path of each flow."""
        inside, across = self._tables(lengths)
        sources, destinations = self._demands.sources, self._demands.destinations
        direct = np.minimum(inside[sources, destinations], across[sources, destinations])
        around, self._middle = self._around(across)
        return np.asarray(np.minimum(direct, around))

    def routes(self, flows: Sequence[int], lengths: Lengths) -> list[tuple[int, Route, bool]]:
        """Return a shortest path of each flow."""
        inside, across = self._tables(lengths)
        around, middle = self._around(across)
        found: list[tuple[int, Route, bool]] = []
        for flow in flows:
            source = int(self._demands.sources[flow])
            destination = int(self._demands.destinations[flow])
            direct = min(inside[source, destination], across[source, destination])
            if direct <= around[flow]:
                found.append((flow, self._direct(source, destination, lengths), False))
            else:
                via = int(middle[flow])
                route = (
                    *self._direct(source, via, lengths),
                    *self._direct(via, destination, lengths),
                )
                found.append((flow, route, True))
        return found

    def _direct(self, source: int, destination: int, lengths: Lengths) -> Route:
        routes = self._listing.routes(source, destination)
        return min(routes, key=lambda route: sum(lengths[link] for link in route))

    def _around(self, across: Lengths) -> tuple[Lengths, Integers]:
        """Return the least length through an intermediate switch, and that switch."""
        sources, destinations = self._demands.sources, self._demands.destinations
        count = len(sources)
        least = np.full(count, FAR, dtype=across.dtype)
        middle = np.zeros(count, dtype=np.int64)
        step = max(1, CHUNK // len(across))
        for start in range(0, count, step):
            part = slice(start, min(count, start + step))
            through = across[sources[part]] + across.T[destinations[part]]
            middle[part] = through.argmin(axis=1)
            least[part] = through[np.arange(through.shape[0]), middle[part]]
        return least, middle

    def _tables(self, lengths: Lengths) -> tuple[Lengths, Lengths]:
        """Return the (n, n) least lengths inside groups, and between different groups."""
        local, links, n = self._paths.local, self._paths.links, self._paths.switches
        inside = np.full((n, n), FAR, dtype=lengths.dtype)
        inside[np.arange(n), np.arange(n)] = 0
        hops = np.full((n, n), -1, dtype=np.int64)
        hops[np.repeat(np.arange(n), np.diff(local.row)), local.ends] = local.hops
        within = np.flatnonzero(~links.crossing)
        for length in range(1, local.longest + 1):
            for link in within.tolist():
                tail, head = links.tails[link], links.heads[link]
                at = (hops[tail] == length) & (hops[head] == length - 1)
                inside[tail, at] = np.minimum(inside[tail, at], lengths[link] + inside[head, at])
        across = np.full((n, n), FAR, dtype=lengths.dtype)
        for link in np.flatnonzero(links.crossing).tolist():
            tail, head = links.tails[link], links.heads[link]
            start = local.members[local.group[tail]]
            end = local.members[local.group[head]]
            block = np.ix_(start, end)
            ways = inside[start, tail][:, None] + lengths[link] + inside[head, end]
            across[block] = np.minimum(across[block], ways)
        return inside, across


class ShortestAny(Shortest):
    """Shortest among all paths (Floyd, Algorithm 97, 1962; Warshall, 1962)."""

    def __init__(self, links: DirectedLinks, switches: int, demands: Demands) -> None:
        self._links, self._switches, self._demands = links, switches, demands

    def least(self, lengths: Lengths) -> Lengths:
        """Return the least length of a path of each flow."""
        table, _ = self._tables(lengths)
        return np.asarray(table[self._demands.sources, self._demands.destinations])

    def routes(self, flows: Sequence[int], lengths: Lengths) -> list[tuple[int, Route, bool]]:
        """Return a shortest path of each flow."""
        _, first = self._tables(lengths)
        found: list[tuple[int, Route, bool]] = []
        for flow in flows:
            at, destination = int(self._demands.sources[flow]), self._demands.destinations[flow]
            route: list[int] = []
            while at != destination:
                route.append(int(first[at, destination]))
                at = int(self._links.heads[route[-1]])
            found.append((flow, tuple(route), False))
        return found

    def _tables(self, lengths: Lengths) -> tuple[Lengths, Integers]:
        """Return the (n, n) least lengths, and the first link of a shortest path."""
        n, links = self._switches, self._links
        table = np.full((n, n), FAR, dtype=lengths.dtype)
        first = np.full((n, n), -1, dtype=np.int64)
        for link in np.argsort(-lengths, kind="stable").tolist():  # the shortest one comes last
            table[links.tails[link], links.heads[link]] = lengths[link]
            first[links.tails[link], links.heads[link]] = link
        table[np.arange(n), np.arange(n)] = 0
        for middle in range(n):
            through = table[:, middle, None] + table[None, middle, :]
            better = through < table
            table[better] = through[better]
            first[better] = np.broadcast_to(first[:, middle, None], (n, n))[better]
        return table, first
