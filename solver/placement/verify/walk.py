"""Loads of links by walking every route of every message, for the verifier.

It shares nothing with `loads`, which adds up matrices: here each route is a row of switches, and
each step between two of them a link.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from alphacut.arrangements.network import Network
    from alphacut.solver.placement.model.general import Pairs

    Table = NDArray[np.int64]


def walked(
    pairs: Pairs, switches: Sequence[int], network: Network, *, direct: bool, same_group: str
) -> dict[str, Fraction]:
    """Return the largest demand on a local and on a global link."""
    groups = np.array(network.groups)
    count = int(groups.max()) + 1
    at = np.array(switches)
    u, v = at[pairs.source], at[pairs.destination]
    stays = (groups[u] == groups[v]) & (direct or same_group == "minimal")
    scale = (count - 1) * (count - 2) if not direct else 1
    keys, units = [], []
    for route, amount in _routes(u, v, pairs.units, stays, network, direct=direct):
        for start, end in pairwise(route):
            used = start != end
            keys.append((start * network.switches + end)[used])
            units.append(amount[used])
    links, place = np.unique(np.concatenate(keys), return_inverse=True)
    load = np.zeros(len(links), dtype=np.int64)
    np.add.at(load, place, np.concatenate(units))
    local = groups[links // network.switches] == groups[links % network.switches]
    unit = pairs.unit / scale
    return {
        "local": int(load[local].max(initial=0)) * unit,
        "remote": int(load[~local].max(initial=0)) * unit,
    }


def _routes(
    u: Table, v: Table, units: Table, stays: NDArray[np.bool_], network: Network, *, direct: bool
) -> Iterator[tuple[list[Table], Table]]:
    """Yield routes, as switches in order, with what each carries in parts of a unit."""
    groups = np.array(network.groups)
    count = int(groups.max()) + 1
    gate = np.zeros((count, count), dtype=np.int64)
    for first, second, _, _ in network.links:
        gate[groups[first], groups[second]] = first
        gate[groups[second], groups[first]] = second
    i, j = groups[u], groups[v]
    if direct:
        yield [u[stays], v[stays]], units[stays]
        far = ~stays
        i, j = i[far], j[far]
        yield [u[far], gate[i, j], gate[j, i], v[far]], units[far]
        return
    yield [u[stays], v[stays]], units[stays] * ((count - 1) * (count - 2))
    for p in range(count):
        by = ~stays & (i != p) & (j != p)
        here, there = i[by], j[by]
        ways = np.where(here == there, count - 2, count - 1)  # times 1/(g-1), or 1/(g-2)
        route = [u[by], gate[here, p], gate[p, here], gate[p, there], gate[there, p], v[by]]
        yield route, units[by] * ways
