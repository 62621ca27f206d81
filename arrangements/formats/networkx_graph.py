"""Networks as networkx graphs, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from alphacut.arrangements.errors import NetworkError
from alphacut.arrangements.network import GLOBAL, LOCAL, Link, LinkClass, Network

if TYPE_CHECKING:
    import networkx


def from_networkx(graph: networkx.Graph) -> Network:
    """Read a network from an undirected graph or multigraph.

    Parameters
    ----------
    graph
        Its nodes become switches 0..n-1 in the graph's order. A node may have
        the attributes "group" (default 0) and "hosts" (default 1), an edge
        "link_class" (default "local"), "multiplicity" (default 1) and "weight", an
        integer that counts as its capacity, as so many links in parallel (default
        1), the graph "classes", a list of (name, base, slope) (default local and
        global).

    Raises
    ------
    NetworkError
        If the graph is directed, or it is no network.
    """
    if graph.is_directed():
        raise NetworkError("a network's links have no direction; give an undirected graph")
    number = {node: switch for switch, node in enumerate(graph.nodes)}
    return Network(
        switches=len(number),
        links=tuple(
            Link(
                number[first],
                number[second],
                attributes.get("link_class", LOCAL.name),
                _count(attributes, "multiplicity", 1, (first, second))
                * _weight(attributes, (first, second)),
            )
            for first, second, attributes in graph.edges(data=True)
        ),
        classes=_classes(graph),
        groups=tuple(_count(graph.nodes[node], "group", 0, node) for node in number),
        hosts=tuple(_count(graph.nodes[node], "hosts", 1, node) for node in number),
    )


def to_networkx(network: Network) -> networkx.MultiGraph:
    """Write a network as a multigraph that `from_networkx` reads back as an equal network.

    The key of an edge is its link class, so that links of different classes
    may join the same two switches.
    """
    import networkx  # here, for most processes never need it

    classes = [(each.name, each.base, each.slope) for each in network.classes]
    graph = networkx.MultiGraph(classes=classes)
    for switch in range(network.switches):
        graph.add_node(switch, group=network.groups[switch], hosts=network.hosts[switch])
        if network.names:
            graph.nodes[switch]["label"] = network.names[switch]
    for first, second, name, multiplicity in network.links:
        graph.add_edge(first, second, key=name, link_class=name, multiplicity=multiplicity)
    return graph


def _count(attributes: dict[str, Any], name: str, default: int, where: object) -> int:
    value = attributes.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int):
        raise NetworkError(f"{name} of {where!r} must be an integer, got {value!r}")
    return value


def _weight(attributes: dict[str, Any], where: object) -> int:
    """Read a weight, which networkx also writes as a float."""
    value = attributes.get("weight", 1)
    whole = isinstance(value, float) and value.is_integer()
    return _count({"weight": int(value)} if whole else attributes, "weight", 1, where)


def _classes(graph: networkx.Graph) -> tuple[LinkClass, ...]:
    given = graph.graph.get("classes")
    if given is None:
        return (LOCAL, GLOBAL)
    return tuple(LinkClass(name=name, base=base, slope=slope) for name, base, slope in given)
