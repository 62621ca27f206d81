"""What is minimised over the states of blocks, and rows of counts there."""

from __future__ import annotations

import hashlib

import numpy as np

from alphacut.solver.bisection.bounds.counts import Count
from alphacut.solver.bisection.bounds.pairs import FloatArray, IntArray
from alphacut.solver.bisection.bounds.states.cone import Cone
from alphacut.solver.bisection.bounds.states.rows import Row, Term
from alphacut.solver.bisection.bounds.states.splitting import Model
from alphacut.solver.bisection.bounds.warm_start_cache import WarmStartCache
from alphacut.solver.bisection.verify.block_cyclic import BlockCyclic
from alphacut.solver.bisection.verify.states import Weights
from alphacut.solver.bisection.verify.tables import Known


class Programs:
    """Writes the programs over the states of one network's blocks.

    Attributes
    ----------
    structure
        The blocks and their states, as the verifier sees them.
    places
        Block and position of each switch.
    name
        The same for programs with the same costs of the same states.
    warm_starts
        What earlier runs left, over these blocks or others.
    """

    def __init__(self, structure: BlockCyclic, warm_starts: WarmStartCache | None = None) -> None:
        self.structure, self.warm_starts = structure, warm_starts or WarmStartCache()
        slope = structure.links("slope")
        signs = structure.signs.astype(float)
        self._products = np.einsum("sj,djk,tk->dst", signs, slope.astype(float), signs)
        self._constant = float(slope.sum()) / 4
        self._intercepts = structure.intercepts.astype(float)
        content = np.concatenate([self._products.ravel(), self._intercepts, structure.balance_of])
        self.name = (
            f"{structure.order} {structure.states} {hashlib.sha256(content.tobytes()).hexdigest()}"
        )
        self.places = {
            u: (b, j) for b, row in enumerate(structure.blocks) for j, u in enumerate(row)
        }

    @property
    def most_slope(self) -> float:
        """The slope of all links together: no cut has more."""
        return 2 * self._constant * self.structure.order

    def model(self, known: Known, weights: Weights, by_minority: bool) -> Model:
        """Return the program over the states that are possible.

        Parameters
        ----------
        known
            Sums over the blocks that are known.
        weights
            Of the intercept and the slope in what is minimised.
        by_minority
            Whether the number of blocks of each minority is known.
        """
        base, slope = weights
        chosen = known.chosen
        share = np.array(known.totals) / self.structure.order
        functions = known.functions.astype(float)
        signed = self.structure.balance_of[chosen].astype(float)
        cone = Cone(
            self.structure.order,
            (functions - share[:, None]).T,
            signed,
            self.structure.balance.difference**2 / self.structure.order,
        )
        odd = -slope * self._products[:, chosen][:, :, chosen] / 4
        odd[0] = 0.0
        parts = functions.argmax(axis=0) if by_minority else np.zeros(len(chosen), dtype=np.int64)
        return Model(
            cone=cone,
            odd=odd,
            constant=slope * self._constant,
            parts=parts,
            totals=share if by_minority else np.ones(1),
            single=base * self._intercepts[chosen],
        )

    def difference_rows(self, chosen: IntArray) -> list[tuple[Row, float]]:
        """Return what is known of the difference between the sides, where they are not equal.

        Times a block's sign, and 0 unless the block is in a certain state, it is at most its
        size there, and at least the opposite: a row for each state, and then another for
        each, with the factors by which they are scaled to a length of about 1.

        Parameters
        ----------
        chosen
            (n,), the states that are possible.
        """
        structure = self.structure
        if not structure.balance.difference:
            return []
        size, weights = structure.balance.difference, structure.balance_of[chosen].astype(float)
        scale = 1.0 / max(1.0, float(np.linalg.norm(weights)) * structure.order**0.5)
        return [
            (self._times(side * each, weights, -scale * size * each), scale)
            for side in (scale, -scale)
            for each in np.eye(len(chosen))
        ]

    def _times(self, function: FloatArray, weights: FloatArray, single: FloatArray) -> Row:
        """Keep the mean of an odd function times the difference, and a function of a block, low."""
        nothing = np.zeros(len(weights))
        terms = (
            Term(offset, 1.0, (nothing, nothing), (function, weights))
            for offset in range(1, self.structure.order)
        )
        return Row(tuple(terms), function * weights + single, 0.0)

    def count_rows(self, count: Count, chosen: IntArray) -> list[Row]:
        """Return the lower and the upper limit of a count as rows, over the blocks.

        Parameters
        ----------
        count
            The set of pairs, and its limits.
        chosen
            (n,), the states that are possible.
        """
        signs = self.structure.signs[chosen].astype(float)
        nothing = np.zeros(len(chosen))
        terms, single, constant = [], np.zeros(len(chosen)), 0.0
        for first, second in count.members:
            (b, j), (c, k) = self.places[first], self.places[second]
            offset = (c - b) % self.structure.order
            if offset:
                terms.append((offset, j, k))
            else:
                single += (1 - signs[:, j] * signs[:, k]) / (2 * self.structure.order)
            constant += 0.5 / self.structure.order if offset else 0.0
        joined: dict[tuple[int, int, int], int] = {}
        for term in terms:
            joined[term] = joined.get(term, 0) + 1
        plain = tuple(
            Term(
                d,
                -0.5 * number / self.structure.order,
                (nothing, nothing),
                (signs[:, j], signs[:, k]),
            )
            for (d, j, k), number in joined.items()
        )
        opposite = tuple(Term(t.offset, -t.weight, t.even, t.odd) for t in plain)
        return [
            Row(opposite, -single, constant - count.low / self.structure.order),
            Row(plain, single, count.high / self.structure.order - constant),
        ]
