"""One separator of bounds on sequences of sides: those at one position of blocks, and at two."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from alphacut.solver.bisection.bounds.pairs import FloatArray
from alphacut.solver.bisection.bounds.sequences.autocorrelations import Autocorrelations
from alphacut.solver.bisection.bounds.sequences.crosscorrelations import Crosscorrelations
from alphacut.solver.bisection.bounds.sequences.params import USUAL_SEQUENCE, SequenceParams
from alphacut.solver.bisection.verify.sequences.autocorrelations import LONGEST, SequenceBound
from alphacut.solver.bisection.verify.sequences.crosscorrelations import CrossBound

__all__ = ["LONGEST", "SequenceSeparator"]

Bound = SequenceBound | CrossBound


class SequenceSeparator:
    """Finds bounds on sequences that present frequencies violate.

    Parameters
    ----------
    length
        Of a sequence: the number of blocks.
    width
        Positions in a block.

    Attributes
    ----------
    one, two
        What is known of the sequences at one position, and of those at two.
    """

    def __init__(self, length: int, width: int, params: SequenceParams = USUAL_SEQUENCE) -> None:
        self.one = Autocorrelations(length, params)
        self.two = Crosscorrelations(length, width, params)
        self._most = params.most_bounds

    def violated(
        self, products: FloatArray, seed: int, held: Sequence[Bound], *, new_bounds: bool
    ) -> list[Bound]:
        """Return bounds that are not held, as many as a leaf may have beside those.

        Parameters
        ----------
        products
            Mean products (offset × position × position) of an entry and one that many blocks on.
        new_bounds
            Whether new bounds on two sequences are looked for, which takes seconds; those that
            are known are used in any case.
        """
        one = [each for each in held if isinstance(each, SequenceBound)]
        two = [each for each in held if isinstance(each, CrossBound)]
        own = np.diagonal(products, axis1=1, axis2=2).T[:, 1 : len(products) // 2 + 1]
        single = self.one.violated(own, seed, one)
        double = self.two.violated(products, seed, two, new_bounds=new_bounds)
        return [*single[: self._most - len(one)], *double[: self._most - len(two)]]

    def take_over(self, bounds: Iterable[CrossBound]) -> None:
        """Remember what others found, whose certificates are checked as a whole."""
        self.two.take_over(bounds)
