"""Multipliers that settle divisions into classes, and what they prove together."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from alphacut.solver.bisection.bounds.pairs import IntArray
from alphacut.solver.bisection.bounds.states.leaf import DivisionsLeaf
from alphacut.solver.bisection.problem import Certificate
from alphacut.solver.bisection.verify.divisions import NOTHING, SETTLED, Divisions
from alphacut.solver.bisection.verify.errors import Refused
from alphacut.solver.bisection.verify.imbalances import Box, contained
from alphacut.solver.bisection.verify.states import Multiples


@dataclass(frozen=True)
class _Entry:
    """Multipliers, the slopes that they prove, and the parts of all bisections in which they do."""

    written: Certificate
    slopes: IntArray
    parts: list[int]


class Kept:
    """Those multipliers of earlier certificates and of runs that prove more than others somewhere.

    Parameters
    ----------
    parts
        Of all bisections, which runs may be for; none if all runs are for all of them.
    """

    def __init__(self, divisions: Divisions, parts: Sequence[Box]) -> None:
        self._divisions = divisions
        self._parts = parts
        self._entries: dict[str, _Entry] = {}  # by the names of their multipliers
        self._taken: set[str] = set()  # names of those of earlier certificates
        self._everything = np.arange(len(divisions.numbers))
        # slopes that are proven of each division, and of each part where that was looked into
        self._least = np.full(len(self._everything), NOTHING, dtype=np.int64)
        self._by_part = np.tile(self._least, (len(parts) or 1, 1))

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
        serves = [
            number
            for number, part in enumerate(self._parts or (None,))
            if multiples.box is None or (part and contained(part, multiples.box))
        ]
        if (slopes > self._by_part[serves]).any():
            self._entries[name_of(written)] = _Entry(written, slopes, serves)
            self._by_part[serves] = np.maximum(self._by_part[serves], slopes)
            self._least = self._by_part.min(axis=0)
        return multiples

    def slopes(self, multiples: Multiples) -> IntArray:
        """Return the slopes that multipliers prove of all divisions, if they can be told."""
        return self._divisions.slopes(multiples, self._everything)

    def proven(self, part: int | None = None) -> IntArray:
        """Return the slopes that are proven of each division: in a part, or everywhere."""
        return self._least if part is None else self._by_part[part]

    def most_left(self, members: IntArray, needed: IntArray) -> int:
        """Return the part, the last of several, in which most of some divisions are left."""
        left = (self._by_part[:, members] <= needed[members]).sum(axis=1)
        return len(left) - 1 - int(left[::-1].argmax())

    def leaf(self, needed: IntArray) -> DivisionsLeaf:
        """Choose multipliers that together settle all, each time those that settle the most.

        A division of which as much is not proven as is needed is passed over.
        """
        left = np.nonzero(needed > SETTLED)[0]
        left = left[self._least[left] > needed[left]]
        settled = {name: kept.slopes[left] > needed[left] for name, kept in self._entries.items()}
        still, chosen = np.ones((len(self._by_part), len(left)), dtype=bool), list[str]()
        while still.any():
            gains = {
                name: int((still[self._entries[name].parts] & each).sum())
                for name, each in settled.items()
            }
            best = max(gains, key=lambda name: gains[name])
            chosen.append(best)
            still[self._entries[best].parts] &= ~settled[best]
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
