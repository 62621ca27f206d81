"""The relaxation over the states of pairs of groups: a bound on the capacity of all bisections."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np

from arrangements.network import Network
from solver.bisection.alpha import Alpha
from solver.bisection.balance import Balance
from solver.bisection.bounds.groups.leaf import GroupMultipliers, proven
from solver.bisection.bounds.groups.model import Model
from solver.bisection.bounds.groups.splitting import Dual, Splitting
from solver.bisection.bounds.proven import Proven
from solver.bisection.bounds.sums import Joint, violated
from solver.bisection.verify.groups.frame import Groups

LARGEST_ALPHA = 1_000  # numerator and denominator
CHECK = 10  # steps between two looks at the bound
MOST_STEPS = 2_000
FIRST_SUMS = 150  # steps before the first search for sums of integers
SUMS_EVERY = 50
MOST_SUMS = 50  # of each size in one search
PATIENCE = 3  # searches that a sum without a multiplier outlasts
LEAST_STEPS = 600
SPAN = 20  # looks over which the speed of the bound is measured
WORTH = 6  # times that span which is worth waiting for
MARGIN = 1e-3  # of a capacity


class GroupRelaxation:
    """Bounds the capacity of all bisections of a network whose groups need not be alike.

    Raises
    ------
    Refused
        If the groups are too wide or too many, or not equally wide.
    """

    def __init__(self, network: Network, balance: Balance) -> None:
        self._groups = Groups(network, balance)

    def suits(self, alpha: Alpha) -> bool:
        """Tell whether capacities at an α are small enough for the multipliers of a leaf."""
        return alpha.finite and max(alpha.numerator, alpha.denominator) <= LARGEST_ALPHA

    def solve_at(self, alpha: Alpha, target: int, go_on: Callable[[], bool]) -> Proven:
        """Raise the bound on the scaled capacity above a target, or see that it is out of reach."""
        run = _Run(Model.of(self._groups, (alpha.denominator, alpha.numerator)))
        run.raise_bound(target + MARGIN * alpha.denominator, go_on)
        return Proven(run.bound, run.multipliers)


class _Run:
    """One run at one α."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._splitting = Splitting(model)
        self._age: list[int] = []  # searches that each sum has seen
        self.bound: Fraction | None = None
        self.multipliers: GroupMultipliers | None = None

    def raise_bound(self, target: float, go_on: Callable[[], bool]) -> None:
        """Make steps until the bound passes the target, or stands still below it."""
        history: list[float] = []
        for step in range(1, MOST_STEPS + 1):
            dual = self._splitting.step(check=step % CHECK == 0)
            if dual is not None:
                history.append(self._prove(dual))
                late = step >= LEAST_STEPS and _hopeless(history, target)
                if history[-1] > target or late or not go_on():
                    return
            if step >= FIRST_SUMS and step % SUMS_EVERY == 0:
                self._exchange(step)

    def _prove(self, dual: Dual) -> float:
        """Round a dual, and keep it if it proves more than the best so far; return the best."""
        bound, multipliers = proven(self._model, dual)
        if self.bound is None or bound > self.bound:
            self.bound, self.multipliers = bound, multipliers
        return float(self.bound)

    def _exchange(self, seed: int) -> None:
        """Search for sums of integers, and drop those that have had no multiplier for a while."""
        splitting, rows = self._splitting, self._splitting.rows
        kept = [i for i, age in enumerate(self._age) if rows.multipliers[i] > 0 or age < PATIENCE]
        order, states = self._model.single.shape
        even, odd = (
            matrix.reshape(self._model.shape).transpose(0, 2, 1, 3).reshape(-1, states, states)
            for matrix in (splitting.even.astype(float), splitting.odd.astype(float))
        )
        place = np.arange(order * order).reshape(order, order)
        joint = Joint.of(even, odd, place, splitting.single)
        found = violated(joint, seed, turning=False, most=MOST_SUMS)
        self._age = [*(self._age[i] + 1 for i in kept), *(0 for _ in found)]
        splitting.rows = rows.changed(kept, tuple(found))


def _hopeless(history: list[float], target: float) -> bool:
    """Tell whether the target is out of reach at the speed of the last looks."""
    gained = history[-1] - history[-1 - SPAN]
    return gained * WORTH < target - history[-1]
