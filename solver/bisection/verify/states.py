"""Leaves of the relaxation over states of blocks: exact but for one semidefinite matrix.

With the rotation's average over all blocks b, twice the slope of a bisection is
a sum of tables over pairs of blocks. Multiples of what is known to be zero or not
negative are subtracted from them, and what remains is at least its least entry
for every pair of blocks. All of this is done in integers. That the two integer
matrices of a leaf are semidefinite is shown by a Cholesky factorisation in
floating point, of a matrix that was lowered by more than rounding can be worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from alphacut.arrangements.words import shown
from alphacut.solver.bisection.certificate.leaves import StatesLeaf
from alphacut.solver.bisection.verify.block_cyclic import BlockCyclic
from alphacut.solver.bisection.verify.blocks import IntArray
from alphacut.solver.bisection.verify.counts import Limit
from alphacut.solver.bisection.verify.definite import semidefinite
from alphacut.solver.bisection.verify.packed import unpacked
from alphacut.solver.bisection.verify.sequences.autocorrelations import (
    SequenceBound,
    read_sequences,
)
from alphacut.solver.bisection.verify.sequences.crosscorrelations import (
    CrossBound,
    read_crosscorrelations,
)
from alphacut.solver.bisection.verify.sums import IntegerSum, read_sums
from alphacut.solver.bisection.verify.tables import Known, Remainder, Tables
from alphacut.solver.common.errors import Refused

Weights = tuple[int, int]  # of an intercept and a slope


@dataclass(frozen=True, kw_only=True)
class Multiples:
    """What a leaf over states subtracts from twice what it bounds, in units of 1/scale."""

    scale: int
    even: IntArray  # (offset × states × states), as all tables over the possible states
    odd: IntArray
    shifts: tuple[int, int]  # multiples of the identity, even and odd
    potentials: IntArray  # (offset from 1 × states)
    known: IntArray  # (functional × states)
    totals: tuple[int, ...]  # by functional
    balance: IntArray  # (states)
    square: int  # of the difference between the sides
    sums: tuple[tuple[IntegerSum, int], ...]  # with multipliers
    counts: tuple[tuple[int, int, int], ...]  # index, multipliers of both limits
    # of earlier versions
    sequences: tuple[tuple[SequenceBound, int], ...] = ()
    crosscorrelations: tuple[tuple[CrossBound, int], ...] = ()

    @classmethod
    def read(cls, structure: BlockCyclic, known: Known, leaf: StatesLeaf) -> Multiples:
        """Unpack the tables of a leaf, or refuse.

        Raises
        ------
        Refused
            If its tables are not of the sizes that the blocks need.
        """
        if leaf.scale > 1 << 30:
            raise Refused("a leaf's scale is too large")
        order, width = structure.order, structure.width
        size, functionals = len(known.chosen), len(known.totals)
        if len(leaf.totals) != functionals:
            raise Refused(f"a leaf's totals are {len(leaf.totals)}, and {functionals} are known")
        return cls(
            scale=leaf.scale,
            even=_tables(leaf.even, order, size),
            odd=_tables(leaf.odd, order, size),
            shifts=leaf.shifts,
            potentials=unpacked(leaf.potentials, (order - 1, size)),
            known=unpacked(leaf.known, (functionals, size)),
            totals=leaf.totals,
            balance=unpacked(leaf.balance, (1, size))[0],
            square=leaf.square,
            sums=tuple(read_sums(leaf, order, size)),
            sequences=tuple(read_sequences(leaf.sequences, order, width, structure.searched)),
            crosscorrelations=tuple(
                read_crosscorrelations(
                    leaf.crosscorrelations, order, width, structure.searched_pairs
                )
            ),
            counts=leaf.counts,
        )

    def check(self) -> None:
        """Refuse tables that are not seen to be semidefinite, and bounds that are none.

        Raises
        ------
        Refused
            If a table is not seen to be semidefinite, or a bound is none.
        """
        for tables, shift in zip((self.even, self.odd), self.shifts, strict=True):
            if not semidefinite(tables, shift):
                raise Refused("a leaf's tables are not seen to be semidefinite")
        for bound, _ in self.crosscorrelations:
            bound.check()


def line_bound(
    structure: BlockCyclic,
    known: Known,
    weights: Weights,
    limits: Sequence[Limit],
    leaf: StatesLeaf,
) -> tuple[int, int]:
    """Return a numerator and a denominator that every bisection's line is at least.

    Parameters
    ----------
    weights
        Of the line's intercept and slope, whose sum is bounded.
    limits
        On numbers of separated pairs, along the leaf's path.
    """
    multiples = Multiples.read(structure, known, leaf)
    numerator = least_line(structure, known, weights, limits, multiples)
    multiples.check()
    return numerator, 2 * multiples.scale


def least_line(
    structure: BlockCyclic,
    known: Known,
    weights: Weights,
    limits: Sequence[Limit],
    multiples: Multiples,
) -> int:
    """Return a bound times twice the scale, if `Multiples.check` finds nothing.

    Parameters
    ----------
    weights
        Of the line's intercept and slope.
    limits
        On numbers of separated pairs, along the leaf's path.
    multiples
        Of the leaf, taken to be what they say.
    """
    remainder = reduced(structure, known, weights, limits, multiples)
    return remainder.least(structure.order) - structure.order * sum(multiples.shifts)


def reduced(
    structure: BlockCyclic,
    known: Known,
    weights: Weights,
    limits: Sequence[Limit],
    multiples: Multiples,
) -> Remainder:
    """Subtract everything in a leaf from twice the weighted sum of a line.

    What is subtracted is taken to be what it says (see `Multiples.check`), and what the
    tables' shifts cost is not looked at here.

    Parameters
    ----------
    weights
        Of intercept and slope in twice a line's sum.
    limits
        On numbers of separated pairs, by the index that the multipliers name.

    Raises
    ------
    Refused
        If a count is named that no limit is on.
    """
    tables = Tables(structure, known)
    for part, weight in zip(("base", "slope"), weights, strict=True):
        if weight:
            tables.links(structure.links(part), weight * multiples.scale)
    tables.table(multiples.even, odd=False)
    tables.table(multiples.odd, odd=True)
    tables.potentials(multiples.potentials)
    tables.products(multiples.known)
    tables.totals(multiples.totals)
    tables.balance(multiples.balance)
    tables.square(multiples.square)
    tables.integer_sums(multiples.sums)
    tables.correlations(multiples.sequences)
    tables.correlations(multiples.crosscorrelations)
    for index, low, high in multiples.counts:
        if index >= len(limits):
            raise Refused(f"a leaf names count {shown(index)}, which its path does not limit")
        tables.count(limits[index], low, high)
    return tables.remainder()


def _tables(packed: str, order: int, size: int) -> IntArray:
    """Read tables up to half of all offsets; the others are their transposes."""
    half = unpacked(packed, (order // 2 + 1, size, size))
    others = np.swapaxes(half[1:], 1, 2)[::-1]
    return np.concatenate([half, others])
