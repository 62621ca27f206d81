"""How far switches lie apart, and which links the shortest paths use."""

from __future__ import annotations

import time
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
    """What the shortest paths between all ordered pairs of different switches are like.

    Where only some sources were searched from, pairs are those that begin there, and the means
    are of these.
    """

    connected: bool  # whether there is a path between every two switches
    diameter: int  # the largest distance found between switches that a path joins, in hops
    diameter_at_most: int | None  # the same if all were searched from; None where disconnected
    sampled: int | None  # sources that were searched from, if not all
    histogram: tuple[int, ...]  # ordered pairs at distance 0, 1, …, the first one n itself
    average: float  # hops, over the pairs that a path joins
    average_by_class: Mapping[str, float]  # hops over links of each class; they add up to average


def distances(
    network: Network,
    sources: Mapping[int, int] | None = None,
    *,
    complete: bool = True,
    deadline: float = np.inf,
) -> Distances:
    """Measure all shortest paths, in hops.

    Where there are several shortest paths between two switches, each counts
    alike, and parallel links make different paths.

    Parameters
    ----------
    sources
        Switches to start from, with how many switches each one stands for, such
        as one switch of each orbit with the size of the orbit. By default all.
    complete
        Whether they stand for all switches.
    deadline
        On the monotonic clock, in seconds: what is measured then is a sample of
        the sources in their order, at least one.
    """
    from alphacut.arrangements.structure.shortest import search_from  # it takes a moment to load

    arcs = _arcs(network)
    n, classes = network.switches, len(network.classes)
    chosen = sources or dict.fromkeys(range(n), 1)
    histogram, used = np.zeros(n + 1, dtype=np.int64), np.zeros(classes)
    levels, order = np.zeros(n, dtype=np.int64), np.zeros(n, dtype=np.int64)
    work = (levels, order, np.zeros(n), np.zeros((n, classes)))
    farthest, done = [], 0
    for source, weight in chosen.items():
        farthest.append(search_from(*arcs, source, weight, histogram, used, work))
        done += weight
        if time.monotonic() > deadline:
            break
    whole = complete and len(farthest) == len(chosen)
    return _summary(network, histogram, used, farthest, None if whole else len(farthest), done)


def _summary(
    network: Network,
    counts: Integers,
    hops: Reals,
    farthest: list[int],
    sampled: int | None,
    sources: int,
) -> Distances:
    histogram = np.trim_zeros(counts, "b")
    pairs = int(histogram[1:].sum())
    each = hops / pairs if pairs else hops
    connected = pairs == sources * (network.switches - 1)
    diameter = len(histogram) - 1
    at_most = diameter if sampled is None else 2 * min(farthest)
    return Distances(
        connected=connected,
        diameter=diameter,
        diameter_at_most=at_most if connected else None,
        sampled=sampled,
        histogram=tuple(int(count) for count in histogram),
        average=float(np.arange(len(histogram)) @ histogram) / pairs if pairs else 0.0,
        average_by_class={
            kind.name: float(mean) for kind, mean in zip(network.classes, each, strict=True)
        },
    )


def _arcs(network: Network) -> tuple[Integers, Integers, Integers, Reals]:
    """Return the links of a network in both directions, by the switch from which they lead."""
    index = {kind.name: number for number, kind in enumerate(network.classes)}
    rows = [(u, v, index[name], count) for u, v, name, count in network.links]
    one, other, kinds, counts = np.array(rows, dtype=np.int64).reshape(-1, 4).T
    tails, heads = np.concatenate([one, other]), np.concatenate([other, one])
    order = np.argsort(tails, kind="stable")
    degrees = np.bincount(tails, minlength=network.switches)
    start = np.concatenate([[0], np.cumsum(degrees)]).astype(np.int64)
    both = np.concatenate([kinds, kinds]), np.concatenate([counts, counts]).astype(np.float64)
    return start, heads[order], both[0][order], both[1][order]
