"""Sweeping: every partial cut along an order of the switches, those that mean the same once."""

from __future__ import annotations

from alphacut.solver.bisection.bounds.sweep.params import USUAL_SWEEP, Effort, SweepParams
from alphacut.solver.bisection.engines._base import Cost, Method
from alphacut.solver.bisection.outcome import Budget, OnProgress, Outcome
from alphacut.solver.bisection.problem import PointProblem


class Sweep:
    """Solves by two sweeps along an order of the switches. See `Method` for the contract.

    Parameters
    ----------
    effort
        How many states it may come to, and on which networks. None: as many as the verifier
        takes, on any; weaker bounds are proven on the way, for that can be too much.
    before
        A method that takes longer where it helps; it is tried there alone.
    """

    name = "sweep"
    proves_lemmas = False

    def __init__(
        self,
        params: SweepParams = USUAL_SWEEP,
        effort: Effort | None = None,
        before: Method | None = None,
    ) -> None:
        self._params, self._effort, self._before = params, effort, before

    def estimate(self, problem: PointProblem, budget: Budget) -> Cost | None:
        """Tell hours for the last effort, which comes when little else may help."""
        effort, network = self._effort, problem.network
        if self._before is None:
            narrow = self._params.narrow(network)
        else:
            narrow = self._before.estimate(problem, budget) is not None
        if not narrow or not self._params.orderable(network, budget.seconds):
            return None
        if effort is None:
            return Cost(seconds=self._params.most_seconds)
        if not effort.fewest <= network.switches <= effort.most:
            return None
        return Cost(seconds=effort.each * network.switches, share=effort.share)

    def bound(self, problem: PointProblem, budget: Budget, on_progress: OnProgress) -> Outcome:
        """Exclude all that is below the best cut, or find a better one."""
        from alphacut.solver.bisection.bounds.sweep.run import solved

        effort = self._effort
        states = self._params.most_states if effort is None else effort.states
        return solved(problem, budget, on_progress, self._params, states, gradual=effort is None)
