"""KaHIP's KaFFPa in its strongest setting, with sides that may not differ.

References
----------
Sanders and Schulz, Think locally, act globally: highly balanced graph
partitioning, SEA 2013.
"""

from __future__ import annotations

from collections.abc import Sequence

import kahip

from benchmarks.partitioners._base import Adjacency


def partition(graph: Adjacency, seed: int) -> Sequence[int]:
    """Return the side of each switch."""
    weights = list(graph.weights)
    _, sides = kahip.kaffpa(
        weights, graph.starts, graph.capacities, graph.ends, 2, 0.0, True, seed, kahip.STRONG
    )
    return list(sides)
