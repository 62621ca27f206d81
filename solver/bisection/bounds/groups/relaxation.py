"""The relaxation over groups as the tree uses it: bounds by intercept and composition."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.counts import Count
from alphacut.solver.bisection.bounds.groups.leaf import SCALE, GroupMultipliers, proven
from alphacut.solver.bisection.bounds.groups.model import Model
from alphacut.solver.bisection.bounds.groups.params import USUAL_GROUP, GroupParams
from alphacut.solver.bisection.bounds.groups.splitting import Dual, Splitting
from alphacut.solver.bisection.bounds.pairs import FloatArray, Pairs
from alphacut.solver.bisection.certificate.leaves import GroupsLeaf, Leaf
from alphacut.solver.bisection.verify.blocks import Counts
from alphacut.solver.bisection.verify.groups.blocks import Groups
from alphacut.solver.bisection.verify.groups.leaf import slope_bound
from alphacut.solver.bisection.verify.groups.multiples import Known

MARGIN = 1e-3  # of slope


@dataclass(frozen=True)
class Bounded:
    """What a run gave: a bound on the slope, what proves it, and the last frequencies."""

    bound: Fraction | None
    multipliers: GroupMultipliers | None
    fractions: FloatArray  # separated shares of the pairs of switches
    warm: None = None  # nothing goes on from here


class GroupRelaxation:
    """Bounds the slope of bisections at one intercept.

    Parameters
    ----------
    structure
        The groups and their states, as the verifier sees them.

    Attributes
    ----------
    structure
        The groups and their states, as the verifier sees them.
    pairs
        All pairs of switches, each for itself.
    """

    def __init__(
        self, balance: Balance, structure: Groups, params: GroupParams = USUAL_GROUP
    ) -> None:
        self.structure = structure
        self._params = params
        self.pairs = Pairs(structure.network, balance, ())

    def solve(
        self,
        level: int,
        composition: Counts | None,
        counts: Sequence[Count],  # noqa: ARG002 - the bound holds for more than they leave
        target: float,
        should_continue: Callable[[], bool],
        warm: object = None,  # noqa: ARG002 - every run begins anew
        states: Counts | None = None,  # noqa: ARG002 - groups are not alike
    ) -> Bounded:
        """Raise the bound on the slope above a target, or see that it will not get there.

        Limits of counts and where another run stopped are not used here.

        Parameters
        ----------
        level
            The intercept.
        composition
            Numbers of groups of each minority, where they are decided.
        target
            The slope to be passed.
        """
        known = Known.of(self.structure, level, composition)
        run = _Run(Model(self.structure, known), self._params)
        run.raise_bound(target + MARGIN, should_continue, patient=composition is not None)
        return Bounded(run.bound, run.multipliers, self._fractions(run))

    def proven_slope(
        self,
        level: int,
        composition: Counts | None,
        counts: Sequence[Count],  # noqa: ARG002 - as in `solve`
        leaf: Leaf,
        states: Counts | None = None,  # noqa: ARG002 - as in `solve`
    ) -> Fraction | None:
        """Return what a leaf of an earlier certificate proves of a subproblem's slope.

        It is None for a leaf of another kind.

        Parameters
        ----------
        level, composition
            As `solve` takes them.

        Raises
        ------
        Refused
            If the leaf is not about such groups, or proves nothing.
        """
        if not isinstance(leaf, GroupsLeaf):
            return None
        known = Known.of(self.structure, level, composition)
        return Fraction(*slope_bound(self.structure, known, leaf))

    def _fractions(self, run: _Run) -> FloatArray:
        """Return the separated share of each pair of switches."""
        structure, fractions = self.structure, np.zeros(self.pairs.count)
        products = run.model.products(run.splitting.odd)
        single = np.diagonal(run.splitting.odd).reshape(structure.order, -1)
        for b in range(structure.order):
            signs = run.model.signs
            products[b, :, b] = (signs * single[b][:, None]).T @ signs
        switches = len(structure.balance.extended)
        places = structure.place[:switches]
        for first in range(switches):
            (b, j), others = places[first], places[first + 1 :]
            orbits = self.pairs.orbit[first, first + 1 : switches]
            fractions[orbits] = (1.0 - products[b, j, others[:, 0], others[:, 1]]) / 2.0
        return np.clip(fractions, 0.0, 1.0)


class _Run:
    """One subproblem."""

    def __init__(self, model: Model, params: GroupParams) -> None:
        self.model = model
        self._params = params
        self.splitting = Splitting(model)
        self.bound: Fraction | None = None
        self.multipliers: GroupMultipliers | None = None

    def raise_bound(
        self, target: float, should_continue: Callable[[], bool], *, patient: bool
    ) -> None:
        """Make steps until the bound passes the target, or stands still below it.

        With patience it may stand still for long: nothing else is left to be tried.
        """
        params, history = self._params, list[float]()
        for step in range(params.look_every, params.most_steps + 1, params.look_every):
            self._prove(self.splitting.run(params.look_every))
            assert self.bound is not None
            history.append(float(self.bound))
            hopeless = not patient and params.stopping.gives_up(history, target)
            if self.bound > target or not should_continue() or hopeless:
                return
            if step >= params.first_triangles and step % params.separate_every == 0:
                splitting = self.splitting
                splitting.rows = splitting.rows.exchanged(splitting.odd, params.new_triangles)

    def _prove(self, dual: Dual) -> None:
        """Round a dual, and keep it if it proves more than the best so far."""
        units, multiples = proven(self.model, dual)
        slope = Fraction(units, 2 * SCALE)
        if self.bound is None or slope > self.bound:
            self.bound, self.multipliers = slope, GroupMultipliers(multiples)
