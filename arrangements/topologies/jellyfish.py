"""Random regular networks (Jellyfish)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import networkx

from arrangements.formats.networkx_graph import from_networkx

if TYPE_CHECKING:
    from arrangements.network import Network


def jellyfish(switches: int, degree: int, seed: int, p: int = 1) -> Network:
    """Build a random regular network: links of the class "local", one group.

    Parameters
    ----------
    switches, degree
        How many switches, and the links of each: less than the switches, and
        one of the two numbers even.
    seed
        Decides the network, together with the version of networkx.
    p
        The hosts of each switch.

    References
    ----------
    Singla, Hong, Popa and Godfrey, Jellyfish: networking data centers randomly,
    NSDI 2012. Steger and Wormald, Generating random regular graphs quickly, 1999.
    """
    rest = switches - 1 - degree
    if degree <= rest:
        drawn = networkx.random_regular_graph(degree, switches, seed=seed)
    else:  # the generator hardly ever ends on dense graphs, but their complements are sparse
        drawn = networkx.complement(networkx.random_regular_graph(rest, switches, seed=seed))
    graph = networkx.Graph()
    graph.add_nodes_from(range(switches), hosts=p)
    graph.add_edges_from(sorted(tuple(sorted(edge)) for edge in drawn.edges))
    return from_networkx(graph)
