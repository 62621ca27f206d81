"""The links that have a capacity at an α, as a sparse matrix."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from scipy.sparse import csr_array

from alphacut.arrangements.network import Network
from alphacut.solver.common.alpha import Alpha


@lru_cache(maxsize=1)
def adjacency(network: Network, alpha: Alpha) -> csr_array:
    """Return a symmetric matrix with 1 where two switches are linked, with sorted indices.

    The last one is remembered, and not to be changed.

    Returns
    -------
    (switches, switches), of 8-bit integers.
    """
    scales = alpha.scales(network)
    links = {(u, v) for u, v, name, _ in network.links if scales[name]}
    ends = np.array(sorted(links), dtype=np.int32).reshape(-1, 2)
    rows, columns = np.concatenate([ends, ends[:, ::-1]]).T
    ones = np.ones(len(rows), dtype=np.int8)
    return csr_array((ones, (rows, columns)), shape=(network.switches, network.switches))
