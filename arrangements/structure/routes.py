"""Hierarchical minimal routes: at most one global link, between the two groups concerned."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from alphacut.arrangements.network import Network

    Table = NDArray[np.int64]

FAR = 1 << 30  # hops between switches that no path joins


@dataclass(frozen=True, kw_only=True)
class Routes:
    """Mean hops of hierarchical minimal routes, over ordered pairs of different switches.

    References
    ----------
    Camarero et al., Topological characterization of Hamming and Dragonfly
    networks, section 5.1.
    """

    local: Fraction  # avg₁: hops inside groups
    between: Fraction  # avg₂: hops between groups
    local_across: Fraction  # avg₁ over the pairs in different groups alone

    @property
    def use_ratio(self) -> Fraction | None:
        """How often a route uses a global link for each use of a local one: avg₂ / avg₁."""
        return self.between / self.local if self.local else None


def hierarchical_routes(network: Network) -> Routes | None:
    """Measure the routes that cross between groups once, by the best link for each pair.

    A link counts as local if it joins two switches of a group, and as global if
    it joins groups, whatever its class.

    Returns
    -------
    Routes or None
        None unless groups are connected inside, and each is joined to each other.
    """
    members = members_of_groups(network)
    if len(members) < 2:
        return None
    tables = [_hops_inside(network, group) for group in members]
    if max(int(table.max()) for table in tables) >= FAR:
        return None
    joints = _joints(network, members)
    if len(joints) < len(members) * (len(members) - 1) // 2:
        return None
    within = sum(int(table.sum()) for table in tables)
    across = [_hops(tables[i], tables[j], ends) for (i, j), ends in joints.items()]
    total = network.switches * (network.switches - 1)
    pairs = 2 * sum(int(hops.size) for hops in across)
    local = 2 * sum(int(hops.sum()) for hops in across)
    return Routes(
        local=Fraction(within + local, total),
        between=Fraction(pairs, total),
        local_across=Fraction(local, pairs),
    )


def trunked_formula(a: int, t: int) -> Fraction:
    """Return avg₁ between two groups of a switches that t disjoint links join."""
    return Fraction(t * t - t - 2 * t * a + 2 * a * a, a * a)


def _hops(one: Table, other: Table, ends: list[tuple[int, int]]) -> Table:
    """Return the local hops between all switches of two groups, by the best of their links."""
    each = (one[:, u, None] + other[None, v, :] for u, v in ends)
    found: Table = np.minimum.reduce(list(each))
    return found


def members_of_groups(network: Network) -> list[list[int]]:
    """Return the switches of each group, groups in order."""
    members: dict[int, list[int]] = {}
    for switch, group in enumerate(network.groups):
        members.setdefault(group, []).append(switch)
    return [members[group] for group in sorted(members)]


def _joints(
    network: Network, members: list[list[int]]
) -> dict[tuple[int, int], list[tuple[int, int]]]:
    """Collect the links between each pair of groups, by the places of their ends in these."""
    place = {s: (i, at) for i, group in enumerate(members) for at, s in enumerate(group)}
    found: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for link in network.links:
        (i, u), (j, v) = sorted((place[link.first], place[link.second]))
        if i != j:
            found.setdefault((i, j), []).append((u, v))
    return found


def _hops_inside(network: Network, group: list[int]) -> Table:
    """Return the distances within one group over its own links (Floyd and Warshall)."""
    at = {switch: place for place, switch in enumerate(group)}
    table = np.full((len(group), len(group)), FAR, dtype=np.int64)
    np.fill_diagonal(table, 0)
    for u, v in _links_inside(network, at):
        table[u, v] = table[v, u] = 1
    for middle in range(len(group)):
        np.minimum(table, table[:, middle, None] + table[None, middle, :], out=table)
    return table


def _links_inside(network: Network, at: dict[int, int]) -> Iterator[tuple[int, int]]:
    for link in network.links:
        if link.first in at and link.second in at:
            yield at[link.first], at[link.second]
