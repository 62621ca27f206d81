"""A third sequence, beside two that are known: the most that all three have."""

from __future__ import annotations

import numpy as np

from solver.bisection.verify.sequences import FloatArray
from solver.bisection.verify.sphere import Budget, Sphere
from solver.bisection.verify.squares import Way

SHIFTS = 8  # of the spheres for a sequence that is with two known ones
NARROWEST, WIDEST = 0.02, 3.0  # relative to what these bring to one letter


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
        self._spheres = list[tuple[float, Sphere]]()  # with half of what is added for each

    def most(self, firsts: FloatArray, seconds: FloatArray) -> int | None:
        """Return the most that some pairs have with any third sequence, if it is more."""
        alone = ((firsts @ self._mine) * firsts + (seconds @ self._theirs) * seconds) / 2
        sums = (alone + (firsts @ self._near.cross) * seconds).sum(axis=1)
        towards = firsts @ self._first.cross + seconds @ self._second.cross
        sphere, radius = self._least(sums - self._goal, towards)
        found: int | None = None
        for rows, thirds in sphere.inside(towards @ sphere.inverse, 2 * radius):
            own = ((thirds @ self._own) * thirds).sum(axis=1) / 2
            have = sums[rows] + own + (towards[rows] * thirds).sum(axis=1)
            if have.max() > self._goal:
                found = round(float(have.max()))
                self._goal = found + 0.5
        return found

    def _least(self, above: FloatArray, towards: FloatArray) -> tuple[Sphere, FloatArray]:
        """Return the sphere that leaves the fewest of some pairs, and half of the radii."""
        tried = list[tuple[int, Sphere, FloatArray]]()
        for free, sphere in self._spheres or self._begin(towards):
            radius = above + free + ((towards @ sphere.inverse) * towards).sum(axis=1) / 2
            tried.append((int((radius > 0).sum()), sphere, radius))
        return min(tried, key=lambda each: each[0])[1:]

    def _begin(self, towards: FloatArray) -> list[tuple[float, Sphere]]:
        """Prepare spheres for what pairs bring to a third sequence."""
        most = float(np.linalg.eigvalsh(self._own)[-1])
        size = max(1.0, float(np.abs(self._own).sum(axis=1).max()), float(np.abs(towards).mean()))
        length = len(self._own)
        for shift in (most + size * np.geomspace(NARROWEST, WIDEST, SHIFTS)).tolist():
            sphere = Sphere(shift * np.eye(length) - self._own, self._budget)
            self._spheres.append((shift * length / 2, sphere))
        return self._spheres
