"""Networks whose switches are the points of a box, from networkx graphs of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import networkx

from arrangements.formats.networkx_graph import from_networkx

if TYPE_CHECKING:
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
