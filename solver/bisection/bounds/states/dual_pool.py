"""The dual pool: multipliers that settle compositions, and what they prove together."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from alphacut.solver.bisection.bounds.pairs import IntArray
from alphacut.solver.bisection.certificate.leaves import CompositionsLeaf, StatesLeaf
from alphacut.solver.bisection.verify.compositions import NOTHING, SETTLED, Compositions
from alphacut.solver.bisection.verify.states import Multiples
from alphacut.solver.common.errors import Refused


class DualPool:
    """Those multipliers of earlier certificates and of runs that prove more than others somewhere.

    Attributes
    ----------
    proven
        The slopes that are proven of each composition.
    """

    def __init__(self, compositions: Compositions) -> None:
        self._compositions = compositions
        self._entries: dict[StatesLeaf, IntArray] = {}  # slopes by what proves them
        self._taken: set[StatesLeaf] = set()  # those of earlier certificates
        self._everything = np.arange(len(compositions.numbers))
        self.proven = np.full(len(self._everything), NOTHING, dtype=np.int64)

    def take_over(self, written: StatesLeaf) -> None:
        """Keep multipliers of an earlier certificate, unless they were taken before."""
        if written not in self._taken:
            self._taken.add(written)
            self.keep(written)

    def keep(self, written: StatesLeaf) -> bool:
        """Keep multipliers if they serve; tell whether the verifier reads them."""
        self._compositions.structure.begin()  # how much it asks for does not depend on others
        try:
            multiples = self._compositions.read(written)
            slopes = self.slopes(multiples)
        except Refused:
            return False
        if (slopes > self.proven).any():
            self._entries[written] = slopes
            self.proven = np.maximum(self.proven, slopes)
        return True

    def slopes(self, multiples: Multiples) -> IntArray:
        """Return the slopes that multipliers prove of all compositions, if they can be told.

        Returns
        -------
        (compositions,).
        """
        return self._compositions.slopes(multiples, self._everything)

    def leaf(self, needed: IntArray) -> CompositionsLeaf:
        """Choose multipliers that together settle all, each time those that settle the most.

        A composition of which as much is not proven as is needed is passed over.

        Parameters
        ----------
        needed
            (compositions,), the slope that each must exceed.
        """
        left = np.nonzero(needed > SETTLED)[0]
        left, chosen = left[self.proven[left] > needed[left]], list[StatesLeaf]()
        while len(left):
            open_after = {
                each: left[slopes[left] <= needed[left]] for each, slopes in self._entries.items()
            }
            best = min(open_after, key=lambda each: len(open_after[each]))
            chosen.append(best)
            left = open_after[best]
        return _leaf(chosen)

    def partial_leaf(self) -> CompositionsLeaf | None:
        """Return all that are kept and come from no earlier certificate, if there are any."""
        found = [each for each in self._entries if each not in self._taken]
        return _leaf(found) if found else None


def _leaf(multipliers: Iterable[StatesLeaf]) -> CompositionsLeaf:
    """Return a leaf; which rotation it names is told where it is written."""
    return CompositionsLeaf(rotation=0, multipliers=tuple(multipliers))
