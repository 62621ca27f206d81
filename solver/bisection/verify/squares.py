"""What two sequences have in a part of three sequences' sum, as completed squares.

What x and y have, xᵀMx/2 + xᵀCy + yᵀNy/2, is a form of x and a number, less a definite square of
y's distance from a centre that x decides, for each circulant matrix that is large enough to make
the square definite. The form says how much x may have with any y, the square where such a y lies.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache

import numpy as np

from alphacut.solver.bisection.verify.sequences import FloatArray, Letters, circulant
from alphacut.solver.bisection.verify.shifts import around, tried
from alphacut.solver.bisection.verify.sphere import Budget, Sphere

Part = tuple[int, ...]  # weights of the correlations of two, as of a bound on two sequences

SQUARES = 2  # of a part: each first sequence takes the better one
STEEP = 2.0  # how letters grow with a radius, relative to the sphere's size
ROUNDING = 2.0**-21  # eight times u, the most that rounding to single precision loses
LARGEST = 30.0  # of an exponent: all that is larger is far too much


class Near:
    """What two sequences have in one part, which comes to a number at most."""

    def __init__(self, weights: Part, highest: int) -> None:
        self._weights, self.highest = weights, highest
        half = len(weights) // 4
        split = np.split(np.array(weights, dtype=np.float64), [half, 2 * half])
        self._rows = (around(split[0]), split[2], around(split[1]))
        self.own, self.cross, self.other = (circulant(row) for row in self._rows)

    @property
    def mirrored(self) -> bool:
        """Whether two sequences have the same backwards."""
        return bool((self.cross == self.cross.T).all())

    @property
    def turned(self) -> Near:
        """The same, seen from the other sequence."""
        half, weights = len(self._weights) // 4, self._weights
        cross = weights[2 * half :]
        return Near(
            (*weights[half : 2 * half], *weights[:half], cross[0], *cross[:0:-1]), self.highest
        )

    @cached_property
    def _tried(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Shifts, how large the sphere of each is, and what is above the most in a sample."""
        mine, cross, theirs = (np.fft.fft(row) for row in self._rows)
        shifts, above = tried(mine.real, np.abs(cross) ** 2, theirs.real)
        sizes = np.exp(np.log(shifts - theirs.real[:, None]).mean(axis=0))
        return shifts, sizes, above - self.highest

    def squares(self, lacking: float) -> list[Square]:
        """Return those that are best for sequences that lack less than a number."""
        shifts, sizes, above = self._tried
        radius = (above + lacking) / sizes
        best, chosen = np.full(len(radius), np.inf), list[int]()
        for _ in range(SQUARES):
            left = np.minimum(best[:, None], radius)
            cost = np.expm1(np.clip(STEEP * left, 0.0, LARGEST)).sum(axis=0)
            chosen.append(int(cost.argmin()))
            best = left[:, chosen[-1]]
        return [
            Square(self, float(shifts[n]), float(sizes[n]), above[:, n])
            for n in dict.fromkeys(chosen)
        ]


class Square:
    """A completed square: what first sequences have at most, and where second ones have it.

    Attributes
    ----------
    sampled
        What the sequences of a sample have above the part's most.
    """

    def __init__(self, near: Near, shift: float, size: float, sampled: FloatArray) -> None:
        self.size, self.sampled = size, sampled
        self._definite = shift * np.eye(len(near.own)) - near.other
        self._centre = near.cross @ np.linalg.inv(self._definite)
        self.whole = near.own + self._centre @ near.cross.T
        self.free = shift * len(near.own) / 2 - near.highest

    def sphere(self, budget: Budget) -> Sphere:
        """Return the sphere in which second sequences lie, with a first one for its centre."""
        return Sphere(self._definite, budget, self._centre)


class Above:
    """What first sequences have in the forms of some squares, from their power at all frequencies.

    A basis of n waves has entries of at most √(2/n), so that single precision loses less than
    1.5·n^1.5·u of an amplitude. All amplitudes of a sequence are n at most together, so that is
    less than 3·n^2.5·u of all their squares, and what is lost besides is less than as much again.
    """

    def __init__(self, squares: Sequence[Square]) -> None:
        basis = _basis(len(squares[0].whole))
        spectra = np.array([np.diag(basis.T @ each.whole @ basis) / 2 for each in squares])
        lost = ROUNDING * len(basis) ** 2.5 * np.abs(spectra).max(axis=1)
        least = np.array([each.free for each in squares])
        self._basis = basis.astype(np.float32)
        self._spectra = spectra.T.astype(np.float32)
        self._least = (least + lost + ROUNDING * np.abs(least)).astype(np.float32)

    def of(self, firsts: Letters) -> Letters:
        """Return what they may have more than the part's most (sequence × square), hardly more."""
        power = firsts @ self._basis
        np.square(power, out=power)
        return np.asarray(power @ self._spectra + self._least)


@lru_cache(maxsize=2)
def _basis(length: int) -> FloatArray:
    """Return an orthonormal basis (letter × wave) in which symmetric circulants are diagonal."""
    places = np.arange(length)
    waves = 2 * np.pi / length * np.outer(places, np.arange(length // 2 + 1))
    both = np.concatenate([np.cos(waves), np.sin(waves[:, 1:])], axis=1)
    return np.asarray(both / np.linalg.norm(both, axis=0))


# two sequences that lack little, the first with the third, and the second with the third
Way = tuple[Near, Near, Near]
