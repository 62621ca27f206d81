"""Node-link JSON, as networkx, d3 and others write it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats.exchange._attributes import add_link, add_node, classes_of
from alphacut.arrangements.formats.exchange._base import (
    ANYTHING,
    ExchangeFormat,
    Files,
    Imported,
    Reading,
)
from alphacut.arrangements.formats.exchange._json import begins_object, object_of
from alphacut.arrangements.formats.exchange._links import Links
from alphacut.arrangements.formats.exchange._nested import (
    ends_of,
    flat,
    graph_type,
    id_name,
    lifted,
)
from alphacut.arrangements.formats.networkx_graph import to_networkx
from alphacut.arrangements.words import shown

if TYPE_CHECKING:
    from alphacut.arrangements.network import Network

LISTS = ("links", "edges")
BY_POSITION = "the ends of links are positions in the list of nodes, as networkx 1.x and d3 write"


def write(network: Network) -> Files:
    """Write a network with all that it has."""
    import networkx  # here, for most processes never need it

    written = networkx.node_link_data(to_networkx(network), edges="links")
    return ((json.dumps(written, ensure_ascii=False) + "\n").encode(),)


def read(files: Files, reading: Reading = ANYTHING) -> Imported:
    """Read a graph whose links stand under "links" or "edges".

    Ends are ids of nodes; where nodes have no ids, or the graph is written as
    networkx 1.x did, they are positions in the list of nodes. Attributes may stand
    in an object of their own, as `_nested` has it.
    """
    found = lifted(object_of(files[0], reading))
    links = Links(reading)
    graph = found.get("graph")
    links.classes = classes_of(graph.get("classes") if isinstance(graph, dict) else None)
    said = _flag(found, "directed")
    links.directed = graph_type(found) if said is None else said
    nodes = _list(found, "nodes")
    objects = [_object(node, f"nodes.{position}") for position, node in enumerate(nodes)]
    called = id_name(objects)
    positions = isinstance(graph, list) or called is None
    called = called or "id"
    names = [
        _name(node.get(called, position), f"nodes.{position}.{called}")
        for position, node in enumerate(objects)
    ]
    for position, (name, node) in enumerate(zip(names, objects, strict=True)):
        if links.knows(name):
            raise SpecError("", f"nodes.{position}.{called}: two nodes have the name {shown(name)}")
        add_node(links, f"nodes.{position}", name, _without(node, called))
    if positions:
        links.remarks.append(BY_POSITION)
    where, listed = _links(found, links)
    for position, each in enumerate(listed):
        place = f"{where}.{position}"
        link = _object(each, place)
        keys = ends_of(link)
        ends = [_end(link, end, place, names, links, positions) for end in keys]
        add_link(links, place, (ends[0], ends[1]), _without(link, *keys, "key"))
    return links.imported()


def _flag(found: dict[str, Any], name: str) -> bool | None:
    value = found.get(name)
    if value is not None and not isinstance(value, bool):
        raise SpecError(name, f"must be true or false, got {shown(value)}")
    return value


def _list(found: dict[str, Any], name: str) -> list[Any]:
    value = found.get(name)
    if not isinstance(value, list):
        raise SpecError(name, f"must be a list of objects, got {shown(value)}")
    return value


def _links(found: dict[str, Any], links: Links) -> tuple[str, list[Any]]:
    """Return the list of links and its name; there may be only one that has any."""
    names = [name for name in LISTS if name in found]
    lists = {name: _list(found, name) for name in names or LISTS[:1]}
    full = [name for name, each in lists.items() if each]
    if len(full) > 1:
        raise SpecError("edges", "stands beside links; a graph must have one list of links")
    if len(lists) > 1:
        taken = full[0] if full else LISTS[0]
        links.remarks.append(f"links are read from {taken}, and the other list is empty")
    name = full[0] if full else next(iter(lists))
    return name, lists[name]


def _object(value: object, place: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        example = '{"id": "a"}' if place.startswith("nodes") else '{"source": "a", "target": "b"}'
        raise SpecError("", f"{place}: must be an object such as {example}, got {shown(value)}")
    return flat(value, place)


def _name(value: object, place: str) -> str:
    """Return the name of a node: text, a number, or a list of them, as grids have."""
    if isinstance(value, str):
        return value
    if isinstance(value, list) and all(isinstance(each, str | int | float) for each in value):
        return json.dumps(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    raise SpecError("", f"{place}: must be the name or the number of a node, got {shown(value)}")


def _end(
    link: dict[str, Any], end: str, place: str, names: list[str], links: Links, positions: bool
) -> str:
    if end not in link:
        raise SpecError("", f"{place}.{end}: is missing; it is the id of a node")
    value = link[end]
    if positions and type(value) is int:
        if not 0 <= value < len(names):
            raise SpecError(
                "", f"{place}.{end}: there is no node {shown(value)}; there are {len(names)}"
            )
        return names[value]
    name = _name(value, f"{place}.{end}")
    if not links.knows(name):
        raise SpecError("", f"{place}.{end}: node {shown(value)} is not listed among the nodes")
    return name


def _without(data: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name not in names}


def looks_like(content: bytes) -> bool:
    """Whether it is JSON with lists of nodes and of links."""
    lists = (b'"links"', b'"edges"')
    return (
        begins_object(content)
        and b'"nodes"' in content
        and any(name in content for name in lists)
        and b'"outports"' not in content
    )


NODE_LINK = ExchangeFormat(
    name="node-link",
    description="node-link JSON, as networkx and d3 read it",
    media_type="application/json",
    extensions=(".json",),
    read=read,
    write=write,
    looks_like=looks_like,
    options=frozenset({"both_ends", "weights"}),
)
