"""What the two formats of networkx share: its graphs as networks, with what is lost."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import networkx

from arrangements.errors import NetworkError, SpecError
from arrangements.formats.exchange._base import Imported
from arrangements.formats.exchange._numbering import number_names
from arrangements.formats.networkx_graph import from_networkx, to_networkx
from arrangements.network import GLOBAL, LOCAL
from arrangements.words import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arrangements.network import Network

KEPT = {"nodes": {"group", "hosts"}, "links": {"link_class", "multiplicity"}}


def flat_graph(network: Network) -> networkx.MultiGraph:
    """Write a network as a graph whose attributes are numbers and text only."""
    graph = to_networkx(network)
    graph.graph["classes"] = json.dumps(graph.graph["classes"])
    return graph


def import_graph(graph: networkx.Graph) -> Imported:
    """Read a graph, with notes on attributes that a network has not."""
    number, notes = number_names(str(node) for node in graph.nodes)
    if len(number) < len(graph):
        raise SpecError("", "two nodes have the same name")
    copy = networkx.MultiDiGraph() if graph.is_directed() else networkx.MultiGraph()
    copy.graph["classes"] = _classes(graph)
    for node in sorted(graph.nodes, key=lambda each: number[str(each)]):
        copy.add_node(str(node), **graph.nodes[node])
    for first, second, data in graph.edges(data=True):
        copy.add_edge(str(first), str(second), **data)
    known = {name for name, _, _ in copy.graph["classes"]}
    unknown = sorted(
        {str(d.get("link_class", LOCAL.name)) for *_, d in copy.edges(data=True)} - known
    )
    copy.graph["classes"] += [(name, 1, 0) for name in unknown]
    try:
        network = from_networkx(copy)
    except (NetworkError, TypeError) as error:
        raise SpecError("", str(error)) from error
    renumbered = () if list(number.values()) == list(range(len(number))) else notes
    supposed = tuple(f"the capacity of {name} links, supposed to be 1" for name in unknown)
    return Imported(network=network, notes=(*_names(notes, renumbered), *supposed, *_lost(graph)))


def _names(notes: tuple[str, ...], renumbered: tuple[str, ...]) -> tuple[str, ...]:
    return notes if any("names" in note for note in notes) else renumbered


def _classes(graph: networkx.Graph) -> list[tuple[str, int, int]]:
    given = graph.graph.get("classes")
    if given is None:
        return [(each.name, each.base, each.slope) for each in (LOCAL, GLOBAL)]
    try:
        found = json.loads(given) if isinstance(given, str) else given
        return [(str(name), int(base), int(slope)) for name, base, slope in found]
    except (ValueError, TypeError) as error:
        raise SpecError(
            "graph.classes", f"must be a list of [name, base, slope], got {shown(given)}"
        ) from error


def _lost(graph: networkx.Graph) -> Iterator[str]:
    tables: dict[str, list[dict[str, Any]]] = {
        "nodes": [data for _, data in graph.nodes(data=True)],
        "links": [data for *_, data in graph.edges(data=True)],
    }
    for what, kept in KEPT.items():
        names = {str(name) for data in tables[what] for name in data} - kept - {"id", "key"}
        for name in sorted(names):
            yield f"the attribute {name} of {what}"
