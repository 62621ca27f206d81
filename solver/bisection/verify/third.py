"""A third sequence, beside two that are known: the most that all three have."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from alphacut.solver.bisection.verify.frame import IntArray
from alphacut.solver.bisection.verify.sequences import FloatArray
from alphacut.solver.bisection.verify.sphere import Budget, Sphere
from alphacut.solver.bisection.verify.squares import Way

SHIFTS = 8  # of the spheres for a sequence that is with two known ones
NARROWEST, WIDEST = 0.02, 3.0  # relative to what these bring to one letter
AT_ONCE = 1 << 13  # pairs


@dataclass(frozen=True)
class _Tried:
    """A sphere, what is added to what is looked for, and the mean of P's eigenvalues, geometric."""

    sphere: Sphere
    free: float
    size: float


class Third:
    """What a third sequence brings to two that are known, and all have together.

    Parameters
    ----------
    most
        What is to be exceeded.
    """

    def __init__(self, way: Way, most: int, budget: Budget) -> None:
        self._near, self._first, self._second = way
        self._goal, self._budget = most + 0.5, budget
        self._own = self._first.other + self._second.other
        self._mine = self._near.own + self._first.own
        self._theirs = self._near.other + self._second.own
        self._spheres = list[_Tried]()

    def most(self, firsts: FloatArray, rows: IntArray, seconds: FloatArray) -> int | None:
        """Return the most that some pairs have with any third sequence, if it is more.

        Parameters
        ----------
        rows
            Numbers of the first sequences of the pairs.
        """
        numbers, places = np.unique(rows, return_inverse=True)
        mine = firsts[numbers]
        alone = np.einsum("ij,ij->i", mine @ self._mine, mine) / 2
        across, beside = mine @ self._near.cross, mine @ self._first.cross
        found: int | None = None
        for start in range(0, len(rows), AT_ONCE):
            place, theirs = places[start : start + AT_ONCE], seconds[start : start + AT_ONCE]
            with_first = theirs @ (self._theirs / 2) + across[place]
            sums = alone[place] + np.einsum("ij,ij->i", with_first, theirs)
            more = self._with_third(sums, beside[place] + theirs @ self._second.cross)
            found = found if more is None else more
        return found

    def _with_third(self, sums: FloatArray, towards: FloatArray) -> int | None:
        """Return the most that pairs have, if it is more, from what they have and bring to it."""
        if not self._spheres:
            self._begin(towards)
        found: int | None = None
        left, sphere, radius = self._least(sums - self._goal, towards)
        sums, towards = sums[left], towards[left]
        for rows, thirds in sphere.inside(towards, 2 * radius):
            have = sums[rows] + np.einsum(
                "ij,ij->i", thirds @ (self._own / 2) + towards[rows], thirds
            )
            if have.max() > self._goal:
                found = round(float(have.max()))
                self._goal = found + 0.5
        return found

    def _least(self, above: FloatArray, towards: FloatArray) -> tuple[IntArray, Sphere, FloatArray]:
        """Return the pairs that all spheres leave, the one that is least for them, and half radii.

        That one is looked at first the next time.
        """
        left, radii = np.arange(len(above)), list[FloatArray]()
        for each in self._spheres:
            bring = towards[left]
            radius = np.einsum("ij,ij->i", bring @ each.sphere.inverse, bring) / 2
            radius += above[left] + each.free
            inside = radius > 0
            left, radii = left[inside], [before[inside] for before in [*radii, radius]]
        if not len(left):
            return left, self._spheres[0].sphere, radii[0]
        sizes = [each.size for each in self._spheres]
        best = int(np.argmin([r.mean() / size for r, size in zip(radii, sizes, strict=True)]))
        self._spheres.insert(0, self._spheres.pop(best))
        return left, self._spheres[0].sphere, radii[best]

    def _begin(self, towards: FloatArray) -> None:
        """Prepare spheres for what pairs bring to a third sequence."""
        values = np.linalg.eigvalsh(self._own)
        size = max(1.0, float(np.abs(self._own).sum(axis=1).max()), float(np.abs(towards).mean()))
        length = len(self._own)
        for shift in (values[-1] + size * np.geomspace(NARROWEST, WIDEST, SHIFTS)).tolist():
            definite = shift * np.eye(length) - self._own
            sphere = Sphere(definite, self._budget, np.linalg.inv(definite))
            mean = float(np.exp(np.log(shift - values).mean()))
            self._spheres.append(_Tried(sphere, shift * length / 2, mean))
