"""The variables of the UGAL models, from products of numbers of paths.

A non-minimal path from s to d is a minimal path from s to an intermediate switch m
outside both groups and a minimal one from m to d. How often such paths of a length use a
link is thus a sum over m of (uses on the way to m) · (paths from m on), and the same seen
from d for the second part; no path is listed.

References
----------
Mollah et al., Modeling UGAL on the Dragonfly topology, section 3.2.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

import numpy as np

from alphacut.solver.common.errors import QuestionError
from alphacut.solver.throughput.links import Integers
from alphacut.solver.throughput.minimal import MinimalPaths, Uses
from alphacut.solver.throughput.models import Control, Model
from alphacut.solver.throughput.variables import Route, Variable, Variables, short
from alphacut.solver.traffic.traffic import Demands

MOST_ENTRIES = 60_000_000  # of a program, of 8 bytes each and as much while they are joined
REMEMBERED = 20_000_000  # entries of uses that are kept from one flow to the next


class UgalVariables:
    """Makes the variables of flows; one for each network, as it remembers what it counted."""

    def __init__(self, paths: MinimalPaths) -> None:
        self._paths = paths
        self._links = len(paths.links)
        self._all = paths.counts.sum(axis=0)
        most = max(1, REMEMBERED // max(1, len(paths.uses_from(0).ends)))
        self._uses = lru_cache(maxsize=most)(paths.uses_from)

    def of(self, model: Model, demands: Demands) -> Variables:
        """Return all variables of a model but those of single non-minimal paths.

        Raises
        ------
        QuestionError
            If the program would be too large.
        """
        found: list[Variable] = []
        entries = 0
        ends = zip(demands.sources.tolist(), demands.destinations.tolist(), strict=True)
        for flow, (source, destination) in enumerate(ends):
            before = len(found)
            found += self._minimal(flow, source, destination, model.minimal)
            found += self._valiant(flow, source, destination, model.valiant)
            entries += sum(len(each.links) for each in found[before:])
            if entries > MOST_ENTRIES:
                raise QuestionError(
                    "traffic",
                    f"has too many flows for this network: a program with more than "
                    f"{MOST_ENTRIES:,} uses of links; mcf, or traffic of fewer flows, needs less",
                )
        return Variables.of(found)

    def minimal(self, demands: Demands) -> list[Variable]:
        """Return a variable for each minimal path."""
        ends = zip(demands.sources.tolist(), demands.destinations.tolist(), strict=True)
        return [
            each
            for flow, (source, destination) in enumerate(ends)
            for each in self._minimal(flow, source, destination, Control.INDIVIDUAL)
        ]

    # ---- minimal paths ---------------------------------------------------

    def _minimal(
        self, flow: int, source: int, destination: int, control: Control | None
    ) -> Iterator[Variable]:
        if control is Control.INDIVIDUAL:
            for route in self.routes(source, destination):
                yield Variable.of_route(flow, route, valiant=False)
            return
        local = self._paths.local
        inside = local.group[source] == local.group[destination]
        uses = self._paths.uses_inside(source) if inside else self._uses(source)
        here = uses.ends == destination
        if inside:
            pair = int(local.row[source] + local.place[destination])
            numbers = np.zeros(self._paths.longest + 1, dtype=np.int64)
            if local.paths[pair]:
                numbers[local.hops[pair]] = local.paths[pair]
        else:
            numbers = self._paths.counts[:, source, destination]
        loads = np.zeros((len(numbers), self._links), dtype=np.int64)
        np.add.at(loads, (uses.lengths[here], uses.links[here]), uses.paths[here])
        yield from _shared(flow, numbers, loads, control, valiant=False)

    def routes(self, source: int, destination: int) -> Iterator[Route]:
        """List the minimal paths between two switches; parallel links count once."""
        local, links = self._paths.local, self._paths.links
        if local.group[source] == local.group[destination]:
            yield from self.local_routes(source, destination)
            return
        groups = local.group[links.tails], local.group[links.heads]
        between = links.crossing & (groups[0] == local.group[source])
        for link in np.flatnonzero(between & (groups[1] == local.group[destination])).tolist():
            early = self.local_routes(source, int(links.tails[link]))
            late = self.local_routes(int(links.heads[link]), destination)
            for before, after in product(early, late):
                yield (*before, link, *after)

    def local_routes(self, source: int, destination: int) -> list[Route]:
        """List the shortest paths between two switches of a group."""
        local, links = self._paths.local, self._paths.links
        pair = int(local.row[source] + local.place[destination])
        if source == destination:
            return [()]
        if not local.paths[pair]:
            return []
        found: list[Route] = []
        _, used, _ = local.uses(np.array([pair]))
        for link in used[links.tails[used] == source].tolist():
            rest = self.local_routes(int(links.heads[link]), destination)
            found += [(link, *route) for route in rest]
        return found

    # ---- non-minimal paths -----------------------------------------------

    def _valiant(
        self, flow: int, source: int, destination: int, control: Control | None
    ) -> Iterator[Variable]:
        if control is Control.INDIVIDUAL:
            return
        loads = self._halves(source, destination, control)
        back = self._halves(destination, source, control)
        loads += back.reshape(len(back), -1, 2)[:, :, ::-1].reshape(back.shape)  # turned round
        numbers = self._numbers(source, destination)
        if control is Control.TOGETHER:
            numbers = numbers.sum(keepdims=True)
        yield from _shared(flow, numbers, loads, control, valiant=True)

    def _numbers(self, source: int, destination: int) -> Integers:
        """Return the numbers of non-minimal paths by length."""
        counts, longest = self._paths.counts, self._paths.longest
        products = counts[:, source, :] @ counts[:, :, destination].T
        numbers = np.zeros(2 * longest + 1, dtype=np.int64)
        for one, other in product(range(longest + 1), repeat=2):
            numbers[one + other] += products[one, other]
        return numbers

    def _halves(self, source: int, destination: int, control: Control | None) -> Integers:
        """Count the uses by the first halves of the paths, by length and link.

        Where all paths share a rate, there is one row for all lengths.
        """
        uses: Uses = self._uses(source)
        if control is Control.TOGETHER:
            keys = uses.links[None]
            after = self._all[uses.ends, destination][None]
            rows = 1
        else:
            lengths = np.arange(self._paths.longest + 1)[:, None]
            keys = (uses.lengths + lengths) * self._links + uses.links
            after = self._paths.counts[:, uses.ends, destination]
            rows = 2 * self._paths.longest + 1
        kept = after > 0
        weights = (after * uses.paths)[kept]
        # sums of integers below 2**53 are exact in floating point
        found = np.bincount(keys[kept], weights=weights, minlength=rows * self._links)
        assert found.max(initial=0) < 2**53
        return found.astype(np.int64).reshape(rows, self._links)


def _shared(
    flow: int, numbers: Integers, loads: Integers, control: Control | None, *, valiant: bool
) -> Iterator[Variable]:
    """Make variables of paths that share rates, given numbers and uses by length."""
    if control is Control.TOGETHER:
        numbers, loads = numbers.sum(keepdims=True), loads.sum(axis=0, keepdims=True)
    for length in np.flatnonzero(numbers).tolist():
        used = np.flatnonzero(loads[length])
        yield Variable(
            flow=flow,
            paths=int(numbers[length]),
            links=short(used),
            counts=short(loads[length, used]),
            valiant=valiant,
            length=None if control is Control.TOGETHER else length,
        )
