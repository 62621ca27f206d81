"""Graphs in JSON whose parts stand deeper than in networkx's: Cytoscape's, graphology's, JGF.

References
----------
Cytoscape.js, "Elements JSON"; graphology, "Serialization"; JSON Graph Format, version 2.
"""

from __future__ import annotations

from typing import Any

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.words import shown

Json = dict[str, Any]
INSIDE = ("attributes", "data", "properties", "metadata")  # objects of attributes
IDS = ("id", "key", "_id", "_key")  # what the id of a node is called, the first that is there
ENDS = (("source", "target"), ("from", "to"), ("_from", "_to"))
TYPES = {"directed": True, "undirected": False}  # graphology's; "mixed" says nothing


def lifted(found: Json) -> Json:
    """Return a graph with its nodes and links at the top.

    Cytoscape puts them under "elements", and JGF under "graph", with nodes by their ids.
    """
    for name in ("elements", "graph"):
        inner = found.get(name)
        if "nodes" not in found and isinstance(inner, dict) and "nodes" in inner:
            found = {**_without(found, name), **inner}
    nodes = found.get("nodes")
    if isinstance(nodes, dict):
        found["nodes"] = [
            {"id": name, **node} if isinstance(node, dict) else node for name, node in nodes.items()
        ]
    return found


def flat(part: Json, place: str) -> Json:
    """Return a node or a link with the attributes that stand in an object of their own.

    Raises
    ------
    SpecError
        If an attribute is there twice, and differs.
    """
    found = part
    for name in INSIDE:
        inner = found.get(name)
        if not isinstance(inner, dict):
            continue
        outer = _without(found, name)
        for twice in sorted(outer.keys() & inner.keys()):
            if outer[twice] != inner[twice]:
                raise SpecError(
                    "",
                    f"{place}: {twice} is {shown(outer[twice])}, and under {name} it is "
                    f"{shown(inner[twice])}",
                )
        found = {**outer, **inner}
    return found


def id_name(nodes: list[Json]) -> str | None:
    """Return what the ids of nodes are called; None if they have none."""
    return next((name for name in IDS if any(name in node for node in nodes)), None)


def ends_of(link: Json) -> tuple[str, str]:
    """Return what the ends of a link are called."""
    return next((pair for pair in ENDS if set(pair) <= link.keys()), ENDS[0])


def graph_type(found: Json) -> bool | None:
    """Return whether graphology's options say that links have a direction."""
    options = found.get("options")
    said = options.get("type") if isinstance(options, dict) else None
    return TYPES.get(said) if isinstance(said, str) else None


def _without(data: Json, name: str) -> Json:
    return {key: value for key, value in data.items() if key != name}
