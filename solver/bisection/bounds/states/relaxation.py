"""The relaxation over states as the tree uses it: bounds at one intercept, classes or not."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from solver.bisection.alpha import Alpha
from solver.bisection.balance import Balance
from solver.bisection.bounds.counts import Count
from solver.bisection.bounds.pairs import FloatArray, IntArray, Pairs
from solver.bisection.bounds.states.cone import Cone
from solver.bisection.bounds.states.leaf import (
    StateMultipliers,
    WrittenLeaf,
    rounded,
    tightened,
)
from solver.bisection.bounds.states.rotation import Rotation
from solver.bisection.bounds.states.rows import Row, Term, sum_row
from solver.bisection.bounds.states.splitting import Dual, Model, Splitting
from solver.bisection.bounds.states.sums import violated
from solver.bisection.problem import Certificate
from solver.bisection.verify.counts import Limit
from solver.bisection.verify.errors import Refused
from solver.bisection.verify.frame import Counts, Frame
from solver.bisection.verify.states import IntegerSum, Weights, least_line, line_bound, reduced
from solver.bisection.verify.tables import Known

LARGEST_ALPHA = 1_000  # numerator and denominator
MARGIN = 0.02  # of slope: what rounding may cost
CHECK = 20  # steps between two looks at the bound
MOST_STEPS = 600  # without sums of integers
MOST_LIFTED_STEPS = 1_400  # with them
LEAST_STEPS = 100  # before a run without them may be given up
LEAST_LIFTED_STEPS = 300  # and one with them, whose objective rises more slowly
LIFT_EVERY = 60  # steps between two searches for sums
PATIENCE = 3  # searches that a sum without a multiplier outlasts
PROMISING = 1.5  # of slope: what moving costs between classes may add to a bound
NEWS = 0.1  # of slope: a bound that rose by less is not rounded anew
NEAR = 0.12  # progress of the objective, relative to what is missing, below which it is stable
SLOW = 0.012  # and with sums, of slope: a division gains more in the same time


@dataclass(frozen=True)
class Warm:
    """Where a run stopped."""

    splitting: Splitting
    sums: tuple[IntegerSum, ...]
    multipliers: FloatArray  # of the sums


@dataclass(frozen=True)
class Bounded:
    """What a run gave: a bound, what proves it, and the last frequencies."""

    bound: Fraction | None  # None if nothing was proven
    multipliers: StateMultipliers | None
    fractions: FloatArray  # separated shares of the rotation's orbits of pairs
    warm: Warm  # from where a part of the subproblem may go on


@dataclass(frozen=True)
class Proven:
    """A bound on the scaled capacity, and what proves it."""

    bound: Fraction | None
    multipliers: StateMultipliers | WrittenLeaf | None


class StateRelaxation:
    """Bounds the slope of bisections at one intercept.

    Attributes
    ----------
    frame
        The blocks and their states, as the verifier sees them.
    pairs
        Pairs of switches up to the rotation alone.
    """

    def __init__(self, balance: Balance, rotation: Rotation, frame: Frame) -> None:
        self.rotation = rotation
        self.frame = frame
        self.pairs = Pairs(frame.network, balance, (rotation.permutation,))
        slope = frame.links("slope")
        signs = frame.signs.astype(float)
        self._products = np.einsum("sj,djk,tk->dst", signs, slope.astype(float), signs)
        self._constant = float(slope.sum()) / 4
        self._intercepts = frame.intercepts.astype(float)
        self.places = {u: (b, j) for b, row in enumerate(frame.blocks) for j, u in enumerate(row)}

    def solve(
        self,
        level: int,
        classes: Counts | None,
        counts: Sequence[Count],
        target: float,
        go_on: Callable[[], bool],
        warm: Warm | None = None,
    ) -> Bounded:
        """Raise the bound on the slope above a target, or see that it will not get there.

        Parameters
        ----------
        level
            The intercept.
        classes
            Numbers of blocks in each class, where they are decided.
        counts
            Limits on numbers of separated pairs, kept by the rotation.
        target
            The slope to be passed.
        warm
            Where a run for the same intercept and classes stopped.
        """
        known = Known.of(self.frame, level, classes)
        run = _Run(self, known, (0, 1), tuple(counts), warm, by_class=classes is not None)
        run.raise_bound(target, go_on)
        return Bounded(run.bound, run.multipliers, run.fractions(), run.warm())

    def solve_at(self, alpha: Alpha, target: int, go_on: Callable[[], bool]) -> Proven:
        """Raise the bound on the scaled capacity of all bisections above a target, or give up."""
        weights = alpha.denominator, alpha.numerator
        run = _Run(self, Known.of(self.frame), weights, (), None, by_class=False)
        run.raise_bound(target, go_on)
        return Proven(run.bound, run.multipliers)

    def proven(self, alpha: Alpha, certificate: Certificate | None) -> Proven | None:
        """Return what an earlier certificate proves of the capacity of all bisections."""
        leaf = _capacity_leaf(certificate or {}, self.rotation)
        if leaf is None:
            return None
        weights = alpha.denominator, alpha.numerator
        try:
            bound = line_bound(self.frame, Known.of(self.frame), weights, (), leaf)
        except Refused:
            return None
        return Proven(Fraction(*bound), WrittenLeaf(leaf))

    def suits(self, alpha: Alpha) -> bool:
        """Tell whether capacities at an α are small enough for the multipliers of a leaf."""
        return max(alpha.numerator, alpha.denominator) <= LARGEST_ALPHA

    def model(self, known: Known, weights: Weights, by_class: bool) -> Model:
        """Return the program over the states that are possible."""
        base, slope = weights
        chosen = known.chosen
        share = np.array(known.totals) / self.frame.order
        functions = known.functions.astype(float)
        cone = Cone(
            self.frame.order,
            (functions - share[:, None]).T,
            self.frame.balance_of[chosen].astype(float),
        )
        odd = -slope * self._products[:, chosen][:, :, chosen] / 4
        odd[0] = 0.0
        classes = functions.argmax(axis=0) if by_class else np.zeros(len(chosen), dtype=np.int64)
        return Model(
            cone=cone,
            odd=odd,
            constant=slope * self._constant,
            classes=classes,
            totals=share if by_class else np.ones(1),
            single=base * self._intercepts[chosen],
        )

    def count_rows(self, count: Count, chosen: IntArray) -> list[Row]:
        """Return the lower and the upper limit of a count as rows, over the blocks."""
        signs = self.frame.signs[chosen].astype(float)
        nothing = np.zeros(len(chosen))
        terms, single, constant = [], np.zeros(len(chosen)), 0.0
        for first, second in count.members:
            (b, j), (c, k) = self.places[first], self.places[second]
            offset = (c - b) % self.frame.order
            if offset:
                terms.append((offset, j, k))
            else:
                single += (1 - signs[:, j] * signs[:, k]) / (2 * self.frame.order)
            constant += 0.5 / self.frame.order if offset else 0.0
        joined: dict[tuple[int, int, int], int] = {}
        for term in terms:
            joined[term] = joined.get(term, 0) + 1
        plain = tuple(
            Term(
                d, -0.5 * number / self.frame.order, (nothing, nothing), (signs[:, j], signs[:, k])
            )
            for (d, j, k), number in joined.items()
        )
        opposite = tuple(Term(t.offset, -t.weight, t.even, t.odd) for t in plain)
        return [
            Row(opposite, -single, constant - count.low / self.frame.order),
            Row(plain, single, count.high / self.frame.order - constant),
        ]


def _capacity_leaf(certificate: Certificate, rotation: Rotation) -> Mapping[str, Any] | None:
    """Find a leaf about the capacity in a tree, if it is written by this rotation."""
    waiting = [certificate.get("tree", {})]
    while waiting:
        node = waiting.pop()
        leaf = node.get("states", {})
        if leaf.get("bounds") == "capacity":
            same = certificate["rotations"][leaf["rotation"]] == rotation.as_json()
            return leaf if same else None
        waiting += [node[part] for part in ("low", "high") if part in node]
    return None


class _Run:
    """One subproblem."""

    def __init__(
        self,
        relaxation: StateRelaxation,
        known: Known,
        weights: Weights,
        counts: tuple[Count, ...],
        warm: Warm | None,
        *,
        by_class: bool,
    ) -> None:
        self._relaxation, self._known, self._by_class = relaxation, known, by_class
        self._weights, self._counts = weights, counts
        self._capacity = weights != (0, 1)
        self._unit = max(1, weights[0])  # of a capacity that is not scaled
        self._model = relaxation.model(known, weights, by_class)
        self._splitting = Splitting(self._model)
        self._count_rows = [
            row for count in counts for row in relaxation.count_rows(count, known.chosen)
        ]
        self._sums: tuple[IntegerSum, ...] = ()
        self._age: tuple[int, ...] = ()
        self.bound: Fraction | None = None
        self.multipliers: StateMultipliers | None = None
        self._tried = -np.inf  # bound of the last dual that was rounded
        self._gained = PROMISING if by_class else 0.0  # by moving costs, when it was
        if warm is not None:
            self._splitting.go_on_from(warm.splitting)
            self._sums, self._age = warm.sums, (0,) * len(warm.sums)
        fresh = np.zeros(len(self._count_rows))
        multipliers = fresh if warm is None else np.concatenate([fresh, warm.multipliers])
        self._splitting.use(self._all_rows(), multipliers)

    def raise_bound(self, target: float, go_on: Callable[[], bool]) -> None:
        """Run without sums of integers; with them where classes are decided and that did not do.

        Before, dividing into classes gains more in the same time.
        """
        target += MARGIN * self._unit
        open_yet = self._sums or self._steps(MOST_STEPS, target, go_on, lifted=False)
        if open_yet and (self._by_class or self._capacity):
            self._steps(MOST_LIFTED_STEPS, target, go_on, lifted=True)

    def _steps(self, most: int, target: float, go_on: Callable[[], bool], *, lifted: bool) -> bool:
        """Make steps; tell whether it is worth to go on by other means."""
        objectives: list[float] = []
        for step in range(1, most + 1):
            dual = self._splitting.step(check=step % CHECK == 0)
            if dual is not None:
                if self._promising(dual.bound, target) or step == most:
                    self._prove(dual)
                if (self.bound is not None and self.bound > target) or not go_on():
                    return False
                objectives.append(self._splitting.objective)
                least = LEAST_LIFTED_STEPS if lifted else LEAST_STEPS
                if step >= least and self._settled(objectives, target):
                    if dual.bound > self._tried:
                        self._prove(dual)
                    return True
            if lifted and step % LIFT_EVERY == 1:
                self._lift(step)
        return True

    def _promising(self, bound: float, target: float) -> bool:
        """Tell whether rounding a dual may reach the target, or tell whether it will."""
        missing = target - self._tried - self._gained
        news = max(NEWS * self._unit, missing / 2)
        return bound + self._gained > target or bound > self._tried + news

    def _settled(self, objectives: list[float], target: float) -> bool:
        """Tell whether the objective stands still below the target."""
        last = objectives[-4:]
        missing = target - max(last)
        slow = min(SLOW * self._unit, NEAR * missing) if self._sums else NEAR * missing
        return (
            missing > 0 and max(last) - min(last) < slow and self._splitting.primal_residual < 2e-3
        )

    def _lift(self, seed: int) -> None:
        """Search for sums of integers, and drop those that have had no multiplier for a while."""
        splitting, fixed = self._splitting, len(self._count_rows)
        multipliers = splitting.multipliers[fixed:]
        kept = [i for i, age in enumerate(self._age) if multipliers[i] > 0 or age < PATIENCE]
        found = violated(splitting.even, splitting.odd, seed)
        self._sums = (*(self._sums[i] for i in kept), *found)
        self._age = (*(self._age[i] + 1 for i in kept), *(0 for _ in found))
        new = np.zeros(len(found))
        counts = splitting.multipliers[:fixed]
        splitting.use(self._all_rows(), np.concatenate([counts, multipliers[kept], new]))

    def _all_rows(self) -> list[Row]:
        """Return the rows of counts, and those of sums."""
        return [*self._count_rows, *(sum_row(each, self._model.order) for each in self._sums)]

    def warm(self) -> Warm:
        """Return where the run stands."""
        multipliers = self._splitting.multipliers[len(self._count_rows) :]
        return Warm(self._splitting, self._sums, multipliers)

    # ---- proof ---------------------------------------------------------------

    def _prove(self, dual: Dual) -> None:
        """Round a dual, and keep it if it proves more than the best so far."""
        multipliers = self._rounded(dual)
        slope = self._exact(multipliers)
        self._tried, self._gained = dual.bound, float(slope) - dual.bound
        if self.bound is None or slope > self.bound:
            self.bound, self.multipliers = slope, multipliers

    def _rounded(self, dual: Dual) -> StateMultipliers:
        fixed = len(self._count_rows)
        counts = [
            (index, float(dual.multipliers[2 * index]), float(dual.multipliers[2 * index + 1]))
            for index in range(len(self._counts))
        ]
        chosen, totals = self._known.chosen, np.array(self._known.totals, dtype=np.int64)
        found = rounded(
            self._model.cone,
            Dual(dual.even, dual.odd, dual.penalty, dual.multipliers[fixed:], dual.bound),
            self._known.functions,
            totals,
            self._relaxation.frame.balance_of[chosen],
            self._sums,
            tuple(counts),
        )
        if not self._by_class:
            return replace(found, capacity=self._capacity)
        remainder = reduced(
            self._frame, self._known, self._weights, self._limits(), found.multiples
        )
        return tightened(
            found,
            remainder.pairs.min(axis=1).astype(float),
            remainder.single.astype(float),
            self._known.functions.argmax(axis=0),
            totals,
        )

    @property
    def _frame(self) -> Frame:
        return self._relaxation.frame

    def _limits(self) -> tuple[Limit, ...]:
        return tuple(
            Limit(number=i, members=frozenset(c.members), residue=c.residue, low=c.low, high=c.high)
            for i, c in enumerate(self._counts)
        )

    def _exact(self, multipliers: StateMultipliers) -> Fraction:
        """Return what the verifier will find."""
        multiples = multipliers.multiples
        return Fraction(
            least_line(self._frame, self._known, self._weights, self._limits(), multiples),
            2 * multiples.scale,
        )

    def fractions(self) -> FloatArray:
        """Return the separated share of each orbit of pairs."""
        pairs, frame = self._relaxation.pairs, self._frame
        signs = frame.signs[self._known.chosen].astype(float)
        together = np.einsum("sj,dst,tk->djk", signs, self._splitting.odd, signs)
        found = np.zeros(pairs.count)
        places = self._relaxation.places
        for orbit in range(pairs.count):
            first, second = pairs.members(orbit)[0]
            (b, j), (c, k) = places[first], places[second]
            found[orbit] = (1 - together[(c - b) % frame.order, j, k]) / 2
        return np.clip(found, 0.0, 1.0)
