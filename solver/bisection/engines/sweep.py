"""Sweeping: every partial cut along an order of the switches, those that mean the same once.

Everything that it proves carries a certificate, which names the order.
"""

from __future__ import annotations

import time
from fractions import Fraction

from alphacut.solver.bisection.bounds.sweep.order import narrow_order, symmetric_orders
from alphacut.solver.bisection.bounds.sweep.witness import best_cut
from alphacut.solver.bisection.certificate.proofs import SweepProof
from alphacut.solver.bisection.engines.capabilities import CAPABILITIES
from alphacut.solver.bisection.engines.limits import check_problem
from alphacut.solver.bisection.heuristics.search import search_at
from alphacut.solver.bisection.outcome import Budget, Observe, Outcome, Progress, Report, StopReason
from alphacut.solver.bisection.parameters import USUAL, SolverParams, SweepParams
from alphacut.solver.bisection.problem import Problem
from alphacut.solver.bisection.region import Region
from alphacut.solver.bisection.verify.sweep.exclusion import Exclusion, TooLarge
from alphacut.solver.bisection.verify.sweep.symmetry import Permutation

LADDER = (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(7, 8), Fraction(1))
MOST_SWITCHES = 256  # of a network whose symmetries are looked for at every step
PAUSE = 0.1  # seconds between two looks at clock and observer


class Sweep:
    """Solves by two sweeps along an order of the switches. See `Engine` for the contract.

    Parameters
    ----------
    most_states
        Where a sweep is given up, in states at one step; None: as the parameters say.
    gradual
        Whether weaker bounds are proven on the way to the last one, which can
        be too much. False proves all or nothing.
    """

    name = "sweep"
    capabilities = CAPABILITIES["sweep"]

    def __init__(
        self,
        params: SolverParams = USUAL,
        *,
        most_states: int | None = None,
        gradual: bool = True,
    ) -> None:
        self._params = params.sweep
        self._most_states = params.sweep.most_states if most_states is None else most_states
        self._gradual = gradual

    def solve(self, problem: Problem, budget: Budget, observe: Observe) -> Outcome:
        """Minimise the scaled capacity within the budget."""
        check_problem(self.name, self.capabilities, problem)
        run = _Run(problem, budget, observe, self._params)
        reason, few = StopReason.WORK_LIMIT, self._params.few_states
        if self._most_states > few:
            reason = run.prove(few, LADDER[-1:])
            if reason is StopReason.WORK_LIMIT:
                reason = run.prove_by_symmetries(few)
        if reason is StopReason.WORK_LIMIT:
            reason = run.prove(self._most_states, LADDER if self._gradual else LADDER[-1:])
        return run.outcome(reason)


class _Stopped(Exception):
    """A sweep was stopped."""

    def __init__(self, reason: StopReason) -> None:
        super().__init__(reason)
        self.reason = reason


class _Run:
    """One call of the engine."""

    def __init__(
        self, problem: Problem, budget: Budget, observe: Observe, params: SweepParams
    ) -> None:
        self._problem = problem
        self._params = params
        self._observe = observe
        self._began = self._looked = time.monotonic()
        self._deadline = None if budget.seconds is None else self._began + budget.seconds
        self._region = Region.of(problem.network, problem.balance, problem.known)
        self._best = problem.best or search_at(
            problem.network,
            problem.balance,
            problem.alpha,
            deadline=float("inf") if self._deadline is None else self._deadline,
        )
        self._order: tuple[int, ...] | None = None
        self._symmetries: tuple[Permutation, ...] = ()
        self._bound = self._reach = self._states = 0
        self._most = 0

    def prove(self, most_states: int, shares: tuple[Fraction, ...]) -> StopReason:
        """Exclude shares of the best cut's capacity, then all below it."""
        self._most = most_states
        try:
            self._look()
            for share in shares:
                self._exclude_below(int(share * self._target))
            self._exclude_below(self._target)  # the best cut may be a better one now
        except _Stopped as stopped:
            return stopped.reason
        except TooLarge:
            return StopReason.WORK_LIMIT
        return StopReason.FINISHED

    def prove_by_symmetries(self, most_states: int) -> StopReason:
        """Exclude all below the best cut's capacity along orders that symmetries suit.

        To look for them takes longer than small sweeps do. What suits best is kept for later.
        """
        problem, reason = self._problem, StopReason.WORK_LIMIT
        if self._order is None or problem.network.switches > MOST_SWITCHES:
            return reason
        tried = symmetric_orders(
            problem.network,
            problem.alpha,
            problem.balance.weights,
            self._order,
            self._deadline,
            least_bits=self._params.least_bits,
        )
        for self._order, self._symmetries in tried[::-1]:
            reason = self.prove(most_states, LADDER[-1:])
            if reason is not StopReason.WORK_LIMIT:
                break
        return reason

    @property
    def _target(self) -> int:
        return self._problem.scaled(self._best)

    def _exclude_below(self, target: int) -> None:
        highest = self._region.highest(self._problem.alpha, target)
        if target <= self._bound:
            return None
        if highest is not None:
            exclusion = self._exclusion(highest)
            if not exclusion.holds(self._watch):
                self._best = best_cut(exclusion, self._watch)
                target = self._target
                return self._exclude_below(target)
            self._reach = exclusion.reach
        self._bound = self._region.lowest(self._problem.alpha, target, self._target)
        self._look()
        return None

    def _exclusion(self, highest: int) -> Exclusion:
        problem = self._problem
        if self._order is None:
            self._order = narrow_order(problem.network, problem.alpha, self._deadline)
        return Exclusion(
            network=problem.network,
            balance=problem.balance,
            alpha=problem.alpha,
            order=self._order,
            reach=highest,
            highest=highest,
            symmetries=self._symmetries,
        )

    # ---- stopping --------------------------------------------------------

    def _watch(self, states: int) -> None:
        self._states += states
        if states > self._most:
            raise _Stopped(StopReason.WORK_LIMIT)
        if time.monotonic() > self._looked + PAUSE:
            self._look()

    def _look(self) -> None:
        """Tell the observer, and stop if it wants so or time is over."""
        self._looked = time.monotonic()
        news = Progress(incumbent=self._best, lower_bound=self._bound, nodes=self._states)
        if not self._observe(news):
            raise _Stopped(StopReason.CANCELLED)
        if self._deadline is not None and self._looked > self._deadline:
            raise _Stopped(StopReason.TIME_LIMIT)

    # ---- the outcome -----------------------------------------------------

    def outcome(self, reason: StopReason) -> Outcome:
        """Return what was found and proven."""
        done = self._bound == self._target
        return Outcome(
            cuts=(self._best,),
            lower_bound=self._bound,
            certified_bound=self._bound,
            certificate=self._certificate() if self._bound or done else None,
            stopped_because=StopReason.FINISHED if done else reason,
            report=Report(
                engine=Sweep.name, seconds=time.monotonic() - self._began, nodes=self._states
            ),
        )

    def _certificate(self) -> SweepProof:
        problem = self._problem
        order = self._order or tuple(range(problem.network.switches))
        alone = Region.of(problem.network, problem.balance)
        levels = [each.highest(problem.alpha, self._bound) for each in (alone, self._region)]
        used = () if levels[0] == levels[1] else problem.known
        return SweepProof(
            known=used,
            order=tuple(order),
            symmetries=tuple(map(tuple, self._symmetries)),
            reach=self._reach,
        )
