"""The factors of a network that is a Cartesian product, and what their links carry.

Where the numbers of switches do not tell the factors, squares do (`spreading.squares`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import prod

import numpy as np
from numpy.typing import NDArray

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.bounds.capacities import scaled_pairs
from alphacut.solver.bisection.bounds.spreading.corner import factors_at
from alphacut.solver.bisection.bounds.spreading.loads import least_ratio
from alphacut.solver.bisection.bounds.spreading.params import SpreadingParams
from alphacut.solver.common.alpha import Alpha

Integers = NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class Factor:
    """A factor of a product of networks."""

    side: int  # its switches
    place: Integers = field(repr=False)  # which of them each switch of the product is
    links: Mapping[tuple[int, int], int]  # the least scaled capacity that a copy of each has
    ratio: Fraction  # the least capacity for a unit of load

    def ranks(self) -> Integers:
        """Number its switches as they are met from one with the fewest links on, nearest first.

        The first half of a path, a ring or a complete network is then one of its best halves.
        """
        beside: list[list[int]] = [[] for _ in range(self.side)]
        for u, v in self.links:
            beside[u].append(v)
            beside[v].append(u)
        order = [min(range(self.side), key=lambda switch: len(beside[switch]))]
        rank = {order[0]: 0}
        for switch in order:
            for other in beside[switch]:
                if other not in rank:
                    rank[other] = len(order)
                    order.append(other)
        return np.array([rank[switch] for switch in range(self.side)])


@lru_cache(maxsize=1)
def factors_of(network: Network, alpha: Alpha, params: SpreadingParams) -> tuple[Factor, ...]:
    """Return the factors of a network that is a product of two or more; else none.

    The last ones are remembered.

    Parameters
    ----------
    alpha
        At which capacities are scaled; links without one do not count.
    params
        How large a network may be.
    """
    if len(network.links) < max(network.switches, 4):  # a product of two paths of two has four
        return ()
    capacities = scaled_pairs(network, alpha)
    if not capacities:
        return ()
    ends = np.array(list(capacities), dtype=np.int64)
    places = _by_numbers(ends, network.switches)
    if places is None:
        places = _by_squares(ends, network.switches, params)
    if places is None or not _one_to_one(ends, places, network.switches):
        return ()
    values = sorted(set(capacities.values()))
    number = {value: index for index, value in enumerate(values)}  # values may be beyond 64 bits
    kinds = np.array([number[value] for value in capacities.values()], dtype=np.int64)
    factors = []
    for place in places:
        side = int(place.max()) + 1
        own = np.sort(place[ends], axis=1)
        along = own[:, 0] != own[:, 1]
        copies = _copies(own[along], network.switches // side)
        if copies is None:
            return ()
        pairs, copied = copies
        least = np.full(len(pairs), len(values))
        np.minimum.at(least, copied, kinds[along])
        capacity = (values[each] for each in least.tolist())
        links = {(u, v): next(capacity) for u, v in pairs.tolist()}
        ratio = least_ratio(links, side, params)
        if ratio is None:
            return ()
        factors.append(Factor(side=side, place=place, links=links, ratio=ratio))
    return tuple(factors)


def _by_numbers(ends: Integers, switches: int) -> list[Integers] | None:
    """Return the place of each switch in each of at least two factors, if its number tells it."""
    places, numbers, left = list[Integers](), np.arange(switches), switches
    while left > 1:
        side, ends = _fastest(ends, left)
        places.append(numbers % side)
        numbers, left = numbers // side, left // side
    return places if len(places) > 1 else None


def _fastest(ends: Integers, switches: int) -> tuple[int, Integers]:
    """Split off the factor whose number runs fastest: its size, and the links that are left.

    The least size for which all links join switches that are alike in it, or in all else.
    """
    for side in range(2, switches // 2 + 1):
        if switches % side:
            continue
        block, place = ends // side, ends % side
        within = block[:, 0] == block[:, 1]
        if (within | (place[:, 0] == place[:, 1])).all():
            outer = _copies(block[~within], side)
            if outer is not None and _copies(place[within], switches // side) is not None:
                return side, outer[0]
    return switches, ends[:0]


def _by_squares(ends: Integers, switches: int, params: SpreadingParams) -> list[Integers] | None:
    """Return the same where squares tell it."""
    degrees = np.bincount(ends.ravel(), minlength=switches)
    if (degrees * (degrees - 1) // 2).sum() > params.most_pairs or factors_at(ends, degrees) < 2:
        return None
    from alphacut.solver.bisection.bounds.spreading.squares import coordinates  # loads SciPy

    return coordinates(ends, degrees)


def _copies(pairs: Integers, times: int) -> tuple[Integers, Integers] | None:
    """Return each pair once, and which of them each is; None unless all stand so many times."""
    codes = pairs[:, 0] << 32 | pairs[:, 1]
    _, first, copied, counts = np.unique(
        codes, return_index=True, return_inverse=True, return_counts=True
    )
    return (pairs[first], copied) if (counts == times).all() else None


def _one_to_one(ends: Integers, places: Sequence[Integers], switches: int) -> bool:
    """Tell whether places tell all switches apart, and each link goes along one factor."""
    if prod(int(place.max()) + 1 for place in places) != switches:
        return False
    along = sum((place[ends[:, 0]] != place[ends[:, 1]]).astype(np.int64) for place in places)
    return len(np.unique(numbered(places))) == switches and bool((along == 1).all())


def numbered(places: Sequence[Integers]) -> Integers:
    """Number the switches of a product by their places, of which the first runs fastest."""
    numbers = np.zeros_like(places[0])
    for place in reversed(places):
        numbers = numbers * (int(place.max()) + 1) + place
    return numbers
