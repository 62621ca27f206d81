"""Bounds and cuts by labels of groups, where some groups lack links or have too many.

It divides the groups so that most of what is missing lies between the halves. Everything that it
proves carries a certificate of a few hundred bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from alphacut.solver.bisection.bounds.run import ProofRun
from alphacut.solver.bisection.bounds.uneven.counted import Apart
from alphacut.solver.bisection.bounds.uneven.labels import UnevenGroups
from alphacut.solver.bisection.bounds.uneven.leaves import LeavesAndSpines
from alphacut.solver.bisection.bounds.uneven.params import UnevenParams
from alphacut.solver.bisection.bounds.uneven.planes import Planes
from alphacut.solver.bisection.certificate.proofs import UnevenProof
from alphacut.solver.bisection.heuristics.starts import filled
from alphacut.solver.bisection.outcome import Budget, OnProgress, Outcome, StopReason
from alphacut.solver.bisection.problem import Cut, PointProblem

Charges = Literal["own", "least", "leaves"]


def bounded(
    problem: PointProblem, budget: Budget, on_progress: OnProgress, params: UnevenParams
) -> Outcome:
    """Find the best cut of whole groups, and prove what labels of groups prove.

    Parameters
    ----------
    on_progress
        Hears of the bound; returns False to stop.
    params
        The numbers that tune it.
    """
    nothing = UnevenProof(charges="own", usual=0, inside=0, order=(), lost=(0,))
    run = ProofRun("uneven", problem, budget, on_progress, nothing)
    uneven = UnevenGroups.of(problem, params)
    if uneven is None:
        _count_spines(run, params)
    elif not uneven.even:  # else majorities prove as much
        _offer(run, uneven.orders)
        bound = uneven.bound_alike(run.target) if uneven.alike else uneven.bound_each()
        charges: Charges = "least" if uneven.alike else "own"
        run.take(bound, _proof(charges, uneven.apart, uneven.inside))
    return run.outcome(StopReason.WORK_LIMIT)


def _count_spines(run: ProofRun, params: UnevenParams) -> None:
    """Count what planes of spines have to sever, and labels of groups of leaves and spines."""
    leaves = LeavesAndSpines.of(run.problem, params)
    if leaves is not None:
        _offer(run, leaves.orders)
    planes = Planes.of(run.problem, params)
    if planes is not None:
        found = planes.bound()
        run.take(found.bound, found.proof)
    if leaves is not None and run.bound < run.target:  # labels take longer than planes
        run.take(leaves.bound(), _proof("leaves", leaves.apart, leaves.inside))


def _offer(run: ProofRun, orders: Iterable[Sequence[int]]) -> None:
    """Take a better cut of whole groups, if there is one."""
    problem = run.problem
    for order in orders:
        cut = Cut.of(problem.network, filled(order, problem.balance))
        if problem.scaled(cut) < run.target:
            run.best = cut


def _proof(charges: Charges, apart: Apart, inside: int) -> UnevenProof:
    return UnevenProof(
        charges=charges,
        usual=apart.usual,
        inside=inside,
        order=apart.plan.order,
        whole=apart.plan.whole,
        lost=apart.lost[: apart.groups // 2 + 1],
    )
