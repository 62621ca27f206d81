"""How much of the weight of a network goes over each link of a spanning tree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from alphacut.solver.bisection.verify.elimination.classes import Capacities

IntArray = NDArray[np.int64]
Places = NDArray[np.unsignedinteger]

AT_ONCE = 1 << 20  # switches of all trees that are looked at together


@dataclass(frozen=True, kw_only=True)
class Slots:
    """The neighbours of each switch in order of their numbers; trees name them by their place."""

    capacities: Capacities  # scaled, of the links of each switch, by their other end

    @cached_property
    def first(self) -> IntArray:
        """Where the neighbours of each switch begin in the list of all.

        Returns
        -------
        (switches + 1,).
        """
        degrees = [len(self.capacities[switch]) for switch in range(len(self.capacities))]
        return np.concatenate([[0], np.cumsum(degrees)]).astype(np.int64)

    @property
    def type(self) -> np.dtype[np.unsignedinteger]:
        """The shortest type of 1, 2 or 4 bytes that holds the places of neighbours."""
        most = max(1, int(np.diff(self.first).max()))
        return np.dtype(np.min_scalar_type(most - 1)).newbyteorder("<")

    @cached_property
    def neighbours(self) -> IntArray:
        """The neighbours of all switches, one after the other.

        Returns
        -------
        (places,), in order for each switch.
        """
        switches = range(len(self.capacities))
        return np.array([v for u in switches for v in sorted(self.capacities[u])], dtype=np.int64)

    @cached_property
    def links(self) -> IntArray:
        """The number of the link to each neighbour.

        Returns
        -------
        (places,).
        """
        number = {pair: i for i, pair in enumerate(self.pairs)}
        owners = np.repeat(np.arange(len(self.capacities)), np.diff(self.first))
        ends = np.sort(np.stack([owners, self.neighbours]), axis=0).T.tolist()
        return np.array([number[first, second] for first, second in ends], dtype=np.int64)

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """The ends of each link, in order."""
        return sorted((u, v) for u, links in self.capacities.items() for v in links if u < v)


def loads(
    slots: Slots,
    weights: Sequence[int],
    sources: IntArray,
    trees: Places,
    components: IntArray | None = None,
) -> IntArray | None:
    """Return the load of each link, or None where something is not a spanning tree.

    Parameters
    ----------
    weights
        Of the switches: each source sends so much to each of its component.
    sources
        The root of each tree.
    trees
        For each tree (rows) and switch the place of the next switch towards the root
        among its neighbours; that of the root means nothing, as those of other components.
    components
        The number of each switch's component; None where all are connected.
    """
    switches, load = len(weights), np.zeros(len(slots.pairs), dtype=np.int64)
    rows = max(1, AT_ONCE // switches)
    for start in range(0, len(sources), rows):
        part = slice(start, start + rows)
        places = slots.first[:-1] + trees[part]
        outside = None if components is None else components[sources[part], None] != components
        beyond = places >= slots.first[1:]
        if outside is not None:
            places[outside], beyond[outside] = 0, False
        if beyond.any():
            return None
        above = slots.neighbours[places]
        above[np.arange(len(above)), sources[part]] = switches  # nowhere
        if outside is not None:
            above[outside] = switches
        below = _below(above, np.array(weights, dtype=np.int64))
        if below is None:
            return None
        below[np.arange(len(above)), sources[part]] = 0
        if outside is not None:
            below[outside] = 0
        np.add.at(load, slots.links[places].reshape(-1), below.reshape(-1))
    return load


def _below(above: IntArray, weights: IntArray) -> IntArray | None:
    """Return the weight of each switch and all that hang on it, in each tree (rows).

    In the k-th round they are known as far as 2^k steps away.

    Parameters
    ----------
    above
        The next switch towards the root, for the root one more than there are.

    Returns
    -------
    None where some never come to the root.
    """
    trees, switches = above.shape
    steps = np.concatenate([above, np.full((trees, 1), switches)], axis=1)
    steps += (switches + 1) * np.arange(trees)[:, None]
    steps, ends = steps.reshape(-1), steps[:, -1:]
    subtree = np.tile(np.append(weights, 0), (trees, 1)).reshape(-1).astype(np.float64)
    for _ in range(switches.bit_length()):  # sums below 2^53 are exact
        subtree.reshape(trees, -1)[:, -1] = 0
        subtree = subtree + np.bincount(steps, weights=subtree, minlength=len(subtree))
        steps = steps[steps]
    if (steps.reshape(trees, -1) != ends).any():
        return None
    return subtree.reshape(trees, -1)[:, :-1].astype(np.int64)
