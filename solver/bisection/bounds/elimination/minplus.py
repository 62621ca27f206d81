"""Min-plus convolution by runs: sums of tables of least capacities by weight.

Of two tables that are added up, wherever one is at most some value in a row of weights, the least
number of the other in a window of that length is all that is needed; and the least numbers in
all windows come of those whose lengths are powers of two. Low numbers count only where those
of the other table are high, and the other way round: the table with fewer of them is gone
through.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

FEW = 48  # weights of a table that are not worth a search for runs

Numbers = NDArray[np.unsignedinteger]
OnProgress = Callable[[int], None]  # told how many sums are made; may raise


class MinPlus:
    """Adds up tables whose numbers are below a bound, which stands for all that are not.

    Parameters
    ----------
    beyond
        The bound.
    on_progress
        Told of all sums that are made.
    """

    def __init__(self, beyond: int, on_progress: OnProgress) -> None:
        types = (np.uint8, np.uint16, np.uint32, np.uint64)
        self.type = np.dtype(next(t for t in types if 2 * beyond <= np.iinfo(t).max))
        self.beyond, self._on_progress = beyond, on_progress
        self._beyond = self.type.type(beyond)

    def filled(self, length: int) -> Numbers:
        """Return a table of which nothing is below the bound."""
        return np.full(length, self._beyond, dtype=self.type)

    def raised(self, table: Numbers, capacity: int) -> Numbers:
        """Return a table with a capacity added to all its numbers."""
        if capacity >= self.beyond:
            return self.filled(len(table))
        return np.minimum(table + self.type.type(capacity), self._beyond)

    def least_at(self, one: Numbers, other: Numbers, weight: int) -> tuple[int, int]:
        """Return the number of a sum at one weight, and which part of that is the first table's.

        Parameters
        ----------
        one, other
            (weights,) each: the least capacity at each.
        weight
            That both have together.
        """
        first, last = max(0, weight - len(other) + 1), min(len(one) - 1, weight)
        if last < first:
            return self.beyond, first
        sums = one[first : last + 1] + other[weight - last : weight - first + 1][::-1]
        place = int(np.argmin(sums))
        return min(int(sums[place]), self.beyond), first + place

    def sum(self, one: Numbers, other: Numbers) -> Numbers:
        """Return the least sums over all ways to share a weight between two tables."""
        few, many = (one, other) if len(one) <= len(other) else (other, one)
        sums = self.filled(len(one) + len(other) - 1)
        if len(few) <= FEW:
            self._columns(sums, few, np.flatnonzero(few < self._beyond), many)
        else:
            self._runs(sums, few, many)
        return sums

    def _columns(
        self, sums: Numbers, few: Numbers, places: NDArray[np.intp], many: Numbers
    ) -> None:
        """Add some numbers of a table to all of another."""
        length = len(many)
        for place, number in zip(places.tolist(), few[places], strict=True):
            self._on_progress(length)
            part = sums[place : place + length]
            np.minimum(part, many + number, out=part)

    def _runs(self, sums: Numbers, few: Numbers, many: Numbers) -> None:
        windows = [many]  # least numbers in windows of 1, 2, 4 … weights
        for number in np.unique(few[few < self._beyond]):
            low = np.flatnonzero(many < self._beyond - number)
            if not len(low):
                return
            starts, ends = _runs_of(few, number)
            if len(low) * len(few) <= 2 * len(starts) * len(many):
                self._columns(sums, many, low, few)  # all that is left
                return
            for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
                self._window(sums, start, end - start, number, windows)

    def _window(
        self,
        sums: Numbers,
        start: int,
        length: int,
        number: np.unsignedinteger,
        windows: list[Numbers],
    ) -> None:
        """Add a number to the least ones in a window."""
        level = length.bit_length() - 1
        while len(windows) <= level:
            windows.append(self._doubled(windows[-1], 1 << (len(windows) - 1)))
        added = windows[level] + number
        for place in {start, start + length - (1 << level)}:
            self._on_progress(len(added))
            part = sums[place : place + len(added)]
            np.minimum(part, added, out=part)

    def _doubled(self, window: Numbers, length: int) -> Numbers:
        """Return the least numbers in windows of twice the length."""
        found = self.filled(len(window) + length)
        found[: len(window)] = window
        part = found[length:]
        np.minimum(part, window, out=part)
        return found


def _runs_of(
    table: Numbers, number: np.unsignedinteger
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return where numbers are at most as large in a row, if any is not less: begins and ends."""
    inside = np.zeros(len(table) + 2, dtype=np.bool_)
    inside[1:-1] = table <= number
    edges = np.flatnonzero(inside[1:] != inside[:-1])
    starts, ends = edges[::2], edges[1::2]
    sums = np.zeros(len(table) + 1, dtype=np.int64)
    np.cumsum(table == number, out=sums[1:])
    new = sums[ends] > sums[starts]
    return starts[new], ends[new]
