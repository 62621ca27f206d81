"""METIS by recursive bisection; its sides may differ a little, and are made equal after it.

References
----------
Karypis and Kumar, A fast and high quality multilevel scheme for partitioning
irregular graphs, SIAM Journal on Scientific Computing 20 (1998).
"""

from __future__ import annotations

from collections.abc import Sequence

import pymetis

from benchmarks.partitioners._base import Adjacency


def partition(graph: Adjacency, seed: int) -> Sequence[int]:
    """Return the side of each switch."""
    found = pymetis.part_graph(
        2,
        pymetis.CSRAdjacency(graph.starts, graph.ends),
        vweights=list(graph.weights),
        eweights=graph.capacities,
        recursive=True,
        options=pymetis.Options(seed=seed, ufactor=1, ncuts=4),
    )
    return list(found.vertex_part)
