"""Least sums of two rows of numbers, by windows: a sparse table for range minima.

(Bender and Farach-Colton, 2000.) Of two numbers that add up to no more than the highest of
interest, one is at most half of that. Where one row is at most such a number in a run of places,
what it adds up to with the other row is at most the number and the least of the other row in a
window as long as the run; and that is the less of two windows whose length is a power of two.
Where the row has less than the number, this is too much, never too little, and that less comes
in a run of its own.

References
----------
Bender and Farach-Colton, The LCA problem revisited (2000).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.unsignedinteger]


def lower(
    found: Numbers,
    one: Numbers,
    other: Numbers,
    shift: int,
    highest: int,
    on_progress: Callable[[int], None],
) -> None:
    """Lower numbers to the least sums of two rows, up to a highest one.

    Parameters
    ----------
    found
        Place p is for the sums of places of both rows that add up to p - shift; may hold fewer
        or more places than there are.
    highest
        Of interest; twice one more has room in the type of the rows.
    on_progress
        Told of the places of each window before it is used.
    """
    for row, rest in ((one, other), (other, one)):
        windows = [rest]  # the least numbers in windows of 1, 2, 4 … places, by their last place
        for number in np.unique(row[row <= highest // 2]):
            for begin, end in _runs(row, number):
                level = (end - begin).bit_length() - 1
                while len(windows) <= level:
                    on_progress(len(windows[-1]))
                    windows.append(_doubled(windows[-1], 1 << (len(windows) - 1)))
                for place in {begin, end - (1 << level)}:
                    _lower_at(found, place + shift, windows[level], number, on_progress)


def _lower_at(
    found: Numbers,
    start: int,
    window: Numbers,
    number: np.unsignedinteger,
    on_progress: Callable[[int], None],
) -> None:
    """Lower numbers from a place on, as far as they reach."""
    first, last = max(0, start), min(len(found), start + len(window))
    if first < last:
        on_progress(last - first)
        part = found[first:last]
        np.minimum(part, window[first - start : last - start] + number, out=part)


def _doubled(window: Numbers, length: int) -> Numbers:
    """Return the least numbers in windows of twice a length."""
    beyond = np.iinfo(window.dtype).max // 2  # or more, but not so much that a sum has no room
    doubled = np.full(len(window) + length, beyond, dtype=window.dtype)
    doubled[: len(window)] = window
    np.minimum(doubled[length:], window, out=doubled[length:])
    return doubled


def _runs(row: Numbers, number: np.unsignedinteger) -> list[tuple[int, int]]:
    """Return where numbers are at most as large in a run, if one in it is just as large."""
    inside = np.zeros(len(row) + 2, dtype=np.bool_)
    np.less_equal(row, number, out=inside[1:-1])
    edges = (inside[1:] != inside[:-1]).nonzero()[0]
    begins, ends = edges[::2], edges[1::2]
    new = np.logical_or.reduceat(row == number, begins)  # up to where the next run begins
    return list(zip(begins[new].tolist(), ends[new].tolist(), strict=True))
