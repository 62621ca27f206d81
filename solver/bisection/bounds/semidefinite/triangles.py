"""Triangle inequalities among switches that a rotation moves.

For the signs x of three switches, s₁·x_u·x_v + s₂·x_u·x_w + s₃·x_v·x_w ≥ -1
where the product of the three signs s is 1.

References
----------
Deza and Laurent, Geometry of Cuts and Metrics (1997).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from alphacut.solver.bisection.bounds.pairs import FloatArray, IntArray
from alphacut.solver.bisection.bounds.semidefinite.layout import Layout

SIGNS = np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]], dtype=np.int64)
MOST_TRIPLES = 3_000_000  # looked at in one search; of more, a sample
TOLERANCE = 1e-3


@dataclass(frozen=True)
class Triangles:
    """Some inequalities.

    Attributes
    ----------
    switches
        Matrix (inequalities × 3) of switches.
    kinds
        Which row of SIGNS each has.
    """

    switches: IntArray
    kinds: IntArray

    def __len__(self) -> int:
        return len(self.kinds)

    @classmethod
    def none(cls) -> Triangles:
        """Return no inequalities."""
        return cls(np.zeros((0, 3), np.int64), np.zeros(0, np.int64))

    @property
    def signs(self) -> IntArray:
        """The signs (inequalities × 3) of the products of switches 0 and 1, 0 and 2, 1 and 2."""
        return SIGNS[self.kinds]

    def orbits(self, layout: Layout) -> IntArray:
        """Return the numbers (inequalities × 3) of the pairs, in the order of the signs."""
        u, v, w = self.switches.T
        places = [layout.place(*pair) for pair in ((u, v), (u, w), (v, w))]
        return np.stack([layout.orbit[place] for place in places], axis=1)

    def chosen(self, which: IntArray) -> Triangles:
        """Return some of them.

        Parameters
        ----------
        which
            (n,), their numbers.
        """
        return Triangles(self.switches[which], self.kinds[which])

    def joined(self, other: Triangles) -> Triangles:
        """Return these and others."""
        return Triangles(
            np.concatenate([self.switches, other.switches]),
            np.concatenate([self.kinds, other.kinds]),
        )

    def different(self, layout: Layout) -> IntArray:
        """Return which of them to keep so that none says the same as one before it.

        Returns
        -------
        (n,), their numbers, in order.
        """
        signed = 2 * self.orbits(layout) + (self.signs > 0)
        _, first = np.unique(np.sort(signed, axis=1), axis=0, return_index=True)
        return np.sort(first)


class Separation:
    """Searches violated triangle inequalities."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._rng = np.random.default_rng(0)
        size, starts = layout.size, layout.width
        triples = starts * size * (size - 1) // (6 if layout.order == 1 else 2)
        self._drawn = MOST_TRIPLES // starts
        self._all = np.stack(np.triu_indices(size, 1)) if triples <= MOST_TRIPLES else None

    def violated(self, values: FloatArray, most: int) -> tuple[Triangles, float]:
        """Return the most violated inequalities, the worst first, and the largest excess.

        Parameters
        ----------
        values
            The product of the signs of each pair, by the layout's numbers.
        """
        triangles, excess = Triangles.none(), np.zeros(0)
        for start in self._layout.rows[0]:
            new, by = self._from(int(start), values, most)
            triangles, excess = triangles.joined(new), np.concatenate([excess, by])
        order = np.argsort(-excess, kind="stable")[:most]
        return triangles.chosen(order), float(excess.max(initial=0.0))

    def _from(self, start: int, values: FloatArray, most: int) -> tuple[Triangles, FloatArray]:
        layout, (second, third) = self._layout, self._others(start)
        first = np.full(len(second), start)
        pairs = ((first, second), (first, third), (second, third))
        products = [values[layout.orbit[layout.place(*pair)]] for pair in pairs]
        triangles, excess = Triangles.none(), np.zeros(0)
        for kind, (one, two, three) in enumerate(SIGNS):
            by = -1.0 - one * products[0] - two * products[1] - three * products[2]
            worst = np.nonzero(by > TOLERANCE)[0]
            if len(worst) > most:
                worst = worst[np.argpartition(-by[worst], most)[:most]]
            switches = np.stack([first[worst], second[worst], third[worst]], axis=1)
            triangles = triangles.joined(Triangles(switches, np.full(len(worst), kind)))
            excess = np.concatenate([excess, by[worst]])
        return triangles, excess

    def _others(self, start: int) -> tuple[IntArray, IntArray]:
        """Return the other two switches of triples; without a rotation, those behind the first."""
        if self._all is None:
            second, third = self._rng.integers(self._layout.size, size=(2, self._drawn))
        else:
            second, third = self._all
        kept = (second != start) & (third != start) & (second != third)
        if self._layout.order == 1 and self._all is not None:
            kept = second > start
        return second[kept], third[kept]
