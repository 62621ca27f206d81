"""Answering for a model at an α, with both sides proven."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from time import monotonic

from alphacut.solver.throughput.generation import first_paths, generate
from alphacut.solver.throughput.lazy_links import LazyLinks
from alphacut.solver.throughput.lp_data import Instance, proven, without_program
from alphacut.solver.throughput.models import Control, Model
from alphacut.solver.throughput.primal_dual_bounds import Bracket, Whole, least_means
from alphacut.solver.throughput.problem_instance import Machine
from alphacut.solver.throughput.program import Clock, Program, Solution
from alphacut.solver.throughput.question import ModelAnswer
from alphacut.solver.throughput.symmetry_reduction import Orbits, TooManyPathsError
from alphacut.solver.throughput.variables import Variable, Variables
from alphacut.solver.traffic.traffic import Demands

LARGE = 150_000  # uses of links from which on an interior point method is faster
EXACT = 2**53  # integers up to it are exact in floating point
HUGE = 5_000_000  # from which on links are left out until they would be overloaded


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
        found, solver = without_program(self._instance), "minimal paths"
        if found is None:
            solution, solver = self._solved(clock)
            found = proven(self._instance, solution)
        instance = self._instance
        try:
            rates = orbits.spread(instance.variables, found.rates) if orbits else found.rates
        except TooManyPathsError:
            assert orbits is not None
            return self._unfolded(alpha, clock, orbits.unfolded(found.lengths))
        shares = instance.shares(found)
        return ModelAnswer(
            model=self._model,
            bracket=found.bracket,
            variables=instance.variables,
            demands=instance.demands,
            rates=rates,
            lengths=orbits.unfolded(found.lengths) if orbits else found.lengths,
            means=tuple(instance.means(found.lengths)) if found.lengths.any() else (),
            shares=tuple(shares[orbits.links] if orbits else shares),
            symmetries=orbits.generators if orbits else (),
            solver=solver,
            seconds=monotonic() - started,
        )

    def _unfolded(self, alpha: Fraction, clock: Clock, lengths: Whole) -> ModelAnswer:
        """Answer without symmetries, whose rates would be those of too many paths.

        Parameters
        ----------
        lengths
            What was found with them, which bounds the rate from above all the same.
        """
        self._orbits, self._program = None, None
        self._instance = _path_instance(self._machine, self._model, None)
        found = self.at(alpha, clock)
        means = self._instance.means(lengths)
        upper = self._instance.above(lengths)
        if upper >= found.bracket.upper:
            return found
        return replace(
            found,
            bracket=Bracket(lower=found.bracket.lower, upper=upper),
            lengths=lengths,
            means=tuple(means),
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

    most = 1 if orbits is None else int(orbits.sizes.max(initial=1))

    def means(lengths: Whole) -> list[Fraction]:
        # no path takes more than two links for each switch; below this, sums in floating point
        # are exact, and much quicker than those of Python's integers
        exact = 2 * machine.network.switches * most * int(lengths.max(initial=0)) < EXACT
        return [
            Fraction(int(each))
            for each in shortest.least(lengths.astype(float if exact else object))
        ]

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
