"""What a leaf over groups holds: multipliers of what is known, read and kept within limits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from alphacut.solver.bisection.certificate.leaves import GroupsLeaf
from alphacut.solver.bisection.verify.blocks import IntArray
from alphacut.solver.bisection.verify.definite import semidefinite
from alphacut.solver.bisection.verify.groups.blocks import Groups
from alphacut.solver.bisection.verify.packed import unpacked
from alphacut.solver.bisection.verify.semidefinite import MOST_TRIANGLES, SIGNS
from alphacut.solver.common.errors import Refused

LARGEST_SCALE = 1 << 30
LARGEST_ENTRY = 1 << 40  # of the semidefinite matrices
LARGEST_TRIANGLES = 1 << 44  # their multipliers together
LARGEST = 1 << 58  # of what one entry of a table can add up to


@dataclass(frozen=True, kw_only=True)
class Known:
    """What is known besides balance: functions of states with their sums over all groups."""

    chosen: IntArray  # the states that a group can have
    functions: IntArray  # (functional × group × chosen states), not negative
    totals: tuple[int, ...]

    @classmethod
    def of(cls, groups: Groups, level: int, counts: Sequence[int] | None) -> Known:
        """Return the intercept, and the numbers of groups of each minority where they are decided.

        That a dummy's group is all on one side comes second.

        Parameters
        ----------
        level
            The intercept.
        counts
            Numbers of groups of each minority, where they are decided.
        """
        chosen = np.arange(groups.states)
        functions, totals = [groups.intercepts], [level]
        if groups.together:
            divided = np.zeros_like(groups.intercepts)
            divided[-1] = groups.minority > 0
            functions.append(divided)
            totals.append(0)
        if counts is not None:
            present = [q for q, number in enumerate(counts) if number]
            chosen = np.nonzero(np.isin(groups.minority, present))[0]
            indicators = (np.tile(groups.minority == q, (groups.order, 1)) for q in present)
            functions += list(indicators)
            totals += [counts[q] for q in present]
        table = np.array(functions, dtype=np.int64)[:, :, chosen]
        return cls(chosen=chosen, functions=table, totals=tuple(totals))


@dataclass(frozen=True, kw_only=True)
class Multiples:
    """What a leaf subtracts from twice the slope, in units of 1/scale."""

    scale: int
    even: IntArray  # matrix over the even features of all groups
    odd: IntArray
    shifts: tuple[int, int]  # multiples of the identity, even and odd
    potentials: IntArray  # (group × group × states), those of a group and itself not used
    known: IntArray  # (functional × group × states)
    totals: tuple[int, ...]  # by functional
    balance: IntArray  # (group × states)
    triangles: IntArray  # (5 × number): three switches, kind, multiplier

    @classmethod
    def read(cls, groups: Groups, known: Known, leaf: GroupsLeaf) -> Multiples:
        """Unpack the tables of a leaf, or refuse.

        Raises
        ------
        Refused
            If its tables are not of the sizes that the groups need.
        """
        if leaf.scale > LARGEST_SCALE or leaf.number > MOST_TRIANGLES:
            raise Refused("a leaf's scale is too large, or it has too many triangles")
        order, size, functionals = groups.order, len(known.chosen), len(known.totals)
        if len(leaf.totals) != functionals:
            raise Refused(f"a leaf's totals are {len(leaf.totals)}, and {functionals} are known")
        even, odd = order * groups.even_features.shape[1], order * groups.odd_features.shape[1]
        return cls(
            scale=leaf.scale,
            even=unpacked(leaf.even, (even, even)),
            odd=unpacked(leaf.odd, (odd, odd)),
            shifts=leaf.shifts,
            potentials=unpacked(leaf.potentials, (order, order, size)),
            known=unpacked(leaf.known, (functionals, order, size)),
            totals=leaf.totals,
            balance=unpacked(leaf.balance, (order, size)),
            triangles=unpacked(leaf.triangles, (5, leaf.number)),
        )

    def check(self, groups: Groups, known: Known) -> None:
        """Refuse what is not shown to be valid, and what could overflow.

        Raises
        ------
        Refused
            If the matrix is not shown to be semidefinite, or sums could overflow.
        """
        for matrix, shift in ((self.even, self.shifts[0]), (self.odd, self.shifts[1])):
            if not semidefinite(matrix[None], shift):
                raise Refused("a leaf's matrix is not shown to be semidefinite")
        check_triangles(groups, self.triangles)
        if self._largest(groups, known) > LARGEST:
            raise Refused("a leaf's multipliers are too large")

    def _largest(self, groups: Groups, known: Known) -> int:
        """Return more than any entry of a table, single ones included, can add up to."""

        def top(table: IntArray) -> int:
            return int(np.abs(table).max(initial=0))

        features = max(
            int(np.abs(f).sum(axis=1).max()) for f in (groups.even_features, groups.odd_features)
        )
        matrices = max(top(self.even), top(self.odd)) + max(self.shifts)
        if matrices > LARGEST_ENTRY or max(map(abs, self.totals), default=0) > 1 << 44:
            return LARGEST + 1
        products: int = sum(
            2 * (top(function) + abs(total)) * top(by) + abs(value) * top(function)
            for function, total, by, value in zip(
                known.functions, known.totals, self.known, self.totals, strict=True
            )
        )
        capacities = 2 * self.scale * sum(groups.network.total)
        return (
            capacities
            + 4 * matrices * features * features
            + groups.order * top(self.potentials)
            + products
            + 2 * top(groups.weights) * top(self.balance)
            + sum(map(int, self.triangles[4]))
        )


def check_triangles(groups: Groups, triangles: IntArray) -> None:
    """Refuse triangles that are not inequalities among three groups.

    Parameters
    ----------
    triangles
        (5, triangles): three switches, which inequality it is, and its multiplier.

    Raises
    ------
    Refused
        If one is no triangle of switches of three groups, or multipliers are too large.
    """
    switches, kinds, values = triangles[:3], triangles[3], triangles[4]
    if ((switches < 0) | (switches >= len(groups.place))).any():
        raise Refused("a triangle names a switch that does not exist")
    if (kinds < 0).any() or (kinds >= len(SIGNS)).any() or (values < 0).any():
        raise Refused("a triangle has no such kind, or a negative multiplier")
    first, second, third = groups.place[switches, 0]
    if ((first == second) | (first == third) | (second == third)).any():
        raise Refused("a triangle names two switches of one group")
    if sum(values.tolist()) > LARGEST_TRIANGLES:
        raise Refused("a leaf's multipliers are too large")
