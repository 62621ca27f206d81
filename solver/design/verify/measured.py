"""Distances between hosts, and uniform traffic over all shortest paths, of a network as it is.

Loads are added up from the far end of paths (Brandes, A faster algorithm for betweenness
centrality, 2001), for all sources at once. All terms are positive, so that rounding changes no
load by more than a tiny share, for which `SLACK` is left.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from alphacut.arrangements.network import Line, Network
from alphacut.solver.common.alpha import Alpha

SLACK = Fraction(1, 10**10)  # of a load; some thousand roundings of 2^-53 each
LARGEST = 800  # switches

Reals = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Measured:
    """What a network was found to be like."""

    diameter: int  # hops between switches with hosts, at most
    mean: Fraction  # hops between two hosts
    least: Fraction  # rate of uniform traffic over shortest paths, rounded down
    most: Fraction  # rate that no paths surpass


def measured(network: Network, alpha: Alpha) -> Measured | None:
    """Measure a network; None where some two of its switches have no path between them."""
    capacities, joined = _capacities(network, alpha)
    found = _paths(joined)
    if found is None:
        return None
    distances, paths = found
    hosts = np.array(network.hosts, dtype=np.int64)
    demand = np.outer(hosts, hosts)
    total, unit = int(hosts.sum()), alpha.scaled(Line(1, 0))
    hops = int((distances * demand).sum())
    loads = _loads(distances, paths, joined, demand.astype(np.float64))
    used = loads > 0
    fullest = Fraction(float((loads[used] / capacities[used]).max())) * (1 + SLACK)
    return Measured(
        diameter=int(distances[demand > 0].max()),
        mean=Fraction(hops, total * (total - 1)),
        least=min(Fraction(1), (total - 1) / (fullest * unit)),
        most=min(Fraction(1), Fraction(int(capacities.sum()) * (total - 1), hops * unit)),
    )


def _capacities(network: Network, alpha: Alpha) -> tuple[NDArray[np.int64], Reals]:
    """Return scaled capacities between switches, and which are joined, (switches, switches)."""
    scaled = {each.name: alpha.scaled(Line(each.base, each.slope)) for each in network.classes}
    found = np.zeros((network.switches, network.switches), dtype=np.int64)
    for first, second, name, times in network.links:
        found[first, second] += scaled[name] * times
        found[second, first] += scaled[name] * times
    return found, (found > 0).astype(np.float64)


def _paths(joined: Reals) -> tuple[NDArray[np.int64], Reals] | None:
    """Return hops and the number of shortest paths between any two switches."""
    distances = np.full(joined.shape, -1, dtype=np.int64)
    np.fill_diagonal(distances, 0)
    paths = np.eye(len(joined))
    front, hops = paths, 0
    while (distances < 0).any():
        hops += 1
        front = np.where(distances < 0, front @ joined, 0.0)
        if not front.any():
            return None
        distances[front > 0] = hops
        paths = paths + front
    return distances, paths


def _loads(distances: NDArray[np.int64], paths: Reals, joined: Reals, demand: Reals) -> Reals:
    """Return what each pair of joined switches carries from the first to the second."""
    loads, passing = np.zeros_like(joined), np.zeros_like(joined)
    for hops in range(int(distances.max()), 0, -1):
        ending = np.where(distances == hops, (demand + passing) / paths, 0.0)
        before = np.where(distances == hops - 1, paths, 0.0)
        loads += (before.T @ ending) * joined
        passing += before * (ending @ joined)
    return loads
