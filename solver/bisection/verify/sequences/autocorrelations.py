"""Periodic autocorrelations of binary sequences: what a proof holds of them.

The switches at one position of the blocks lie on either side, which makes a
sequence x of 1 and -1 that is as long as the rotation. A weighted sum of its
autocorrelations C_d = Σ_i x_i·x_(i+d) is at most what the best of all sequences
has, which is found by looking at all of them.

References
----------
Schmidt, Sequences with small correlation (2016).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from alphacut.solver.bisection.certificate.cuts import SequenceCut
from alphacut.solver.bisection.verify.blocks import IntArray
from alphacut.solver.bisection.verify.memo import once
from alphacut.solver.common.errors import Refused

Term = tuple[int, int, int, int]  # offset, position in a block and in the other, weight

LONGEST = 33  # of a sequence, so that all can be looked at
HEAVIEST = 1 << 16  # all weights together: sums of them are exact in single precision
MOST_BOUNDS = 500  # of a leaf, of each kind
MOST_SEARCHES = 4_000  # of all sequences, for the bounds of one certificate
AT_ONCE = 1 << 20  # sequences, so that what they come to stays near the processor

FloatArray = NDArray[np.float64]
Signs = NDArray[np.float32]  # (sequence × place), each 1 or -1


@dataclass(frozen=True, kw_only=True)
class SequenceBound:
    """Σ_d weights[d - 1]·C_d of the switches at one position is at most what sequences have."""

    position: int
    weights: tuple[int, ...]  # of the offsets from 1 to half of all

    @property
    def terms(self) -> Iterator[Term]:
        """Yield what is weighted, with its weight."""
        for offset, weight in enumerate(self.weights, start=1):
            yield offset, self.position, self.position, weight

    @property
    def most(self) -> int:
        """The largest Σ_d weights[d - 1]·C_d of any sequence."""
        return largest(self.weights)


def read_sequences(
    cuts: Sequence[SequenceCut], order: int, width: int, searched: set[tuple[int, ...]]
) -> Iterator[tuple[SequenceBound, int]]:
    """Yield a leaf's bounds on sequences with their multipliers, or refuse.

    Parameters
    ----------
    order, width
        Number of blocks, and switches of each.
    searched
        Weights for which all sequences were looked at before, to which those of the leaf come.

    Raises
    ------
    Refused
        If there are too many, or one is none.
    """
    if len(cuts) > MOST_BOUNDS:
        raise Refused("a leaf has too many bounds on sequences")
    if cuts and order > LONGEST:
        raise Refused(f"a leaf bounds sequences of more than {LONGEST} entries")
    for cut in cuts:
        if cut.position >= width:
            raise Refused("a bound on sequences names a position that no block has")
        if len(cut.weights) != order // 2 or sum(map(abs, cut.weights)) > HEAVIEST:
            raise Refused("the weights of a bound on sequences are not as many, or are too large")
        searched.add(canonical(cut.weights))
        if len(searched) > MOST_SEARCHES:
            raise Refused("a certificate has too many different bounds on sequences")
        yield SequenceBound(position=cut.position, weights=cut.weights), cut.multiplier


def largest(weights: tuple[int, ...]) -> int:
    """Return the largest Σ_d weights[d - 1]·C_d of any sequence of an odd length."""
    key = canonical(weights)
    return once(("autocorrelations", key), lambda: _largest(key))


def canonical(weights: tuple[int, ...]) -> tuple[int, ...]:
    """Return those of their images that stand for all: what is found for one serves for all."""
    return max(images(weights))


def images(weights: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield weights whose bound is the same.

    To take every k-th entry, where k has no divisor in common with the length, makes another
    sequence, and moves the weights to other offsets.
    """
    half, length = len(weights), 2 * len(weights) + 1
    for step in range(1, half + 1):
        if math.gcd(step, length) == 1:
            places = [step * d % length for d in range(1, half + 1)]
            yield tuple(weights[min(place, length - place) - 1] for place in places)


