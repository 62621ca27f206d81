"""How far switches lie apart, and which links the shortest paths use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from alphacut.arrangements.network import Network

    Integers = NDArray[np.int64]
    Reals = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Distances:
    """What the shortest paths between all ordered pairs of different switches are like."""

    connected: bool  # whether there is a path between every two switches
    diameter: int  # the largest distance between switches that a path joins, in hops
    histogram: tuple[int, ...]  # ordered pairs at distance 0, 1, …, the first one n itself
    average: float  # hops, over the pairs that a path joins
    average_by_class: Mapping[str, float]  # hops over links of each class; they add up to average


def distances(network: Network, sources: Mapping[int, int] | None = None) -> Distances:
    """Measure all shortest paths, in hops.

    Where there are several shortest paths between two switches, each counts
    alike, and parallel links make different paths.

    Parameters
    ----------
    sources
        Switches to start from, with how many switches each one stands for, such
        as one switch of each orbit with the size of the orbit. By default all.
    """
    arcs = _Arcs(network)
    chosen = sources or dict.fromkeys(range(network.switches), 1)
    counts = np.zeros(network.switches, dtype=np.int64)
    hops = np.zeros(len(network.classes))
    for source, weight in chosen.items():
        levels, used = arcs.explore(source)
        reached = levels[levels >= 0]
        counts[: reached.max() + 1] += weight * np.bincount(reached)
        hops += weight * used
    return _summary(network, counts, hops)


def _summary(network: Network, counts: Integers, hops: Reals) -> Distances:
    histogram = np.trim_zeros(counts, "b")
    pairs = int(histogram[1:].sum())
    each = hops / pairs if pairs else hops
    return Distances(
        connected=pairs == network.switches * (network.switches - 1),
        diameter=len(histogram) - 1,
        histogram=tuple(int(count) for count in histogram),
        average=float(np.arange(len(histogram)) @ histogram) / pairs if pairs else 0.0,
        average_by_class={
            kind.name: float(mean) for kind, mean in zip(network.classes, each, strict=True)
        },
    )


class _Arcs:
    """The links of a network, one array entry for each direction."""

    def __init__(self, network: Network) -> None:
        index = {kind.name: number for number, kind in enumerate(network.classes)}
        rows = [(u, v, index[name], count) for u, v, name, count in network.links]
        one, other, kinds, counts = np.array(rows, dtype=np.int64).reshape(-1, 4).T
        self._tails = np.concatenate([one, other])
        self._heads = np.concatenate([other, one])
        self._kinds = np.concatenate([kinds, kinds])
        self._counts = np.concatenate([counts, counts]).astype(np.float64)
        self._shape = (len(index), network.switches)

    def explore(self, source: int) -> tuple[Integers, Reals]:
        """Search from one switch, level by level.

        Returns
        -------
        levels
            The distance of each switch, -1 where no path leads.
        used
            For each class, the hops over its links on the way to all switches,
            for each of them the mean over its shortest paths.
        """
        levels = np.full(self._shape[1], -1, dtype=np.int64)
        paths = np.zeros(self._shape[1])  # shortest paths from the source
        hops = np.zeros(self._shape)  # over links of each class, all those paths together
        levels[source], paths[source] = 0, 1.0
        level = 0
        while (ahead := self._ahead(levels, level)).any():
            levels[self._heads[ahead]] = level + 1
            self._carry(ahead, paths, hops)
            level += 1
        return levels, (hops / np.where(paths > 0, paths, 1.0)).sum(axis=1)

    def _ahead(self, levels: Integers, level: int) -> NDArray[np.bool_]:
        found: NDArray[np.bool_] = (levels[self._tails] == level) & (levels[self._heads] < 0)
        return found

    def _carry(self, ahead: NDArray[np.bool_], paths: Reals, hops: Reals) -> None:
        tails, heads, kinds = self._tails[ahead], self._heads[ahead], self._kinds[ahead]
        arriving = paths[tails] * self._counts[ahead]
        size = self._shape[1]
        for kind in range(self._shape[0]):
            further = hops[kind, tails] * self._counts[ahead] + arriving * (kinds == kind)
            hops[kind] += np.bincount(heads, further, size)
        paths += np.bincount(heads, arriving, size)
