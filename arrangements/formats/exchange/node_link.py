"""Node-link JSON, as networkx and d3 write it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import networkx

from arrangements.errors import SpecError
from arrangements.formats.exchange._base import ExchangeFormat, Files, Imported, text_of
from arrangements.formats.exchange._graphs import import_graph
from arrangements.formats.networkx_graph import to_networkx

if TYPE_CHECKING:
    from arrangements.network import Network


def write(network: Network) -> Files:
    """Write a network with all that it has."""
    written = networkx.node_link_data(to_networkx(network), edges="links")
    return ((json.dumps(written, ensure_ascii=False) + "\n").encode(),)


def read(files: Files) -> Imported:
    """Read a graph whose links stand under "links" or "edges"."""
    try:
        found = json.loads(text_of(files[0]))
        edges = "links" if "links" in found else "edges"
        graph = networkx.node_link_graph(found, edges=edges)
    except (ValueError, KeyError, TypeError, RecursionError, networkx.NetworkXException) as error:
        message = f"not node-link JSON: {type(error).__name__}: {error}"
        raise SpecError("", message) from error
    return import_graph(graph)


def looks_like(content: bytes) -> bool:
    """Whether it is JSON with lists of nodes and of links."""
    if not content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        return False
    try:
        found = json.loads(content)
    except (ValueError, RecursionError):
        return False
    lists = [found.get(name) for name in ("nodes", "links", "edges")]
    return isinstance(lists[0], list) and any(isinstance(each, list) for each in lists[1:])


NODE_LINK = ExchangeFormat(
    name="node-link",
    description="node-link JSON, as networkx and d3 read it",
    media_type="application/json",
    extensions=(".json",),
    read=read,
    write=write,
    looks_like=looks_like,
)