def _largest(weights: tuple[int, ...]) -> int:
    best = -math.inf

    def reached() -> float:
        return best

    between = circulant((0, *weights, *weights[::-1]))
    for _, _, values in looked_at(between, reached):
        best = max(best, float(values.max()))
    return int(best)


def circulant(row: Sequence[float] | FloatArray) -> FloatArray:
    """Return the matrix whose row at i holds at i + d what is given for d, around.

    Returns
    -------
    (n, n).
    """
    places = np.arange(len(row))
    matrix: FloatArray = np.asarray(row, np.float64)[(places - places[:, None]) % len(row)]
    return matrix


def looked_at(
    between: FloatArray, least: Callable[[], float]
) -> Iterator[tuple[Signs, Signs, Signs]]:
    """Look at all sequences, but for those that are others turned around or with signs exchanged.

    A sequence can be turned so that it begins with a longest run of equal entries, of 1, and ends
    with -1, if there is one. It is written as a head and a tail, and heads are left out with which
    no tail has more than is asked for.

    Parameters
    ----------
    between
        Circulant matrix M: a sequence x has Σ_(i<j) M_ij·x_i·x_j.
    least
        What a sequence must have to be of interest, asked again and again.
    between
        (length, length).

    Yields
    ------
    heads, tails, and what each head has with each tail, in single precision
    """
    length = len(between)
    single = between.astype(np.float32)
    np.fill_diagonal(single, 0.0)
    head = length // 2 + 1
    for heads, tails in _parts(length):
        inside = _values(heads, single[:head, :head])
        after = _values(tails, single[head:, head:])
        towards = heads @ single[:head, head:]
        limits = inside + np.abs(towards).sum(axis=1) + after.max()
        chunk = max(1, AT_ONCE // len(tails))
        order = np.argsort(-limits)
        for start in range(0, len(order), chunk):
            chosen = order[start : start + chunk]
            if limits[chosen[0]] <= least():
                break
            together: Signs = np.asarray(towards[chosen] @ tails.T, np.float32)
            together += after
            together += inside[chosen, None]
            yield heads[chosen], tails, together


def _values(entries: Signs, between: Signs) -> Signs:
    """Return what each sequence has by itself."""
    return np.asarray(((entries @ between) * entries).sum(axis=1) / 2)


@lru_cache(maxsize=2)
def _parts(length: int) -> tuple[tuple[Signs, Signs], ...]:
    """Return heads, by the run of 1 with which they begin, and the tails that go with them.

    Neither has a longer run, and tails end with -1. A head of 1 alone has all tails: its run may
    go on there.
    """
    head = length // 2 + 1
    heads, tails = _all(head), _all(length - head)
    heads = heads[heads[:, 0] > 0]
    alone = length  # stands for the run of a head of 1 alone
    first = np.where((heads < 0).any(axis=1), (heads < 0).argmax(axis=1), alone)
    runs, after = _longest_runs(heads), _longest_runs(tails)
    return tuple(
        (
            heads[(first == run) & (runs <= run)],
            tails[(after <= run) & ((tails[:, -1] < 0) | (run == alone))],
        )
        for run in np.unique(first)
    )


def _all(entries: int) -> Signs:
    """Return all sequences of so many entries."""
    numbers = np.arange(1 << entries)[:, None]
    return (1 - 2 * (numbers >> np.arange(entries) & 1)).astype(np.float32)


def _longest_runs(sequences: Signs) -> IntArray:
    """Return the length of the longest run of equal entries in each sequence."""
    run = np.ones(len(sequences), dtype=np.int64)
    longest = run.copy()
    for place in range(1, sequences.shape[1]):
        run = np.where(sequences[:, place] == sequences[:, place - 1], run + 1, 1)
        longest = np.maximum(longest, run)
    return longest
