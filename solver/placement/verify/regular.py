"""Whether a mapping is regular, told from the links of the network alone.

Nothing here is taken over from a search: edges, routes and loads are listed anew.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from alphacut.arrangements.network import Network

Place = tuple[int, int]


def problem(
    network: Network, mapping: Sequence[int], sides: Sequence[int], *, torus: bool, rule: str
) -> str | None:
    """Say why a mapping is not regular; None if it is.

    Parameters
    ----------
    network
        A dragonfly, its switches numbered group after group.
    mapping
        The switch of each cell, row by row.
    rule
        "B5" or "R".
    """
    rows, columns = sides
    if len(mapping) != rows * columns:
        return f"{len(mapping)} switches for {rows * columns} cells"
    if len(set(mapping)) < len(mapping) or not all(0 <= s < network.switches for s in mapping):
        return "its switches are not different switches of the network"
    at = {(y, x): mapping[y * columns + x] for y, x in product(range(rows), range(columns))}
    group = {cell: network.groups[switch] for cell, switch in at.items()}
    shape = _shape(network, group)
    if isinstance(shape, str):
        return shape
    edges = list(_edges(rows, columns, torus=torus))
    return _routes_problem(network, at, group, edges, shape, rule)


def block_of(
    network: Network, mapping: Sequence[int], sides: Sequence[int]
) -> tuple[int, int] | None:
    """Return rows and columns of the blocks of a mapping; None if they are none."""
    rows, columns = sides
    cells = product(range(rows), range(columns))
    shape = _shape(network, {(y, x): network.groups[mapping[y * columns + x]] for y, x in cells})
    return None if isinstance(shape, str) else shape


def _shape(network: Network, group: dict[Place, int]) -> tuple[int, int] | str:
    """Return rows and columns of the blocks, or what is wrong with them."""
    cells: dict[int, list[Place]] = {}
    for cell, where in group.items():
        cells.setdefault(where, []).append(cell)
    size = network.switches // len(set(network.groups))
    shapes = set()
    for held in cells.values():
        ys, xs = {y for y, _ in held}, {x for _, x in held}
        whole = {(y, x) for y in range(min(ys), max(ys) + 1) for x in range(min(xs), max(xs) + 1)}
        if len(held) != size or whole != set(held):
            return f"the cells of a group are no rectangle of {size}: {sorted(held)[:8]}"
        if min(ys) % len(ys) or min(xs) % len(xs):
            return f"the blocks do not lie in rows and columns, one begins at {min(held)}"
        shapes.add((len(ys), len(xs)))
    if len(shapes) > 1:
        return "the blocks have different shapes"
    shape: tuple[int, int] = shapes.pop()
    return shape if min(shape) >= 2 else "its blocks have a side of one cell"


def _edges(rows: int, columns: int, *, torus: bool) -> Iterable[tuple[Place, Place, bool]]:
    """Yield the edges of the stencil, and whether each runs from left to right."""
    for y, x in product(range(rows), range(columns)):
        if x + 1 < columns or torus:
            yield (y, x), (y, (x + 1) % columns), True
        if y + 1 < rows or torus:
            yield (y, x), ((y + 1) % rows, x), False


def _routes_problem(
    network: Network, at: dict[Place, int], group: dict[Place, int],
    edges: list[tuple[Place, Place, bool]], shape: tuple[int, int], rule: str,
) -> str | None:  # fmt: skip
    """List the route of every message, and say what is wrong with hops, borders or loads."""
    ends = _link_ends(network)
    used = _Used(size=network.switches // len(set(network.groups)), square=shape[0] == shape[1])
    both = [(one, other, across, True) for one, other, across in edges]
    both += [(other, one, across, False) for one, other, across in edges]
    for source, target, across, ahead in both:
        u, v, i, j = at[source], at[target], group[source], group[target]
        if i == j:
            used.carry("inside", None, (u, v))
        elif (u == ends[i, j]) != (v == ends[j, i]):
            return f"the edge {source} - {target} takes two hops"
        else:
            used.cross((u, ends[i, j], ends[j, i], v), (i, j), across, ahead)
    return used.problem(rule)


class _Used:
    """What the messages use: loads of links by phase, and where directions leave groups."""

    def __init__(self, size: int, square: bool) -> None:
        self._size, self._square = size, square
        self._loads: dict[tuple[str, bool | None], Counter[tuple[int, int]]] = {}
        self._on_link: Counter[tuple[int, int]] = Counter()  # edges, by border
        self._leaving: dict[tuple[bool, bool], set[int]] = {}

    def carry(self, kind: str, phase: bool | None, link: tuple[int, int]) -> None:
        """Count a message on a link."""
        self._loads.setdefault((kind, phase), Counter())[link] += 1

    def cross(
        self, route: tuple[int, int, int, int], border: tuple[int, int], across: bool, ahead: bool
    ) -> None:
        """Count a message between two groups; the route names the ends of its global link."""
        u, start, end, v = route
        self._leaving.setdefault((across, ahead), set()).add(start % self._size)
        self._on_link[border] += u == start
        if u == start:
            self.carry("link", None, (u, v))
            return
        phase = None if self._square else across
        self.carry("local", phase, (u, start))
        self.carry("global", phase, (start, end))
        self.carry("local", phase, (end, v))

    def problem(self, rule: str) -> str | None:
        """Say what is wrong with all of it."""
        for (i, j), count in self._on_link.items():
            if count != 1:
                return f"{count} edges lie on the link between groups {i} and {j}, not one"
        for (kind, _), carried in self._loads.items():
            if len(set(carried.values())) > 1:
                return f"links of the phase of {kind} hops carry {sorted(set(carried.values()))}"
        if rule == "R" and any(len(positions) > 1 for positions in self._leaving.values()):
            return "a direction leaves groups by different switch positions"
        return None


def _link_ends(network: Network) -> dict[tuple[int, int], int]:
    """Return the switch of group i that has the link to group j."""
    ends: dict[tuple[int, int], int] = {}
    for first, second, _, _ in network.links:
        i, j = network.groups[first], network.groups[second]
        if i != j:
            ends[i, j], ends[j, i] = first, second
    return ends
