"""Correlations of two binary sequences: what a proof holds of them.

The switches at two positions of the blocks make two sequences x and y of 1 and -1, which turn
together. A weighted sum of their autocorrelations and of their crosscorrelations
Σ_i x_i·y_(i+d) is at most a number that no two sequences exceed.

That none does is seen by a search (`sphere`, `completed_square`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from alphacut.solver.bisection.certificate.cuts import CrosscorrelationCut
from alphacut.solver.bisection.verify.blocks import IntArray
from alphacut.solver.bisection.verify.memo import once
from alphacut.solver.bisection.verify.sequences.autocorrelations import (
    HEAVIEST,
    LONGEST,
    MOST_BOUNDS,
    Term,
)
from alphacut.solver.bisection.verify.sequences.completed_square import of_two
from alphacut.solver.bisection.verify.sequences.sphere import Search
from alphacut.solver.common.errors import Refused

MOST_SEARCHES = 1_000  # of all pairs of sequences, for the bounds of one certificate
MOST_STEPS = 1 << 26  # entries that one search may set: seconds


@dataclass(frozen=True, kw_only=True)
class CrossBound:
    """A weighted sum of the correlations of the switches at two positions is at most a number.

    Attributes
    ----------
    weights
        Of the autocorrelations of the first from offset 1 to half of all, then of the second,
        then of the crosscorrelations Σ_i x_i·y_(i+d) from offset 0 on.
    """

    positions: tuple[int, int]
    weights: tuple[int, ...]
    most: int

    def check(self) -> None:
        """Refuse if some two sequences have more.

        Raises
        ------
        Refused
            If some two have more, or that takes too long to find out.
        """
        if beyond(self.weights, self.most) is not None:
            raise Refused("two sequences have more than a bound on them says")

    @property
    def terms(self) -> Iterator[Term]:
        """Yield what is weighted, with its weight."""
        first, second = self.positions
        half = len(self.weights) // 4
        for number, weight in enumerate(self.weights[: 2 * half]):
            position = self.positions[number // half]
            yield number % half + 1, position, position, weight
        for offset, weight in enumerate(self.weights[2 * half :]):
            yield offset, first, second, weight


def read_crosscorrelations(
    cuts: Sequence[CrosscorrelationCut],
    order: int,
    width: int,
    searched: set[tuple[tuple[int, ...], int]],
) -> Iterator[tuple[CrossBound, int]]:
    """Yield a leaf's bounds on two sequences with their multipliers, or refuse.

    What they say is not looked into here: `CrossBound.check` does.

    Parameters
    ----------
    order, width
        Number of blocks, and switches of each.
    searched
        Weights and bounds for which a certificate needs a search, to which those of the leaf come.

    Raises
    ------
    Refused
        If there are too many, or one is none.
    """
    if len(cuts) > MOST_BOUNDS:
        raise Refused("a leaf has too many bounds on two sequences")
    if cuts and order > LONGEST:
        raise Refused(f"a leaf bounds two sequences of more than {LONGEST} entries")
    for cut in cuts:
        if not cut.first < cut.second < width:
            raise Refused("a bound on two sequences names no two positions of a block, in order")
        if len(cut.weights) != 2 * order - 1 or sum(map(abs, cut.weights)) > HEAVIEST:
            raise Refused("the weights of a bound on two sequences are too many, few or large")
        searched.add((canonical(cut.weights), cut.most))
        if len(searched) > MOST_SEARCHES:
            raise Refused("a certificate has too many different bounds on two sequences")
        bound = CrossBound(positions=(cut.first, cut.second), weights=cut.weights, most=cut.most)
        yield bound, cut.multiplier


def beyond(weights: tuple[int, ...], most: int) -> int | None:
    """Return the most that two sequences have, if it is more; None: no two have more.

    Raises
    ------
    Refused
        If that takes too long to find out.
    """
    key = canonical(weights)
    return once(
        ("crosscorrelations", key, most),
        lambda: Search(of_two(np.array(key), most), most, MOST_STEPS).run(),
    )


def canonical(weights: tuple[int, ...]) -> tuple[int, ...]:
    """Return those of their images that stand for all: what is found for one serves for all."""
    return once(("image", weights), lambda: _largest_image(weights))


def _largest_image(weights: tuple[int, ...]) -> tuple[int, ...]:
    factors, places = images(len(weights))
    found = factors * np.array(weights)[places]
    return tuple(found[np.lexsort(found.T[::-1])[-1]].tolist())


@lru_cache(maxsize=2)
def images(number: int) -> tuple[IntArray, IntArray]:
    """Return factors and places (image × weight): where an image takes its weights from.

    Sequences may change places, the second may be turned against the first or have its signs
    exchanged, and of both every k-th entry may be taken, as of one.
    """
    length = (number + 1) // 2
    half = length // 2
    every = np.arange(length)
    factors, places = [], []
    for step in (k for k in range(1, length) if math.gcd(k, length) == 1):
        moved = step * np.arange(1, half + 1) % length
        own = np.minimum(moved, length - moved) - 1
        for turn in range(length):
            cross = (step * every + turn) % length
            for places_of in (
                (own, half + own, 2 * half + cross),
                (half + own, own, 2 * half + -cross % length),
            ):
                for sign in (1, -1):
                    places.append(np.concatenate(places_of))
                    factors.append(np.repeat([1, sign], [2 * half, length]))
    return np.array(factors), np.array(places)
