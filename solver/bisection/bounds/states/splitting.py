"""The semidefinite relaxation over states, solved by splitting.

Minimise a linear cost of joint frequencies of states over tables that are at
once frequencies (not negative, adding up to 1 for each offset, with the known
number of blocks in each part) and semidefinite over the rotation. Alternating
directions of multipliers treat one condition at a time; the multipliers of any
moment give a valid bound.

Of the three loops of this kind this alone has rows of any form. They take their best multipliers
at each step (docs/lab/states.md), and steps become shorter when they swing: with steps of
one length such runs do not converge.

References
----------
Boyd et al., Distributed optimization and statistical learning via the
alternating direction method of multipliers, 2011. De Klerk, van Dam and
Sotirov on symmetry in semidefinite relaxations of graph partition.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from alphacut.solver.bisection.bounds.pairs import FloatArray, IntArray
from alphacut.solver.bisection.bounds.residual_balancing import BALANCED, balanced
from alphacut.solver.bisection.bounds.simplex import on_simplex
from alphacut.solver.bisection.bounds.states.cone import Cone
from alphacut.solver.bisection.bounds.states.params import USUAL_STATE, StateParams
from alphacut.solver.bisection.bounds.states.rows import Row, RowStack
from alphacut.solver.common.compiled import compiled

STEP = 0.9  # of each of the two updates of multipliers, at first
LEAST_STEP = 0.05
RISEN = 1e-3  # primal residual that may be a sign of it
DUAL_FIRST = 1.5, 3.0  # ratio of the residuals of many states: bounds rise sooner
PASSES = 20  # over the rows, to their best multipliers
ROW_STEP = 1.0  # of the rows' multipliers, where 2 is about as much as is stable
NO_BOUND = -np.inf
MEAN_OF = 60  # steps: multipliers swing around the best ones, and their mean is nearer


@dataclass(frozen=True, kw_only=True)
class Model:
    """What is to be minimised: g·(Σ_d <odd[d], O[d]> + single·p + constant).

    Attributes
    ----------
    cone
        Over the chosen states.
    odd
        Costs (offset × states × states) of odd tables, those of offset 0 zero.
    constant
        Added to each block's cost.
    parts
        Part of each chosen state.
    totals
        Share of the blocks in each part.
    single
        Cost of each chosen state.
    """

    cone: Cone
    odd: FloatArray
    constant: float
    parts: IntArray
    totals: FloatArray
    single: FloatArray

    @property
    def order(self) -> int:
        """The number of blocks."""
        return self.cone.order

    @property
    def states(self) -> int:
        """The number of chosen states."""
        return len(self.parts)

    @property
    def variables(self) -> int:
        """The number of different frequencies, of one block and of two."""
        return self.states + self.order // 2 * 2 * self.states**2


@dataclass(frozen=True)
class Added:
    """What is added to the costs, so that their least value is a bound.

    Attributes
    ----------
    even, odd
        Tables: products with what vanishes, less semidefinite tables and, of the odd ones, less
        the multiple.
    multiple
        Of the product of the cone's odd combination with itself, for its known square.
    multipliers
        Of the rows.
    """

    even: FloatArray
    odd: FloatArray
    multiple: float
    multipliers: FloatArray

    def towards(self, other: Added, share: float) -> Added:
        """Return what lies so far on the way to another."""
        return Added(
            self.even + share * (other.even - self.even),
            self.odd + share * (other.odd - self.odd),
            self.multiple + share * (other.multiple - self.multiple),
            self.multipliers + share * (other.multipliers - self.multipliers),
        )


@dataclass(frozen=True)
class Dual:
    """What is added to the costs, and the bound that it gives."""

    added: Added
    bound: float


@dataclass(frozen=True)
class Tables:
    """Where a run stands: frequencies, multipliers of the cone, and the penalty."""

    even: FloatArray
    odd: FloatArray
    z_even: FloatArray
    z_odd: FloatArray
    penalty: float


class Splitting:
    """One run of alternating directions, which may go on with other rows.

    Parameters
    ----------
    penalty
        The first one, in units of the largest cost of a block.
    """

    def __init__(self, model: Model, penalty: float, params: StateParams = USUAL_STATE) -> None:
        self.model, self._params = model, params
        self._many = model.states >= params.single_precision_from
        self._precision = np.float32 if self._many else np.float64
        self._costs: FloatArray = model.odd.astype(self._precision)
        self._first_penalty = penalty * max(1e-9, float(np.abs(model.odd).max()))
        self.rows = RowStack([], model.states, model.order, params.largest_dense)
        self._mean: Added | None  # of what the last steps added
        self._begin()

    def _begin(self) -> None:
        """Begin with independent blocks and no multipliers."""
        model = self.model
        single = np.zeros(model.states)
        for number, share in enumerate(model.totals):
            inside = model.parts == number
            single[inside] = share / max(1, inside.sum())
        both = np.outer(single, single).astype(self._precision)
        self.even = np.broadcast_to(both, (model.order, *both.shape)).copy()
        self.odd = np.zeros_like(self.even)
        self.even[0] = self.odd[0] = np.diag(single)
        self._z_even, self._z_odd = np.zeros_like(self.even), np.zeros_like(self.odd)
        self.penalty = self._first_penalty
        self.multipliers = np.zeros(len(self.rows))
        self._mean, self._mean_of = None, 0  # and of how many
        self._step = STEP
        self.primal_residual = np.inf  # with these rows
        self.dual_residual = np.inf
        self._price()

    @property
    def tables(self) -> Tables:
        """Where the run stands."""
        return Tables(self.even, self.odd, self._z_even, self._z_odd, self.penalty)

    def go_on_from(self, tables: Tables) -> None:
        """Take over where another run over the same states stood."""
        precision = self.even.dtype
        each = [tables.even, tables.odd, tables.z_even, tables.z_odd]
        self.even, self.odd, self._z_even, self._z_odd = (t.astype(precision) for t in each)
        self.penalty = tables.penalty

    def use(self, rows: list[Row], multipliers: FloatArray) -> None:
        """Replace the rows.

        Parameters
        ----------
        multipliers
            (rows,), to begin with.
        """
        model = self.model
        self.rows = RowStack(
            rows, model.states, model.order, self._params.largest_dense, before=self.rows
        )
        self.multipliers = multipliers.copy()
        self._mean, self._mean_of = None, 0
        self.primal_residual = np.inf
        self._price()

    def _price(self) -> None:
        """Add the rows to the costs."""
        self._c_even, self._c_odd, self._c_single = self._priced(self.multipliers)

    def _priced(self, multipliers: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return the costs, even, odd and of single states, with multiples of the rows."""
        even, odd = np.zeros_like(self.even), self._costs.copy()
        single = self.model.single.copy()
        if len(self.rows):
            self.rows.add_to(multipliers, even, odd, single)
        return even, odd, single

    @property
    def objective(self) -> float:
        """The cost of the present frequencies, which need not be semidefinite."""
        cost = float((self.model.odd * self.odd).sum())
        alone = float(self.model.single @ np.diagonal(self.even[0]))
        return self.model.order * (cost + alone + self.model.constant)

    def step(self, *, check: bool) -> Dual | None:
        """Make one step; with check return multipliers and the bound that they give.

        Steps that diverge are told by the bound `NO_BOUND`; the next one begins anew.
        """
        with np.errstate(over="ignore", invalid="ignore"):
            try:
                dual = self._stepped(check=check)
            except np.linalg.LinAlgError:  # no eigenvalues: something is infinite, or no number
                dual, diverged = None, True
            else:
                diverged = check and not np.isfinite(self.primal_residual + self.dual_residual)
        if diverged:
            self._begin()
        return Dual(self._nothing_added(), NO_BOUND) if diverged and check else dual

    def _stepped(self, *, check: bool) -> Dual | None:
        beta, cone = self.penalty, self.model.cone
        wanted_even, wanted_odd = self.even + self._z_even / beta, self.odd + self._z_odd / beta
        near_even, near_odd = cone.project(wanted_even, wanted_odd)
        added = Added(
            beta * (wanted_even - near_even),
            beta * (wanted_odd - near_odd),
            beta * cone.multiple,
            self.multipliers,
        )
        self._take_in(added)
        dual = self._best(added) if check else None
        self._z_even += self._step * beta * (self.even - near_even)
        self._z_odd += self._step * beta * (self.odd - near_odd)
        before_even, before_odd = self.even, self.odd
        self.even, self.odd = self._frequencies(near_even, near_odd)
        residual_even, residual_odd = self.even - near_even, self.odd - near_odd
        self._z_even += self._step * beta * residual_even
        self._z_odd += self._step * beta * residual_odd
        if len(self.rows):
            self._move_rows()
        if check:
            moved = np.hypot(
                np.linalg.norm(self.even - before_even), np.linalg.norm(self.odd - before_odd)
            )
            self._balance(
                float(np.hypot(np.linalg.norm(residual_even), np.linalg.norm(residual_odd))), moved
            )
        return dual

    def _balance(self, primal: float, moved: float) -> None:
        """Keep the ratio of the two residuals by the penalty, and steps as short as they must be.

        With rows there are three kinds of multipliers, and steps that are long may swing more and
        more, or for ever.
        """
        before = self.primal_residual
        size = np.hypot(np.linalg.norm(self.even), np.linalg.norm(self.odd))
        multipliers = np.hypot(np.linalg.norm(self._z_even), np.linalg.norm(self._z_odd))
        self.primal_residual = primal / (1 + size)
        self.dual_residual = self.penalty * moved / (1 + multipliers)
        if self.primal_residual > max(before, RISEN):
            self._step = max(LEAST_STEP, self._params.shorter * self._step)
        ratio = DUAL_FIRST if self._many else BALANCED
        self.penalty = balanced(self.penalty, self.primal_residual, self.dual_residual, ratio)

    def _move_rows(self) -> None:
        violated = self.rows.values(self.even, self.odd)
        force = ROW_STEP * self.penalty * violated
        self.multipliers = best_multipliers(self.multipliers, force, self.rows.products)
        self._price()

    def _frequencies(self, even: FloatArray, odd: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return the nearest frequencies to tables that are moved down their costs."""
        order, states = self.model.order, self.model.states
        half = order // 2 + 1
        wanted_even = even[:half] - (self._c_even[:half] + self._z_even[:half]) / self.penalty
        wanted_odd = odd[:half] - (self._c_odd[:half] + self._z_odd[:half]) / self.penalty
        signed = np.stack([wanted_even[1:] + wanted_odd[1:], wanted_even[1:] - wanted_odd[1:]], 1)
        projected = on_simplex(signed.reshape(half - 1, -1) / 2).reshape(-1, 2, states, states)
        new_even, new_odd = np.zeros_like(even), np.zeros_like(odd)
        new_even[1:half] = projected[:, 0] + projected[:, 1]
        new_odd[1:half] = projected[:, 0] - projected[:, 1]
        for tables in (new_even, new_odd):
            tables[half:] = np.swapaxes(tables[1 : order - half + 1], 1, 2)[::-1]
        diagonal = np.diagonal(wanted_even[0]) + np.diagonal(wanted_odd[0])
        single = (diagonal - self._c_single / self.penalty) / 2
        for number, share in enumerate(self.model.totals):
            inside = self.model.parts == number
            if inside.any():
                single[inside] = on_simplex(single[inside][None, :], share)[0]
        new_even[0] = new_odd[0] = np.diag(single)
        return new_even, new_odd

    def _take_in(self, added: Added) -> None:
        """Move the mean of the last steps."""
        if self._mean is None or self._mean_of == MEAN_OF:
            self._mean, self._mean_of = added, 1
        else:
            self._mean_of += 1
            self._mean = self._mean.towards(added, 1 / self._mean_of)

    def _best(self, last: Added) -> Dual:
        """Return what bounds best: what was added last, or the mean."""
        assert self._mean is not None
        return max(
            (Dual(each, self._bound(each)) for each in (last, self._mean)),
            key=lambda dual: dual.bound,
        )

    def _bound(self, added: Added) -> float:
        """Return the least cost of any frequencies."""
        cost_even, cost_odd, single = self._priced(added.multipliers)
        single += np.diagonal(added.even[0]) + np.diagonal(added.odd[0])
        cost_even += added.even
        cost_odd += added.odd
        least = (cost_even - np.abs(cost_odd))[1:]  # of states that are alike, and opposite
        pairs = float(least.reshape(len(least), -1).min(axis=1).sum())
        parts = enumerate(self.model.totals)
        alone = sum(share * single[self.model.parts == n].min() for n, share in parts)
        rows = float(added.multipliers @ self.rows.limits) if len(self.rows) else 0.0
        total = self.model.order * (pairs + float(alone) + self.model.constant - rows)
        return total + self.model.cone.worth(added.multiple)

    def _nothing_added(self) -> Added:
        return Added(
            np.zeros_like(self.even), np.zeros_like(self.odd), 0.0, np.zeros(len(self.rows))
        )


@compiled
def best_multipliers(start: FloatArray, force: FloatArray, products: FloatArray) -> FloatArray:
    """Return the multipliers τ ≥ 0 that minimise (τ - τ₀)ᵀG(τ - τ₀)/2 - force·(τ - τ₀).

    G are the rows' products with each other. One multiplier after the other is made the
    best for the others, some times all around (Hildreth, A quadratic programming procedure,
    1957). Rows that are idle and not violated stay so.

    Parameters
    ----------
    start
        (rows,), τ₀.
    force
        (rows,).
    products
        (rows, rows), symmetric.

    Returns
    -------
    (rows,).
    """
    multipliers = start.astype(products.dtype)
    slope = -force.astype(products.dtype)
    for _ in range(PASSES):
        for i in range(len(multipliers)):
            if products[i, i] <= 0.0:
                continue
            change = max(-slope[i] / products[i, i], -multipliers[i])
            if change != 0.0:
                multipliers[i] += change
                row = products[i]
                for j in range(len(multipliers)):
                    slope[j] += change * row[j]
    return multipliers.astype(np.float64)
