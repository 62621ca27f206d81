"""Choosing an order of elimination, and perhaps a cutset: that which takes the least work."""

from __future__ import annotations

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.elimination.cutset import plan_given
from alphacut.solver.bisection.bounds.elimination.forest import Forest
from alphacut.solver.bisection.bounds.elimination.params import USUAL_ELIMINATION, EliminationParams
from alphacut.solver.bisection.bounds.elimination.plan import (
    SPARSE,
    Plan,
    plan_of_forest,
    plans,
)
from alphacut.solver.bisection.bounds.orders.linear import linear_orders
from alphacut.solver.bisection.bounds.warm_start_cache import WarmStartCache, planned_of
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.bisection.verify.elimination.check import LARGEST_TABLE, MOST_SUMS
from alphacut.solver.bisection.verify.elimination.classes import scaled_capacities, shares
from alphacut.solver.common.alpha import Alpha

WITH_CHECK = 2  # what it takes with the check of its certificate, which counts again


def planned(
    problem: PointProblem,
    params: EliminationParams = USUAL_ELIMINATION,
    warm_starts: WarmStartCache | None = None,
) -> Plan | None:
    """Return the plan with the least work, or None where all have too large tables.

    Parameters
    ----------
    params
        How wide tables may be.
    warm_starts
        Keeps the plan for whoever asks next.
    """
    network, alpha, balance = problem.network, problem.alpha, problem.balance

    def make() -> Plan | None:
        return _planned(network, alpha, balance, params)

    return make() if warm_starts is None else warm_starts.plan(planned_of(problem), make)


def _planned(
    network: Network, alpha: Alpha, balance: Balance, params: EliminationParams
) -> Plan | None:
    capacities = scaled_capacities(network, alpha)
    weights, half = shares(balance)
    forest = Forest.of(capacities, weights) if len(network.links) < network.switches else None
    if forest is not None:
        return _affordable(plan_of_forest(forest))
    candidates = plans(capacities, weights, half)
    certain = candidates and (
        candidates[0].work <= params.much_sums or candidates[0].sides <= params.few_sides
    )
    if not certain and len(network.links) <= SPARSE * network.switches:
        candidates += plans(capacities, weights, half, linear_orders(network, alpha))
    if not candidates or not candidates[0].soon(params):
        conditioned = plan_given(capacities, weights, half)
        candidates += [] if conditioned is None else [conditioned]
    return _affordable(min(candidates, key=lambda plan: plan.work, default=None))


def _affordable(plan: Plan | None) -> Plan | None:
    """Return a plan, or None where it takes more than the verifier does."""
    return plan if plan and plan.states <= LARGEST_TABLE and plan.work <= MOST_SUMS else None


def ends_soon(
    problem: PointProblem,
    seconds: float | None,
    params: EliminationParams = USUAL_ELIMINATION,
    warm_starts: WarmStartCache | None = None,
) -> bool:
    """Tell whether the best cut is found and proven by elimination in half of a time, or less.

    Parameters
    ----------
    seconds
        Wall time allowed; None: no limit.
    warm_starts
        Keeps the plan for whoever asks next.
    """
    if not params.plannable(problem.network, seconds):
        return False
    plan = planned(problem, params, warm_starts)
    if plan is None or not plan.soon(params):
        return False
    return seconds is None or WITH_CHECK * plan.seconds <= seconds / 2
