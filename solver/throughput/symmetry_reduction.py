"""Folding a program by the symmetries that a network and its traffic share.

A permutation of the switches that keeps links, groups and demands turns a solution into
another one, and so does the mean of all their images: a linear program has a solution in
which all flows of an orbit have the same rates, and all links of an orbit the same
length. One flow stands then for its orbit, and one capacity for all links of an orbit.

References
----------
Gatermann and Parrilo, Symmetry groups, semidefinite programs, and sums of squares, 2004
(for the general case). Bödi, Herr and Joswig, Algorithms for highly symmetric linear and
integer programs, 2013.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce
from math import lcm

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from alphacut.arrangements.network import Network
from alphacut.arrangements.structure.symmetry import automorphisms
from alphacut.solver.throughput.links import DirectedLinks, Integers
from alphacut.solver.throughput.primal_dual_bounds import Whole, sums
from alphacut.solver.throughput.variables import Route, Variable, Variables
from alphacut.solver.traffic.traffic import Demands

MOST_SWITCHES = 3_000  # of a network whose automorphisms are sought
FEWEST_FLOWS = 24  # below which nothing is gained
MOST_PATHS = 200_000  # that have a rate, with the images that symmetries make of them
FEW = 8  # symmetries that are taken as they are
ATTEMPTS = 60  # to do with fewer


class TooManyPathsError(Exception):
    """The symmetries make more paths of one than can be listed in a check."""


@dataclass(frozen=True, kw_only=True)
class Orbits:
    """What the shared symmetries carry onto each other."""

    generators: tuple[Integers, ...]  # image of each switch
    links: Integers  # (E,) orbit of each directed link
    flows: Integers  # (orbits of flows,) the first flow of each orbit
    sizes: Integers  # (orbits of flows,) flows in it
    link_images: tuple[Integers, ...]  # (E,) image of each directed link, for each generator
    flow_images: tuple[Integers, ...]  # (flows,) image of each flow

    def demands(self, demands: Demands) -> Demands:
        """Return those of the flows that stand for their orbits."""
        return replace(
            demands,
            sources=demands.sources[self.flows],
            destinations=demands.destinations[self.flows],
            weights=demands.weights[self.flows],
        )

    def sums(self, values: Whole) -> Whole:
        """Add up a value of the links over each orbit."""
        return sums(self.links, np.ones_like(self.links), values, int(self.links.max()) + 1)

    def variables(self, variables: Variables) -> Variables:
        """Let the variables of some flows stand for those of their orbits."""
        return Variables.of(self.folded(each) for each in variables.each)

    def folded(self, variable: Variable) -> Variable:
        """Let a variable of a flow stand for those of all flows of its orbit."""
        orbits, place = np.unique(self.links[variable.links], return_inverse=True)
        counts = np.zeros(len(orbits), dtype=np.int64)
        np.add.at(counts, place, variable.counts * self.sizes[variable.flow])
        return replace(variable, links=orbits, counts=counts)

    def unfolded(self, lengths: Whole) -> Whole:
        """Give every link the length of its orbit."""
        return np.asarray(lengths[self.links])

    def spread(self, variables: Variables, rates: Whole) -> Whole:
        """Divide the rate of each single path among those that symmetries make of it.

        A symmetry may carry a flow onto itself and a path onto another one: the mean of
        all images of a solution gives all of them the same rate. Rates come back in a unit
        of their own.

        Raises
        ------
        TooManyPathsError
            If there would be more than `MOST_PATHS` paths with a rate.
        """
        shared = rates.astype(object)
        first: dict[tuple[int, Route], int] = {}  # where the rate of an orbit is added up
        times: dict[int, int] = {}  # paths of the orbit that are of the flow itself
        for place in np.flatnonzero(rates).tolist():
            each = variables.each[place]
            if each.route is None:
                continue
            start = int(self.flows[each.flow]), each.route
            if start in first:
                shared[first[start]] += shared[place]
                shared[place] = 0
                continue
            orbit = self._paths(start, MOST_PATHS - len(first))
            first |= dict.fromkeys(orbit, place)
            times[place] = sum(flow == start[0] for flow, _ in orbit)
        common = lcm(*times.values())
        return np.array(
            [rate * common // times.get(at, 1) for at, rate in enumerate(shared)], dtype=object
        )

    def _paths(self, start: tuple[int, Route], most: int) -> set[tuple[int, Route]]:
        """Return the orbit of a flow with one of its paths."""
        seen, waiting = {start}, [start]
        while waiting:
            flow, route = waiting.pop()
            for flows, links in zip(self.flow_images, self.link_images, strict=True):
                image = int(flows[flow]), tuple(links[list(route)].tolist())
                if image not in seen:
                    seen.add(image)
                    waiting.append(image)
            if len(seen) > most:
                raise TooManyPathsError
        return seen


def shared_orbits(network: Network, links: DirectedLinks, demands: Demands) -> Orbits | None:
    """Find symmetries that a network shares with traffic; None if none would help."""
    if len(demands) < FEWEST_FLOWS or network.switches > MOST_SWITCHES:
        return None
    table = _Images(network, links, demands)
    found = _few([p for p in _candidates(network) if table.of(p) is not None], table)
    if not found:
        return None
    images = [table.known(p) for p in found]
    flows = _orbits(len(demands), [image for _, image in images])
    _, first, sizes = np.unique(flows, return_index=True, return_counts=True)
    return Orbits(
        generators=tuple(found),
        links=_orbits(len(links), [image for image, _ in images]),
        flows=first,
        sizes=sizes,
        link_images=tuple(image for image, _ in images),
        flow_images=tuple(image for _, image in images),
    )


def _few(generators: list[Integers], table: _Images) -> list[Integers]:
    """Return some symmetries with the same orbits of flows and links, few if it can be.

    Products of random choices among generators soon have the orbits of the whole group, so
    that a document needs to name but few of hundreds.
    """
    if len(generators) <= FEW:
        return generators
    wanted, rng = table.orbits(generators), np.random.default_rng(0)
    kept: list[Integers] = []
    reached = 2 * table.size
    for _ in range(ATTEMPTS):
        chosen = rng.permutation(len(generators))[: rng.integers(1, len(generators) + 1)]
        product = reduce(lambda done, at: generators[at][done], chosen, np.arange(table.switches))
        now = table.orbits([*kept, product])
        if now < reached:
            kept, reached = [*kept, product], now
        if reached == wanted:
            return kept
    return generators


def _candidates(network: Network) -> list[Integers]:
    """Return the rotation of equal groups, and generators of the automorphism group."""
    n, groups = network.switches, len(set(network.groups))
    found = []
    if n % groups == 0 and groups > 1:
        found.append((np.arange(n, dtype=np.int64) + n // groups) % n)
    found += [np.array(each, dtype=np.int64) for each in automorphisms(network)]
    return found


class _Images:
    """Where permutations of the switches carry links and flows."""

    def __init__(self, network: Network, links: DirectedLinks, demands: Demands) -> None:
        self._groups = np.array(network.groups)
        self._links, self._demands, self._n = links, demands, network.switches
        self._link_keys = self._link_key(links.tails, links.heads)
        self._flow_keys = demands.sources * self._n + demands.destinations

    @property
    def switches(self) -> int:
        """How many switches there are."""
        return self._n

    @property
    def size(self) -> int:
        """How many flows and links there are."""
        return len(self._flow_keys) + len(self._link_keys)

    def known(self, permutation: Integers) -> tuple[Integers, Integers]:
        """Return the images under a permutation that is a symmetry."""
        found = self.of(permutation)
        assert found is not None
        return found

    def orbits(self, symmetries: list[Integers]) -> int:
        """Count the orbits of links and of flows under some symmetries."""
        links, flows = zip(*map(self.known, symmetries), strict=True)
        return int(
            _orbits(len(self._link_keys), list(links)).max(initial=-1)
            + _orbits(len(self._flow_keys), list(flows)).max(initial=-1)
        )

    def of(self, permutation: Integers) -> tuple[Integers, Integers] | None:
        """Return the images of links and flows; None if it is no symmetry of all."""
        pairs = np.unique(np.stack([self._groups, self._groups[permutation]]), axis=1)
        if pairs.shape[1] != len(np.unique(self._groups)):
            return None
        tails, heads = permutation[self._links.tails], permutation[self._links.heads]
        links = _found(self._link_keys, self._link_key(tails, heads))
        times = self._links.multiplicities
        if links is None or not np.array_equal(times[links], times):
            return None
        ends = self._demands.sources, self._demands.destinations
        keys = permutation[ends[0]] * self._n + permutation[ends[1]]
        flows = _found(self._flow_keys, keys)
        weights = self._demands.weights
        if flows is None or not np.array_equal(weights[flows], weights):
            return None
        return links, flows

    def _link_key(self, tails: Integers, heads: Integers) -> Integers:
        kinds = len(self._links.names)
        return np.asarray((tails * self._n + heads) * kinds + self._links.classes)


def _found(keys: Integers, wanted: Integers) -> Integers | None:
    """Return the place of each wanted key; None if one is not there."""
    order = np.argsort(keys, kind="stable")
    places = np.searchsorted(keys[order], wanted)
    if len(keys) and places.max(initial=0) >= len(keys):
        return None
    found = order[places]
    return found if np.array_equal(keys[found], wanted) else None


def _orbits(size: int, images: list[Integers]) -> Integers:
    """Return the orbit of each of `size` things, numbered by their first one.

    What one permutation joins is one thing for the next, so that many of them cost little.
    """
    orbit, count = np.arange(size), size
    for image in images:
        ends = orbit, orbit[image]
        graph = coo_array((np.ones(size, dtype=np.int8), ends), shape=(count, count))
        count, joined = connected_components(graph, directed=False)
        orbit = joined[orbit].astype(np.int64)
    return np.asarray(orbit)
