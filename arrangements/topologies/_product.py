"""Networks whose switches are the points of a box, from networkx graphs of them."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

import networkx

from arrangements.formats.networkx_graph import from_networkx

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arrangements.network import Network


def box_network(graph: networkx.Graph) -> Network:
    """Number the points (x, y, …) of a box in order, first coordinate slowest.

    All links are of the class "local"; the group of a switch is its first
    coordinate. Nodes may also be plain integers, for a box of one dimension.
    """
    ordered = networkx.Graph()
    for point in sorted(graph.nodes):
        ordered.add_node(point, group=point[0] if isinstance(point, tuple) else point)
    ordered.add_edges_from(graph.edges)
    return from_networkx(ordered)


def array_bisection(sides: Sequence[int]) -> int:
    """Return the bisection width of a mesh.

    With the sides in falling order, it is the sum of the products of the sides
    after the first, after the second, …, up to the first side that is even.

    References
    ----------
    Azizoğlu and Eğecioğlu, The bisection width and the isoperimetric number of
    arrays, Discrete Applied Mathematics 138, 2004.
    """
    falling = sorted(sides, reverse=True)
    width = 0
    for position, side in enumerate(falling):
        if side > 1:
            width += prod(falling[position + 1 :])
        if side % 2 == 0:
            break
    return width
