"""Answering for a model at an α, with both sides proven."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from time import monotonic

import numpy as np

from alphacut.solver.throughput.bracket import (
    Bracket,
    Whole,
    least_means,
    link_loads,
    lower_bound,
    sums,
    upper_bound,
)
from alphacut.solver.throughput.folding import Orbits, shared_orbits
from alphacut.solver.throughput.generation import first_paths, generate
from alphacut.solver.throughput.lazy_links import LazyLinks
from alphacut.solver.throughput.links import DirectedLinks
from alphacut.solver.throughput.minimal import MinimalPaths
from alphacut.solver.throughput.models import MCF, Control, Model
from alphacut.solver.throughput.program import Clock, Floats, Program, Solution
from alphacut.solver.throughput.question import ModelAnswer, Question
from alphacut.solver.throughput.rounding import minimal_rates, whole_lengths, whole_rates
from alphacut.solver.throughput.shortest import (
    FoldedShortest,
    Shortest,
    ShortestAny,
    ShortestUgal,
)
from alphacut.solver.throughput.ugal import UgalVariables
from alphacut.solver.throughput.variables import Variable, Variables
from alphacut.solver.throughput.vertex import vertex
from alphacut.solver.traffic.traffic import Demands

LARGE = 150_000  # uses of links from which on an interior point method is faster
HUGE = 5_000_000  # from which on links are left out until they would be overloaded


@dataclass(frozen=True, kw_only=True)
class Instance:
    """A program in numbers: what has to be carried, and what there is to carry it."""

    demands: Demands
    capacities: Whole  # (links,) times `scale`; of orbits where it is folded
    scale: int
    variables: Variables  # all, or those to begin with
    means: Callable[[Whole], list[Fraction]]  # least mean length of a variable of each flow

    @property
    def floats(self) -> Floats:
        """The capacities in floating point."""
        return np.array([int(c) / self.scale for c in self.capacities])

    def below(self, rates: Whole) -> Fraction:
        """Return the bound that rates of single paths prove."""
        return lower_bound(self.variables, self.demands, self.capacities, self.scale, rates)

    def above(self, lengths: Whole) -> Fraction:
        """Return the bound that lengths of the links prove."""
        means = self.means(lengths)
        return upper_bound(means, self.demands, self.capacities, self.scale, lengths)

    def shares(self, found: Proven) -> Whole:
        """Return the load of each link at the lower rate, as a share of its capacity."""
        variables, demands = self.variables, self.demands
        loads = link_loads(variables, found.rates, len(self.capacities))
        flows = sums(variables.flows, variables.paths, found.rates, len(demands))
        reached = zip(flows, demands.weights.tolist(), strict=True)
        least = min((Fraction(int(flow), weight) for flow, weight in reached), default=None)
        factor = found.bracket.lower * demands.unit * self.scale / least if least else Fraction(0)
        shares = np.empty(len(loads), dtype=object)
        for link, (load, capacity) in enumerate(zip(loads, self.capacities, strict=True)):
            shares[link] = factor * Fraction(int(load), int(capacity)) if capacity else factor * 0
        return shares


@dataclass(frozen=True, kw_only=True)
class Proven:
    """Both sides, and what proves them."""

    bracket: Bracket
    rates: Whole
    lengths: Whole


class Machine:
    """What all models of one question share: links, flows and paths of its network.

    Parameters
    ----------
    demands
        Other ones than those of the question's traffic.
    """

    def __init__(self, question: Question, demands: Demands | None = None) -> None:
        self.network = question.network
        if demands is None:
            demands = question.traffic.between_switches(question.network)
        self.demands = demands
        self.links = DirectedLinks.of(question.network)
        self.ratio = question.ratio

    @cached_property
    def paths(self) -> MinimalPaths:
        """The minimal paths."""
        return MinimalPaths(self.network)

    @cached_property
    def listing(self) -> UgalVariables:
        """What makes variables of paths that share rates."""
        return UgalVariables(self.paths)

    @cached_property
    def orbits(self) -> Orbits | None:
        """The symmetries that the network shares with the traffic."""
        return shared_orbits(self.network, self.links, self.demands)

    @property
    def capacities(self) -> Whole:
        """The capacities of all directed links, times the denominator of α."""
        return self.links.capacities(self.ratio)

    def shortest(self, model: Model, orbits: Orbits | None = None) -> Shortest:
        """Return what finds shortest paths for a model with a rate for each path."""
        demands = self.demands if orbits is None else orbits.demands(self.demands)
        found: Shortest = (
            ShortestAny(self.links, self.network.switches, demands)
            if model is MCF
            else ShortestUgal(self.paths, self.listing, demands)
        )
        return found if orbits is None else FoldedShortest(found, orbits)


def answer_model(machine: Machine, model: Model, clock: Clock) -> ModelAnswer:
    """Answer for one model."""
    return Answers(machine, model).at(machine.ratio, clock)


class Answers:
    """Answers for one model at one α after the other, each from the basis of the one before."""

    def __init__(self, machine: Machine, model: Model) -> None:
        self._machine, self._model = machine, model
        self._orbits = machine.orbits
        self._instance = (
            _path_instance(machine, model, self._orbits)
            if model.valiant in (None, Control.INDIVIDUAL)
            else pooled_instance(machine, model, self._orbits)
        )
        self._program: Program | None = None  # of few entries, which stays warm
        self._lazy: LazyLinks | None = None  # of many

    def at(self, alpha: Fraction, clock: Clock) -> ModelAnswer:
        """Answer for one α."""
        started, orbits = monotonic(), self._orbits
        capacities = self._machine.links.capacities(alpha)
        if orbits is not None:
            capacities = orbits.sums(capacities)
        self._instance = replace(self._instance, capacities=capacities, scale=alpha.denominator)
        found, solver = _without_program(self._instance), "minimal paths"
        if found is None:
            solution, solver = self._solved(clock)
            found = proven(self._instance, solution)
        instance = self._instance
        shares = instance.shares(found)
        return ModelAnswer(
            model=self._model,
            bracket=found.bracket,
            variables=instance.variables,
            demands=instance.demands,
            rates=orbits.spread(instance.variables, found.rates) if orbits else found.rates,
            lengths=orbits.unfolded(found.lengths) if orbits else found.lengths,
            means=tuple(instance.means(found.lengths)) if found.lengths.any() else (),
            shares=tuple(shares[orbits.links] if orbits else shares),
            symmetries=orbits.generators if orbits else (),
            solver=solver,
            seconds=monotonic() - started,
        )

    def _solved(self, clock: Clock) -> tuple[Solution, str]:
        """Solve in floating point; say what did it."""
        instance = self._instance
        folded = ", folded" if self._orbits else ""
        if self._model.valiant in (None, Control.INDIVIDUAL):
            shortest = self._machine.shortest(self._model, self._orbits)
            found = generate(
                shortest, instance.variables.each, instance.demands, instance.floats, clock
            )
            self._instance = replace(instance, variables=found.variables)
            return found.solution, f"column generation{folded}"
        told = instance.variables, instance.demands, len(instance.capacities)
        entries = len(instance.variables.links)
        if entries >= HUGE:
            self._lazy = self._lazy or LazyLinks(*told)
            return self._lazy.run(instance.floats, clock), f"ipm{folded}"
        solver = "simplex" if entries < LARGE else "ipm"
        self._program = self._program or Program(*told, solver=solver)
        self._program.set_capacities(instance.floats)
        return self._program.run(clock.left), f"{solver}{folded}"


def pooled_instance(machine: Machine, model: Model, orbits: Orbits | None) -> Instance:
    """Return the program of a model whose non-minimal paths share rates, folded if it can be."""
    demands, capacities = machine.demands, machine.capacities
    if orbits is not None:
        demands, capacities = orbits.demands(demands), orbits.sums(capacities)
    variables = machine.listing.of(model, demands)
    if orbits is not None:
        variables = orbits.variables(variables)
    return Instance(
        demands=demands,
        capacities=capacities,
        scale=machine.ratio.denominator,
        variables=variables,
        means=lambda lengths: least_means(variables, len(demands), lengths),
    )


def _path_instance(machine: Machine, model: Model, orbits: Orbits | None) -> Instance:
    """Return the program of a model in which every path has a rate, with some of the paths."""
    shortest = machine.shortest(model, orbits)
    demands, capacities = machine.demands, machine.capacities
    if orbits is not None:
        demands, capacities = orbits.demands(demands), orbits.sums(capacities)

    def means(lengths: Whole) -> list[Fraction]:
        return [Fraction(int(each)) for each in shortest.least(lengths.astype(object))]

    return Instance(
        demands=demands,
        capacities=capacities,
        scale=machine.ratio.denominator,
        variables=_first(machine, demands, orbits, first_paths(shortest, len(capacities), demands)),
        means=means,
    )


def _first(
    machine: Machine, demands: Demands, orbits: Orbits | None, fewest: Sequence[Variable]
) -> Variables:
    """Return the minimal paths of all flows; for those that have none, one of fewest hops."""
    if len(set(machine.network.groups)) < 2:
        return Variables.of(fewest)
    minimal = machine.listing.minimal(demands)
    if orbits is not None:
        minimal = [orbits.folded(each) for each in minimal]
    served = {each.flow for each in minimal}
    return Variables.of([*minimal, *(each for each in fewest if each.flow not in served)])


def _without_program(instance: Instance) -> Proven | None:
    """Return the answer where minimal paths alone carry all that hosts can send."""
    top = 1 / instance.demands.busiest
    rates = minimal_rates(instance.variables, instance.demands)
    if rates is None or instance.below(rates) < top:
        return None
    return Proven(
        bracket=Bracket(lower=top, upper=top),
        rates=rates,
        lengths=np.zeros(len(instance.capacities), dtype=np.int64),
    )


def proven(instance: Instance, solution: Solution) -> Proven:
    """Return what a solution proves: its vertex where that can be had, else rounded.

    Of several rates and lengths those are returned that prove most.
    """
    rates = [whole_rates(instance.variables, instance.demands, solution.rates)]
    lengths = [whole_lengths(solution.lengths)]
    if solution.optimal and solution.basis is not None:
        exact = vertex(
            solution.basis,
            instance.variables,
            instance.demands,
            instance.capacities,
            instance.scale,
        )
        if exact is not None:
            rates.append(np.maximum(exact.rates, 0))
            lengths.append(np.maximum(exact.lengths, 0))
    lower, best = max((instance.below(each), place) for place, each in enumerate(rates))
    upper, least = min((instance.above(each), place) for place, each in enumerate(lengths))
    return Proven(
        bracket=Bracket(lower=lower, upper=upper), rates=rates[best], lengths=lengths[least]
    )
