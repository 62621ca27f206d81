"""The linear relaxation over all pairs of switches, solved by cutting planes.

Minimise the scaled capacity over y in [0, 1] (one variable for each orbit of
pairs) with, for every switch, half of the weight on the other side, with known
points and levels as further rows, and with vector inequalities priced in.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import highspy
import numpy as np

from solver.bisection.alpha import Alpha
from solver.bisection.bounds.counts import Count
from solver.bisection.bounds.leaf import SCALE, Multipliers
from solver.bisection.bounds.pairs import FloatArray, IntArray, Pairs
from solver.bisection.bounds.rows import Triangles, Vector, eigenvectors, hypermetric
from solver.bisection.problem import KnownPoint
from solver.bisection.region import Region

INFINITE = highspy.kHighsInf
MARGIN = 1e-3  # by how much a float bound must pass before it is made exact
ROUND_TRIANGLES = 200  # most triangles added in one round
ROUND_VECTORS = 25  # most eigenvector cuts in one round, with symmetry
ROUND_VECTORS_PLAIN = 2  # and without: each is a dense row then
ROUND_HYPERMETRIC = 25  # most hypermetric inequalities in one round
STALL_ROUNDS = 4  # rounds over which the speed of the bound is measured
PLATEAU_ROUNDS = 12  # rounds for which it may stand still while triangles abound
PATIENCE = 15  # rounds that are worth waiting for, at that speed
KEEP_ROWS = 100  # slack rows are dropped beyond this many
SLICE = 1.0  # seconds after which a linear program is interrupted to look up


@dataclass(frozen=True, kw_only=True)
class Relaxed:
    """What one run of cutting planes gave."""

    bound: float  # valid up to float rounding; infinite where nothing is feasible
    multipliers: Multipliers | None  # that prove it; None if the solver gave no duals
    fractions: FloatArray | None  # the relaxation's last solution, by orbit


class AllPairs:
    """The relaxation of one network, kept warm from one solve to the next.

    Parameters
    ----------
    pairs
        The variables.
    alpha
        Where the capacity is minimised.
    known
        Certified points, which become rows.
    vectors
        Inequalities to start from.
    """

    def __init__(
        self,
        pairs: Pairs,
        alpha: Alpha,
        known: tuple[KnownPoint, ...] = (),
        vectors: Iterable[Vector] = (),
    ) -> None:
        self.pairs = pairs
        self.alpha = alpha
        self.known = known
        self.objective = self._line_row(alpha)
        self.vectors: list[Vector] = []  # every inequality ever used, in order
        self._projected: list[tuple[IntArray, IntArray]] = []  # its orbits and coefficients
        self._number: dict[Vector, int] = {}
        self._counts: list[Count] = []  # orbits whose counts are rows now, after the fixed rows
        self._in_model: list[int] = []  # the vectors that are rows now, after those
        self._divisors: list[float] = []  # by which each of these rows was scaled
        self._triangles = Triangles(pairs)
        self._crowded = True  # more triangles were violated than were added
        self._rng = np.random.default_rng(0)
        self._highs = self._model()
        self._interrupted: Callable[[], bool] = lambda: False
        self._add(vectors)

    def _line_row(self, alpha: Alpha) -> IntArray:
        return alpha.denominator * self.pairs.intercept + alpha.numerator * self.pairs.slope

    # ---- the model -------------------------------------------------------

    def _model(self) -> highspy.Highs:
        highs = highspy.Highs()
        highs.setOptionValue("output_flag", False)
        highs.setOptionValue("threads", 1)
        highs.setOptionValue("presolve", "off")
        count = self.pairs.count
        highs.addVars(count, np.zeros(count), np.ones(count))
        costs = self.objective.astype(float)
        highs.changeColsCost(count, np.arange(count, dtype=np.int32), costs)
        half = float(self.pairs.balance.half)
        fixed: list[tuple[IntArray, float, float]] = [
            (self.pairs.half_row(int(u)), half, half) for u in self.pairs.representatives
        ]
        fixed += [(self._line_row(k.alpha), float(k.bound), INFINITE) for k in self.known]
        fixed += [(part, -INFINITE, INFINITE) for part in (self.pairs.intercept, self.pairs.slope)]
        for row, low, high in fixed:
            columns = np.nonzero(row)[0]
            values = row[columns].astype(float)
            highs.addRow(low, high, len(columns), columns.astype(np.int32), values)
        self._fixed_rows = len(fixed)
        return highs

    def _add(self, vectors: Iterable[Vector]) -> int:
        """Add those of the vectors that are not rows already."""
        present = set(self._in_model)
        added = 0
        for vector in vectors:
            number = self._number.setdefault(vector, len(self.vectors))
            if number == len(self.vectors):
                self.vectors.append(vector)
                self._projected.append(
                    self.pairs.vector_row(np.array(vector.switches), np.array(vector.values))
                )
            if number in present:
                continue
            present.add(number)
            columns, values = self._projected[number]
            divisor = float(np.abs(values).max(initial=1))
            self._highs.addRow(
                -INFINITE,
                vector.limit / divisor,
                len(columns),
                columns.astype(np.int32),
                values / divisor,
            )
            self._in_model.append(number)
            self._divisors.append(divisor)
            added += 1
        return added

    @property
    def _vector_rows(self) -> int:
        return self._fixed_rows + len(self._counts)

    def active(self) -> list[Vector]:
        """Return the inequalities on which the last solution rests."""
        duals = np.array(self._highs.getSolution().row_dual)[self._vector_rows :]
        used = zip(self._in_model, duals, strict=False)
        return [self.vectors[number] for number, dual in used if abs(dual) > 1e-9]

    def restrict(self, region: Region, counts: Iterable[Count] = ()) -> None:
        """Set the levels and counts of a subproblem.

        Parameters
        ----------
        counts
            Each of an orbit that is invariant under this relaxation's symmetry.
        """
        total = self.pairs.network.total
        one_slope = region.low.slope == region.high.slope
        for offset, part in ((2, "intercept"), (1, "slope")):
            low, high = getattr(region.low, part), getattr(region.high, part)
            implied = one_slope and part == "intercept"
            self._highs.changeRowBounds(
                self._fixed_rows - offset,
                float(low) if low > 0 and not implied else -INFINITE,
                float(high) if high < getattr(total, part) else INFINITE,
            )
        self._restrict_known(one_slope)
        self._region = region
        self._replace_counts(list(counts))

    def _restrict_known(self, one_slope: bool) -> None:
        """Let the rows of known points hold, except where the slope is decided.

        There they say only which intercepts are open, which the need says already,
        and would hold the bound at that level while it approaches from below.
        """
        start = len(self.pairs.representatives)
        for place, known in enumerate(self.known):
            low = -INFINITE if one_slope else float(known.bound)
            self._highs.changeRowBounds(start + place, low, INFINITE)

    def _replace_counts(self, counts: list[Count]) -> None:
        """Make the rows of counts those of a subproblem, keeping the common ones."""
        same = len(counts) == len(self._counts) and all(
            old.members == new.members for old, new in zip(self._counts, counts, strict=True)
        )
        if not same:
            self._rebuild_counts(counts)
        for place, count in enumerate(counts):
            self._highs.changeRowBounds(
                self._fixed_rows + place, float(count.low), float(count.high)
            )
        self._counts = counts

    def _rebuild_counts(self, counts: list[Count]) -> None:
        start = self._fixed_rows
        kept = list(self._in_model)
        everything = len(self._counts) + len(kept)
        if everything:
            rows = np.arange(start, start + everything, dtype=np.int32)
            self._highs.deleteRows(everything, rows)
        self._in_model, self._divisors = [], []
        for count in counts:
            columns, values = self._count_row(count)
            self._highs.addRow(
                float(count.low), float(count.high), len(columns), columns.astype(np.int32), values
            )
        self._counts = counts
        self._add(self.vectors[number] for number in kept)

    def _count_row(self, count: Count) -> tuple[IntArray, FloatArray]:
        members = np.array(count.members)
        orbits = self.pairs.orbit[members[:, 0], members[:, 1]]
        columns, numbers = np.unique(orbits, return_counts=True)
        return columns, numbers.astype(float)

    # ---- cutting planes --------------------------------------------------

    def solve(
        self,
        need: float,
        deadline: float | None = None,
        go_on: Callable[[float], bool] = lambda _: True,
    ) -> Relaxed:
        """Raise the bound until it passes what is needed, or no longer moves.

        Parameters
        ----------
        need
            The bound sought, exclusive.
        deadline
            On the monotonic clock, in seconds.
        go_on
            Hears each round's bound; returns False to stop.
        """
        best = Relaxed(bound=-np.inf, multipliers=None, fractions=None)
        history: list[float] = []
        self._interrupted = lambda: (
            not go_on(best.bound) or (deadline is not None and time.monotonic() > deadline)
        )
        while True:
            now = self._once()
            if now.bound > best.bound or best.multipliers is None:
                best = now
            history.append(best.bound)
            if now.fractions is None or best.bound > need + MARGIN or self._interrupted():
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
        if len(history) <= (PLATEAU_ROUNDS if self._crowded else STALL_ROUNDS):
            return False
        speed = (history[-1] - history[-1 - STALL_ROUNDS]) / STALL_ROUNDS
        missing = need + MARGIN - history[-1]
        return speed * PATIENCE < missing

    def _once(self) -> Relaxed:
        status = self._run()
        if status == highspy.HighsModelStatus.kInfeasible:
            return self._infeasible()
        if status != highspy.HighsModelStatus.kOptimal:
            return Relaxed(bound=-np.inf, multipliers=None, fractions=None)
        solution = self._highs.getSolution()
        multipliers = self._multipliers(np.array(solution.row_dual), objective=1)
        return Relaxed(
            bound=self._float_bound(multipliers),
            multipliers=multipliers,
            fractions=np.clip(np.array(solution.col_value), 0.0, 1.0),
        )

    def _run(self) -> highspy.HighsModelStatus:
        """Solve in slices of time, so that an interruption is soon heard."""
        status = self._slice()
        while status == highspy.HighsModelStatus.kTimeLimit and not self._interrupted():
            status = self._slice()
        settled = (
            highspy.HighsModelStatus.kOptimal,
            highspy.HighsModelStatus.kInfeasible,
            highspy.HighsModelStatus.kTimeLimit,
        )
        if status not in settled:
            self._highs.clearSolver()
            status = self._slice(60.0)
        return status

    def _slice(self, seconds: float = SLICE) -> highspy.HighsModelStatus:
        self._highs.setOptionValue("time_limit", self._highs.getRunTime() + seconds)
        self._highs.run()
        return self._highs.getModelStatus()

    def _infeasible(self) -> Relaxed:
        _, has_ray, ray = self._highs.getDualRay()
        if not has_ray:
            return Relaxed(bound=-np.inf, multipliers=None, fractions=None)
        values = np.array(ray)
        values = values / max(1.0, float(np.abs(values).max()))
        for sign in (1.0, -1.0):
            multipliers = self._multipliers(sign * values, objective=0)
            if self._float_bound(multipliers) > 1e-6:
                return Relaxed(bound=np.inf, multipliers=multipliers, fractions=None)
        return Relaxed(bound=-np.inf, multipliers=None, fractions=None)

    def _separate(self, fractions: FloatArray, history: list[float]) -> bool:
        """Add violated inequalities; tell whether there were any."""
        if len(self._in_model) > KEEP_ROWS and len(history) % 3 == 0:
            self._drop_slack()
        triangles = self._triangles.violated(fractions, ROUND_TRIANGLES)
        self._crowded = len(triangles) >= ROUND_TRIANGLES
        matrix = self.pairs.matrix(fractions)
        most = ROUND_VECTORS if self.pairs.generators else ROUND_VECTORS_PLAIN
        added = self._add([*triangles, *eigenvectors(matrix, most)])
        if len(triangles) < ROUND_TRIANGLES // 4:
            starts = self.pairs.representatives
            added += self._add(hypermetric(matrix, starts, self._rng, ROUND_HYPERMETRIC))
        return added > 0

    def _drop_slack(self) -> None:
        solution = self._highs.getSolution()
        duals = np.array(solution.row_dual)[self._vector_rows :]
        values = np.array(solution.row_value)[self._vector_rows :]
        limits = np.array([self.vectors[n].limit for n in self._in_model]) / self._divisors
        slack = (np.abs(duals) < 1e-9) & (values < limits - 1e-4 * (1 + np.abs(limits)))
        if slack.mean() < 0.3:
            return
        rows = np.nonzero(slack)[0]
        self._highs.deleteRows(len(rows), (rows + self._vector_rows).astype(np.int32))
        self._in_model = [n for n, out in zip(self._in_model, slack, strict=True) if not out]
        self._divisors = [d for d, out in zip(self._divisors, slack, strict=True) if not out]

    # ---- what the duals prove --------------------------------------------

    def _multipliers(self, duals: FloatArray, objective: int) -> Multipliers:
        """Round duals; positive ones belong to a row's lower side."""
        switches = [int(u) for u in self.pairs.representatives]
        count = len(switches)
        vectors = -duals[self._vector_rows :] / np.array(self._divisors)
        limits = duals[self._fixed_rows : self._vector_rows]
        return Multipliers(
            objective=objective * SCALE,
            halves=_rounded(zip(switches, duals[:count], strict=True)),
            known=_positive(enumerate(duals[count : count + len(self.known)])),
            rows=_positive(zip(self._in_model, vectors, strict=True)),
            counts={i: _sides(dual) for i, dual in enumerate(limits) if any(_sides(dual))},
            intercept=_sides(duals[self._fixed_rows - 2]),
            slope=_sides(duals[self._fixed_rows - 1]),
        )

    def _float_bound(self, m: Multipliers) -> float:
        """Evaluate the bound that the rounded multipliers prove, in floats."""
        reduced = m.objective * self.objective.astype(float)
        constant = 0.0
        for switch, value in m.halves.items():
            reduced -= value * self.pairs.half_row(switch)
            constant += float(value) * self.pairs.balance.half
        for index, value in m.known.items():
            reduced -= value * self._line_row(self.known[index].alpha)
            constant += float(value) * self.known[index].bound
        for number, value in m.rows.items():
            columns, coefficients = self._projected[number]
            reduced[columns] += float(value) * coefficients
            constant -= float(value) * self.vectors[number].limit
        for index, pair in m.counts.items():
            columns, numbers = self._count_row(self._counts[index])
            reduced[columns] -= float(pair[0] - pair[1]) * numbers
            constant += float(pair[0]) * self._counts[index].low
            constant -= float(pair[1]) * self._counts[index].high
        low, high = self._region.low, self._region.high
        for row, pair, least, most in (
            (self.pairs.intercept, m.intercept, low.intercept, high.intercept),
            (self.pairs.slope, m.slope, low.slope, high.slope),
        ):
            reduced -= float(pair[0] - pair[1]) * row
            constant += float(pair[0]) * least - float(pair[1]) * most
        return float(constant + np.minimum(reduced, 0.0).sum()) / SCALE


def _sides(dual: float) -> tuple[int, int]:
    value = round(dual * SCALE)
    return max(0, value), max(0, -value)


def _rounded(duals: Iterable[tuple[int, float]]) -> dict[int, int]:
    values = ((index, round(dual * SCALE)) for index, dual in duals)
    return {index: value for index, value in values if value}


def _positive(duals: Iterable[tuple[int, float]]) -> dict[int, int]:
    return {index: value for index, value in _rounded(duals).items() if value > 0}
