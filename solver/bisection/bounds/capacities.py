"""Scaled capacities between switches: whole numbers at one α."""

from __future__ import annotations

from collections import defaultdict

from alphacut.arrangements.network import Network
from alphacut.solver.common.alpha import Alpha

Capacities = dict[tuple[int, int], int]  # scaled, above 0, by both ends in order


def scaled_pairs(network: Network, alpha: Alpha) -> Capacities:
    """Return the scaled capacity of every pair of switches that has one."""
    scales = alpha.scales(network)
    found: defaultdict[tuple[int, int], int] = defaultdict(int)
    for first, second, name, multiplicity in network.links:
        if scales[name]:
            found[first, second] += scales[name] * multiplicity
    return dict(found)


def neighbours(capacities: Capacities, switches: int) -> list[dict[int, int]]:
    """Return the scaled capacity that each switch has to each of its neighbours."""
    near: list[dict[int, int]] = [{} for _ in range(switches)]
    for (first, second), capacity in capacities.items():
        near[first][second] = near[second][first] = capacity
    return near
