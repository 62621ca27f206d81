"""Components that fill a half: a bisection that severs nothing, by subset sums."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.sparse.csgraph import connected_components

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.orders.adjacency import adjacency
from alphacut.solver.common.alpha import Alpha

LARGEST = 1 << 31  # bits of all sets of sums together


def falls_apart(network: Network, alpha: Alpha) -> bool:
    """Tell whether the links that have a capacity at α leave several components."""
    number, _ = connected_components(adjacency(network, alpha), directed=False)
    return bool(number > 1)


def whole_side(network: Network, balance: Balance, alpha: Alpha) -> list[int] | None:
    """Return components that fill the lighter side, or None where none do or it takes too long.

    Parameters
    ----------
    alpha
        Links without capacity there do not count.
    """
    number, labels = connected_components(adjacency(network, alpha), directed=False)
    if number == 1:
        return None
    sums = np.bincount(labels, weights=np.array(balance.weights, dtype=np.float64))
    half = (sum(balance.weights) - balance.difference) // 2
    chosen = numbers_that_add_up(sums.astype(np.int64).tolist(), half)
    return None if chosen is None else np.flatnonzero(np.isin(labels, chosen)).tolist()


def numbers_that_add_up(numbers: Sequence[int], total: int) -> list[int] | None:
    """Return the places of numbers that add up to a total, or None.

    Equal ones are put together as 1, 2, 4 … of them, so that there are few sets of sums.
    """
    bundles = _bundles(numbers)
    if len(bundles) * total > LARGEST:
        return None
    sums, beyond = [1], (1 << (total + 1)) - 1  # before each bundle, as bits
    for number, places in bundles:
        sums.append(sums[-1] | sums[-1] << number * len(places) & beyond)
    if not sums[-1] >> total & 1:
        return None
    chosen = list[int]()
    for (number, places), before in zip(reversed(bundles), reversed(sums[:-1]), strict=True):
        if not before >> total & 1:
            total -= number * len(places)
            chosen += places
    return chosen


def _bundles(numbers: Sequence[int]) -> list[tuple[int, list[int]]]:
    """Return numbers above 0, and the places of 1, 2, 4 … and the rest of each."""
    alike = dict[int, list[int]]()
    for place, number in enumerate(numbers):
        if number:
            alike.setdefault(number, []).append(place)
    bundles = list[tuple[int, list[int]]]()
    for number, places in alike.items():
        start, size = 0, 1
        while start < len(places):
            bundles.append((number, places[start : start + size]))
            start, size = start + size, 2 * size
    return bundles
