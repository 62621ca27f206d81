"""Shortest paths: by products of matrices in which sums are least values, and link by link.

References
----------
Aho, Hopcroft and Ullman, The design and analysis of computer algorithms, 1974, section 5.6
(min, +). Bellman, On a routing problem, Quarterly of Applied Mathematics 16(1), 1958.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from alphacut.arrangements.network import Network
from alphacut.solver.throughput.verify.exact import EXACT, Table
from alphacut.solver.throughput.verify.walks import Walks

Far = float("inf")  # larger than any integer


def least_ugal(walks: Walks, lengths: Sequence[int]) -> tuple[Table, Table]:
    """Return the (n, n) least lengths of minimal and of non-minimal paths."""
    network, inside = walks.network, walks.inside
    step, jump = _links(network, lengths, inside), _links(network, lengths, ~inside)
    near = _nowhere(network, lengths)
    shell = near
    for sums in walks.nearest[1:]:
        shell = np.where(sums.count > 0, _least_sums(shell, step), Far)
        near = np.minimum(near, shell)
    across = _least_sums(_least_sums(near, jump), near)
    return np.where(inside, near, across), _least_sums(across, across)


def least_any(network: Network, lengths: Sequence[int]) -> Table:
    """Return the (n, n) least lengths of any paths, link by link until none makes one shorter."""
    table = _nowhere(network, lengths)
    while True:
        before = table.copy()
        for place, (first, second, _, _) in enumerate(network.links):
            there, back = table[:, first], table[:, second]
            np.minimum(back, there + lengths[2 * place], out=back)
            np.minimum(there, back + lengths[2 * place + 1], out=there)
        if np.array_equal(before, table):
            return table


def _links(network: Network, lengths: Sequence[int], kept: Table) -> Table:
    table = _none(network, lengths)
    for place, (first, second, _, _) in enumerate(network.links):
        if kept[first, second]:
            table[first, second] = min(table[first, second], lengths[2 * place])
            table[second, first] = min(table[second, first], lengths[2 * place + 1])
    return table


def _nowhere(network: Network, lengths: Sequence[int]) -> Table:
    """Return the least lengths of paths without links."""
    table = _none(network, lengths)
    np.fill_diagonal(table, 0)
    return table


def _none(network: Network, lengths: Sequence[int]) -> Table:
    """Return the least lengths where there are no paths.

    No least path takes more than four links for each switch, so that the lengths of all are
    integers that floating point holds exactly, unless those of the links are large.
    """
    n = network.switches
    exact = 4 * n * max(lengths, default=0) < EXACT
    return np.full((n, n), Far, dtype=float if exact else object)


def _least_sums(one: Table, other: Table) -> Table:
    """Return min over m of one[i, m] + other[m, j]."""
    return np.array([(row[:, None] + other).min(axis=0) for row in one], dtype=one.dtype)
