"""Correlations of three binary sequences: what a proof holds of them.

The switches at three positions of the blocks make sequences x, y and z, which turn together. What
they have is a sum of three parts, each a weighted sum of the correlations of two, and is at most a
number that no three sequences exceed.

That none do is seen by searches: that no two have more in a part than is said (`verify.sphere`),
and with that, that no three have more in all (`verify.three`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from alphacut.solver.bisection.verify.crosscorrelations import beyond, none_beyond
from alphacut.solver.bisection.verify.errors import Refused
from alphacut.solver.bisection.verify.imbalances import Imbalance
from alphacut.solver.bisection.verify.read import integers, listed
from alphacut.solver.bisection.verify.remembered import Remembered
from alphacut.solver.bisection.verify.sequences import HEAVIEST, LONGEST, MOST_BOUNDS, Term
from alphacut.solver.bisection.verify.squares import Part
from alphacut.solver.bisection.verify.three import ThreeSearch

Parts = tuple[Part, Part, Part]
Highest = tuple[int, int, int]

PLACES = ((0, 1), (0, 2), (1, 2))  # of the sequences of each part
MOST_SEARCHES = 2_000  # of all triples of sequences, for the bounds of one certificate
MOST_STEPS = 1 << 32  # letters that one search may set: a minute or two
MOST_STEPS_OF_TWO = 1 << 30  # and one for a part: half a minute


@dataclass(frozen=True, kw_only=True)
class TripleBound:
    """What the switches at three positions have in three parts is at most a number.

    Attributes
    ----------
    parts
        Weights of the correlations of x and y, of x and z, and of y and z.
    highest
        What each part comes to at most, by itself.
    most
        All together.
    """

    positions: tuple[int, int, int]
    parts: Parts
    highest: Highest
    most: int

    def check(self) -> None:
        """Refuse if some three sequences have more, or some two."""
        for part, highest in zip(self.parts, self.highest, strict=True):
            if beyond(part, highest, MOST_STEPS_OF_TWO) is not None:
                raise Refused("two sequences have more than a bound on three says")
        if beyond_three(self.parts, self.highest, self.most) is not None:
            raise Refused("three sequences have more than a bound on them says")

    def was_checked(self) -> None:
        """Take note that `check` found nothing, in another process: it need not search again."""
        for part, highest in zip(self.parts, self.highest, strict=True):
            none_beyond(part, highest)
        _beyond.know((self.parts, self.highest), self.most)

    @property
    def ranges(self) -> tuple[tuple[int, Imbalance], ...]:
        """Positions at which it holds for some imbalances alone: none."""
        return ()

    @property
    def weights(self) -> tuple[int, ...]:
        """Weights of the autocorrelations of x, y and z, and of x with y, x with z and y with z."""
        half = len(self.parts[0]) // 4
        own = np.zeros((3, half), dtype=np.int64)
        for part, places in zip(self.parts, PLACES, strict=True):
            own[list(places)] += np.reshape(part[: 2 * half], (2, half))
        return (*own.ravel().tolist(), *(w for part in self.parts for w in part[2 * half :]))

    @property
    def terms(self) -> Iterator[Term]:
        """Yield what is weighted, with its weight."""
        length = (len(self.parts[0]) + 1) // 2
        weights = iter(self.weights)
        for position in self.positions:
            for offset in range(1, length // 2 + 1):
                yield offset, position, position, next(weights)
        for first, second in PLACES:
            for offset in range(length):
                yield offset, self.positions[first], self.positions[second], next(weights)


def read_triples(
    written: Mapping[str, Any],
    order: int,
    width: int,
    searched: set[tuple[Parts, Highest, int]],
) -> Iterator[tuple[TripleBound, int]]:
    """Read a leaf's bounds on three sequences with their multipliers, or refuse.

    What they say is not looked into here: `TripleBound.check` does.

    Parameters
    ----------
    order, width
        Number of blocks, and switches of each.
    searched
        Parts and bounds for which a certificate needs a search, to which those of the leaf come.
    """
    entries = listed(written, "triples")
    if len(entries) > MOST_BOUNDS:
        raise Refused("a leaf has too many bounds on three sequences")
    if entries and not (order % 2 and order <= LONGEST):
        raise Refused(f"a leaf bounds three sequences of no odd number of at most {LONGEST}")
    number = 2 * order - 1
    for entry in entries:
        first, second, third, value, most, one, two, three, *weights = integers(
            entry, "a bound on three sequences", length=8 + 3 * number
        )
        positions = first, second, third
        if len(set(positions)) < 3 or not all(0 <= each < width for each in positions):
            raise Refused("a bound on three sequences names no three positions of a block")
        if value < 1:
            raise Refused("the multiplier of a bound on three sequences is not positive")
        if sum(map(abs, weights)) > HEAVIEST:
            raise Refused("the weights of a bound on three sequences are too large")
        xy, xz, yz = (tuple(weights[n * number : (n + 1) * number]) for n in range(3))
        parts, highest = (xy, xz, yz), (one, two, three)
        searched.add((parts, highest, most))
        if len(searched) > MOST_SEARCHES:
            raise Refused("a certificate has too many different bounds on three sequences")
        yield TripleBound(positions=positions, parts=parts, highest=highest, most=most), value


def beyond_three(parts: Parts, highest: Highest, most: int, steps: int = MOST_STEPS) -> int | None:
    """Return the most that three sequences have, if it is more; None: no three have more.

    Parameters
    ----------
    highest
        What each part comes to at most, which is taken for granted.
    steps
        Letters that the search may set.

    Raises
    ------
    Refused
        If that takes too long to find out.
    """
    return _beyond((parts, highest), most, steps)


def forget_told() -> None:
    """Forget what other processes found of three sequences."""
    _beyond.forget_told()


def _searched(asked: tuple[Parts, Highest], most: int, steps: int) -> int | None:
    parts, highest = asked
    return ThreeSearch(parts, highest, most, steps).run()


_beyond = Remembered(_searched, 4096)
