"""What a family gives: how many of its shapes fit, and those that may be worth their price.

Shapes are compared by arithmetic on arrays, in floating point, before any is made a `Machine`:
of those with much the same bisection bandwidth for each host the cheapest are kept, and those that
draw least. What is kept is compared again in exact numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from alphacut.solver.common.errors import QuestionError
from alphacut.solver.design.machine import FULL, Machine

if TYPE_CHECKING:
    from alphacut.solver.common.alpha import Alpha
    from alphacut.solver.design.question import DesignQuestion

Integers = NDArray[np.int64]
Reals = NDArray[np.float64]

MOST_COMPARED = 3_000_000  # shapes of one family, in arrays
MOST_LISTED = 300_000  # shapes that are listed one by one
LEVELS = 200  # of the bisection bandwidth for each host, up to full bisection
SLACK = 1e-9  # of a floor, for floating point


@dataclass(kw_only=True)
class Found:
    """What fits of a family."""

    fitting: int = 0  # shapes that fit hosts and ports
    machines: list[Machine] = field(default_factory=list)  # those that may be worth their price


class Family(Protocol):
    """A family of networks."""

    def __call__(self, question: DesignQuestion) -> Found:
        """Look at all shapes that fit."""


Refine = Callable[[Machine, "Alpha"], Machine]


def sieve(
    question: DesignQuestion,
    counts: dict[str, Integers],
    bandwidths: list[Reals],
) -> Integers:
    """Return the places of shapes that may be worth their price.

    Parameters
    ----------
    counts
        By "hosts", "switches", "local", "global" and "copper": (shapes,) how many there are.
    bandwidths
        (shapes,) each: capacities for each host, by each of which the cheapest are kept.
    """
    hosts = counts["hosts"]
    totals: list[Reals] = [np.zeros(len(hosts)), np.zeros(len(hosts))]
    switch = question.prices.of_switch(question.radix)
    numbers = {**counts, "host": hosts, "optical": counts["local"] + counts["global"]}
    numbers["optical"] = numbers["optical"] - counts["copper"]
    for place in range(2):
        totals[place] += counts["switches"] * float(switch[place])
        for name in ("host", "local", "global", "copper", "optical"):
            totals[place] += numbers[name] * float(question.prices.of(name)[place])
        totals[place] /= np.maximum(hosts, 1)
    kept = [
        _best_by_level(total, np.minimum(each, float(FULL)))
        for each in bandwidths
        for total in totals
    ]
    return np.unique(np.concatenate(kept)) if kept else np.zeros(0, dtype=np.int64)


def _best_by_level(total: Reals, bandwidth: Reals) -> Integers:
    """Return the cheapest of each level of bandwidth, if no higher level has a cheaper one."""
    level = np.floor(bandwidth * (LEVELS / float(FULL)) + SLACK).astype(np.int64)
    order = np.lexsort((-bandwidth, total, -level))
    first = np.ones(len(order), dtype=bool)
    first[1:] = level[order][1:] != level[order][:-1]
    best = order[first]
    if not len(best):
        return best
    cheapest = np.minimum.accumulate(total[best])
    chosen = np.ones(len(best), dtype=bool)
    chosen[1:] = total[best][1:] < cheapest[:-1]
    return np.asarray(best[chosen], dtype=np.int64)


def expanded(numbers: Integers) -> tuple[Integers, Integers]:
    """Repeat each place so many times, and count the times from 0.

    Raises
    ------
    QuestionError
        If that is more than there is memory for.

    >>> [each.tolist() for each in expanded(np.array([2, 0, 1]))]
    [[0, 0, 2], [0, 1, 0]]
    """
    check_number(int(numbers.sum()))
    places = np.repeat(np.arange(len(numbers)), numbers)
    starts = np.repeat(np.cumsum(numbers) - numbers, numbers)
    return places, np.arange(len(places)) - starts


def too_many(most: int) -> QuestionError:
    """Say that more shapes fit than are compared."""
    return QuestionError(
        "within",
        f"more than {most:,} shapes of one family fit; ask for a number of hosts within fewer "
        "percent, for more bandwidth for each host, or for switches of fewer ports",
    )


def check_number(compared: int) -> None:
    """Refuse to compare too many shapes of one family."""
    if compared > MOST_COMPARED:
        raise too_many(MOST_COMPARED)


def halves(weights: int) -> int:
    """Return how many pairs of equal weights two halves have: ⌊n/2⌋·⌈n/2⌉."""
    return weights // 2 * ((weights + 1) // 2)


def capacity(value: Fraction, alpha: Fraction) -> Fraction:
    """Return the least capacity from a value on that a cut can have: i + jα."""
    return Fraction(max(0, ceil(value * alpha.denominator)), alpha.denominator)


def at_most_one(*rates: Fraction) -> Fraction:
    """Return the least rate, or 1, at which the links of hosts are full."""
    return min(Fraction(1), *rates)
