"""Permutations that a network carries badly: longest matchings under the prices of links.

The permutation of greatest total distance is near the worst, and bounds what any routing
carries of it: TUB = Σ capacity / Σ hops. From there on, the lengths that prove the rate of
one permutation tell the total length that another one would need: the assignment of most
length is worse, or shows that this search is at its end.

References
----------
Namyar, Supittayapornpong, Zhang, Yu and Govindan, A throughput-centric view of the
performance of datacenter topologies, SIGCOMM 2021 (TUB). Towles and Dally, Worst-case
traffic for oblivious routing functions, SPAA 2002 (assignment for the worst load of a link).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import igraph
import numpy as np
from ortools.graph.python import linear_sum_assignment

from alphacut.solver.errors import QuestionError
from alphacut.solver.throughput.bracket import Whole, least_means
from alphacut.solver.throughput.links import Integers
from alphacut.solver.throughput.models import BY_NAME, Control, Model
from alphacut.solver.throughput.program import Clock
from alphacut.solver.throughput.question import ModelAnswer, Question
from alphacut.solver.throughput.run import Machine, answer_model
from alphacut.solver.throughput.shortest import ShortestAny, ShortestUgal
from alphacut.solver.traffic.matrix import matrix_object
from alphacut.solver.traffic.reading import read_traffic
from alphacut.solver.traffic.traffic import Demands, Traffic, hosts_of

MOST_HOSTS = 1_100  # as an assignment weighs all pairs
ROUNDS = 20
FINE = 10**6  # steps of the largest weight of an assignment
SHARES = tuple(Fraction(part, 8) for part in range(6))  # of minimal paths, for the floor


@dataclass(frozen=True, kw_only=True)
class Worst:
    """The worst permutation that was found."""

    traffic: Traffic
    answer: ModelAnswer  # what it comes to
    matching: Fraction  # upper bound (TUB) of the longest matching, from which it began
    rounds: int  # permutations that were tried


def worst_permutation(question: Question, model: Model) -> Worst:
    """Search for a permutation of the hosts that has a low rate under a model.

    Raises
    ------
    QuestionError
        If there are too many hosts.
    """
    network, clock = question.network, Clock(question.seconds)
    switch = hosts_of(network)
    if len(switch) > MOST_HOSTS:
        raise QuestionError(
            "traffic", f"worst weighs all pairs of hosts: at most {MOST_HOSTS:,} of them"
        )
    hops = _hops(question)
    image = longest(hops[np.ix_(switch, switch)])
    total = sum(int(hops[s, d]) for s, d in zip(switch, switch[image], strict=True))
    machine = Machine(question)
    capacity = sum(int(c) for c in machine.capacities)
    matching = min(Fraction(1), Fraction(capacity, question.ratio.denominator * total))
    best, rounds = _answered(question, model, image, clock), 1
    while rounds < ROUNDS and not clock.over and best.answer.lengths.any():
        table = _means(machine, model, best.answer.lengths)
        image = longest(table[np.ix_(switch, switch)])
        found, rounds = _answered(question, model, image, clock), rounds + 1
        if found.answer.bracket.upper >= best.answer.bracket.lower:
            break
        best = found
    return Worst(traffic=best.traffic, answer=best.answer, matching=matching, rounds=rounds)


def longest(weights: Whole) -> Integers:
    """Return the image of each of N hosts that maximises the sum of weights.

    Parameters
    ----------
    weights
        (N, N) not negative; compared to within a millionth of the largest.
    """
    count = len(weights)
    scaled = np.rint(np.asarray(weights, dtype=float) * (FINE / max(1e-300, weights.max())))
    costs = FINE - scaled.astype(np.int64)
    assignment = linear_sum_assignment.SimpleLinearSumAssignment()
    places = np.arange(count, dtype=np.int32)
    assignment.add_arcs_with_cost(np.repeat(places, count), np.tile(places, count), costs.ravel())
    assignment.solve()
    return np.array([assignment.right_mate(place) for place in range(count)], dtype=np.int64)


def floor(question: Question) -> Fraction:
    """Return a rate that every permutation reaches under every UGAL model.

    Every flow puts the same share of its traffic on its minimal paths, alike on each, and
    the rest on its non-minimal ones: for every link the worst permutation is then an
    assignment. Models with more control can do the same. The best of some shares is
    returned; it rests on the solver of the assignment, whose sums are of integers.
    """
    machine, switch = Machine(question), hosts_of(question.network)
    loads = _loads(machine)
    capacities = [Fraction(int(c), question.ratio.denominator) for c in machine.capacities]
    return max(
        min(_carried(table, switch, c) for table, c in zip(tables, capacities, strict=True))
        for tables in (
            [float(share) * minimal + float(1 - share) * valiant for minimal, valiant in loads]
            for share in SHARES
        )
    )


def _carried(table: Whole, switch: Integers, capacity: Fraction) -> Fraction:
    """Return the rate at which the worst permutation fills a link, at most 1."""
    image = longest(table[np.ix_(switch, switch)]) if table.any() else np.arange(len(switch))
    load = float(table[switch, switch[image]].sum()) * (1 + 1 / FINE) + len(switch) / FINE**2
    return min(Fraction(1), capacity / Fraction(load))


def _loads(machine: Machine) -> list[tuple[Whole, Whole]]:
    """Return for each link the (n, n) loads by minimal and by non-minimal paths."""
    pairs, n = _all_pairs(machine), machine.network.switches
    tables = np.zeros((len(machine.links), 2, n, n))
    for each in machine.listing.of(BY_NAME["5"], pairs).each:
        ends = int(pairs.sources[each.flow]), int(pairs.destinations[each.flow])
        tables[each.links, int(each.valiant), ends[0], ends[1]] = each.counts / each.paths
    return [(both[0], both[1]) for both in tables]


def _answered(question: Question, model: Model, image: Integers, clock: Clock) -> Worst:
    """Answer for one permutation."""
    hosts = np.arange(len(image))
    moved = hosts[image != hosts]
    demands = [[int(host), int(image[host]), "1"] for host in moved]
    traffic = matrix_object({"demands": demands}, len(image))
    asked = replace(question, traffic=traffic)
    found = answer_model(Machine(asked), model, clock)
    return Worst(traffic=traffic, answer=found, matching=Fraction(1), rounds=1)


def _hops(question: Question) -> Integers:
    links = [link[:2] for link in question.network.links]
    graph = igraph.Graph(n=question.network.switches, edges=links)
    hops = np.array(graph.distances())
    if not np.isfinite(hops).all():
        raise QuestionError("topology", "is not connected, so that a permutation has rate 0")
    return hops.astype(np.int64)


def _all_pairs(machine: Machine) -> Demands:
    return read_traffic("all-to-all", machine.network).between_switches(machine.network)


def _means(machine: Machine, model: Model, lengths: Whole) -> Whole:
    """Return the (n, n) least mean lengths of variables between all pairs of switches."""
    pairs = _all_pairs(machine)
    if model.valiant is Control.INDIVIDUAL:
        means = ShortestUgal(machine.paths, machine.listing, pairs).least(lengths.astype(float))
    elif model.valiant is None:
        means = ShortestAny(machine.links, machine.network.switches, pairs).least(
            lengths.astype(float)
        )
    else:
        variables = machine.listing.of(model, pairs)
        means = np.array([float(m) for m in least_means(variables, len(pairs), lengths)])
    n = machine.network.switches
    table = np.zeros((n, n))
    table[pairs.sources, pairs.destinations] = means
    return table
