"""A partitioner's bisections to start from: METIS, which need not be there.

Its wheels are for most platforms and not for all; without it a search begins with
its own divisions. It runs in the process that searches, which can be killed, and
takes milliseconds. It reads numbers of 32 bits, and what does not fit is shortened:
it only proposes cuts, which are measured exactly. The same seed gives the same.

References
----------
Karypis and Kumar, A fast and high quality multilevel scheme for partitioning
irregular graphs, SIAM Journal on Scientific Computing 20 (1998).
"""

from __future__ import annotations

import numpy as np

from alphacut.solver.bisection.heuristics.tabu import IntArray, Members

MOST = (1 << 30) - 1  # of all weights together, and of all capacities
FEWEST = 4  # members of a network that is worth it


def partitioned(members: Members, seed: int) -> IntArray | None:
    """Return signs of two sides of nearly equal weight, or None where METIS is of no use.

    Parameters
    ----------
    members
        What is to be divided.
    seed
        Not negative.

    Returns
    -------
    (members,).
    """
    if len(members.weights) < FEWEST or not len(members.ends):
        return None
    try:
        import pymetis
    except ImportError:  # there is no wheel for this platform
        return None
    parts = pymetis.part_graph(
        2,
        pymetis.CSRAdjacency(members.start.tolist(), members.ends.tolist()),
        vweights=shortened(members.weights).tolist(),
        eweights=np.maximum(shortened(members.capacity), 1).tolist(),
        recursive=True,
        options=pymetis.Options(seed=seed, ufactor=1),
    )
    signs: IntArray = 1 - 2 * np.array(parts.vertex_part, dtype=np.int64)
    return signs


def shortened(numbers: IntArray) -> IntArray:
    """Return numbers, over what they have in common, without digits that make them too large.

    Parameters
    ----------
    numbers
        (n,), not negative.
    """
    unit = int(np.gcd.reduce(numbers)) or 1
    total = sum((numbers // unit).tolist())
    short: IntArray = numbers // unit >> max(0, total.bit_length() - MOST.bit_length())
    return short
