"""Which components of a network a bisection splits: in the worst case one at most (subset sums).

Trees carry across a cut of their component a multiple of the weight on that side of it which has
less, a concave function of the weight on side 1. What a sum of such functions is at least, for
weights that add up to a half, it is in a corner, where all components but one are whole. So it is
enough to know for each component how much of it is split off at least while all others are
whole. A component of one switch is never split.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from alphacut.solver.bisection.verify.elimination.classes import Capacities
from alphacut.solver.bisection.verify.packing.loads import IntArray

MOST_WORK = 1 << 36  # bits of all sets of sums that are made


@dataclass(frozen=True, kw_only=True)
class Component:
    """A component that a bisection may split while all others are whole."""

    number: int  # among all components
    members: tuple[int, ...]  # switches, in order
    weight: int  # of the lighter part, at least; 0 if it may be whole, too


def numbered(capacities: Capacities) -> IntArray:
    """Return the number of each switch's component.

    Returns
    -------
    (switches,), from 0 on.
    """
    numbers, number = [-1] * len(capacities), 0
    for start in range(len(capacities)):
        if numbers[start] < 0:
            numbers[start], reached = number, [start]
            for switch in reached:  # grows while it is read
                for other in capacities[switch]:
                    if numbers[other] < 0:
                        numbers[other] = number
                        reached.append(other)
            number += 1
    return np.array(numbers, dtype=np.int64)


def split(numbers: IntArray, weights: Sequence[int], half: int) -> list[Component] | None:
    """Return the components that a bisection may split, or None where it takes too long to tell.

    Parameters
    ----------
    numbers
        Of each switch's component.
    weights
        Of the switches.
    half
        Weight of the lighter side.
    numbers
        (switches,), as `numbered` returns them.
    """
    order = np.argsort(numbers, kind="stable")
    members = np.split(order, np.cumsum(np.bincount(numbers))[:-1])
    sums = np.bincount(numbers, weights=np.array(weights, dtype=np.float64)).astype(int).tolist()
    counts = Counter(weight for weight in sums if weight)
    kinds = {weight for weight, each in zip(sums, members, strict=True) if len(each) > 1}
    if len(kinds) * sum(map(int.bit_length, counts.values())) * half > MOST_WORK:
        return None
    least = {weight: _least(weight, counts, half) for weight in kinds if weight}
    return [
        Component(number=number, members=tuple(each.tolist()), weight=off)
        for number, (weight, each) in enumerate(zip(sums, members, strict=True))
        if len(each) > 1 and (off := least.get(weight)) is not None
    ]


def _least(weight: int, counts: Counter[int], half: int) -> int | None:
    """Return how much of a component is split off at least while all others are whole.

    None where these are too light, or weigh too much, for any part of it to fill a half.
    """
    sums, beyond = 1, (1 << (half + 1)) - 1  # of the others, as bits
    for number in _doubled(counts - Counter([weight])):
        sums |= sums << number & beyond
    lightest = max(0, half - weight)  # that the others may be on side 1
    sums >>= lightest
    if not sums:
        return None
    most = half - lightest - ((sums & -sums).bit_length() - 1)
    least = half - lightest - (sums.bit_length() - 1)
    return min(least, weight - most)


def _doubled(counts: Counter[int]) -> Iterator[int]:
    """Yield numbers whose sums are those of others that are there several times."""
    for number, copies in counts.items():
        size = 1
        while copies:
            yield number * min(size, copies)
            copies -= min(size, copies)
            size *= 2
