"""Hamming graphs: switches in a box, all of a line linked to each other."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import networkx

from arrangements.topologies._product import box_network

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arrangements.network import Network


def hamming(sides: Sequence[int]) -> Network:
    """Build a Hamming graph: links of the class "local", grouped by the first coordinate.

    Parameters
    ----------
    sides
        The length of each dimension, at least 1. Switches are linked if they
        differ in exactly one coordinate.

    References
    ----------
    Camarero et al., Topological characterization of Hamming and Dragonfly
    networks, section 2.
    """
    graph = networkx.Graph()
    for point in product(*map(range, sides)):
        graph.add_node(point)
        graph.add_edges_from(
            (point, (*point[:axis], further, *point[axis + 1 :]))
            for axis, side in enumerate(sides)
            for further in range(point[axis] + 1, side)
        )
    return box_network(graph)
