"""A pool of bisections, by which every lift of a shape is judged without a search.

A side of a bisection severs a number of local links that no arrangement changes, and of the
global links at offset d those groups i for which position x of group i and position y of group
i + d lie apart. Tables of these numbers give what a cut severs in any lift as a sum of one entry
for each offset, and a swap of two ends changes two of them.

References
----------
Kelley, The cutting-plane method for solving convex programs, for judging a candidate by the
inequalities that earlier ones have violated.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from alphacut.arrangements.links._base import Shape
from alphacut.arrangements.links.lift import Offsets

IntArray = NDArray[np.int64]
Signs = NDArray[np.int8]


class Pool:
    """Bisections of the lifts of one shape, with what each severs in any of them.

    Attributes
    ----------
    sides
        Of shape (cuts, groups, a): 1 or -1 for each switch.
    local
        Local links that each cut severs.
    """

    def __init__(self, shape: Shape, most: int = 3_000) -> None:
        self.shape = shape
        self._most = most
        offsets, a = shape.groups // 2, shape.a
        self.sides = np.zeros((0, shape.groups, a), np.int8)
        self.local = np.zeros(0, np.int64)
        self._tables = np.zeros((0, offsets, a * a), np.int64)
        self._known: set[bytes] = set()

    def __len__(self) -> int:
        return len(self.local)

    def add(self, side: Signs) -> bool:
        """Take a side, of shape (groups, a), unless it is there; the oldest half makes room."""
        signs = (side * side[0, 0]).astype(np.int8)
        key = signs.tobytes()
        if key in self._known:
            return False
        if len(self) >= self._most:
            self._forget(len(self) // 2)
        self._known.add(key)
        self.sides = np.concatenate([self.sides, signs[None]])
        self.local = np.append(self.local, severed_locally(signs))
        self._tables = np.concatenate([self._tables, self._table(signs)[None]])
        return True

    def _forget(self, count: int) -> None:
        self.sides, self.local = self.sides[count:], self.local[count:]
        self._tables = self._tables[count:]
        self._known = {each.tobytes() for each in self.sides}

    def _table(self, signs: Signs) -> IntArray:
        """Count, for every offset and pair of positions, the groups where they lie apart."""
        groups, a = signs.shape
        plain = signs.astype(np.int64)
        found = np.empty((groups // 2, a * a), np.int64)
        for d in range(1, groups // 2 + 1):
            links = groups // 2 if 2 * d == groups else groups
            ahead = np.roll(plain, -d, axis=0)
            found[d - 1] = ((links - plain[:links].T @ ahead[:links]) // 2).ravel()
        return found

    def severed(self, offsets: Offsets) -> IntArray:
        """Return how many global links each cut severs in a lift."""
        codes = self.codes(offsets)
        return self._sum(codes)

    def _sum(self, codes: IntArray) -> IntArray:
        """Add up what each cut severs of all pairs, of which each offset has one or more."""
        at = np.arange(len(codes)) // self.shape.trunking
        return np.asarray(self._tables[:, at, codes].sum(axis=1))

    def codes(self, offsets: Offsets) -> IntArray:
        """Return where the pairs of a lift stand in the tables."""
        return np.array([x * self.shape.a + y for x, y in offsets], dtype=np.int64)

    def changed(self, codes: IntArray, places: IntArray, new: IntArray) -> IntArray:
        """Return how many global links each cut severs after each of several changes.

        Parameters
        ----------
        codes
            Of the lift before.
        places, new
            For each change two pairs (from 0; -1: none) and the codes that they get.

        Returns
        -------
        ndarray
            Of shape (cuts, changes).
        """
        before = self._sum(codes)
        at = np.maximum(places, 0) // self.shape.trunking
        gone = np.where(places >= 0, self._tables[:, at, codes[places]], 0)
        come = np.where(places >= 0, self._tables[:, at, np.where(places >= 0, new, 0)], 0)
        return np.asarray(before[:, None] + (come - gone).sum(axis=2))


def severed_locally(signs: Signs) -> int:
    """Count the local links that a side severs in groups that are complete inside."""
    above = (signs > 0).sum(axis=1).astype(np.int64)
    return int((above * (signs.shape[1] - above)).sum())
