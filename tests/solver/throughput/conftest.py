"""The models by listing every path, in PuLP: nothing here uses how the solver counts them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from typing import Any

import networkx
import pulp
import pytest

from alphacut.arrangements.formats import spec as specs
from alphacut.arrangements.network import Network
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.throughput.answering import entries
from alphacut.solver.throughput.document import document
from alphacut.solver.throughput.models import Control, Model, read_models
from alphacut.solver.throughput.question import Question
from alphacut.solver.traffic.reading import read_traffic

Hop = tuple[int, int, str, int]  # from, to, class, and which of parallel global links
Path = tuple[Hop, ...]
Ask = Callable[..., dict[str, Any]]


class Listing:
    """All paths of a small network, one by one, straight from the definitions."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.minimal = cache(self._minimal)
        self.local = cache(self._local)
        self.inside = networkx.MultiDiGraph()
        self.inside.add_nodes_from(range(network.switches))
        self.between: list[Hop] = []
        for first, second, name, times in network.links:
            for tail, head in ((first, second), (second, first)):
                if network.groups[first] == network.groups[second]:
                    self.inside.add_edge(tail, head, key=name)
                else:
                    self.between += [(tail, head, name, k) for k in range(times)]

    def _local(self, start: int, end: int) -> list[Path]:
        if start == end:
            return [()]
        if not networkx.has_path(self.inside, start, end):
            return []
        found: list[Path] = []
        for nodes in networkx.all_shortest_paths(networkx.DiGraph(self.inside), start, end):
            steps = [[(u, v, key, 0) for key in self.inside[u][v]] for u, v in pairwise(nodes)]
            found += list(product(*steps))
        return found

    def _minimal(self, start: int, end: int) -> list[Path]:
        groups = self.network.groups
        if groups[start] == groups[end]:
            return self.local(start, end)
        return [
            (*before, hop, *after)
            for hop in self.between
            if groups[hop[0]] == groups[start] and groups[hop[1]] == groups[end]
            for before in self.local(start, hop[0])
            for after in self.local(hop[1], end)
        ]

    def valiant(self, start: int, end: int) -> list[Path]:
        groups = self.network.groups
        return [
            one + other
            for middle in range(self.network.switches)
            if groups[middle] not in (groups[start], groups[end])
            for one in self.minimal(start, middle)
            for other in self.minimal(middle, end)
        ]


def _shared(paths: list[Path], control: Control | None) -> Iterator[list[Path]]:
    """Divide paths into those that have the same rate."""
    if control is Control.INDIVIDUAL:
        yield from ([path] for path in paths)
    elif control is Control.TOGETHER:
        if paths:
            yield paths
    else:
        for length in sorted({len(path) for path in paths}):
            yield [path for path in paths if len(path) == length]


def listed_rate(
    network: Network, traffic: Any, alpha: str, model: Model, injection: str = "1"
) -> float:
    """The edge-path program of the paper, with a variable for each set of paths."""
    listing, demands = Listing(network), read_traffic(traffic, network).between_switches(network)
    program = pulp.LpProblem("rate", pulp.LpMaximize)
    rate = program.add_variable("r", 0, float(1 / demands.busiest))
    program.setObjective(rate)
    loads: dict[Hop, list[Any]] = {}
    for flow in range(len(demands)):
        ends = int(demands.sources[flow]), int(demands.destinations[flow])
        sent: list[Any] = []
        for kind, control in (("minimal", model.minimal), ("valiant", model.valiant)):
            for paths in _shared(getattr(listing, kind)(*ends), control):
                each = program.add_variable(f"x_{flow}_{kind}_{len(sent)}", 0)
                sent.append(len(paths) * each)
                for hop, uses in Counter(hop for path in paths for hop in path).items():
                    loads.setdefault(hop, []).append(uses * each)
        program += pulp.lpSum(sent) == rate * float(
            demands.weights[flow] * demands.unit * Fraction(injection)
        )
    times = {(link.first, link.second, link.link_class): link.multiplicity
             for link in network.links}  # fmt: skip
    for (tail, head, name, _), used in loads.items():
        one = network.class_by_name[name]
        capacity = one.base + one.slope * Fraction(alpha)
        if network.groups[tail] == network.groups[head]:
            capacity *= times[min(tail, head), max(tail, head), name]
        program += pulp.lpSum(used) <= float(capacity)
    program.solve(pulp.HiGHS(msg=False))
    return float(rate.value())


def shared_sets(paths: list[Path], control: Control | None) -> list[list[Path]]:
    """Return the sets of paths that have the same rate; parallel links are one for single paths."""
    if control is Control.INDIVIDUAL:
        return [
            [path] for path in {tuple(hop[:3] for hop in path): path for path in paths}.values()
        ]
    return list(_shared(paths, control))


def any_rate(
    network: Network,
    traffic: Any,
    alpha: str,
    model: Model,  # noqa: ARG001
    injection: str = "1",
) -> float:
    """The node-arc program of the maximum concurrent flow, with a flow for each source."""
    demands = read_traffic(traffic, network).between_switches(network)
    program = pulp.LpProblem("rate", pulp.LpMaximize)
    rate = program.add_variable("r", 0, float(1 / demands.busiest))
    program.setObjective(rate)
    arcs = [(u, v, k) for k, link in enumerate(network.links) for u, v in
            ((link.first, link.second), (link.second, link.first))]  # fmt: skip
    flows: dict[tuple[int, int], float] = {
        (int(demands.sources[f]), int(demands.destinations[f])): float(
            demands.weights[f] * demands.unit * Fraction(injection)
        )
        for f in range(len(demands))
    }
    sources = sorted({source for source, _ in flows})
    carried = {
        (s, at): program.add_variable(f"x_{s}_{at}", 0) for s in sources for at in range(len(arcs))
    }
    for s in sources:
        for node in range(network.switches):
            into = [carried[s, at] for at, arc in enumerate(arcs) if arc[1] == node]
            out = [carried[s, at] for at, arc in enumerate(arcs) if arc[0] == node]
            if node != s:
                program += pulp.lpSum(into) - pulp.lpSum(out) == rate * flows.get((s, node), 0.0)
    for at, (_, _, k) in enumerate(arcs):
        one = network.class_by_name[network.links[k].link_class]
        capacity = (one.base + one.slope * Fraction(alpha)) * network.links[k].multiplicity
        program += pulp.lpSum(carried[s, at] for s in sources) <= float(capacity)
    program.solve(pulp.HiGHS(msg=False))
    return float(rate.value())


def _ask(
    spec: str | dict[str, Any],
    traffic: object,
    alpha: str = "1",
    models: object = "3",
    *,
    curve: bool = False,
    injection: str = "1",
) -> dict[str, Any]:
    parsed = specs.read(spec) if isinstance(spec, str) else specs.parse(spec)
    network = specs.build(parsed)
    question = Question(
        topology=specs.complete(parsed),
        network=network,
        traffic=read_traffic(traffic, network),
        alpha=Alpha.parse(alpha),
        models=read_models(models),
        curve=curve,
        injection=Fraction(injection),
    )
    return document(question, entries(question), {})


@pytest.fixture(scope="session")
def ask() -> Ask:
    """Answer a question, given by a spec, traffic, α and models, as a document."""
    return _ask


@pytest.fixture(scope="session")
def by_listing() -> Callable[[Network, str, str, Model], float]:
    """The rate of a model from a program over all paths, one by one."""
    return listed_rate


@pytest.fixture(scope="session")
def listing() -> type[Listing]:
    """What lists the paths of a network one by one."""
    return Listing
