"""Column generation: paths with a rate of their own come as the prices of links ask for them.

References
----------
Ford and Fulkerson, A suggested computation for maximal multi-commodity network flows,
Management Science 5(1), 1958.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from alphacut.solver.throughput.program import Clock, Floats, Program, Solution
from alphacut.solver.throughput.shortest import Shortest
from alphacut.solver.throughput.variables import Variable, Variables
from alphacut.solver.traffic.traffic import Demands

CLOSE = 1e-11  # of the bounds, relative, where it ends
NEAR = 2e-7  # the same, where no vertex is wanted
EXACT_ROWS = 1_000  # of a program whose vertex may be made exact
BETTER = 1e-9  # by which a path must be shorter than what its flow pays, relative


@dataclass(frozen=True, kw_only=True)
class Generated:
    """The last program: its variables are all paths that were found worth a rate."""

    variables: Variables
    solution: Solution
    rounds: int  # programs that were solved


def generate(
    shortest: Shortest,
    first: Sequence[Variable],
    demands: Demands,
    capacities: Floats,
    clock: Clock,
) -> Generated:
    """Find the paths that the largest rate needs.

    Prices from a vertex put all length on a few links, so that large programs would add
    almost the same paths over and over; those from the interior are spread. Small programs
    end with a vertex, which can be made exact.

    Parameters
    ----------
    first
        A path of each flow at least, as `first_paths` gives it.
    """
    search = _Search(shortest, demands, capacities, clock)
    if len(capacities) + len(demands) <= EXACT_ROWS:
        return search.run(first, "simplex", CLOSE)
    return search.run(first, "ipm", NEAR)


@dataclass(frozen=True)
class _Search:
    """What stays the same from one round to the next."""

    shortest: Shortest
    demands: Demands
    capacities: Floats
    clock: Clock

    def run(self, first: Sequence[Variable], solver: str, close: float) -> Generated:
        """Add paths until both bounds are close, or none is worth a rate."""
        found = list(first)
        known = {(each.flow, each.route) for each in found}
        links = len(self.capacities)
        program = Program(Variables.of(found), self.demands, links, solver=solver)
        program.set_capacities(self.capacities)
        rounds, whole = 0, None
        while True:
            solution, rounds = program.run(self.clock.left), rounds + 1
            if not solution.optimal and whole is not None:  # interrupted: the last one proves more
                fresh_ones = np.zeros(len(found) - len(whole.rates))
                rates = np.concatenate([whole.rates, fresh_ones])
                solution = replace(whole, rates=rates, basis=None)
                break
            whole = solution
            least = self.shortest.least(solution.lengths)
            bound = self._bound(solution, least)
            if self.clock.over or bound - solution.rate <= close * bound:
                break
            fresh = [each for each in self._cheaper(solution, least)
                     if (each.flow, each.route) not in known]  # fmt: skip
            if not fresh:
                break
            known |= {(each.flow, each.route) for each in fresh}
            found += fresh
            program.add(fresh)
        return Generated(variables=Variables.of(found), solution=solution, rounds=rounds)

    def _bound(self, solution: Solution, least: Floats) -> float:
        """Return what the prices prove, as far as floating point tells."""
        share = self.demands.weights * float(self.demands.unit / self.demands.busiest)
        needed = float(share @ least)
        room = float(self.capacities @ solution.lengths)
        return min(1.0, room / needed if needed > 0 else np.inf)

    def _cheaper(self, solution: Solution, least: Floats) -> list[Variable]:
        """Return a path for each flow that pays more than it needs to."""
        flows = np.flatnonzero(least < solution.prices * (1 - BETTER) - 1e-14)
        return self.shortest.variables(flows.tolist(), solution.lengths)


def first_paths(shortest: Shortest, links: int, demands: Demands) -> list[Variable]:
    """Return a path of fewest hops for each flow."""
    return shortest.variables(range(len(demands)), np.ones(links))
