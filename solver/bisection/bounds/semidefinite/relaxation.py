"""The semidefinite relaxation of one question, with triangles priced in.

Steps of alternating directions take a few milliseconds even for thousands of
switches where a rotation splits the matrix into small blocks, so that a bound
within a few per cent is there in seconds, at sizes at which a linear program
would not be started.

References
----------
Rendl, Rinaldi and Wiegele, Solving Max-Cut to optimality by intersecting
semidefinite and polyhedral relaxations, 2010, for the relaxation.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from alphacut.solver.bisection.bounds.pairs import FloatArray, IntArray
from alphacut.solver.bisection.bounds.semidefinite.layout import Layout
from alphacut.solver.bisection.bounds.semidefinite.leaf import PairMultipliers, rounded
from alphacut.solver.bisection.bounds.semidefinite.params import (
    USUAL_SEMIDEFINITE,
    SemidefiniteParams,
)
from alphacut.solver.bisection.bounds.semidefinite.rows import Rows
from alphacut.solver.bisection.bounds.semidefinite.splitting import Dual, Splitting
from alphacut.solver.bisection.bounds.semidefinite.triangles import Separation
from alphacut.solver.bisection.bounds.states.rotation import Rotation
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.bisection.region import Region

STEPS = 50  # between two looks at the bound, at most
WORK = 3_000_000_000  # between two looks: cubes of the width of all rows
NEW_TRIANGLES = 1_000  # most that one look adds, for each thousand of numbers and one more
MARGIN = 1e-3  # relative to the need; what rounding may take off the bound


@dataclass(frozen=True)
class Bounded:
    """What a run gave: a bound that is valid up to float rounding, and what proves it."""

    bound: float
    dual: Dual


@dataclass(frozen=True)
class Line:
    """The inequality Σ table·X ≤ limit for the matrix X of products, and its length."""

    table: IntArray
    limit: int
    length: float


class PairRelaxation:
    """Bounds the scaled capacity of one problem in a region of lines.

    Parameters
    ----------
    rotation
        That leaves the matrix as it is; None: there is none.
    region
        The lines that are open.
    """

    def __init__(
        self,
        problem: PointProblem,
        rotation: Rotation | None,
        region: Region,
        params: SemidefiniteParams = USUAL_SEMIDEFINITE,
    ) -> None:
        self._stopping = params.stopping
        self.layout = Layout(problem.network, problem.balance, rotation)
        self._problem = problem
        self._intercept, self._slope = (self.layout.links(part) for part in ("base", "slope"))
        self._capacity = self._scaled(problem.alpha.denominator, problem.alpha.numerator)
        self._total = self.layout.order * int(self._capacity.sum())
        self._lines = [self._line(*each) for each in self._known_lines(region)]
        rows = Rows(
            self.layout,
            np.array([self._normal(line) for line in self._lines]),
            np.array([line.limit / line.length / self.layout.order for line in self._lines]),
        )
        self._splitting = Splitting(self.layout, -self._capacity / 4.0, self._total / 4.0, rows)
        self._separation = Separation(self.layout)

    def _scaled(self, first: int, second: int) -> IntArray:
        return np.asarray(first * self._intercept + second * self._slope)

    def _known_lines(self, region: Region) -> list[tuple[IntArray, int, int]]:
        """Return tables of capacities, which are at least (sign 1) or at most (-1) a value."""
        known = [
            (self._scaled(each.alpha.denominator, each.alpha.numerator), 1, each.bound)
            for each in self._problem.known
        ]
        levels = [
            (table, sign, getattr(side, part))
            for part, table in (("intercept", self._intercept), ("slope", self._slope))
            for sign, side in ((1, region.low), (-1, region.high))
        ]
        return known + levels

    def _line(self, table: IntArray, sign: int, value: int) -> Line:
        """Write 4·capacity = Σ (1 - X)·table ≥ 4·value as an inequality for X."""
        total = self.layout.order * int(table.sum())
        length = max(1.0, float(np.linalg.norm(table)))
        return Line(sign * table, sign * (total - 4 * value), length)

    def _normal(self, line: Line) -> FloatArray:
        sums = np.bincount(
            self.layout.orbit.ravel(), line.table.ravel(), minlength=self.layout.count
        )
        return np.asarray(sums / line.length)

    def solve(
        self,
        need: float,
        deadline: float | None = None,
        should_continue: Callable[[float], bool] = lambda _: True,
    ) -> Bounded:
        """Raise the bound until it passes what is needed, or that is out of reach.

        Parameters
        ----------
        need
            The bound sought, exclusive.
        deadline
            On the monotonic clock, in seconds.
        should_continue
            Hears the bound at each look; returns False to stop.
        """
        best = self._evaluate()
        history = [best.bound]
        enough = need + MARGIN * max(1.0, abs(need)) ** 0.5
        while best.bound <= enough and should_continue(best.bound):
            if self._stopping.gives_up(history, enough):
                break
            if deadline is not None and time.monotonic() > deadline:
                break
            self._separate()
            self._splitting.run(self._steps)
            best = max(best, self._evaluate(), key=lambda bounded: bounded.bound)
            history.append(best.bound)
        return best

    def _evaluate(self) -> Bounded:
        dual = self._splitting.dual()
        return Bounded(dual.bound, dual)

    @property
    def _steps(self) -> int:
        return max(1, min(STEPS, WORK // (self.layout.order * int(self.layout.width) ** 3)))

    def _separate(self) -> None:
        most = NEW_TRIANGLES * (1 + self.layout.count // 1_000)
        values = self._splitting.values
        triangles, _ = self._separation.violated(values, min(most, 6_000))
        self._splitting.rows.exchange(triangles, values)

    def multipliers(self, dual: Dual) -> PairMultipliers:
        """Round what a run gave."""
        lengths = np.array([line.length for line in self._lines])
        tables = [2 * line.table for line in self._lines]
        return rounded(self.layout, dual, self._capacity, tables, lengths)
