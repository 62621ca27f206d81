"""De Bruijn networks: switches are words, linked where one follows from the other by a shift."""

from __future__ import annotations

from arrangements.network import LOCAL, Link, Network


def de_bruijn(symbols: int, length: int) -> Network:
    """Build an undirected De Bruijn network: links of the class "local", one group.

    Its symbols**length switches are words, numbered as they read in that base.
    Loops are left out, and two switches that follow from each other both ways
    have one link. No closed formula for its bisection is proven.
    """
    import igraph  # here alone, for it takes longer to load than all specs together

    graph = igraph.Graph.De_Bruijn(symbols, length)
    pairs = {(min(edge), max(edge)) for edge in graph.get_edgelist() if edge[0] != edge[1]}
    return Network(
        switches=symbols**length,
        links=tuple(Link(*pair, LOCAL.name) for pair in sorted(pairs)),
    )
