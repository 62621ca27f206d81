"""Switches that stay connected when only one class of links is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from alphacut.arrangements.errors import NetworkError
from alphacut.arrangements.words import known_names, shown

if TYPE_CHECKING:
    from alphacut.arrangements.network import Network


def blocks(network: Network, class_name: str) -> tuple[tuple[int, ...], ...]:
    """Return the connected components of the links of one class.

    For the class "global" these are the globally connected components (GCCs).

    Returns
    -------
    tuple of tuple of int
        The switches of each block, sorted; blocks in order of their least
        switch. A switch with no link of the class is a block of its own.

    Raises
    ------
    NetworkError
        If the network has no such class.

    References
    ----------
    Hastings et al., Comparing global link arrangements for Dragonfly networks.
    """
    if class_name not in network.class_by_name:
        known = known_names(class_name, network.class_by_name)
        raise NetworkError(f"unknown link class {shown(class_name)}; {known}")
    import networkx  # here, for most processes never need it

    graph = networkx.Graph()
    graph.add_nodes_from(range(network.switches))
    graph.add_edges_from(link[:2] for link in network.links_of(class_name))
    components = networkx.connected_components(graph)
    return tuple(sorted(tuple(sorted(component)) for component in components))
