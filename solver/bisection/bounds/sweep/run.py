"""Sweeping: every partial cut along an order of the switches, those that mean the same once.

Everything that it proves carries a certificate, which names the order.
"""

from __future__ import annotations

from fractions import Fraction

from alphacut.solver.bisection.bounds.run import Run, Stopped
from alphacut.solver.bisection.bounds.sweep.order import narrow_order, symmetric_orders
from alphacut.solver.bisection.bounds.sweep.params import SweepParams
from alphacut.solver.bisection.bounds.sweep.witness import best_cut
from alphacut.solver.bisection.certificate.known import KnownPoint
from alphacut.solver.bisection.certificate.proofs import SweepProof
from alphacut.solver.bisection.heuristics.search import search_at
from alphacut.solver.bisection.outcome import Budget, OnProgress, Outcome, StopReason
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.bisection.verify.sweep.exclusion import Exclusion, TooLarge
from alphacut.solver.bisection.verify.sweep.symmetry import Permutation

LADDER = (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(7, 8), Fraction(1))
MOST_SWITCHES = 256  # of a network whose symmetries are looked for at every step


def solved(
    problem: PointProblem,
    budget: Budget,
    on_progress: OnProgress,
    params: SweepParams,
    most_states: int,
    *,
    gradual: bool,
) -> Outcome:
    """Minimise the scaled capacity within the budget.

    Parameters
    ----------
    most_states
        Where a sweep is given up, in states at one step.
    gradual
        Whether weaker bounds are proven on the way to the last one, which can be too much. False
        proves all or nothing.
    """
    run = _Sweeping(problem, budget, on_progress, params)
    reason, few = StopReason.WORK_LIMIT, params.few_states
    if most_states > few:
        reason = run.prove(few, LADDER[-1:])
        if reason is StopReason.WORK_LIMIT:
            reason = run.prove_by_symmetries(few)
    if reason is StopReason.WORK_LIMIT:
        reason = run.prove(most_states, LADDER if gradual else LADDER[-1:])
    return run.outcome(reason)


class _Sweeping(Run):
    """One call of the engine."""

    def __init__(
        self, problem: PointProblem, budget: Budget, on_progress: OnProgress, params: SweepParams
    ) -> None:
        super().__init__("sweep", problem, budget, on_progress)
        if problem.best is None:
            deadline = float("inf") if self.deadline is None else self.deadline
            self.best = search_at(
                problem.network, problem.balance, problem.alpha, deadline=deadline
            )
        self._params = params
        self._order: tuple[int, ...] | None = None
        self._symmetries: tuple[Permutation, ...] = ()
        self._most_ends = 0
        self._most = 0

    def prove(self, most_states: int, shares: tuple[Fraction, ...]) -> StopReason:
        """Exclude shares of the best cut's capacity, then all below it."""
        self._most = most_states
        try:
            self.report()
            for share in shares:
                self._exclude_below(int(share * self.target))
            self._exclude_below(self.target)  # the best cut may be a better one now
        except Stopped as stopped:
            return stopped.reason
        except TooLarge:
            return StopReason.WORK_LIMIT
        return StopReason.FINISHED

    def prove_by_symmetries(self, most_states: int) -> StopReason:
        """Exclude all below the best cut's capacity along orders that symmetries suit.

        To look for them takes longer than small sweeps do. What suits best is kept for later.
        """
        problem, reason = self.problem, StopReason.WORK_LIMIT
        if self._order is None or problem.network.switches > MOST_SWITCHES:
            return reason
        tried = symmetric_orders(
            problem.network,
            problem.alpha,
            problem.balance.weights,
            self._order,
            self.deadline,
            least_bits=self._params.least_bits,
        )
        for self._order, self._symmetries in tried[::-1]:
            reason = self.prove(most_states, LADDER[-1:])
            if reason is not StopReason.WORK_LIMIT:
                break
        return reason

    def _exclude_below(self, target: int) -> None:
        if target <= self.bound:
            return None
        highest = self.region.highest(self.problem.alpha, target)
        if highest is not None:
            exclusion = self._exclusion(highest)
            if not exclusion.holds(self._on_states):
                self.best = best_cut(exclusion, self._on_states)
                return self._exclude_below(self.target)
            self._most_ends = exclusion.most_ends
        self.raise_bound(target)
        return self.report()

    def _exclusion(self, highest: int) -> Exclusion:
        problem = self.problem
        if self._order is None:
            self._order = narrow_order(problem.network, problem.alpha, self.deadline)
        return Exclusion(
            network=problem.network,
            balance=problem.balance,
            alpha=problem.alpha,
            order=self._order,
            most_ends=highest,
            highest=highest,
            symmetries=self._symmetries,
        )

    def _on_states(self, states: int) -> None:
        self.nodes += states
        if states > self._most:
            raise Stopped(StopReason.WORK_LIMIT)
        self.report_sometimes()

    def _certificate(self, known: tuple[KnownPoint, ...]) -> SweepProof:
        return SweepProof(
            known=known,
            order=self._order or tuple(range(self.problem.network.switches)),
            symmetries=tuple(map(tuple, self._symmetries)),
            reach=self._most_ends,
        )
