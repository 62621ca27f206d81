"""Letters 1 and -1 near a centre, and a search by them for sequences that have more than a number.

Let M, N and C be the matrices of what a sequence x has by itself, another one y by itself and both
with each other, so that they have xᵀMx/2 + yᵀNy/2 + xᵀCy. With any v for which P = v·I - N is
definite this is, for sequences of n letters,

    v·n/2 + xᵀMx/2 + gᵀP⁻¹g/2 - (y - P⁻¹g)ᵀP(y - P⁻¹g)/2,  where g = Cᵀx.

Without its last part it bounds what x has with any y, and is itself a weighted sum of the
autocorrelations of x, as all matrices turn with the sequences, so that all x can be looked at. For
those for which it is not enough, y is built some letters at a time, as in decoding by a sphere, and
left when the last part is too large. How v is chosen is told in `verify.shifts`.

References
----------
Fincke and Pohst, Improved methods for calculating vectors of short length in a lattice, 1985.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np

from solver.bisection.verify.errors import Refused
from solver.bisection.verify.frame import IntArray
from solver.bisection.verify.imbalances import Imbalance, within
from solver.bisection.verify.sequences import FloatArray, looked_at

SINGLE = 2.0**-18  # of all weights: what sums in single precision lose, and more
BATCH = 1 << 14  # first sequences whose second ones are searched together
AT_ONCE = 1 << 13  # second ones, as far as they are built, to which letters are added
TOGETHER = 4  # letters that are added at a time


class Sphere:
    """The sequences y for which (y - c)ᵀP(y - c) is below a radius.

    Parameters
    ----------
    definite
        P.
    steps
        Letters that may be set, for all centres together.
    """

    def __init__(self, definite: FloatArray, steps: int) -> None:
        self._steps = steps  # that are left
        self.inverse = np.linalg.inv(definite)
        # P = U·Uᵀ with U triangular: letters are set from the first on
        root = np.asarray(np.linalg.cholesky(definite[::-1, ::-1])[::-1, ::-1].T, np.float64)
        self._parts = [
            _Part(root, first, min(first + TOGETHER, len(root)))
            for first in range(0, len(root), TOGETHER)
        ]

    def inside(
        self, centre: FloatArray, radius: FloatArray, shorter: Callable[[], float]
    ) -> Iterator[tuple[IntArray, FloatArray]]:
        """Yield numbers of centres, and the sequences inside.

        Parameters
        ----------
        centre, radius
            One of each in a row.
        shorter
            By how much all radii are less by now.

        Raises
        ------
        Refused
            If that takes more letters than may be set.
        """
        rows = np.nonzero(radius > shorter())[0]
        stack = [(0, rows, radius[rows], np.zeros((0, len(rows))))]
        while stack:
            number, rows, left, steps = stack.pop()
            if len(rows) > AT_ONCE:
                parts = (slice(AT_ONCE), slice(AT_ONCE, None))
                stack += [(number, rows[part], left[part], steps[:, part]) for part in parts]
            elif len(rows) and number == len(self._parts):
                yield rows, np.rint(centre[rows] + steps.T)
            elif len(rows):
                part = self._parts[number]
                self._steps -= len(rows) * part.number
                if self._steps < 0:
                    raise Refused("a bound on two sequences takes too long to check")
                stack.append((number + 1, *part.longer(rows, left, steps, centre, shorter())))


class _Part:
    """Some letters that are set together, and what all ways to set them come to."""

    def __init__(self, root: FloatArray, first: int, end: int) -> None:
        self.number = end - first
        self._first = first
        self._ways = np.array(list(product((1.0, -1.0), repeat=self.number))).T  # (letter × way)
        self._before, self._within = root[first:end, :first], root[first:end, first:end]
        own = self._within @ self._ways
        self._double, self._squares = 2 * own, (own**2).sum(axis=0)

    def longer(
        self, rows: IntArray, left: FloatArray, steps: FloatArray, centre: FloatArray, least: float
    ) -> tuple[IntArray, FloatArray, FloatArray]:
        """Set the letters where more than the least is left of the radius.

        The squares are of sums of what all ways have in common and of what each has: where
        something is left, neither is much larger than the radius and P.
        """
        own = centre[rows, self._first : self._first + self.number].T
        common = self._before @ steps - self._within @ own
        remaining = (left - (common**2).sum(axis=0))[:, None] - self._squares
        remaining -= common.T @ self._double
        kept = np.flatnonzero(remaining.ravel() > least)
        row, way = kept >> self.number, kept & ((1 << self.number) - 1)
        further = np.empty((self._first + self.number, len(kept)))
        further[: self._first] = steps[:, row]
        further[self._first :] = self._ways[:, way] - own[:, row]
        return rows[row], remaining.ravel()[kept], further


@dataclass(frozen=True, kw_only=True)
class Form:
    """What two sequences have: xᵀMx/2 + yᵀNy/2 + xᵀCy, an integer for letters 1 and -1.

    Attributes
    ----------
    own, cross, other
        M, C and N, circulant; M and N are symmetric, with zeros in the diagonal.
    definite
        P, by which the square is completed.
    free
        The number that is added for it.
    first, second
        The imbalances of x and of y, if they are not any.
    """

    own: FloatArray
    cross: FloatArray
    other: FloatArray
    definite: FloatArray
    free: float
    first: Imbalance | None
    second: Imbalance | None

    def most(self, firsts: FloatArray, seconds: FloatArray) -> int:
        """Return the most that a first sequence has with the second one in the same row."""
        own = ((firsts @ self.own) * firsts + (seconds @ self.other) * seconds) / 2
        return round(float((own + (firsts @ self.cross) * seconds).sum(axis=1).max()))


class Search:
    """A search for two sequences that have more than a number, and as much as possible."""

    def __init__(self, form: Form, most: int, steps: int) -> None:
        self._form = form
        self._goal = most + 0.5  # all that sequences have is an integer
        self._found: int | None = None
        self._more = 0.0  # by which the goal was raised, twice
        self._sphere = Sphere(form.definite, steps)
        self._centre = form.cross @ self._sphere.inverse

    def run(self) -> int | None:
        """Return the most that two sequences have, if it is more than the number."""
        whole = self._form.own + self._centre @ self._form.cross.T
        for firsts in enough(whole, self._form.free, lambda: self._goal, self._form.first):
            self._extend(firsts)
        return self._found

    def _extend(self, firsts: FloatArray) -> None:
        """Search for second sequences with which some of the first have more than the goal."""
        centre = firsts @ self._centre
        towards = firsts @ self._form.cross
        top = ((firsts @ self._form.own) * firsts + towards * centre).sum(axis=1)
        slack = top + 2 * (self._form.free - self._goal) + self._more
        for rows, seconds in self._sphere.inside(centre, slack, lambda: self._more):
            meant = within(seconds.sum(axis=1), self._form.second)
            if meant.any():
                self._raise(self._form.most(firsts[rows[meant]], seconds[meant]))

    def _raise(self, found: int) -> None:
        """Take what some two sequences have as the goal, if it is more."""
        if found > self._goal:
            self._more += 2 * (found + 0.5 - self._goal)
            self._goal, self._found = found + 0.5, found


def enough(
    whole: FloatArray, free: float, goal: Callable[[], float], imbalance: Imbalance | None = None
) -> Iterator[FloatArray]:
    """Yield the sequences x, some at a time, for which xᵀWx/2 and a number are more than a goal.

    Those that others stand for, turned around or with signs exchanged, are left out; and some
    that have a little less may come as well.

    Parameters
    ----------
    whole
        W, circulant.
    goal
        Asked again and again, if it rises.
    """
    lost = SINGLE * float(np.abs(whole).sum())
    rest = free + len(whole) / 2 * float(whole[0, 0]) + lost

    def least() -> float:
        return float(np.nextafter(np.float32(goal() - rest), np.float32(-np.inf)))

    waiting, number = list[FloatArray](), 0
    for heads, tails, values in looked_at(whole, least, imbalance):
        head, tail = np.nonzero(values > least())
        for start in range(0, len(head), BATCH):
            part = slice(start, start + BATCH)
            waiting.append(np.concatenate([heads[head[part]], tails[tail[part]]], axis=1))
            number += len(waiting[-1])
            if number >= BATCH:
                yield np.concatenate(waiting).astype(np.float64)
                waiting, number = [], 0
    if waiting:
        yield np.concatenate(waiting).astype(np.float64)
