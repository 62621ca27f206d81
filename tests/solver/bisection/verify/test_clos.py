"""Bounds by charges of faults: never above the best bisection by maximum flows, and hard to forge."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from typing import Any

import igraph
import pytest

from alphacut.arrangements.formats import spec
from alphacut.arrangements.network import GLOBAL, LOCAL, Link, Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.clos.params import ClosParams
from alphacut.solver.bisection.bounds.clos.structure import FoldedClos
from alphacut.solver.bisection.certificate.codec import read_certificate, write
from alphacut.solver.bisection.certificate.proofs import ClosProof
from alphacut.solver.bisection.engines.clos import Clos
from alphacut.solver.bisection.outcome import Budget, Outcome, StopReason
from alphacut.solver.bisection.outcome import ignore as unheard
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import Refused
from tests.solver.bisection.verify.checking import check
from tests.solver.fabric.faults import faulty

ONE = Alpha(1, 1)
SHAPES = [  # pods, edge switches of each, planes, core switches of each, links down and up
    (4, 2, 2, 2, 1, 1), (4, 2, 2, 2, 2, 2), (4, 1, 3, 2, 1, 1), (3, 2, 2, 2, 1, 1),
    (4, 2, 2, 3, 1, 1), (2, 3, 2, 3, 1, 1), (2, 4, 2, 4, 1, 1), (4, 2, 1, 1, 1, 2),
    (5, 2, 2, 2, 1, 1), (2, 3, 3, 2, 1, 2), (3, 2, 2, 3, 2, 2), (2, 2, 2, 5, 2, 1),
]  # fmt: skip


def folded(pods: int, edges: int, planes: int, cores: int, down: int = 1, up: int = 1) -> Network:
    """Build a folded Clos network: pods of edge and aggregation switches, then the core."""
    size, first = edges + planes, pods * (edges + planes)
    links = list[Link]()
    for pod in range(pods):
        for plane in range(planes):
            middle = pod * size + edges + plane
            links += [Link(pod * size + edge, middle, LOCAL.name, down) for edge in range(edges)]
            links += [
                Link(middle, first + plane * cores + core, GLOBAL.name, up) for core in range(cores)
            ]
    return Network(
        switches=first + planes * cores,
        links=tuple(links),
        groups=tuple(each // size for each in range(first)) + (pods,) * (planes * cores),
        hosts=((2,) * edges + (0,) * planes) * pods + (0,) * (planes * cores),
    )


def damaged(network: Network, rng: random.Random) -> Network:
    """Lose some links, or most of a switch, exchange some cables, and add some."""
    counts = Counter({link[:3]: link.multiplicity for link in network.links})
    cables = sorted(counts)
    for _ in range(rng.choice([0, 1, 2, 4, 7])):
        counts[rng.choice(cables)] -= 1
    if rng.random() < 0.3:
        lost = rng.randrange(network.switches)
        for joint in cables:
            if lost in joint[:2] and rng.random() < 0.8:
                counts[joint] -= 1
    for _ in range(rng.choice([0, 0, 1, 2])):
        one, other = rng.sample(cables, 2)
        counts[one] -= 1
        counts[other] -= 1
        for first, second in ((one[0], other[1]), (other[0], one[1])):
            if first != second:
                counts[min(first, second), max(first, second), one[2]] += 1
    for _ in range(rng.choice([0, 0, 0, 1, 3])):
        first, second = sorted(rng.sample(range(network.switches), 2))
        counts[first, second, LOCAL.name] += 1
    links = tuple(Link(*joint, number) for joint, number in sorted(counts.items()) if number > 0)
    return replace(network, links=links)


def problem_of(network: Network, alpha: Alpha = ONE) -> PointProblem:
    return PointProblem(network=network, balance=Balance.of(network, "hosts"), alpha=alpha)


def best_of_all(problem: PointProblem) -> int:
    """Return the least scaled capacity: a minimum cut for each division of the edge switches."""
    network, ends = problem.network, [v for v, weight in enumerate(problem.balance.weights) if weight]
    scales = {each.name: problem.alpha.scaled(replace_line(each)) for each in network.classes}
    edges = [link[:2] for link in network.links]
    capacity = [scales[link.link_class] * link.multiplicity for link in network.links]
    found = []
    for rest in combinations(ends[1:], len(ends) // 2 - 1):
        side = {ends[0], *rest}
        to = [network.switches if v in side else network.switches + 1 for v in ends]
        terminals = list(zip(ends, to, strict=True))
        graph = igraph.Graph(n=network.switches + 2, edges=edges + terminals)
        flow = graph.maxflow_value(
            network.switches, network.switches + 1, [*capacity, *[sum(capacity) + 1] * len(ends)]
        )
        found.append(round(flow))
    return min(found)


def replace_line(link_class: Any) -> Any:
    from alphacut.arrangements.network import Line

    return Line(link_class.base, link_class.slope)


def outcome_of(problem: PointProblem, params: ClosParams = ClosParams(fewest=1)) -> Outcome:
    return Clos(params).bound(problem, Budget(), unheard)


def labels_of(shape: tuple[int, ...]) -> tuple[list[int], list[int]]:
    """Return the pod and the plane of each switch of a folded Clos network."""
    pods, edges, planes, cores = shape[:4]
    within = [0] * edges + [*range(1, planes + 1)]
    above = [plane for plane in range(1, planes + 1) for _ in range(cores)]
    of_pod = [pod + 1 for pod in range(pods) for _ in within]
    return of_pod + [0] * len(above), within * pods + above


def highest_accepted(problem: PointProblem, proof: ClosProof, above: int) -> int:
    """Return the highest target that is accepted; targets from `above` on are not tried."""
    for target in range(above - 1, 0, -1):
        if accepted(problem, proof, target):
            return target
    return 0


def accepted(problem: PointProblem, proof: ClosProof, target: int) -> bool:
    try:
        check(problem, write(proof), target)
    except Refused:
        return False
    return True
