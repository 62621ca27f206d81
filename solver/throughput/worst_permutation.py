"""Permutations that a network carries badly: longest matchings under the prices of links.

The permutation of greatest total distance is near the worst, and bounds what any routing
carries of it: TUB = Σ capacity / Σ hops. From there on, the lengths that prove the rate of
one permutation tell the total length that another one would need: the assignment of most
length is worse, or shows that this search is at its end.

References
----------
Namyar, Supittayapornpong, Zhang, Yu and Govindan, A throughput-centric view of the
performance of datacenter topologies, SIGCOMM 2021 (TUB).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import igraph
import numpy as np

from alphacut.solver.common.errors import QuestionError
from alphacut.solver.throughput.assignment import longest
from alphacut.solver.throughput.links import Integers
from alphacut.solver.throughput.models import Control, Model
from alphacut.solver.throughput.oblivious_bound import all_pairs
from alphacut.solver.throughput.primal_dual_bounds import Whole, least_means
from alphacut.solver.throughput.problem_instance import Machine
from alphacut.solver.throughput.program import Clock
from alphacut.solver.throughput.question import ModelAnswer, Question
from alphacut.solver.throughput.run import answer_model
from alphacut.solver.throughput.shortest import ShortestAny, ShortestUgal
from alphacut.solver.throughput.worst_case import any_permutation
from alphacut.solver.traffic.matrix import matrix_object
from alphacut.solver.traffic.traffic import Traffic, hosts_of

ROUNDS = 20


@dataclass(frozen=True, kw_only=True)
class Worst:
    """The worst permutation that was found."""

    traffic: Traffic
    answer: ModelAnswer  # what it comes to
    matching: Fraction  # upper bound (TUB) of the longest matching, from which it began
    rounds: int  # permutations that were tried


def worst_permutation(question: Question, model: Model) -> Worst:
    """Search for a permutation of the hosts that has a low rate under a model.

    It begins with the longest matching, a shift by one group and a shift by half of the hosts.

    Raises
    ------
    QuestionError
        If there are too many hosts.
    """
    network, clock = question.network, Clock(question.seconds)
    any_permutation(network)  # refuses too many hosts
    switch = hosts_of(network)
    hops = _hops(question)
    farthest = longest(hops[np.ix_(switch, switch)])
    search = _Search(question, model, clock)
    shifted = (np.roll(np.arange(len(switch)), -shift) for shift in _shifts(question, switch))
    traffic, answer = min(
        (
            search.descend(image)
            for image in (farthest, *shifted)
            if not clock.over or not search.rounds
        ),
        key=lambda one: one[1].bracket.upper,
    )
    return Worst(
        traffic=traffic,
        answer=answer,
        matching=_matching(search.machine, int(hops[switch, switch[farthest]].sum())),
        rounds=search.rounds,
    )


def _shifts(question: Question, switch: Integers) -> list[int]:
    """Return the hosts of the first group, and half of all."""
    groups = np.array(question.network.groups)
    one = int((groups[switch] == groups[switch[0]]).sum())
    return sorted({one, len(switch) // 2} - {0, len(switch)})


def _matching(machine: Machine, hops: int) -> Fraction:
    """Return the bound of a permutation with so many hops in all: capacity / hops, at most 1."""
    capacity = sum(int(c) for c in machine.capacities)
    return min(Fraction(1), Fraction(capacity, machine.ratio.denominator * max(1, hops)))


class _Search:
    """Goes from a permutation to one of greater length under the prices of its rate."""

    def __init__(self, question: Question, model: Model, clock: Clock) -> None:
        self._question, self._model, self._clock = question, model, clock
        self._switch = hosts_of(question.network)
        self.machine = Machine(question, all_pairs(question.network))
        self.rounds = 0

    def descend(self, image: Integers) -> tuple[Traffic, ModelAnswer]:
        """Go on until no worse permutation comes."""
        best = self._answered(image)
        for _ in range(ROUNDS):
            if self._clock.over or not best[1].lengths.any():
                break
            table = _means(self.machine, self._model, best[1].lengths)
            found = self._answered(longest(table[np.ix_(self._switch, self._switch)]))
            if found[1].bracket.upper >= best[1].bracket.lower:
                break
            best = found
        return best

    def _answered(self, image: Integers) -> tuple[Traffic, ModelAnswer]:
        """Answer for one permutation."""
        self.rounds += 1
        hosts = np.arange(len(image))
        moved = hosts[image != hosts]
        demands = [[int(host), int(image[host]), "1"] for host in moved]
        traffic = matrix_object({"demands": demands}, len(image))
        asked = replace(self._question, traffic=traffic)
        return traffic, answer_model(Machine(asked), self._model, self._clock)


def _hops(question: Question) -> Integers:
    links = [link[:2] for link in question.network.links]
    graph = igraph.Graph(n=question.network.switches, edges=links)
    hops = np.array(graph.distances())
    if not np.isfinite(hops).all():
        raise QuestionError("topology", "is not connected, so that a permutation has rate 0")
    return hops.astype(np.int64)


def _means(machine: Machine, model: Model, lengths: Whole) -> Whole:
    """Return the (n, n) least mean lengths of variables of all flows of a machine."""
    pairs = machine.demands
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
