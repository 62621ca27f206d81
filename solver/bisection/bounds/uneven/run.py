"""Bounds and cuts by labels of groups, where some groups lack links or have too many.

It divides the groups so that most of what is missing lies between the halves. Everything that it
proves carries a certificate of a few hundred bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal

from alphacut.solver.bisection.bounds.run import Run
from alphacut.solver.bisection.bounds.uneven.counted import Apart
from alphacut.solver.bisection.bounds.uneven.labels import UnevenGroups
from alphacut.solver.bisection.bounds.uneven.leaves import LeavesAndSpines
from alphacut.solver.bisection.bounds.uneven.params import UnevenParams
from alphacut.solver.bisection.bounds.uneven.planes import Planes
from alphacut.solver.bisection.certificate.known import KnownPoint
from alphacut.solver.bisection.certificate.proofs import UnevenProof
from alphacut.solver.bisection.heuristics.starts import filled, trivial_cut
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
    run = _Uneven(problem, budget, on_progress)
    run.count(params)
    return run.outcome(StopReason.WORK_LIMIT)


class _Uneven(Run):
    """One call of the engine."""

    def __init__(self, problem: PointProblem, budget: Budget, on_progress: OnProgress) -> None:
        super().__init__("uneven", problem, budget, on_progress)
        self.best = problem.best or trivial_cut(problem.network, problem.balance)
        self._proof = UnevenProof(charges="own", usual=0, inside=0, order=(), lost=(0,))

    def count(self, params: UnevenParams) -> None:
        """Count what labels of groups have to sever."""
        problem = self.problem
        uneven = UnevenGroups.of(problem, params)
        if uneven is not None and uneven.even:
            return  # majorities prove as much
        if uneven is not None:
            self._offer(uneven.orders)
            bound = uneven.bound_alike(self.target) if uneven.alike else uneven.bound_each()
            charges: Charges = "least" if uneven.alike else "own"
            self._prove(bound, charges, uneven.apart, uneven.inside)
            return
        leaves = LeavesAndSpines.of(problem, params)
        if leaves is not None:
            self._offer(leaves.orders)
        self._count_planes(params)
        if leaves is not None and self.bound < self.target:  # labels take longer than planes
            bound = leaves.bound()
            if bound > self.bound:
                self._prove(bound, "leaves", leaves.apart, leaves.inside)

    def _count_planes(self, params: UnevenParams) -> None:
        planes = Planes.of(self.problem, params)
        found = None if planes is None else planes.bound()
        if found is not None and found.bound > 0:
            self._proof = found.proof
            self.raise_bound(min(found.bound, self.target))

    def _offer(self, orders: Iterable[Sequence[int]]) -> None:
        """Take a better cut of whole groups, if there is one."""
        for order in orders:
            cut = Cut.of(self.problem.network, filled(order, self.problem.balance))
            if self.problem.scaled(cut) < self.target:
                self.best = cut

    def _prove(self, bound: int, charges: Charges, apart: Apart, inside: int) -> None:
        if bound <= 0:
            return
        self._proof = UnevenProof(
            charges=charges,
            usual=apart.usual,
            inside=inside,
            order=apart.plan.order,
            whole=apart.plan.whole,
            lost=apart.lost[: apart.groups // 2 + 1],
        )
        self.raise_bound(min(bound, self.target))

    def _certificate(self, known: tuple[KnownPoint, ...]) -> UnevenProof:
        return replace(self._proof, known=known)
