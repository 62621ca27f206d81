"""Sphere decoding: a search for two sequences of 1 and -1 with correlations above a number.

Let M, N and C be the matrices of what a sequence x has by itself, another one y by itself and both
with each other, so that they have xᵀMx/2 + yᵀNy/2 + xᵀCy. With any v for which P = v·I - N is
definite this is, for sequences of n entries,

    v·n/2 + xᵀMx/2 + gᵀP⁻¹g/2 - (y - P⁻¹g)ᵀP(y - P⁻¹g)/2,  where g = Cᵀx.

Without its last part it bounds what x has with any y, and is itself a weighted sum of the
autocorrelations of x, as all matrices turn with the sequences, so that all x can be looked at. For
those for which it is not enough, y is built some entries at a time, as in decoding by a sphere, and
left when the last part is too large. How v is chosen is told in `completed_square`.

References
----------
Fincke and Pohst, Improved methods for calculating vectors of short length in a lattice, 1985.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np

from alphacut.solver.bisection.verify.blocks import IntArray
from alphacut.solver.bisection.verify.sequences.autocorrelations import (
    FloatArray,
    Signs,
    looked_at,
)
from alphacut.solver.common.errors import Refused

SINGLE = 2.0**-18  # of all weights: what sums in single precision lose, and more
# of the square of a radius' root and twice what entries set together reach: what nine steps lose in
# single precision, of sums of up to 33 entries and of squares (at most 650 times 2⁻²⁴)
LOST = 2.0**-14
BATCH = 1 << 14  # first sequences whose second ones are searched together
AT_ONCE = 1 << 14  # second ones, as far as they are built, to which entries are added
TOGETHER = 4  # entries that are added at a time


@dataclass
class Budget:
    """Entries that a search may still set."""

    left: int

    def take(self, number: int) -> None:
        """Set so many, or refuse.

        Raises
        ------
        Refused
            If that is more than is left.
        """
        self.left -= number
        if self.left < 0:
            raise Refused("a bound on sequences takes too long to check")


class Sphere:
    """The sequences y for which (y - c)ᵀP(y - c) is below a radius.

    With P = U·Uᵀ, U upper triangular, entries are set from the first on: what U's columns up to
    some entry make of y - c no longer changes then. That is added up in single precision, from
    entries, and from what U makes of c, found in double precision. First come entries that are far
    from c in most sequences, so that most of these are left early.

    Parameters
    ----------
    definite
        P.
    budget
        For all centres together, and other spheres.
    towards
        C, where a centre is told by a vector v: it is vC.
    """

    def __init__(
        self, definite: FloatArray, budget: Budget, towards: FloatArray | None = None
    ) -> None:
        self._budget = budget
        self.inverse: FloatArray = np.asarray(np.linalg.inv(definite), np.float64)
        self._order = _tightest(self.inverse)
        ordered = definite[np.ix_(self._order, self._order)]
        root = np.asarray(np.linalg.cholesky(ordered[::-1, ::-1])[::-1, ::-1].T, np.float64)
        self._turn = root[:, np.argsort(self._order)]  # of entries as they follow in sequences
        if towards is not None:
            self._turn = self._turn @ towards.T
        self._parts = [
            _Part(root, first, min(first + TOGETHER, len(root)))
            for first in range(0, len(root), TOGETHER)
        ]
        self._reach = max(part.reach for part in self._parts)

    def inside(
        self,
        centres: FloatArray,
        radius: FloatArray,
        shorter: Callable[[], float] = lambda: 0.0,
    ) -> Iterator[tuple[IntArray, FloatArray]]:
        """Yield numbers of centres, and the sequences inside; some that are just outside, too.

        Parameters
        ----------
        centres, radius
            One of each in a row; or vectors that tell the centres.
        shorter
            By how much all radii are less by now.

        Raises
        ------
        Refused
            If that takes more entries than may be set.
        """
        rows = np.flatnonzero(radius > shorter())
        if not len(rows):
            return
        targets = (self._turn @ centres.T).astype(np.float32, order="C")
        left = radius[rows] + LOST * (np.sqrt(radius.max()) + 2 * self._reach) ** 2
        stack = [(0, rows, left.astype(np.float32), np.zeros((0, len(rows)), np.float32))]
        while stack:
            number, rows, left, entries = stack.pop()
            if len(rows) > AT_ONCE:
                parts = (slice(AT_ONCE), slice(AT_ONCE, None))
                stack += [(number, rows[part], left[part], entries[:, part]) for part in parts]
            elif len(rows) and number == len(self._parts):
                sequences = np.empty((len(rows), len(entries)))
                sequences[:, self._order] = entries.T
                yield rows, sequences
            elif len(rows):
                part = self._parts[number]
                self._budget.take(len(rows) * part.number)
                stack.append((number + 1, *part.longer(rows, left, entries, targets, shorter())))


def _tightest(inverse: FloatArray) -> IntArray:
    """Order entries: each time one that those before it leave the least room, if they are numbers.

    Parameters
    ----------
    inverse
        What would be the numbers' covariance.
    """
    room, order = inverse.copy(), list[int]()
    for _ in range(len(room)):
        left = np.diag(room).copy()
        left[order] = np.inf
        order.append(int(left.argmin()))
        column = room[:, order[-1]]
        room -= np.outer(column, column) / column[order[-1]]
    return np.array(order)


class _Part:
    """Some entries that are set together, and what all ways to set them come to."""

    def __init__(self, root: FloatArray, first: int, end: int) -> None:
        self.number = end - first
        self._places = slice(first, end)
        ways = np.array(list(product((1.0, -1.0), repeat=self.number))).T  # (entry × way)
        own = root[first:end, first:end] @ ways
        squares = (own**2).sum(axis=0)
        self.reach = float(np.sqrt(squares.max()))
        self._ways = ways.astype(np.float32)
        self._before = root[first:end, :first].astype(np.float32)
        # what is left of a radius is less by a square: of what rows have in common and each way's
        self._less = np.concatenate([[np.ones_like(squares), -squares], -2 * own]).astype(
            np.float32
        )

    def longer(
        self, rows: IntArray, left: Signs, entries: Signs, targets: Signs, least: float
    ) -> tuple[IntArray, Signs, Signs]:
        """Set the entries where more than the least is left of the radius."""
        each = np.empty((2 + self.number, len(rows)), np.float32)
        common = each[2:]
        np.take(targets[self._places], rows, axis=1, out=common, mode="clip")
        np.negative(common, out=common)
        common += self._before @ entries
        each[0] = left - np.einsum("ij,ij->j", common, common)
        each[1] = 1.0
        remaining = (each.T @ self._less).ravel()
        kept = np.flatnonzero(remaining > least)
        row, way = kept >> self.number, kept & ((1 << self.number) - 1)
        further = np.empty((self._places.stop, len(kept)), np.float32)
        np.take(entries, row, axis=1, out=further[: self._places.start], mode="clip")
        np.take(self._ways, way, axis=1, out=further[self._places.start :], mode="clip")
        return rows[row], remaining[kept], further


@dataclass(frozen=True, kw_only=True)
class Form:
    """What two sequences have: xᵀMx/2 + yᵀNy/2 + xᵀCy, an integer for entries 1 and -1.

    Attributes
    ----------
    own, cross, other
        M, C and N, circulant; M and N are symmetric, with zeros in the diagonal.
    definite
        P, by which the square is completed.
    free
        The number that is added for it.
    """

    own: FloatArray
    cross: FloatArray
    other: FloatArray
    definite: FloatArray
    free: float

    def most(self, firsts: FloatArray, seconds: FloatArray) -> int:
        """Return the most that a first sequence has with the second one in the same row.

        Parameters
        ----------
        firsts, seconds
            (rows, length) each, 1 and -1.
        """
        own = ((firsts @ self.own) * firsts + (seconds @ self.other) * seconds) / 2
        return round(float((own + (firsts @ self.cross) * seconds).sum(axis=1).max()))


class Search:
    """A search for two sequences that have more than a number, and as much as possible.

    Parameters
    ----------
    form
        What two sequences have.
    most
        The number.
    steps
        Entries that may be set.
    """

    def __init__(self, form: Form, most: int, steps: int) -> None:
        self._form = form
        self._goal = most + 0.5  # all that sequences have is an integer
        self._found: int | None = None
        self._more = 0.0  # by which the goal was raised, twice
        centre = form.cross @ np.linalg.inv(form.definite)
        self._sphere = Sphere(form.definite, Budget(steps), centre)
        self._whole = form.own + centre @ form.cross.T

    def run(self) -> int | None:
        """Return the most that two sequences have, if it is more than the number."""
        for firsts in enough(self._whole, self._form.free, lambda: self._goal):
            self._extend(firsts.astype(np.float64))
        return self._found

    def _extend(self, firsts: FloatArray) -> None:
        """Search for second sequences with which some of the first have more than the goal."""
        top = np.einsum("ij,ij->i", firsts @ self._whole, firsts)
        slack = top + 2 * (self._form.free - self._goal) + self._more
        for rows, seconds in self._sphere.inside(firsts, slack, lambda: self._more):
            self._raise(self._form.most(firsts[rows], seconds))

    def _raise(self, found: int) -> None:
        """Take what some two sequences have as the goal, if it is more."""
        if found > self._goal:
            self._more += 2 * (found + 0.5 - self._goal)
            self._goal, self._found = found + 0.5, found


def enough(whole: FloatArray, free: float, goal: Callable[[], float]) -> Iterator[Signs]:
    """Yield the sequences x, some at a time, for which xᵀWx/2 and a number are more than a goal.

    Those that others stand for, turned around or with signs exchanged, are left out; and some
    that have a little less may come as well.

    Parameters
    ----------
    whole
        W, circulant.
    goal
        Asked again and again, if it rises.

    Yields
    ------
    (sequences, length), 1 and -1, in single precision.
    """
    rest = free + len(whole) / 2 * float(whole[0, 0]) + lost(whole)

    def least() -> float:
        return float(np.nextafter(np.float32(goal() - rest), np.float32(-np.inf)))

    waiting, number = list[Signs](), 0
    for heads, tails, values in looked_at(whole, least):
        head, tail = np.divmod(np.flatnonzero(values > least()), len(tails))
        for start in range(0, len(head), BATCH):
            part = slice(start, start + BATCH)
            both = heads.take(head[part], axis=0), tails.take(tail[part], axis=0)
            waiting.append(np.concatenate(both, axis=1))
            number += len(waiting[-1])
            if number >= BATCH:
                yield np.concatenate(waiting)
                waiting, number = [], 0
    if waiting:
        yield np.concatenate(waiting)


def lost(whole: FloatArray) -> float:
    """Return more than what xᵀWx/2 loses in single precision.

    Parameters
    ----------
    whole
        (length, length).
    """
    return SINGLE * float(np.abs(whole).sum())
