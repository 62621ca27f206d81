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


@dataclass
class Budget:
    """Letters that a search may set yet."""

    left: int

    def spend(self, letters: int) -> None:
        """Take some, or refuse."""
        self.left -= letters
        if self.left < 0:
            raise Refused("a bound on two sequences takes too long to check")


class Sphere:
    """The sequences y for which (y - c)ᵀP(y - c) is below a radius."""

    def __init__(self, definite: FloatArray) -> None:
        self.inverse = np.linalg.inv(definite)
        # P = U·Uᵀ with U triangular: letters are set from the first on
        root = np.asarray(np.linalg.cholesky(definite[::-1, ::-1])[::-1, ::-1].T, np.float64)
        self._parts = [
            _Part.of(root, first, min(first + TOGETHER, len(root)))
            for first in range(0, len(root), TOGETHER)
        ]

    def inside(
        self,
        centre: FloatArray,
        radius: FloatArray,
        budget: Budget,
        shorter: Callable[[], float] = float,
    ) -> Iterator[tuple[IntArray, FloatArray, FloatArray]]:
        """Yield numbers of centres, the sequences inside, and what is left of the radius.

        Parameters
        ----------
        centre, radius
            One of each in a row.
        shorter
            By how much all radii are less by now.
        """
        rows = np.nonzero(radius > shorter())[0]
        stack = [(0, rows, radius[rows], np.zeros((0, len(rows))))]
        while stack:
            number, rows, left, steps = stack.pop()
            if len(rows) > AT_ONCE:
                parts = (slice(AT_ONCE), slice(AT_ONCE, None))
                stack += [(number, rows[part], left[part], steps[:, part]) for part in parts]
            elif len(rows) and number == len(self._parts):
                yield rows, np.rint(centre[rows] + steps.T), left
            elif len(rows):
                part = self._parts[number]
                budget.spend(len(rows) * part.number)
                stack.append((number + 1, *part.longer(rows, left, steps, centre, shorter())))


@dataclass(frozen=True)
class _Part:
    """Some letters that are set together, all ways (letter × way), and what they come to."""

    first: int
    ways: FloatArray
    before: FloatArray  # what the letters before bring (letter × letter before)
    within: FloatArray  # and these themselves (letter × letter)

    @classmethod
    def of(cls, root: FloatArray, first: int, end: int) -> _Part:
        ways = np.array(list(product((1.0, -1.0), repeat=end - first))).T
        return cls(first, ways, root[first:end, :first], root[first:end, first:end])

    @property
    def number(self) -> int:
        """How many letters there are."""
        return len(self.ways)

    def longer(
        self, rows: IntArray, left: FloatArray, steps: FloatArray, centre: FloatArray, least: float
    ) -> tuple[IntArray, FloatArray, FloatArray]:
        """Set the letters where more than the least is left of the radius."""
        own = centre[rows, self.first : self.first + self.number].T
        base = self.before @ steps - self.within @ own
        turned = self.within @ self.ways
        rest = left - (base**2).sum(axis=0)
        remaining = rest[:, None] - base.T @ (2 * turned) - (turned**2).sum(axis=0)
        kept = np.flatnonzero(remaining.ravel() > least)
        row, way = kept >> self.number, kept & ((1 << self.number) - 1)
        further = np.empty((self.first + self.number, len(kept)))
        further[: self.first] = steps[:, row]
        further[self.first :] = self.ways[:, way] - own[:, row]
        return rows[row], remaining.ravel()[kept], further


@dataclass(frozen=True, kw_only=True)
class Form:
    """What two sequences have: xᵀMx/2 + yᵀNy/2 + xᵀCy, an integer for letters 1 and -1.

    Attributes
    ----------
    own, cross, other
        M, C and N, circulant; M and N are symmetric, with zeros in the diagonal.
    first, second
        The imbalances of x and of y, if they are not any.
    """

    own: FloatArray
    cross: FloatArray
    other: FloatArray
    first: Imbalance | None = None
    second: Imbalance | None = None

    def all(self, firsts: FloatArray, seconds: FloatArray) -> FloatArray:
        """Return what first sequences have with second ones, row by row."""
        own = ((firsts @ self.own) * firsts + (seconds @ self.other) * seconds).sum(axis=1) / 2
        return np.asarray(own + ((firsts @ self.cross) * seconds).sum(axis=1))


@dataclass(frozen=True)
class Square:
    """A definite matrix P, and the number that is added for it where y has letters 1 and -1."""

    definite: FloatArray
    free: float


class Search:
    """A search for two sequences that have more than a number, and as much as possible."""

    def __init__(self, form: Form, square: Square, most: int, steps: int) -> None:
        self._form, self._free = form, square.free
        self._goal = most + 0.5  # all that sequences have is an integer
        self._found: int | None = None
        self._more = 0.0  # by which the goal was raised, twice
        self._budget = Budget(steps)
        self._sphere = Sphere(square.definite)
        self._centre = form.cross @ self._sphere.inverse

    def run(self) -> int | None:
        """Return the most that two sequences have, if it is more than the number."""
        whole = self._form.own + self._centre @ self._form.cross.T
        for firsts in enough(whole, self._free, lambda: self._goal, self._form.first):
            self._extend(firsts)
        return self._found

    def _extend(self, firsts: FloatArray) -> None:
        """Search for second sequences with which some of the first have more than the goal."""
        centre = firsts @ self._centre
        towards = firsts @ self._form.cross
        top = ((firsts @ self._form.own) * firsts + towards * centre).sum(axis=1)
        slack = top + 2 * (self._free - self._goal) + self._more
        found = self._sphere.inside(centre, slack, self._budget, lambda: self._more)
        for rows, seconds, _ in found:
            meant = within(seconds.sum(axis=1), self._form.second)
            if meant.any():
                have = self._form.all(firsts[rows[meant]], seconds[meant])
                self._raise(round(float(have.max())))

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
