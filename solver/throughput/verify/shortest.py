"""Shortest paths by products of matrices in which sums are least values (min, +).

References
----------
Aho, Hopcroft and Ullman, The design and analysis of computer algorithms, 1974, section 5.6.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from alphacut.arrangements.network import Network
from alphacut.solver.throughput.verify.exact import Table
from alphacut.solver.throughput.verify.walks import Walks

Far = float("inf")  # larger than any integer


def least_ugal(walks: Walks, lengths: Sequence[int]) -> tuple[Table, Table]:
    """Return the (n, n) least lengths of minimal and of non-minimal paths."""
    network, inside = walks.network, walks.inside
    step, jump = _links(network, lengths, inside), _links(network, lengths, ~inside)
    n = network.switches
    near = _none(n)
    near[np.arange(n), np.arange(n)] = 0
    shell = near
    for sums in walks.nearest[1:]:
        shell = np.where(sums.count > 0, _least_sums(shell, step), Far)
        near = np.minimum(near, shell)
    across = _least_sums(_least_sums(near, jump), near)
    return np.where(inside, near, across), _least_sums(across, across)


def least_any(network: Network, lengths: Sequence[int]) -> Table:
    """Return the (n, n) least lengths of any paths, by squaring."""
    n = network.switches
    table = _links(network, lengths, np.ones((n, n), dtype=bool))
    table[np.arange(n), np.arange(n)] = 0
    hops = 1
    while hops < n:
        table, hops = _least_sums(table, table), 2 * hops
    return table


def _links(network: Network, lengths: Sequence[int], kept: Table) -> Table:
    table = _none(network.switches)
    for place, (first, second, _, _) in enumerate(network.links):
        if kept[first, second]:
            table[first, second] = min(table[first, second], lengths[2 * place])
            table[second, first] = min(table[second, first], lengths[2 * place + 1])
    return table


def _none(n: int) -> Table:
    table = np.empty((n, n), dtype=object)
    table.fill(Far)
    return table


def _least_sums(one: Table, other: Table) -> Table:
    """Return min over m of one[i, m] + other[m, j]."""
    return np.array([(row[:, None] + other).min(axis=0) for row in one], dtype=object)
