"""A backend of networkx: its bisections, least and proven.

networkx finds it by the entry points `networkx.backends` and `networkx.backend_info`, and calls it
where a call says `backend="alphacut"`, or where `nx.config.backend_priority` names it. See
docs/python.md.

This module is read at `import networkx`, so it loads what computes only when it is asked.

References
----------
The NetworkX developers, Backends (networkx.org/documentation/stable/reference/backends.html).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

NAME = "alphacut"
LARGEST = 64  # nodes up to which it is taken where a call names no backend
SECONDS = 60.0  # after which a call gives up
METHODS = ("tracemin_pcg", "tracemin_lu", "lanczos", "lobpcg")  # of `spectral_bisection`

Sides = tuple[set[Hashable], set[Hashable]]
Pair = frozenset[Hashable]


def backend_info() -> dict[str, Any]:
    """Tell networkx what this backend has, and how it may be configured."""
    ignored = "ignored: the answer is the least there is"
    return {
        "backend_name": NAME,
        "project": "alphacut",
        "package": "alphacut",
        "short_summary": "Exact bisections with proofs.",
        "description": "The least cut between two halves, proven and verified.",
        "functions": {
            "kernighan_lin_bisection": {
                "extra_docstring": (
                    "The partition of least weight into two halves (whose sizes differ by one if "
                    "the number of nodes is odd) that there is. A certificate that an independent "
                    "verifier has accepted proves it."
                ),
                "extra_parameters": {"max_iter": ignored, "seed": ignored},
            },
            "spectral_bisection": {
                "extra_docstring": (
                    "The partition of least weight into two equal halves that there is, proven; "
                    "the halves of networkx need not be equal."
                ),
                "extra_parameters": {"tol": ignored, "method": ignored, "seed": ignored},
            },
        },
        "default_config": {"largest": LARGEST, "time_limit": SECONDS},
    }


class Backend:
    """The functions that networkx calls. Graphs stay those of networkx."""

    @staticmethod
    def convert_from_nx(graph: Any, **_options: Any) -> Any:
        """Return a graph as it is."""
        return graph

    @staticmethod
    def convert_to_nx(result: Any, **_options: Any) -> Any:
        """Return a result as it is."""
        return result

    @staticmethod
    def can_run(name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> bool | str:
        """Tell whether a call can be answered, or why not."""
        call = _Call.of(name, args, kwargs)
        if call.normalized:
            return "a normalized cut is another question"
        if call.uneven:
            return "a partition into parts of unlike sizes keeps these sizes; alphacut cuts halves"
        try:
            capacities(call.graph, call.weight)
        except ValueError as error:
            return str(error)
        return True

    @staticmethod
    def should_run(name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> bool | str:
        """Tell whether a call that names no backend is answered soon enough, or why not."""
        nodes, largest = len(_Call.of(name, args, kwargs).graph), _setting("largest", LARGEST)
        return nodes <= largest or f"a proof for {nodes} nodes may take long; {largest} are allowed"

    @staticmethod
    def kernighan_lin_bisection(
        G: Any,  # noqa: N803 - as networkx calls it
        partition: Any = None,
        max_iter: int = 10,  # noqa: ARG004
        weight: Any = "weight",
        seed: Any = None,  # noqa: ARG004
    ) -> Sides:
        """Return two halves with the least weight between them.

        Raises
        ------
        networkx.NetworkXError
            If `partition` is none of the graph, as networkx has it.
        networkx.NetworkXNotImplemented
            If the graph is directed.
        NotImplementedError
            If there is no proof in time.
        """
        _check_undirected(G)
        if partition is not None:
            _check_partition(G, partition)
        if len(G) < 2:
            return set(), set(G)
        return _halves(G, weight)

    @staticmethod
    def spectral_bisection(
        G: Any,  # noqa: N803 - as networkx calls it
        weight: Any = "weight",
        normalized: bool = False,  # noqa: ARG004 - see `can_run`
        tol: float = 1e-8,  # noqa: ARG004
        method: str = "tracemin_pcg",
        seed: Any = None,  # noqa: ARG004
    ) -> Sides:
        """Return two halves with the least weight between them.

        Raises
        ------
        networkx.NetworkXError
            If the graph has fewer than two nodes or is not connected, or if the method is unknown:
            as networkx has it.
        networkx.NetworkXNotImplemented
            If the graph is directed.
        NotImplementedError
            If there is no proof in time.
        """
        import networkx as nx

        _check_undirected(G)
        if len(G) < 2:
            raise nx.NetworkXError("graph has less than two nodes.")
        if not nx.is_connected(G):
            raise nx.NetworkXError("graph is not connected.")
        if method not in METHODS:
            raise nx.NetworkXError(f"unknown method {method!r}.")
        return _halves(G, weight)


backend = Backend


class _Call:
    """What a call asks, read from its arguments."""

    def __init__(self, graph: Any, weight: Any, *, uneven: bool, normalized: bool) -> None:
        self.graph = graph
        self.weight = weight
        self.uneven = uneven  # whether it begins with parts that are no halves
        self.normalized = normalized

    @classmethod
    def of(cls, name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> _Call:
        names = {
            "kernighan_lin_bisection": ("G", "partition", "max_iter", "weight", "seed"),
            "spectral_bisection": ("G", "weight", "normalized", "tol", "method", "seed"),
        }[name]
        given = {**dict(zip(names, args, strict=False)), **kwargs}
        return cls(
            given["G"],
            given.get("weight", "weight"),
            uneven=_are_uneven(given.get("partition")),
            normalized=bool(given.get("normalized", False)),
        )


def _are_uneven(partition: Any) -> bool:
    """Tell whether two parts that can be counted are no halves; what is wrong is told later."""
    if not isinstance(partition, Collection) or len(partition) != 2:
        return False
    one, other = partition
    if not (isinstance(one, Collection) and isinstance(other, Collection)):
        return False
    disjoint = not set(one) & set(other)
    return disjoint and abs(len(one) - len(other)) > 1


def capacities(graph: Any, weight: Any) -> dict[Pair, Fraction]:
    """Return the weight between any two nodes, as networkx adds it up.

    Parameters
    ----------
    graph
        A graph of networkx.
    weight
        The name of an attribute, None, or a function of both ends and the attributes, which
        returns None for an edge that does not count. Where it differs by direction, the mean
        counts.

    Raises
    ------
    ValueError
        If a weight is negative, or is no number that is known exactly.
    """
    found: dict[Pair, Fraction] = {}
    for node, other, value in _weights(graph, weight):
        if node != other:
            pair = frozenset((node, other))
            found[pair] = found.get(pair, Fraction(0)) + _exact(value) / 2  # in both directions
    return {pair: value for pair, value in found.items() if value}


def _weights(graph: Any, weight: Any) -> Iterator[tuple[Hashable, Hashable, Any]]:
    measure = _measure(graph, weight)
    for node, neighbours in graph.adjacency():
        for other, data in neighbours.items():
            value = measure(node, other, data)
            if value is not None:
                yield node, other, value


def _measure(graph: Any, weight: Any) -> Callable[[Any, Any, Any], Any]:
    if callable(weight):
        found: Callable[[Any, Any, Any], Any] = weight
        return found
    if graph.is_multigraph():
        return lambda _u, _v, data: sum(each.get(weight, 1) for each in data.values())
    return lambda _u, _v, data: data.get(weight, 1)


def _exact(value: Any) -> Fraction:
    try:
        found = (
            Fraction(value) if isinstance(value, Decimal) else Fraction(*value.as_integer_ratio())
        )
    except (AttributeError, TypeError, OverflowError, ValueError):
        raise ValueError(f"a weight is {value!r}, which is no finite number") from None
    if found < 0:
        raise ValueError(f"a weight is {value!r}; alphacut takes none below 0")
    return found


def _halves(graph: Any, weight: Any) -> Sides:
    """Return two halves that are proven to be best; the first node is in the first one."""
    import networkx as nx

    from alphacut.service.library import bisection
    from alphacut.solver.common.errors import QuestionError

    nodes = list(graph)
    number = {node: place for place, node in enumerate(nodes)}
    plain = nx.Graph()
    plain.add_nodes_from(range(len(nodes)))
    try:
        for pair, value in capacities(graph, weight).items():
            one, other = pair
            plain.add_edge(number[one], number[other], weight=value)
        seconds = _setting("time_limit", SECONDS)
        found = bisection(plain, time_limit=seconds)
    except (QuestionError, ValueError) as error:
        raise NotImplementedError(f"alphacut cannot take this graph: {error}") from error
    if found.status != "exact":
        raise NotImplementedError(
            f"alphacut has not proven a bisection within {seconds} seconds: it is from "
            f"{found.lower} to {found.value}; `nx.config.backends.alphacut.time_limit` is the limit"
        )
    sides: Sides = (set(), set())
    for node, half in zip(nodes, found.membership, strict=True):
        sides[half].add(node)
    return sides


def _check_undirected(graph: Any) -> None:
    import networkx as nx

    if graph.is_directed():
        raise nx.NetworkXNotImplemented("not implemented for directed type")


def _check_partition(graph: Any, partition: Any) -> None:
    import networkx as nx

    try:
        one, other = partition
    except (TypeError, ValueError) as error:
        raise nx.NetworkXError("partition must be two sets") from error
    if not nx.community.is_partition(graph, [set(one), set(other)]):
        raise nx.NetworkXError("partition invalid")


def _setting(name: str, default: float) -> float:
    """Return what the user's configuration of networkx says."""
    import networkx as nx

    found: float = getattr(nx.config.backends.get(NAME), name, default)
    return found
