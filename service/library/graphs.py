"""Graphs and matrices of other libraries: their nodes, and their edges as they are written.

No library is loaded: whoever has a graph of one has loaded it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from alphacut.arrangements.network import LOCAL
from alphacut.arrangements.words import shown
from alphacut.service.library.numbers import place_of
from alphacut.solver.common.errors import QuestionError

CLASS = "link_class"  # attribute of an edge: "local" or "global"
USUAL = "weight"  # the attribute of an edge that is its capacity
Hosts = int | str | Mapping[Any, int] | Sequence[int] | None


@dataclass(frozen=True, kw_only=True)
class Edge:
    """A link as a graph has it."""

    ends: tuple[Hashable, Hashable]
    weight: object  # as it is written
    link_class: object = LOCAL.name

    @property
    def place(self) -> str:
        """How messages call it."""
        return place_of(*self.ends)


Parts = tuple[list[Hashable], Iterable[Edge], "list[object] | None"]


def parts_of(graph: Any, weight: str | None, hosts: Hosts) -> Parts:
    """Return the nodes and edges of a graph of some library, and an attribute of each node."""
    library = type(graph).__module__.partition(".")[0]
    named = hosts if isinstance(hosts, str) else None
    if library == "igraph" and hasattr(graph, "vs"):
        return _igraph(graph, weight, named)
    if library == "graph_tool" and hasattr(graph, "edge_properties"):
        return _graph_tool(graph, weight, named)
    if hasattr(graph, "is_directed") and hasattr(graph, "edges") and hasattr(graph, "nodes"):
        return _networkx(graph, weight, named)
    if hasattr(graph, "tocoo") or library == "numpy":
        if named:
            raise QuestionError("hosts", "a matrix has no attributes; give a number for each row")
        return _matrix(graph)
    raise QuestionError(
        "graph",
        f"a {type(graph).__module__}.{type(graph).__qualname__} is not a network; give a "
        "networkx, igraph or graph-tool graph, a symmetric matrix, a spec such as "
        "'torus:sides=8x8', or the path of a file",
    )


def _networkx(graph: Any, weight: str | None, hosts: str | None) -> Parts:
    _check_undirected(graph.is_directed())
    edges = (
        Edge(
            ends=(first, second),
            weight=1 if weight is None else data.get(weight, 1),
            link_class=data.get(CLASS, LOCAL.name),
        )
        for first, second, data in graph.edges(data=True)
    )
    _check_known("weight", weight, (data for *_, data in graph.edges(data=True)))
    _check_known("hosts", hosts, (data for _, data in graph.nodes(data=True)))
    found = [graph.nodes[node].get(hosts, 1) for node in graph] if hosts else None
    return list(graph), edges, found


def _igraph(graph: Any, weight: str | None, hosts: str | None) -> Parts:
    _check_undirected(graph.is_directed())
    names = graph.vs["name"] if "name" in graph.vs.attributes() else range(graph.vcount())
    nodes = list(names)
    if len(set(nodes)) < len(nodes):
        nodes = list(range(graph.vcount()))
    known = graph.es.attributes()

    def attribute(edge: Any, name: str | None, usual: object) -> object:
        return edge[name] if name in known and edge[name] is not None else usual

    edges = (
        Edge(
            ends=(nodes[edge.source], nodes[edge.target]),
            weight=attribute(edge, weight, 1),
            link_class=attribute(edge, CLASS, LOCAL.name),
        )
        for edge in graph.es
    )
    _check_known("weight", weight, [dict.fromkeys(known)])
    _check_known("hosts", hosts, [dict.fromkeys(graph.vs.attributes())])
    return nodes, edges, list(graph.vs[hosts]) if hosts else None


def _graph_tool(graph: Any, weight: str | None, hosts: str | None) -> Parts:
    """Read a graph or a view of one; nodes are vertices by their numbers, or by a map "name"."""
    _check_undirected(graph.is_directed())
    of_nodes, of_edges = graph.vertex_properties, graph.edge_properties
    vertices = list(graph.vertices())
    names = of_nodes.get("name")
    nodes: list[Hashable] = [int(vertex) if names is None else names[vertex] for vertex in vertices]
    if len(set(nodes)) < len(nodes):
        nodes = [int(vertex) for vertex in vertices]
    node = dict(zip(map(int, vertices), nodes, strict=True))
    capacity = None if weight is None else of_edges.get(weight)
    kind = of_edges.get(CLASS)
    edges = (
        Edge(
            ends=(node[int(edge.source())], node[int(edge.target())]),
            weight=1 if capacity is None else capacity[edge],
            link_class=LOCAL.name if kind is None else kind[edge],
        )
        for edge in graph.edges()
    )
    _check_known("weight", weight, [of_edges])
    _check_known("hosts", hosts, [of_nodes])
    return nodes, edges, [of_nodes[hosts][vertex] for vertex in vertices] if hosts else None


def _matrix(matrix: Any) -> Parts:
    """Read a matrix of capacities, each written at both of its places."""
    if len(matrix.shape) != 2 or matrix.shape[0] != matrix.shape[1]:
        raise QuestionError("graph", f"a matrix must be square, got {matrix.shape}")
    entries = dict(_entries(matrix))
    for (row, column), value in entries.items():
        if value != value:  # which no entry equals
            raise QuestionError(
                "graph", f"entry {row}, {column} of a matrix must be finite, got nan"
            )
        if entries.get((column, row)) != value:
            raise QuestionError(
                "graph",
                f"a matrix must be symmetric: entry {row}, {column} is {value}, and "
                f"{column}, {row} is {entries.get((column, row), 0)}",
            )
    edges = (
        Edge(ends=(row, column), weight=value)
        for (row, column), value in entries.items()
        if row <= column
    )
    return list(range(matrix.shape[0])), edges, None


def _entries(matrix: Any) -> Iterator[tuple[tuple[int, int], object]]:
    if hasattr(matrix, "tocoo"):
        summed = matrix.tocsr().tocoo()  # in which each entry stands once
        rows, columns, values = summed.row, summed.col, summed.data
    else:
        rows, columns = matrix.nonzero()
        values = matrix[rows, columns]
    for row, column, value in zip(rows.tolist(), columns.tolist(), values.tolist(), strict=True):
        if value:
            yield (row, column), 1 if value is True else value


def _check_known(field: str, name: str | None, found: Iterable[Mapping[Any, Any]]) -> None:
    """Refuse the name of an attribute that nothing has, unless it is the usual one."""
    if name is not None and name != USUAL and not any(name in data for data in found):
        what = "edge" if field == "weight" else "node"
        raise QuestionError(field, f"no {what} has the attribute {shown(name)}")


def _check_undirected(directed: bool) -> None:
    if directed:
        raise QuestionError("graph", "links have no direction; give an undirected graph")
