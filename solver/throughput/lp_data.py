"""A program in numbers, and what any rates and lengths prove about it, exactly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from alphacut.solver.throughput.primal_dual_bounds import (
    Bracket,
    Whole,
    link_loads,
    lower_bound,
    sums,
    upper_bound,
)
from alphacut.solver.throughput.program import Floats, Solution
from alphacut.solver.throughput.rounding import minimal_rates, whole_lengths, whole_rates
from alphacut.solver.throughput.variables import Variables
from alphacut.solver.throughput.vertex import vertex
from alphacut.solver.traffic.traffic import Demands


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


def without_program(instance: Instance) -> Proven | None:
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


def evenly(instance: Instance) -> Floats:
    """Divide the demand of each flow evenly over its variables, which takes no search."""
    flows = instance.variables.flows
    sets = np.bincount(flows, minlength=len(instance.demands))
    return np.asarray((instance.demands.weights / np.maximum(sets, 1))[flows], dtype=float)


def proven(instance: Instance, solution: Solution) -> Proven:
    """Return what a solution proves: its vertex where that can be had, else rounded.

    Of several rates and lengths those are returned that prove most; where a solution was cut
    short, an even division and lengths of 1 (capacity by hops) are among them.
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
    if not solution.optimal:  # cut short, perhaps before anything was found
        rates.append(whole_rates(instance.variables, instance.demands, evenly(instance)))
        lengths.append(np.ones(len(instance.capacities), dtype=np.int64))
    lower, best = max((instance.below(each), place) for place, each in enumerate(rates))
    upper, least = min((instance.above(each), place) for place, each in enumerate(lengths))
    return Proven(
        bracket=Bracket(lower=lower, upper=upper), rates=rates[best], lengths=lengths[least]
    )
