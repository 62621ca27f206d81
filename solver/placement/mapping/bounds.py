"""Lower bounds on what any mapping of a stencil costs, by counting; all in integers.

Edges inside c cells of a grid: along dimension k at most c less the number of rows that are met,
and the projections π_k have Π|π_k| ≥ c^(d-1) (Loomis and Whitney, 1949), so that there are at
most d·c - ⌈d·c^((d-1)/d)⌉. On a torus this holds where no side is so short that c cells could
go round it.

Unit squares: an edge of the stencil takes one hop only if its ends are linked. A unit square
whose four edges all do is a cycle of four links. There are at most as many whole squares as the
network has such cycles, each group counted for the most squares that its switches can form, and
every edge that takes two hops or more spoils at most 2·(d-1) squares.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from math import ceil
from typing import TYPE_CHECKING

from alphacut.solver.placement.mapping.division import divisible

if TYPE_CHECKING:
    from alphacut.arrangements.network import Network
    from alphacut.solver.placement.mapping.stencil import Stencil

MOST_LINKS = 200_000  # of a network whose cycles of four are counted


@dataclass(frozen=True, kw_only=True)
class Bound:
    """A lower bound, and what shows it."""

    value: int
    reason: str


def most_edges(stencil: Stencil, cells: int) -> int:
    """Return how many edges there are at most among so many cells."""
    d = len(stencil.sides)
    cells = min(cells, stencil.cells)
    if cells < 2:
        return 0
    if stencil.torus and min(stencil.sides) <= cells:
        return min(d * cells, len(stencil.edges))
    surface = ceil_root(d, cells)
    return min(d * cells - surface, len(stencil.edges))


def ceil_root(d: int, cells: int) -> int:
    """Return ⌈d·c^((d-1)/d)⌉ exactly."""
    wanted = d**d * cells ** (d - 1)
    found = max(int(d * cells ** ((d - 1) / d)) - 2, 0)
    while found**d < wanted:
        found += 1
    return found


def hops_bound(stencil: Stencil, network: Network) -> Bound:
    """Bound the total hops of shortest paths from below."""
    edges = len(stencil.edges)
    apart = edges - _most_within(stencil, list(network.hosts))
    bounds = [Bound(value=apart, reason="edges between switches")]
    squares = _squares_bound(stencil, network, edges)
    if squares is not None:
        bounds.append(squares)
    return max(bounds, key=lambda bound: bound.value)


def load_bound(stencil: Stencil, network: Network) -> Bound:
    """Bound the messages over the directed link with most, for routes with one global link."""
    sizes = Counter[int]()
    for group, hosts in zip(network.groups, network.hosts, strict=True):
        sizes[group] += hosts
    groups = len(sizes)
    if groups < 2:
        links, within = len(network.links), list(network.hosts)
    else:
        links, within = len(_between(network)), list(sizes.values())
    between = len(stencil.edges) - _most_within(stencil, within)
    if groups >= 2 and stencil.cells <= max(sizes.values()):
        return Bound(value=1 if len(stencil.edges) and max(network.hosts) < stencil.cells else 0,
                     reason="some edge uses a link")  # fmt: skip
    shared = Bound(value=max(ceil(between / links), 0) if links else 0,
                   reason="edges between groups, over all links between groups")  # fmt: skip
    if shared.value == 1 and _one_each(stencil, network) and not divisible(stencil, groups):
        return Bound(
            value=2, reason="exact cover: no division into groups has one edge between each two"
        )
    return shared


def _one_each(stencil: Stencil, network: Network) -> bool:
    """Whether every switch takes one cell, all are needed, and groups have one link each."""
    groups = Counter(network.groups)
    joined = Counter(_between(network))
    return (
        set(network.hosts) == {1}
        and len(joined) == len(groups) * (len(groups) - 1) // 2
        and set(joined.values()) == {1}
        and len(set(groups.values())) == 1
        and stencil.cells == network.switches
    )


def _between(network: Network) -> list[tuple[int, int]]:
    """List the links between groups, by these; parallel links of two switches are one."""
    ends = [(network.groups[u], network.groups[v]) for u, v, _, _ in network.links]
    return [(min(i, j), max(i, j)) for i, j in ends if i != j]


def _most_within(stencil: Stencil, rooms: list[int]) -> int:
    """Return how many edges lie inside parts of given sizes at most."""
    left, found = stencil.cells, 0
    for room in sorted(rooms, reverse=True):  # the bound grows more than in proportion
        found += most_edges(stencil, min(room, left))
        left -= min(room, left)
    return found


def _squares_bound(stencil: Stencil, network: Network, edges: int) -> Bound | None:
    d = len(stencil.sides)
    short = stencil.torus and min(stencil.sides) <= 4
    if d < 2 or short or max(network.hosts) > 1 or len(network.links) > MOST_LINKS:
        return None
    squares = _unit_squares(stencil)
    whole = _most_squares(stencil, network)
    spoiled = max(squares - whole, 0)
    return Bound(
        value=edges + ceil(spoiled / (2 * (d - 1))),
        reason=f"{squares} unit squares, and at most {whole} cycles of four links for them",
    )


def _unit_squares(stencil: Stencil) -> int:
    ahead = [side if stencil.torus else side - 1 for side in stencil.sides]
    return sum(
        ahead[k] * ahead[j] * stencil.cells // (stencil.sides[k] * stencil.sides[j])
        for k, j in combinations(range(len(ahead)), 2)
    )


def _most_squares(stencil: Stencil, network: Network) -> int:
    """Return how many unit squares can have all four edges on links at most."""
    inside = sum(_squares_of_cells(stencil, size) for size in Counter(network.groups).values())
    return inside + _cycles_between_groups(network)


def _squares_of_cells(stencil: Stencil, cells: int) -> int:
    """Return how many unit squares lie among so many cells of a grid at most.

    In two dimensions a connected part has edges - cells + 1 squares at most (Euler); with more,
    a square has two edges along each of two dimensions, and an edge lies in 2·(d-1) squares.
    """
    d, edges = len(stencil.sides), most_edges(stencil, cells)
    return max(edges - cells + 1, 0) if d == 2 else edges * 2 * (d - 1) // 4


def _cycles_between_groups(network: Network) -> int:
    """Count sets of four switches, not all of a group, with a cycle of four links."""
    near: list[set[int]] = [set() for _ in range(network.switches)]
    for first, second, _, _ in network.links:
        near[first].add(second)
        near[second].add(first)
    common: dict[tuple[int, int], list[int]] = {}
    for middle, around in enumerate(near):
        for pair in combinations(sorted(around), 2):
            common.setdefault(pair, []).append(middle)
    found = set()
    groups = network.groups
    for (one, other), middles in common.items():
        for u, v in combinations(middles, 2):
            if not groups[one] == groups[other] == groups[u] == groups[v]:
                found.add(frozenset((one, other, u, v)))
    return len(found)
