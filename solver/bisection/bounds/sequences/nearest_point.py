"""The point of a hull that is nearest to the origin.

References
----------
Wolfe, Finding the nearest point in a polytope, Mathematical Programming 11, 1976.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from alphacut.solver.bisection.bounds.pairs import FloatArray, IntArray

STEPS = 2_000  # points that are taken in
CLOSE = 1e-9  # of the largest product with a point: nearer than that makes no difference
NOTHING = 1e-12  # a share of a mixture that is none, and what keeps equal points apart


@dataclass(frozen=True)
class Mixture:
    """A point of a hull: some of the points that span it, with positive shares."""

    places: IntArray
    shares: FloatArray  # that add up to 1

    @classmethod
    def of(cls, points: FloatArray) -> Mixture:
        """Return the one of some points (point × coordinate) that is nearest to the origin."""
        return cls(np.array([(points**2).sum(axis=1).argmin()]), np.ones(1))

    def at(self, points: FloatArray) -> FloatArray:
        """Return its coordinates.

        Parameters
        ----------
        points
            (points, coordinates), those that span the hull.

        Returns
        -------
        (coordinates,).
        """
        return np.asarray(self.shares @ points[self.places])


def nearest(points: FloatArray, start: Mixture) -> Mixture:
    """Return the point of a hull that is nearest to the origin.

    Parameters
    ----------
    points
        Those that span the hull (point × coordinate).
    start
        Any point of it; a near one saves steps.
    """
    mixture = start
    for _ in range(STEPS):
        here = mixture.at(points)
        products = points @ here
        further = int(products.argmin())
        gained = float(here @ here - products[further])
        if gained <= CLOSE * float(np.abs(products).max()) or further in mixture.places:
            break
        places = np.append(mixture.places, further)
        mixture = _inside(points, Mixture(places, np.append(mixture.shares, 0.0)))
    return mixture


def _inside(points: FloatArray, mixture: Mixture) -> Mixture:
    """Go towards the nearest point of the plane through all, and leave out those that end it."""
    places, shares = mixture.places, mixture.shares
    while True:
        target = _nearest_of_plane(points[places])
        negative = target <= NOTHING
        if not negative.any() or len(places) == 1:
            return Mixture(places, target / target.sum())
        lost = np.maximum(shares[negative] - target[negative], NOTHING)
        way = float(np.clip((shares[negative] / lost).min(), 0.0, 1.0))
        shares = (1.0 - way) * shares + way * target
        kept = shares > NOTHING
        if kept.all():
            kept[np.where(negative, shares, np.inf).argmin()] = False
        places, shares = places[kept], shares[kept] / shares[kept].sum()


def _nearest_of_plane(points: FloatArray) -> FloatArray:
    """Return shares of any sign, that add up to 1, of the nearest point of a plane."""
    number = len(points)
    products = points @ points.T
    system = np.ones((number + 1, number + 1))
    system[:number, :number] = products
    system[np.arange(number), np.arange(number)] += NOTHING * max(1.0, float(np.trace(products)))
    system[number, number] = 0.0
    right = np.zeros(number + 1)
    right[number] = 1.0
    return np.asarray(np.linalg.solve(system, right)[:number])
