"""Column generation: paths with a rate of their own come as the prices of links ask for them.

References
----------
Ford and Fulkerson, A suggested computation for maximal multi-commodity network flows,
Management Science 5(1), 1958.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from alphacut.solver.errors import QuestionError
from alphacut.solver.throughput.program import Clock, Floats, Program, Solution
from alphacut.solver.throughput.shortest import FAR, Shortest
from alphacut.solver.throughput.variables import Variable, Variables
from alphacut.solver.traffic.traffic import Demands

CLOSE = 1e-11  # of the bounds, relative, where it ends
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

    Parameters
    ----------
    first
        A path of each flow at least, as `first_paths` gives it.
    """
    found = list(first)
    known = {(each.flow, each.route) for each in found}
    program = Program(Variables.of(found), demands, len(capacities))
    program.set_capacities(capacities)
    share = demands.weights * float(demands.unit / demands.busiest)
    rounds = 0
    while True:
        solution, rounds = program.run(clock.left), rounds + 1
        least = shortest.least(solution.lengths)
        bound = min(1.0, _ratio(float(capacities @ solution.lengths), float(share @ least)))
        if clock.over or not solution.optimal or bound - solution.rate <= CLOSE * bound:
            break
        cheaper = np.flatnonzero(least < solution.prices * (1 - BETTER) - 1e-14)
        fresh = [
            Variable.of_route(flow, route, valiant=valiant)
            for flow, route, valiant in shortest.routes(cheaper.tolist(), solution.lengths)
            if (flow, route) not in known
        ]
        if not fresh:
            break
        known |= {(each.flow, each.route) for each in fresh}
        found += fresh
        program.add(fresh)
    return Generated(variables=Variables.of(found), solution=solution, rounds=rounds)


def first_paths(shortest: Shortest, links: int, demands: Demands) -> list[Variable]:
    """Return a path of fewest hops for each flow.

    Raises
    ------
    QuestionError
        If a flow has no path.
    """
    hops = np.ones(links)
    least = shortest.least(hops)
    if len(least) and least.max() == FAR:
        flow = int(least.argmax())
        ends = demands.sources[flow], demands.destinations[flow]
        raise QuestionError("topology", f"has no path from switch {ends[0]} to switch {ends[1]}")
    return [
        Variable.of_route(flow, route, valiant=valiant)
        for flow, route, valiant in shortest.routes(range(len(demands)), hops)
    ]


def _ratio(top: float, bottom: float) -> float:
    return top / bottom if bottom > 0 else np.inf
