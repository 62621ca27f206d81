"""A pool of bisections by which every cabling of a network is judged without a search."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from alphacut.solver.synthesis.aim import Aim
from alphacut.solver.synthesis.recabling.cables import Cabling

IntArray = NDArray[np.int64]
Signs = NDArray[np.int8]


class CablePool:
    """Bisections of one network, with what each severs of the links that stay.

    Attributes
    ----------
    sides
        Of shape (cuts, switches): 1 or -1.
    base, slope
        Of shape (cuts,): the capacity base + slope·α of the links inside groups that each severs.
    """

    def __init__(self, cabling: Cabling, most: int = 3_000) -> None:
        self._cable, self._most = cabling.cable_class, most
        links, classes = cabling.stays, cabling.network.class_by_name
        self._ends = np.array([link[:2] for link in links], np.int64).reshape(-1, 2)
        self._base = np.array([link[3] * classes[link[2]].base for link in links], np.int64)
        self._slope = np.array([link[3] * classes[link[2]].slope for link in links], np.int64)
        self.sides = np.zeros((0, cabling.network.switches), np.int8)
        self.base = np.zeros(0, np.int64)
        self.slope = np.zeros(0, np.int64)
        self._known: set[bytes] = set()

    def __len__(self) -> int:
        return len(self.base)

    def add(self, side: Signs) -> bool:
        """Take a side, unless it is there; the oldest half makes room."""
        signs = (side * side[0]).astype(np.int8)
        key = signs.tobytes()
        if key in self._known:
            return False
        if len(self) >= self._most:
            kept = len(self) // 2
            self.sides = self.sides[kept:]
            self.base, self.slope = self.base[kept:], self.slope[kept:]
            self._known = {each.tobytes() for each in self.sides}
        self._known.add(key)
        severed = signs[self._ends[:, 0]] != signs[self._ends[:, 1]]
        self.sides = np.concatenate([self.sides, signs[None]])
        self.base = np.append(self.base, self._base[severed].sum())
        self.slope = np.append(self.slope, self._slope[severed].sum())
        return True

    def crossing(self, joined: IntArray) -> IntArray:
        """Count the cables that each cut severs."""
        return np.asarray(
            (self.sides[:, joined[:, 0]] != self.sides[:, joined[:, 1]]).sum(axis=1), np.int64
        )

    def values(self, aim: Aim, crossing: IntArray, which: IntArray | None = None) -> IntArray:
        """Return the value of an aim for cuts that sever so many cables.

        Parameters
        ----------
        crossing
            Of shape (cuts,) or (cuts, changes).
        which
            The cuts that it is about; None: all.
        """
        base, slope = (self.base, self.slope) if which is None else (
            self.base[which], self.slope[which])  # fmt: skip
        if crossing.ndim > 1:
            base, slope = base[:, None], slope[:, None]
        return aim.total(base + self._cable.base * crossing, slope + self._cable.slope * crossing)
