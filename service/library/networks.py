"""Networks as people have them in Python: graphs, matrices, specs, files, made into one of ours."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from alphacut.arrangements.any_wiring import AnyWiring
from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats.spec import FamilySpec, build_any, complete, parse, read, to_spec
from alphacut.arrangements.network import GLOBAL, LOCAL, Link, Network, switch_names_problem
from alphacut.arrangements.numbers import NumberError, read_integer
from alphacut.arrangements.words import shown
from alphacut.service.library.graphs import CLASS, Edge, parts_of
from alphacut.service.library.graphs import USUAL as USUAL
from alphacut.service.library.graphs import Hosts as Hosts
from alphacut.service.library.numbers import Read as ReadNumber
from alphacut.service.library.numbers import (
    Whole,
    at_most,
    check_unit,
    read_digits,
    read_number,
    whole,
)
from alphacut.solver.common.errors import QuestionError


@dataclass(frozen=True, kw_only=True)
class Given:
    """A network with the names that its nodes have."""

    network: Network
    topology: Mapping[str, Any]  # its complete spec
    nodes: tuple[Hashable, ...]  # by switch
    balance: str = "switches"
    remarks: tuple[str, ...] = ()  # how it was understood, and what of it is not kept
    # what rounding down took of the capacities of all links: of local ones, and of global ones
    lost: tuple[Fraction, Fraction] = (Fraction(0), Fraction(0))


def given(
    graph: object,
    *,
    weight: str | None = USUAL,
    hosts: Hosts = None,
    digits: int | None = None,
) -> Given:
    """Take a network as it comes.

    Parameters
    ----------
    graph
        A graph of networkx, igraph or graph-tool, undirected; a square matrix, symmetric, of
        SciPy or NumPy; a network of `alphacut.arrangements`; a spec (an object, or a text such as
        "torus:sides=8x8"); or the path of a file.
    weight
        The attribute of an edge that is its capacity, 1 where there is none; None: each edge
        has the capacity 1, in a file as well. Specs and matrices have their own capacities.
    hosts
        Of each node: a number for all, the name of an attribute, or one for each. The halves then
        have equally many hosts, in place of equally many nodes.
    digits
        Round capacities of graphs and matrices down to so many digits of the largest, at most 9.
        None: only where their exact values would be too large for engines, to 9.

    Raises
    ------
    QuestionError, ArrangementsError
        If it is none of these, or has a capacity that is none.
    """
    if isinstance(graph, FamilySpec | str | Path | Mapping | Network):
        if isinstance(hosts, str):
            raise QuestionError("hosts", "a file or a spec has no attributes; give numbers")
        return _weighed(_spec(graph, weight), hosts)
    nodes, edges, attributes = parts_of(graph, weight, hosts)
    found = _joined(nodes, list(edges), read_digits(digits))
    return _weighed(found, attributes if isinstance(hosts, str) else hosts)


def _spec(
    found: FamilySpec | str | Path | Mapping[str, Any] | Network, weight: str | None
) -> Given:
    spec: FamilySpec
    remarks: list[str] = []
    if isinstance(found, FamilySpec):
        spec = found
    elif isinstance(found, Network):
        spec = to_spec(found)
    elif isinstance(found, Mapping):
        spec = parse(dict(found))
    else:
        spec = _read(str(found), weight, remarks)
    network = build_any(spec)
    nodes: tuple[Hashable, ...] = network.names or tuple(range(network.switches))
    return Given(
        network=network,
        topology=complete(spec),
        nodes=nodes,
        balance=spec.balance,
        remarks=tuple(remarks),
    )


def _read(text: str, weight: str | None, remarks: list[str]) -> FamilySpec:
    """Read a spec or a file, without its weights if they are not to count and it may have some."""
    if weight is None and not text.startswith("file:") and Path(text).is_file():
        try:
            return read(f"file:path={text},weights=no", remark=remarks.append)
        except SpecError as error:
            if error.field != "weights":
                raise
    return read(text, remark=remarks.append)


def _joined(nodes: Sequence[Hashable], edges: Sequence[Edge], digits: int | None) -> Given:
    """Make a network of edges; capacities become integers of a unit."""
    number = {node: switch for switch, node in enumerate(nodes)}
    counted = [edge for edge in edges if edge.ends[0] != edge.ends[1]]
    capacities = [_capacity(edge) for edge in counted]
    found = whole(capacities, digits)
    check_unit(found, capacities)
    links = tuple(
        Link(number[edge.ends[0]], number[edge.ends[1]], _class(edge), multiple)
        for edge, multiple in zip(counted, found.multiples, strict=True)
        if multiple
    )
    network = Network(switches=len(number), links=links, names=_names(nodes))
    topology = complete(to_spec(network)) | ({} if found.unit == 1 else {"unit": str(found.unit)})
    lost = [Fraction(0), Fraction(0)]
    for edge, less in zip(counted, found.lost, strict=True):
        lost[edge.link_class == GLOBAL.name] += less
    return Given(
        network=network,
        topology=topology,
        nodes=tuple(nodes),
        remarks=(*_left_out(edges, capacities, links, network), *_rounded(found)),
        lost=(lost[0], lost[1]),
    )


def _left_out(
    edges: Sequence[Edge],
    capacities: Sequence[ReadNumber],
    links: Sequence[Link],
    network: Network,
) -> Iterator[str]:
    """Say what of a graph is not kept as it was given."""
    loops = len(edges) - len(capacities)
    if loops:
        yield f"{_counted(loops, 'self-loop')} left out: no cut severs them"
    parallel = len(links) - len(network.links)
    if parallel:
        yield f"{_counted(parallel, 'parallel edge')} merged with others, capacities added up"
    nothing = sum(not capacity.written for capacity in capacities)
    if nothing:
        yield f"{_counted(nothing, 'edge')} without capacity left out"


def _rounded(found: Whole) -> Iterator[str]:
    """Say how capacities were rounded, if they were."""
    if found.digits is not None and any(found.lost):
        yield (
            f"capacities are rounded down to {found.digits} digits, to multiples of {found.unit}: "
            "what is proven from below is true of the exact ones, and no cut has more than "
            f"{at_most(sum(found.lost, Fraction(0)))} more"
        )


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"


def _names(nodes: Sequence[Hashable]) -> tuple[str, ...]:
    """Write the nodes as text, to be found in documents; nothing if they are their numbers."""
    names = tuple(map(str, nodes))
    numbers = all(name == str(number) for number, name in enumerate(names))
    return () if numbers or switch_names_problem(names, len(names)) else names


def _capacity(edge: Edge) -> ReadNumber:
    """Read a weight, which is not negative."""
    try:
        capacity = read_number(edge.weight)
    except NumberError as error:
        raise QuestionError("weight", f"{edge.place}: {error}") from error
    if capacity.written < 0:
        problem = f"{edge.place}: must not be negative, got {shown(edge.weight)}"
        raise QuestionError("weight", problem)
    return capacity


def _class(edge: Edge) -> str:
    if edge.link_class not in (LOCAL.name, GLOBAL.name):
        raise QuestionError(
            CLASS, f"{edge.place}: must be local or global, got {shown(edge.link_class)}"
        )
    return str(edge.link_class)


def _weighed(found: Given, hosts: int | Mapping[Any, int] | Sequence[object] | None) -> Given:
    """Set the hosts of each node, by which the halves are then balanced."""
    if hosts is None:
        return found
    if isinstance(hosts, Mapping):
        missing = [node for node in found.nodes if node not in hosts]
        if missing:
            raise QuestionError("hosts", f"there is no number for the node {shown(missing[0])}")
        counts: list[object] = [hosts[node] for node in found.nodes]
    else:
        counts = [hosts] * len(found.nodes) if isinstance(hosts, int) else list(hosts)
    if len(counts) != len(found.nodes):
        raise QuestionError(
            "hosts", f"must be one number for each of {len(found.nodes)} nodes, got {len(counts)}"
        )
    old = found.network
    if isinstance(old, AnyWiring):
        raise QuestionError("hosts", "of any wiring are those of its spec: p, for each switch")
    network = Network(
        switches=old.switches,
        links=old.links,
        classes=tuple(old.classes),
        groups=tuple(old.groups),
        names=old.names,
        hosts=tuple(_host(count, node) for count, node in zip(counts, found.nodes, strict=True)),
    )
    # of a graph also the unit of its capacities; a spec of another family has nothing to keep
    kept = found.topology if found.topology["family"] == "graph" else {}
    return Given(
        network=network,
        topology={**kept, **complete(to_spec(network))},
        nodes=found.nodes,
        balance="hosts",
        remarks=found.remarks,
        lost=found.lost,
    )


def _host(count: object, node: Hashable) -> int:
    try:
        return read_integer(count, least=0)
    except NumberError as error:
        raise QuestionError("hosts", f"of the node {shown(node)} {error}") from error
