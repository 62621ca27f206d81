"""What every mapping of a stencil costs at least, by each of the reasons that a document may give.

Edges inside parts: of the edges at most so many lie inside switches, or groups; the others use a
link, or a link between groups. Unit squares: four edges of one hop each are a cycle of four links,
of which there are only so many. Division: a stencil that cannot be divided into groups with at
most one edge between each two puts two messages on some link between groups.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import combinations
from math import prod

from alphacut.arrangements.network import Network
from alphacut.solver.placement.verify.division import divisible
from alphacut.solver.placement.verify.parts import most_within
from alphacut.solver.placement.verify.routes import whole_dragonfly
from alphacut.solver.placement.verify.stencil import Edge, Sides, most_inside

MOST_PAIRS = 50_000_000  # of links with a common end, whose cycles of four are counted
OF_SWITCHES = "edges between switches"
OF_LINKS = "edges between switches, over all links"
OF_GROUPS = "edges between groups, over all links between groups"
SOME = "some edge uses a link"
DIVISION = "exact cover: no division into groups has one edge between each two"


class Bounds:
    """The bounds of one stencil on one network."""

    def __init__(
        self, sides: Sides, edges: Sequence[Edge], network: Network, room: Sequence[int], *,
        torus: bool,
    ) -> None:  # fmt: skip
        self._sides, self._edges, self._torus = sides, edges, torus
        self._network, self._room = network, room
        self._cells = prod(sides)

    def hops(self, reason: str) -> int | None:
        """Return the bound on the total hops that a reason shows; None if it shows none."""
        if reason == OF_SWITCHES:
            return self._apart(self._room)
        squares = self._squares()
        return squares[1] if squares is not None and squares[0] == reason else None

    def load(self, reason: str) -> int | None:
        """Return the bound on the largest load of a directed link that a reason shows.

        An edge sends a message each way, so that it loads the links of one direction once at
        least for each way; parallel links of two switches are one.
        """
        if reason == SOME:
            return int(bool(self._edges) and max(self._room) < self._cells)
        if reason == DIVISION:
            return 2 * int(self._undivided())
        groups = self._network.groups
        joined = {(first, second) for first, second, _, _ in self._network.links}
        if reason == OF_LINKS or (reason == OF_GROUPS and len(set(groups)) == 1):
            return _shared(self._apart(self._room), len(joined))
        if reason != OF_GROUPS:
            return None
        rooms = Counter[int]()
        for group, room in zip(groups, self._room, strict=True):
            rooms[group] += room
        crossing = sum(groups[u] != groups[v] for u, v in joined)
        return _shared(self._apart(list(rooms.values())), crossing)

    def _apart(self, rooms: Sequence[int]) -> int:
        """Return how many edges run between parts at least."""
        largest = min(max(rooms), self._cells)
        inside = [most_inside(self._sides, c, torus=self._torus) for c in range(largest + 1)]
        return len(self._edges) - most_within(inside, rooms, self._cells)

    def _undivided(self) -> bool:
        """Whether some link between groups carries two messages one way, however it is mapped."""
        network = self._network
        if whole_dragonfly(network) is None or set(self._room) != {1}:
            return False
        sizes = Counter(network.groups)
        size = max(sizes.values())
        return (
            set(sizes.values()) == {size}
            and self._cells == network.switches
            and not divisible(self._edges, self._cells, size)
        )

    def _squares(self) -> tuple[str, int] | None:
        """Return the bound by unit squares, and its reason."""
        short = self._torus and min(self._sides) <= 4
        if len(self._sides) < 2 or short or max(self._room) > 1:
            return None
        degrees = Counter(end for first, second, _, _ in self._network.links
                          for end in (first, second))  # fmt: skip
        if sum(degree**2 for degree in degrees.values()) > MOST_PAIRS:
            return None
        d = len(self._sides)
        squares = sum(
            self._cells // (one * other) * self._places(one) * self._places(other)
            for one, other in combinations(self._sides, 2)
        )
        inside = sum(self._most_squares(size) for size in Counter(self._network.groups).values())
        whole = inside + _cycles_between_groups(self._network)
        spoiled = max(squares - whole, 0)
        reason = f"{squares} unit squares, and at most {whole} cycles of four links for them"
        return reason, len(self._edges) + _shared(spoiled, 2 * (d - 1))

    def _places(self, side: int) -> int:
        return side if self._torus else side - 1

    def _most_squares(self, cells: int) -> int:
        """Return how many unit squares so many cells form at most.

        A group that has room for more than the whole stencil holds no more cells than that. In a
        plane there are no more than the edges less the cells plus one (Euler). With more
        dimensions every edge is in 2·(d-1) squares at most, and each square has four.
        """
        d, cells = len(self._sides), min(cells, self._cells)
        edges = most_inside(self._sides, cells, torus=self._torus)
        return max(edges - cells + 1, 0) if d == 2 else edges * (d - 1) // 2


def _shared(number: int, among: int) -> int:
    return -(-number // among) if among else 0


def _cycles_between_groups(network: Network) -> int:
    """Count the sets of four switches, not all of one group, that have a cycle of four links."""
    near: dict[int, set[int]] = defaultdict(set)
    for first, second, _, _ in network.links:
        near[first].add(second)
        near[second].add(first)
    groups = network.groups
    across: dict[tuple[int, int], set[int]] = defaultdict(set)  # what both are linked to
    for middle, ends in near.items():
        for pair in combinations(sorted(ends), 2):
            across[pair].add(middle)
    return len({
        frozenset((*pair, *middles))
        for pair, common in across.items()
        for middles in combinations(sorted(common), 2)
        if len({groups[switch] for switch in (*pair, *middles)}) > 1
    })  # fmt: skip
