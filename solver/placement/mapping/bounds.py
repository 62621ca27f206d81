"""Lower bounds on what any mapping of a stencil costs, by counting; all in integers.

Edges inside c cells of a grid: along dimension k at most c less the number of rows that are met,
and the projections π_k have Π|π_k| ≥ c^(d-1) (Loomis and Whitney, 1949), so that there are at
most d·c - ⌈d·c^((d-1)/d)⌉. On a torus this holds where no side is so short that c cells could
go round it.

Edges between parts: of all divisions of the cells among switches, or groups, the one with the most
edges inside leaves the fewest between them (`parts`).

Unit squares: an edge of the stencil takes one hop only if its ends are linked. A unit square
whose four edges all do is a cycle of four links. There are at most as many whole squares as the
network has such cycles, each group counted for the most squares that its switches can form, and
every edge that takes two hops or more spoils at most 2·(d-1) squares.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from alphacut.solver.placement.mapping.division import divisible
from alphacut.solver.placement.mapping.parts import most_in_parts

if TYPE_CHECKING:
    from collections.abc import Sequence

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
    long = [side for side in stencil.sides if side > 1]
    d = len(long)
    cells = min(cells, stencil.cells)
    if cells < 2:
        return 0
    if stencil.torus and min(long) <= cells:
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


def hops_bound(stencil: Stencil, network: Network, rooms: Sequence[int] = ()) -> Bound:
    """Bound the total hops of shortest paths from below.

    Parameters
    ----------
    rooms
        Cells that each switch takes; left out: one for each of its hosts.
    """
    rooms = rooms or network.hosts
    edges = len(stencil.edges)
    apart = edges - _most_within(stencil, rooms)
    bounds = [Bound(value=apart, reason="edges between switches")]
    squares = _squares_bound(stencil, network, rooms, edges)
    if squares is not None:
        bounds.append(squares)
    return max(bounds, key=lambda bound: bound.value)


def load_bound(stencil: Stencil, network: Network, rooms: Sequence[int] = ()) -> Bound:
    """Bound the messages over the directed link with most, by the routes of `routes`."""
    rooms = rooms or network.hosts
    if len(set(network.groups)) < 2:
        links = len(network.links)
        between = len(stencil.edges) - _most_within(stencil, rooms)
        shared = Bound(
            value=-(-between // links) if links else 0,
            reason="edges between switches, over all links",
        )
    else:
        shared = _between_groups(stencil, network, rooms)
    if shared.value < 1 and len(stencil.edges) and max(rooms) < stencil.cells:
        return Bound(value=1, reason="some edge uses a link")
    alone = shared.value == 1 and _one_each(stencil, network, rooms)
    if alone and not divisible(stencil, len(set(network.groups))):
        return Bound(
            value=2, reason="exact cover: no division into groups has one edge between each two"
        )
    return shared


def _between_groups(stencil: Stencil, network: Network, rooms: Sequence[int]) -> Bound:
    """Share the edges that must run between groups out over the links between groups."""
    sizes = Counter[int]()
    for group, room in zip(network.groups, rooms, strict=True):
        sizes[group] += room
    links = len(_between(network))
    between = len(stencil.edges) - _most_within(stencil, list(sizes.values()))
    return Bound(
        value=-(-between // links) if links else 0,
        reason="edges between groups, over all links between groups",
    )


def _one_each(stencil: Stencil, network: Network, rooms: Sequence[int]) -> bool:
    """Whether every switch takes one cell, all are needed, and two groups share one link alone.

    Groups are complete, so that what two of them send each other takes the link between them.
    """
    groups = Counter(network.groups)
    joined = Counter(_between(network))
    size = network.switches // len(groups)
    inside = {(u, v) for u, v, _, _ in network.links if network.groups[u] == network.groups[v]}
    return (
        set(rooms) == {1}
        and len(groups) > 1
        and len(joined) == len(groups) * (len(groups) - 1) // 2
        and set(joined.values()) == {1}
        and set(groups.values()) == {size}
        and len(inside) == len(groups) * size * (size - 1) // 2
        and stencil.cells == network.switches
    )


def _between(network: Network) -> list[tuple[int, int]]:
    """List the links between groups, by these; parallel links of two switches are one."""
    ends = [(network.groups[u], network.groups[v]) for u, v, _, _ in network.links]
    return [(min(i, j), max(i, j)) for i, j in ends if i != j]


def _most_within(stencil: Stencil, rooms: Sequence[int]) -> int:
    """Return how many edges lie inside parts of given sizes at most."""
    largest = min(max(rooms), stencil.cells)
    held = [most_edges(stencil, cells) for cells in range(largest + 1)]
    return most_in_parts(held, rooms, stencil.cells)


def _squares_bound(
    stencil: Stencil, network: Network, rooms: Sequence[int], edges: int
) -> Bound | None:
    d = len(stencil.sides)
    short = stencil.torus and min(stencil.sides) <= 4
    if d < 2 or short or max(rooms) > 1 or len(network.links) > MOST_LINKS:
        return None
    squares = _unit_squares(stencil)
    whole = _most_squares(stencil, network)
    spoiled = max(squares - whole, 0)
    return Bound(
        value=edges + -(-spoiled // (2 * (d - 1))),
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

    There are no more cells than the stencil has, however many would have room. In two dimensions
    a connected part has edges - cells + 1 squares at most (Euler); with more,
    a square has two edges along each of two dimensions, and an edge lies in 2·(d-1) squares.
    """
    cells = min(cells, stencil.cells)
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
