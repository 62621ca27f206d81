"""What the vertices and the connections of a network are called, in words of its owner.

A network of the catalogue has switches and links. The graph of somebody, from networkx or from a
file of any format, is a spec of the family "graph", and has nodes and edges.
"""

from __future__ import annotations

from dataclasses import dataclass

GRAPH = "graph"  # the family of networks that users bring


@dataclass(frozen=True, kw_only=True)
class Nouns:
    """The words for one and for several."""

    node: str
    nodes: str
    edge: str
    edges: str

    def count_nodes(self, number: int) -> str:
        """Write a number of vertices."""
        return f"{number:,} {self.node if number == 1 else self.nodes}"

    def count_edges(self, number: int) -> str:
        """Write a number of connections."""
        return f"{number:,} {self.edge if number == 1 else self.edges}"


OF_GRAPHS = Nouns(node="node", nodes="nodes", edge="edge", edges="edges")
OF_FABRICS = Nouns(node="switch", nodes="switches", edge="link", edges="links")


def nouns(family: str) -> Nouns:
    """Return the words for networks of a family."""
    return OF_GRAPHS if family == GRAPH else OF_FABRICS


def balanced(balance: str, family: str) -> str:
    """Return what both sides of a cut have equally many of: hosts, or the vertices by name."""
    return nouns(family).nodes if balance == "switches" else balance
