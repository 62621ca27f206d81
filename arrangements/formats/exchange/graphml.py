"""GraphML, the XML format of graphs."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING
from xml.etree.ElementTree import ParseError

import networkx

from arrangements.errors import SpecError
from arrangements.formats.exchange._base import ExchangeFormat, Files, Imported, head_of
from arrangements.formats.exchange._graphs import flat_graph, import_graph

if TYPE_CHECKING:
    from arrangements.network import Network


def write(network: Network) -> Files:
    """Write a network with all that it has."""
    text = io.BytesIO()
    networkx.write_graphml_xml(flat_graph(network), text)
    return (text.getvalue(),)


def read(files: Files) -> Imported:
    """Read the first graph of a file."""
    if b"<!ENTITY" in files[0]:
        raise SpecError("", "not read: the GraphML file defines entities")
    try:
        graph = networkx.read_graphml(io.BytesIO(files[0]), force_multigraph=True)
    except (ParseError, networkx.NetworkXError, ValueError, KeyError) as error:
        raise SpecError("", f"not GraphML: {error}") from error
    return import_graph(graph)


def looks_like(content: bytes) -> bool:
    """Whether the root element is that of GraphML."""
    return "<graphml" in head_of(content)


GRAPHML = ExchangeFormat(
    name="graphml",
    description="GraphML, with groups, hosts, classes and multiplicities as attributes",
    media_type="application/xml",
    extensions=(".graphml", ".xml"),
    read=read,
    write=write,
    looks_like=looks_like,
)
