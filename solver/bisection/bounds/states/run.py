"""One run over the states of blocks: steps, inequalities, and the proof of a bound."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np

from alphacut.solver.bisection.bounds.counts import Count
from alphacut.solver.bisection.bounds.pairs import FloatArray
from alphacut.solver.bisection.bounds.states.leaf import SCALE, StateMultipliers, rounded, tightened
from alphacut.solver.bisection.bounds.states.params import USUAL_STATE, StateParams
from alphacut.solver.bisection.bounds.states.program import Programs
from alphacut.solver.bisection.bounds.states.rows import Row, sum_row
from alphacut.solver.bisection.bounds.states.splitting import NO_BOUND, Dual, Splitting
from alphacut.solver.bisection.bounds.states.warm_start import Warm
from alphacut.solver.bisection.bounds.sums import Joint, violated
from alphacut.solver.bisection.verify.block_cyclic import BlockCyclic
from alphacut.solver.bisection.verify.counts import Limit
from alphacut.solver.bisection.verify.states import Weights, least_line, reduced
from alphacut.solver.bisection.verify.sums import IntegerSum
from alphacut.solver.bisection.verify.tables import Known
from alphacut.solver.common.errors import Refused


class Run:
    """One subproblem, from its first step to a proof of what was reached.

    Parameters
    ----------
    programs
        Of the blocks.
    known
        Sums over the blocks that are known.
    weights
        Of the intercept and the slope in what is bounded.
    counts
        Limits on numbers of separated pairs.
    warm
        Where another run stood, to begin from.
    by_minority
        Whether the number of blocks of each minority is known.
    scale
        Units that make 1 in what a certificate holds.
    penalty
        The first one of the splitting; None: as the parameters have it.
    """

    def __init__(
        self,
        programs: Programs,
        known: Known,
        weights: Weights,
        counts: tuple[Count, ...],
        warm: Warm | None,
        *,
        by_minority: bool,
        scale: int = SCALE,
        penalty: float | None = None,
        params: StateParams = USUAL_STATE,
    ) -> None:
        self._params, self._rule = params, params.run
        self._programs, self._known, self._by_minority = programs, known, by_minority
        self._scale = scale
        self._weights, self._counts = weights, counts
        self._capacity = weights != (0, 1)
        self._unit = max(1, weights[0])  # of a capacity that is not scaled
        self._model = programs.model(known, weights, by_minority)
        first = params.run.penalty if penalty is None else penalty
        self._splitting = Splitting(self._model, first, params)
        difference = programs.difference_rows(known.chosen)
        self._fixed_rows = [
            *(row for count in counts for row in programs.count_rows(count, known.chosen)),
            *(row for row, _ in difference),
        ]
        self._scales = np.array([scale for _, scale in difference])
        self._inequalities: tuple[IntegerSum, ...] = ()
        self._sum_rows: dict[IntegerSum, Row] = {}  # of these inequalities
        self._age: tuple[int, ...] = ()
        self.bound: Fraction | None = None
        self.multipliers: StateMultipliers | None = None
        self._tried = -np.inf  # bound of the last dual that was rounded
        self._gained = self._rule.promising if by_minority else 0.0  # by moving costs, when it was
        self._objectives: list[float] = []  # while it advances
        if warm is not None:
            self._splitting.go_on_from(warm.tables)
            self._inequalities, self._age = warm.inequalities, (0,) * len(warm.inequalities)
        fresh = np.zeros(len(self._fixed_rows))
        multipliers = fresh if warm is None else np.concatenate([fresh, warm.multipliers])
        self._splitting.use(self._all_rows(), multipliers)

    def raise_bound(self, target: float, should_continue: Callable[[], bool]) -> None:
        """Run without inequalities; with them where the composition is decided and that did not do.

        Before, dividing by composition gains more in the same time.
        """
        target += self._rule.margin * self._unit
        open_yet = self._inequalities or self._steps(
            self._params.most_steps, target, should_continue, separating=False
        )
        if open_yet and (self._by_minority or self._capacity):
            params = self._params
            most = params.most_capacity_steps if self._capacity else params.most_separating_steps
            self._steps(most, target, should_continue, separating=True)

    def _steps(
        self, most: int, target: float, should_continue: Callable[[], bool], *, separating: bool
    ) -> bool:
        """Make steps; tell whether it is worth to go on by other means."""
        objectives: list[float] = []
        for step in range(1, most + 1):
            dual = self._splitting.step(check=step % self._rule.look_every == 0)
            if dual is not None:
                if dual.bound == NO_BOUND:
                    return True
                if self._promising(dual.bound, target) or step == most:
                    self._prove(dual)
                if (self.bound is not None and self.bound > target) or not should_continue():
                    return False
                objectives.append(self._splitting.objective)
                least = self._rule.least_separating_steps if separating else self._rule.least_steps
                if step >= least and self._settled(objectives[-self._rule.recent :], target):
                    if dual.bound > self._tried:
                        self._prove(dual)
                    return True
            if separating and step % self._rule.separate_every == 1:
                self._separate(step)
        return True

    def advance(self, seed: int, should_continue: Callable[[], bool]) -> Dual:
        """Make some steps, after a search for inequalities; return what bounds now.

        At the beginning there is nothing yet in which to search.
        """
        if self._objectives or self._inequalities:
            self._separate(seed)
        for _ in range(self._params.round // self._rule.look_every):
            for step in range(1, self._rule.look_every + 1):
                dual = self._splitting.step(check=step == self._rule.look_every)
            self._objectives.append(self._splitting.objective)
            if not should_continue():
                break
        assert dual is not None
        return dual

    def settled(self, target: float) -> bool:
        """Tell whether advancing more would not reach a target."""
        looks = self._params.round // self._rule.look_every
        last = self._objectives[-looks - 1 :]
        return len(last) > looks and self._settled(last, target)

    def _promising(self, bound: float, target: float) -> bool:
        """Tell whether rounding a dual may reach the target, or tell whether it will."""
        missing = target - self._tried - self._gained
        news = max(self._rule.news * self._unit, missing / 2)
        return bound + self._gained > target or bound > self._tried + news

    def _settled(self, last: list[float], target: float) -> bool:
        """Tell whether the last objectives stand still below the target."""
        missing = target - max(last)
        slow = self._rule.near * missing
        if self._inequalities:
            slow = min(slow, self._rule.slow * self._unit)
        return (
            missing > 0 and max(last) - min(last) < slow and self._splitting.primal_residual < 2e-3
        )

    def _separate(self, seed: int) -> None:
        """Search for inequalities, and drop those that have had no multiplier for a while."""
        splitting, fixed = self._splitting, len(self._fixed_rows)
        multipliers = splitting.multipliers[fixed:]
        kept = [
            i for i, age in enumerate(self._age) if multipliers[i] > 0 or age < self._rule.patience
        ]
        entries = zip(self._inequalities, multipliers, strict=True)
        busy = [each for each, value in entries if value > 0]
        joint = Joint.of(splitting.even, splitting.odd)
        found = violated(joint, seed, busy, self._params.random_sums)
        old = tuple(self._inequalities[i] for i in kept)
        room = max(0, self._rule.most_rows * self._model.variables - len(old))
        new = [each for each in found if each not in old][:room]
        self._inequalities = (*old, *new)
        self._age = (*(self._age[i] + 1 for i in kept), *(0 for _ in new))
        counts = splitting.multipliers[:fixed]
        begun = np.concatenate([counts, multipliers[kept], np.zeros(len(new))])
        splitting.use(self._all_rows(), begun)

    def _all_rows(self) -> list[Row]:
        """Return the rows of counts and of the sides' difference, and those of inequalities."""
        order, rows = self._model.order, self._sum_rows
        self._sum_rows = {
            each: rows[each] if each in rows else sum_row(each, order)
            for each in self._inequalities
        }
        return [*self._fixed_rows, *self._sum_rows.values()]

    def warm(self) -> Warm:
        """Return where the run stands."""
        multipliers = self._splitting.multipliers[len(self._fixed_rows) :]
        return Warm(self._splitting.tables, self._inequalities, multipliers)

    # ---- proof ---------------------------------------------------------------

    def _prove(self, dual: Dual) -> None:
        """Round a dual, and keep it if it proves more than the best so far.

        One with multipliers that are larger than a certificate may hold is left.
        """
        try:
            multipliers = self.rounded(dual)
            slope = self._exact(multipliers)
        except Refused:
            return
        self._tried, self._gained = dual.bound, float(slope) - dual.bound
        if self.bound is None or slope > self.bound:
            self.bound, self.multipliers = slope, multipliers

    def rounded(self, dual: Dual) -> StateMultipliers:
        """Turn a dual into multipliers for a certificate."""
        fixed, rows = len(self._fixed_rows), dual.added.multipliers
        counts = [
            (index, float(rows[2 * index]), float(rows[2 * index + 1]))
            for index in range(len(self._counts))
        ]
        totals = np.array(self._known.totals, dtype=np.int64)
        multiples = rounded(
            self._model.cone,
            replace(dual.added, multipliers=rows[fixed:]),
            self._known.functions,
            totals,
            self._inequalities,
            tuple(counts),
            self._difference(rows),
            self._scale,
        )
        if self._by_minority:
            remainder = reduced(
                self._structure, self._known, self._weights, limits_of(self._counts), multiples
            )
            multiples = tightened(
                multiples,
                remainder.pairs.min(axis=1).astype(float),
                remainder.single.astype(float),
                self._known.functions.argmax(axis=0),
                totals,
            )
        return StateMultipliers(multiples=multiples, capacity=self._capacity)

    def _difference(self, multipliers: FloatArray) -> FloatArray:
        """Return the multipliers (states) of the difference with a block's sign in a state."""
        if not len(self._scales):
            return np.zeros(len(self._known.chosen))
        rows = slice(2 * len(self._counts), len(self._fixed_rows))
        most, least = (multipliers[rows] * self._scales).reshape(2, -1)
        return np.asarray(least - most)

    @property
    def odd(self) -> FloatArray:
        """The last odd tables.

        Returns
        -------
        (offset, states, states).
        """
        return self._splitting.odd

    @property
    def _structure(self) -> BlockCyclic:
        return self._programs.structure

    def _exact(self, multipliers: StateMultipliers) -> Fraction:
        """Return what the verifier will find."""
        multiples = multipliers.multiples
        return Fraction(
            least_line(
                self._structure, self._known, self._weights, limits_of(self._counts), multiples
            ),
            2 * multiples.scale,
        )


def limits_of(counts: Sequence[Count]) -> tuple[Limit, ...]:
    """Return limits on numbers of separated pairs as the verifier reads them along a path."""
    return tuple(
        Limit(number=i, members=frozenset(c.members), residue=c.residue, low=c.low, high=c.high)
        for i, c in enumerate(counts)
    )
