"""Hypercubes: switches are bit strings, linked where they differ in one bit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import networkx

from arrangements.formats.networkx_graph import from_networkx
from arrangements.topologies._known import EVERY_BALANCE, KnownBisection

if TYPE_CHECKING:
    from arrangements.network import Network


def hypercube(dimension: int) -> Network:
    """Build a hypercube of 2**dimension switches: links of the class "local", one group.

    The number of a switch, written in binary, is its bit string.
    """
    cube = networkx.hypercube_graph(dimension)
    return from_networkx(networkx.convert_node_labels_to_integers(cube, ordering="sorted"))


def hypercube_bisection(dimension: int) -> KnownBisection:
    """Return the bisection bandwidth: that of cutting one dimension."""
    return KnownBisection(
        value=2 ** (dimension - 1),
        balances=EVERY_BALANCE,
        formula="2^(dimension - 1)",
        reference="Harper, Optimal assignments of numbers to vertices, 1964",
    )
