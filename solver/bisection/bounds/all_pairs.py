"""The linear relaxation over all pairs of switches, solved by cutting planes.

Minimise the scaled capacity over y in [0, 1] (one variable for each orbit of
pairs) with, for every switch, half of the weight on the other side, with known
points and levels as further rows, and with inequalities priced in.

References
----------
Deza and Laurent, Geometry of Cuts and Metrics (1997).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from alphacut.solver.bisection.bounds.counts import Count
from alphacut.solver.bisection.bounds.duals import Duals, Multipliers
from alphacut.solver.bisection.bounds.pairs import FloatArray, IntArray, Pairs
from alphacut.solver.bisection.bounds.params import USUAL_CUTTING_PLANE, CuttingPlaneParams
from alphacut.solver.bisection.bounds.program import INFINITE, Program, Row, Solved, divisor_of
from alphacut.solver.bisection.bounds.rows import Triangles, Vector, eigenvectors, hypermetric
from alphacut.solver.bisection.certificate.known import KnownPoint
from alphacut.solver.bisection.region import Region
from alphacut.solver.common.alpha import Alpha


@dataclass(frozen=True, kw_only=True)
class Relaxed:
    """What one run of cutting planes gave."""

    bound: float  # valid up to float rounding; infinite where nothing is feasible
    multipliers: Multipliers | None  # that prove it; None if the solver gave no duals
    fractions: FloatArray | None  # the relaxation's last solution, by orbit


NOTHING = Relaxed(bound=-np.inf, multipliers=None, fractions=None)


class AllPairs:
    """The relaxation of one network, kept warm from one solve to the next.

    Its rows stand in the order fixed (halves, known points, intercept, slope),
    then those of the subproblem (counts), then inequalities.

    Parameters
    ----------
    pairs
        The variables.
    alpha
        Where the capacity is minimised.
    known
        Certified points, which become rows.
    inequalities
        Those to start from.
    """

    def __init__(
        self,
        pairs: Pairs,
        alpha: Alpha,
        known: tuple[KnownPoint, ...] = (),
        inequalities: Iterable[Vector] = (),
        params: CuttingPlaneParams = USUAL_CUTTING_PLANE,
    ) -> None:
        self.pairs = pairs
        self._params = params
        self.alpha = alpha
        self.known = known
        self.duals = Duals(pairs, alpha, known)
        self.inequalities: list[Vector] = []  # every one ever used, in order
        self._number: dict[Vector, int] = {}
        self._in_model: list[int] = []  # the inequalities that are rows now
        self._divisors: list[float] = []  # by which each of these rows was scaled
        self._rows_seen: dict[bytes, int] = {}  # by columns, coefficients and limit
        self._counts: list[Count] = []  # that are rows now
        self._triangles = Triangles(pairs)
        self._crowded = True  # more triangles were violated than were added
        self._rng = np.random.default_rng(0)
        self._unit = divisor_of(self.duals.objective)  # of the program's costs
        self._program = Program(self.duals.objective.astype(float) / self._unit)
        self._program.add(self._fixed())
        self._interrupted: Callable[[], bool] = lambda: False
        self._add(inequalities)

    # ---- the model -------------------------------------------------------

    def _fixed(self) -> list[Row]:
        half = float(self.pairs.balance.half)
        halves = [self.pairs.half_row(int(switch)) for switch in self.pairs.representatives]
        known = [self.duals.line_row(k.alpha) for k in self.known]
        parts = [self.pairs.intercept, self.pairs.slope]
        self._first_known = len(halves)
        self._fixed_divisors = [divisor_of(row) for row in (*halves, *known, *parts)]
        self._fixed_rows = len(self._fixed_divisors)
        return [
            *(Row.dense(row, half, half) for row in halves),
            *(
                Row.dense(r, float(k.bound), INFINITE)
                for r, k in zip(known, self.known, strict=True)
            ),
            *(Row.dense(row, -INFINITE, INFINITE) for row in parts),
        ]

    def _limit_fixed(self, row: int, low: float, high: float) -> None:
        divisor = self._fixed_divisors[row]
        self._program.limit(row, low / divisor, high / divisor)

    @property
    def _first_inequality(self) -> int:
        return self._fixed_rows + len(self._counts)

    def _add(self, inequalities: Iterable[Vector]) -> int:
        """Add those that are not rows already, not even in another shape."""
        present = set(self._in_model)
        rows: list[Row] = []
        for inequality in inequalities:
            number = self._numbered(inequality)
            if number in present:
                continue
            present.add(number)
            columns, values = self.duals.projected[number]
            divisor = float(max(1, values.max(initial=1), -values.min(initial=1)))
            limit = self.inequalities[number].limit / divisor
            rows.append(Row(columns, values / divisor, -INFINITE, limit))
            self._in_model.append(number)
            self._divisors.append(divisor)
        self._program.add(rows)
        return len(rows)

    def _numbered(self, inequality: Vector) -> int:
        if inequality not in self._number:
            columns, values = self.duals.project(inequality)
            key = b"|".join((columns.tobytes(), values.tobytes(), b"%d" % inequality.limit))
            number = self._rows_seen.setdefault(key, len(self.inequalities))
            if number == len(self.inequalities):
                self.inequalities.append(inequality)
                self.duals.append(inequality, columns, values)
            self._number[inequality] = number
        return self._number[inequality]

    def active(self) -> list[Vector]:
        """Return the inequalities on which the last solution rests."""
        duals = self._last.duals[self._first_inequality :]
        used = zip(self._in_model, duals, strict=False)
        return [self.inequalities[number] for number, dual in used if abs(dual) > 1e-9]

    def restrict(self, region: Region, counts: Iterable[Count] = ()) -> None:
        """Set the levels and counts of a subproblem.

        Parameters
        ----------
        counts
            Each of an orbit that is invariant under this relaxation's symmetry.
        """
        self._region = region
        self._restrict_part("intercept", 2, idle=region.one_slope)
        self._restrict_part("slope", 1)
        self._restrict_known(idle=region.one_slope)
        self._replace_branches(list(counts))

    def _restrict_part(self, part: str, from_end: int, *, idle: bool = False) -> None:
        """Set a level's limits; idle ones say no more than the need does.

        Where one of the two parts is decided, the capacity is a matter of the
        other alone. Rows that limit it would hold the bound at their level while
        it approaches from below, so that its progress could not be seen.
        """
        low, high = getattr(self._region.low, part), getattr(self._region.high, part)
        most = getattr(self.pairs.network.total, part)
        self._limit_fixed(
            self._fixed_rows - from_end,
            float(low) if low > 0 and not idle else -INFINITE,
            float(high) if high < most and not idle else INFINITE,
        )

    def _restrict_known(self, *, idle: bool) -> None:
        """Let the rows of known points hold, except where they are idle likewise."""
        for place, known in enumerate(self.known):
            low = -INFINITE if idle else float(known.bound)
            self._limit_fixed(self._first_known + place, low, INFINITE)

    def _replace_branches(self, counts: list[Count]) -> None:
        """Make the rows of counts those of a subproblem, keeping common ones."""
        if [old.members for old in self._counts] != [new.members for new in counts]:
            kept = list(self._in_model)
            everything = self._first_inequality + len(kept)
            self._program.delete(range(self._fixed_rows, everything))
            self._in_model, self._divisors = [], []
            self._counts = counts
            self._program.add(self._count_rows())
            self._add(self.inequalities[number] for number in kept)
        for place, count in enumerate(counts):
            self._program.limit(self._fixed_rows + place, float(count.low), float(count.high))
        self._counts = counts

    def _count_rows(self) -> Iterable[Row]:
        for count in self._counts:
            columns, numbers = self.duals.count_row(count)
            yield Row(columns, numbers.astype(float), float(count.low), float(count.high))

    # ---- cutting planes --------------------------------------------------

    def solve(
        self,
        need: float,
        deadline: float | None = None,
        should_continue: Callable[[float], bool] = lambda _: True,
    ) -> Relaxed:
        """Raise the bound until it passes what is needed, or no longer moves.

        Parameters
        ----------
        need
            The bound sought, exclusive.
        deadline
            On the monotonic clock, in seconds.
        should_continue
            Hears each round's bound; returns False to stop.
        """
        best = NOTHING
        history: list[float] = []
        self._interrupted = lambda: (
            not should_continue(best.bound)
            or (deadline is not None and time.monotonic() > deadline)
        )
        while True:
            now = self._once()
            if now.bound > best.bound or best.multipliers is None:
                best = now
            history.append(best.bound)
            if (
                now.fractions is None
                or best.bound > need + self._params.margin
                or self._interrupted()
            ):
                return best
            if self._hopeless(history, need) or not self._separate(now.fractions, history):
                return Relaxed(
                    bound=best.bound, multipliers=best.multipliers, fractions=now.fractions
                )

    def _hopeless(self, history: list[float], need: float) -> bool:
        """Tell whether the need is out of reach at the speed of the last rounds.

        While more triangles are violated than a round adds, the bound may stand
        still and yet rise later.
        """
        params = self._params
        if self._crowded and len(history) < params.least_while_crowded:
            return False
        return params.stopping.gives_up(history, need + params.margin)

    def _once(self) -> Relaxed:
        self._last = self._program.run(lambda: self._interrupted())
        if self._last.infeasible:
            return self._infeasible()
        if not self._last.optimal:
            return NOTHING
        multipliers = self._multipliers(self._last.duals, objective=1)
        return Relaxed(
            bound=self._float_bound(multipliers),
            multipliers=multipliers,
            fractions=np.clip(self._last.columns, 0.0, 1.0),
        )

    def _infeasible(self) -> Relaxed:
        ray = self._program.ray()
        if ray is None:
            return NOTHING
        for sign in (1.0, -1.0):
            multipliers = self._multipliers(sign * ray, objective=0)
            if self._float_bound(multipliers) > 1e-6:
                return Relaxed(bound=np.inf, multipliers=multipliers, fractions=None)
        return NOTHING

    def _multipliers(self, duals: FloatArray, objective: int) -> Multipliers:
        """Sort the rows' duals, positive ones belonging to a row's lower side."""
        duals = duals * (self._unit if objective else 1.0)
        fixed = duals[: self._fixed_rows] / np.array(self._fixed_divisors)
        branch = duals[self._fixed_rows : self._first_inequality]
        inequalities = -duals[self._first_inequality :] / np.array(self._divisors)
        return Multipliers.rounded(
            objective=objective,
            halves=zip(map(int, self.pairs.representatives), fixed, strict=False),
            known=enumerate(fixed[self._first_known : self._fixed_rows - 2]),
            levels=(fixed[-2], fixed[-1]),
            counts=enumerate(branch),
            rows=zip(self._in_model, inequalities, strict=True),
        )

    def _float_bound(self, multipliers: Multipliers) -> float:
        return self.duals.bound(multipliers, self._region, self._counts)

    def whole_bound(self, multipliers: Multipliers) -> int:
        """Return the least integer that multipliers prove in the subproblem, computed exactly."""
        return self.duals.whole_bound(multipliers, self._region, self._counts)

    # ---- separation ------------------------------------------------------

    def _separate(self, fractions: FloatArray, history: list[float]) -> bool:
        """Add violated inequalities; tell whether there were any."""
        if len(self._in_model) > self._params.kept_rows and len(history) % 3 == 0:
            self._drop_slack(self._last)
        triangles = self._triangles.violated(fractions, self._params.triangles)
        self._crowded = len(triangles) >= self._params.triangles
        matrix = self.pairs.matrix(fractions)
        most = self._params.vectors if self.pairs.symmetric else self._params.vectors_plain
        added = self._add([*triangles, *eigenvectors(matrix, most)])
        if len(triangles) < self._params.triangles // 4:
            added += self._add(self._hypermetric(matrix))
        return added > 0

    def _hypermetric(self, matrix: FloatArray) -> list[Vector]:
        starts = self.pairs.representatives
        return hypermetric(matrix, starts, self._rng, self._params.hypermetric)

    def _drop_slack(self, last: Solved) -> None:
        """Drop the inequalities that the last solution does not touch, if they are many."""
        first = self._first_inequality
        duals, values = last.duals[first:], last.rows[first:]
        limits = np.array([self.inequalities[n].limit for n in self._in_model]) / self._divisors
        slack = (np.abs(duals) < 1e-9) & (values < limits - 1e-4 * (1 + np.abs(limits)))
        if slack.mean() < 0.3:
            return
        rows: IntArray = np.nonzero(slack)[0]
        self._program.delete(rows + first)
        self._in_model = [n for n, out in zip(self._in_model, slack, strict=True) if not out]
        self._divisors = [d for d, out in zip(self._divisors, slack, strict=True) if not out]
