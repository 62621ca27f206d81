"""Leaves that bound slopes for all compositions, many with the same multipliers.

A composition says how many blocks have each minority (switches on the lesser side), which decides
the intercept. Multipliers of a program over states prove something of every composition: where
one of them stands at the number of blocks of a minority, that number is put in. A leaf holds
several, and every composition must be settled by one of them.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from functools import cached_property

import numpy as np

from alphacut.solver.bisection.certificate.leaves import StatesLeaf
from alphacut.solver.bisection.region import Region
from alphacut.solver.bisection.verify.block_cyclic import BlockCyclic
from alphacut.solver.bisection.verify.blocks import MOST_VECTORS, Counts, IntArray
from alphacut.solver.bisection.verify.states import Multiples, reduced
from alphacut.solver.bisection.verify.tables import Known, Remainder
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import Refused

SETTLED = -1  # a slope that all bisections exceed
NOTHING = -(1 << 40)  # a slope that is proven of nothing
LARGEST = 1 << 61  # of sums over all blocks


class Compositions:
    """All compositions of a rotation's blocks, by their minorities.

    Attributes
    ----------
    numbers
        Of blocks (composition × minority).
    each
        The intercept of a block of each minority.
    intercepts
        Of the bisections of each composition.

    Raises
    ------
    Refused
        If the states of a minority differ in their intercept, or there are too many compositions.
    """

    def __init__(self, structure: BlockCyclic, most: int = MOST_VECTORS) -> None:
        self.structure = structure
        self._inside = [structure.minority == q for q in range(int(structure.minority.max()) + 1)]
        spans = [structure.intercepts[inside] for inside in self._inside]
        if any(int(span.min()) < int(span.max()) for span in spans):
            raise Refused("the states of a minority have different intercepts")
        self.numbers = weak_compositions(structure.order, len(spans), most)
        self.each = np.array([int(span[0]) for span in spans], dtype=np.int64)
        self.intercepts = self.numbers @ self.each

    @cached_property
    def known(self) -> Known:
        """The numbers of a composition, as what is known; each is put in where it stands."""
        functions = np.array(self._inside, dtype=np.int64)
        return Known(np.arange(self.structure.states), functions, (0,) * len(functions))

    def needed(self, region: Region, alpha: Alpha, target: int) -> IntArray:
        """Return the slopes that bisections must exceed to leave no open capacity below a target.

        It is `SETTLED` where nothing is open.

        Parameters
        ----------
        region
            The lines that are open.
        target
            Scaled.

        Returns
        -------
        (compositions,).
        """
        slopes = np.full(len(self.intercepts), SETTLED, dtype=np.int64)
        for intercept in np.unique(self.intercepts).tolist():
            highest = region.at(intercept).highest(alpha, target)
            if highest is not None:
                slope = (highest - alpha.denominator * intercept) // alpha.numerator
                slopes[self.intercepts == intercept] = slope
        return slopes

    def slopes(self, multiples: Multiples, wanted: IntArray) -> IntArray:
        """Return the least slopes that multipliers prove, if `Multiples.check` finds nothing.

        Parameters
        ----------
        multiples
            As `read` returns them.
        wanted
            The compositions (by number) that are asked about.

        Returns
        -------
        (wanted,), the least slope that is proven of each.

        Raises
        ------
        Refused
            If the multipliers are too large for 64 bits together.
        """
        remainder = reduced(self.structure, self.known, (0, 1), (), multiples)
        numbers = self.numbers[wanted]
        order = self.structure.order
        once = order * (_pairs(remainder) - sum(multiples.shifts)) + remainder.constant
        largest = _largest(remainder.single) + order * sum(map(_largest, multiples.known))
        if abs(once) > LARGEST or order * largest > LARGEST:
            raise Refused("the multipliers of a leaf are too large together")
        total = np.full(len(numbers), once, dtype=np.int64)
        for q, inside in enumerate(self._inside):
            alone = remainder.single[inside] + numbers @ multiples.known[:, inside]
            total += numbers[:, q] * alone.min(axis=1)
        return np.asarray(-(-total // (2 * multiples.scale)))

    def possible(self, number: int) -> bool:
        """Tell whether blocks divided so can have equal sides."""
        return self.structure.balanced(self.composition(number))

    def composition(self, number: int) -> Counts:
        """Return the numbers of blocks of one composition."""
        return tuple(self.numbers[number].tolist())

    def read(self, leaf: StatesLeaf) -> Multiples:
        """Read multipliers as a leaf over states holds them, or refuse.

        Raises
        ------
        Refused
            If the leaf has multipliers of counts, or cannot be read.
        """
        multiples = Multiples.read(self.structure, self.known, leaf)
        if any(multiples.totals):
            raise Refused("multipliers of numbers of blocks alone have no place in a leaf of all")
        return multiples


def check_compositions(
    compositions: Compositions,
    region: Region,
    alpha: Alpha,
    target: int,
    multipliers: Iterable[StatesLeaf],
) -> None:
    """Refuse a leaf that leaves a composition open.

    Parameters
    ----------
    region
        The lines that are open.
    target
        No bisection may have a scaled capacity below it.
    multipliers
        The leaf's, as they are written.

    Raises
    ------
    Refused
        If it leaves one open, or α is 0.
    """
    if not alpha.numerator:
        raise Refused("a leaf of all compositions bounds slopes, which do not matter at α = 0")
    needed = compositions.needed(region, alpha, target)
    left = np.nonzero(needed > SETTLED)[0]
    for entry in multipliers:
        multiples = compositions.read(entry)
        multiples.check()
        left = left[compositions.slopes(multiples, left) <= needed[left]]
    for number in left.tolist():
        if compositions.possible(number):
            raise Refused(f"a leaf leaves open the composition {compositions.composition(number)}")


def weak_compositions(total: int, parts: int, most: int = MOST_VECTORS) -> IntArray:
    """List all ways (way × part) to write a number as a sum of so many, zeros included.

    Parameters
    ----------
    total
        The number.
    parts
        How many add up to it.
    most
        Ways that are listed.

    Raises
    ------
    Refused
        If they are more than the most.
    """
    places, number = total + parts - 1, math.comb(total + parts - 1, parts - 1)
    if number > most:
        raise Refused("too many compositions")
    chosen = list(itertools.combinations(range(places), parts - 1))
    bars = np.array(chosen, dtype=np.int64).reshape(number, parts - 1)
    ends = np.pad(bars, ((0, 0), (1, 1)), constant_values=((0, 0), (-1, places)))
    return np.diff(ends, axis=1) - 1


def _pairs(remainder: Remainder) -> int:
    return sum(int(table.min()) for table in remainder.pairs)


def _largest(values: IntArray) -> int:
    return int(np.abs(values).max(initial=0))
