"""Nested dissection by METIS, which need not be there (Karypis and Kumar, 1998).

References
----------
Karypis and Kumar, A fast and high quality multilevel scheme for partitioning irregular graphs
(1998).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.bounds.orders.adjacency import adjacency
from alphacut.solver.common.alpha import Alpha


def dissection_order(network: Network, alpha: Alpha) -> tuple[int, ...] | None:
    """Return an order of elimination: separators after what they part.

    Parameters
    ----------
    alpha
        Links without capacity there do not count.

    Returns
    -------
    None where nothing is linked, or there is no wheel of METIS for this platform.
    """
    graph = adjacency(network, alpha)
    if not graph.nnz:
        return None
    try:
        import pymetis
    except ImportError:
        return None
    csr = pymetis.CSRAdjacency(graph.indptr.tolist(), graph.indices.tolist())
    permutation = cast("tuple[Sequence[int], Sequence[int]]", pymetis.nested_dissection(csr))
    return tuple(permutation[0])  # the other tells the place of each switch
