"""The dual pool: multipliers that settle divisions into classes, and what they prove together."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from alphacut.solver.bisection.bounds.pairs import IntArray
from alphacut.solver.bisection.bounds.states.leaf import DivisionsLeaf
from alphacut.solver.bisection.problem import Certificate
from alphacut.solver.bisection.verify.divisions import NOTHING, SETTLED, Divisions
from alphacut.solver.bisection.verify.errors import Refused
from alphacut.solver.bisection.verify.states import Multiples


@dataclass(frozen=True)
class _Entry:
    """Multipliers, and the slopes that they prove."""

    written: Certificate
    slopes: IntArray


class DualPool:
    """Those multipliers of earlier certificates and of runs that prove more than others somewhere.

    Attributes
    ----------
    proven
        The slopes that are proven of each division.
    """

    def __init__(self, divisions: Divisions) -> None:
        self._divisions = divisions
        self._entries: dict[str, _Entry] = {}  # by the names of their multipliers
        self._taken: set[str] = set()  # names of those of earlier certificates
        self._everything = np.arange(len(divisions.numbers))
        self.proven = np.full(len(self._everything), NOTHING, dtype=np.int64)

    def take_over(self, written: Certificate) -> Multiples | None:
        """Keep multipliers of an earlier certificate; None if they were, or may not be, taken."""
        name = name_of(written)
        if name in self._taken:
            return None
        self._taken.add(name)
        return self.keep(written)

    def keep(self, written: Certificate) -> Multiples | None:
        """Read multipliers as the verifier does, keep them if they serve; None if it refuses."""
        self._divisions.frame.begin()  # how much it asks for does not depend on others
        try:
            multiples = self._divisions.read(written)
            slopes = self.slopes(multiples)
        except Refused:
            return None
        if (slopes > self.proven).any():
            self._entries[name_of(written)] = _Entry(written, slopes)
            self.proven = np.maximum(self.proven, slopes)
        return multiples

    def slopes(self, multiples: Multiples) -> IntArray:
        """Return the slopes that multipliers prove of all divisions, if they can be told."""
        return self._divisions.slopes(multiples, self._everything)

    def leaf(self, needed: IntArray) -> DivisionsLeaf:
        """Choose multipliers that together settle all, each time those that settle the most.

        A division of which as much is not proven as is needed is passed over.
        """
        left = np.nonzero(needed > SETTLED)[0]
        left, chosen = left[self.proven[left] > needed[left]], list[str]()
        while len(left):
            open_after = {
                name: left[entry.slopes[left] <= needed[left]]
                for name, entry in self._entries.items()
            }
            best = min(open_after, key=lambda name: len(open_after[name]))
            chosen.append(best)
            left = open_after[best]
        return self._leaf(chosen)

    def spare(self) -> DivisionsLeaf | None:
        """Return all that are kept and come from no earlier certificate, if there are any."""
        names = [name for name in self._entries if name not in self._taken]
        return self._leaf(names) if names else None

    def _leaf(self, names: Iterable[str]) -> DivisionsLeaf:
        return DivisionsLeaf(tuple(self._entries[name].written for name in names))


def name_of(written: Certificate) -> str:
    """Return what distinguishes multipliers."""
    return hashlib.sha256(json.dumps(written, sort_keys=True).encode()).hexdigest()
