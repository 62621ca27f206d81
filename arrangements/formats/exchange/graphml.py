"""GraphML, the XML format of graphs."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, NoReturn
from xml.parsers import expat

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats.exchange._attributes import (
    OF_LINKS,
    OF_NODES,
    add_link,
    add_node,
    classes_of,
)
from alphacut.arrangements.formats.exchange._base import (
    ANYTHING,
    ExchangeFormat,
    Files,
    Imported,
    Reading,
)
from alphacut.arrangements.formats.exchange._links import Links
from alphacut.arrangements.formats.exchange._text import head_of, refuse_utf_16
from alphacut.arrangements.formats.exchange._weights import WEIGHTS
from alphacut.arrangements.formats.networkx_graph import to_networkx
from alphacut.arrangements.words import shown

if TYPE_CHECKING:
    from alphacut.arrangements.network import Network

NAMESPACES = ("http://graphml.graphdrawing.org/xmlns", "")
KEYS = 1000  # kinds of attributes at most
Attributes = dict[str, str]


def write(network: Network) -> Files:
    """Write a network with all that it has."""
    import networkx  # here, for most processes never need it

    graph = to_networkx(network)
    graph.graph["classes"] = json.dumps(graph.graph["classes"])
    text = io.BytesIO()
    networkx.write_graphml_xml(graph, text)
    return (text.getvalue(),)


def read(files: Files, reading: Reading = ANYTHING) -> Imported:
    """Read the one graph of a file.

    References
    ----------
    Brandes et al., GraphML primer (graphml.graphdrawing.org/primer).
    """
    refuse_utf_16(files[0])
    return _Document(Links(reading)).read(files[0])


class _Document:
    """A GraphML document, while it is read from its beginning to its end."""

    def __init__(self, links: Links) -> None:
        self._links = links
        self._keys: dict[str, tuple[str, str]] = {}  # what each is for, and its name
        self._defaults: dict[str, Attributes] = {"node": {}, "edge": {}}
        self._open: list[str] = []  # names of elements, those of other vocabularies as ""
        self._element: Attributes = {}  # attributes of the node or edge that is open
        self._line = 0  # where it begins
        self._data: Attributes = {}
        self._graph: Attributes | None = None
        self._key = ""  # of the data, or the default, that is open
        self._text: list[str] = []
        self._nodes: set[str] = set()
        self._ends: dict[str, int] = {}  # those of edges, until there is a node of the name

    def read(self, content: bytes) -> Imported:
        self._parser = parser = expat.ParserCreate(namespace_separator=" ")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.StartDoctypeDeclHandler = self._doctype
        parser.EntityDeclHandler = self._entity
        try:
            parser.Parse(content, True)
        except expat.ExpatError as error:
            problem = expat.ErrorString(error.code)
            raise SpecError("", f"not GraphML: {problem} at line {error.lineno}") from error
        except (LookupError, UnicodeError) as error:
            raise SpecError("", "not GraphML: its encoding is not known") from error
        if self._graph is None:
            raise SpecError("", "not GraphML: there is no graph in it")
        for name, line in self._ends.items():
            self._fail(f"the edge names {shown(name)}, which is no node", line)
        return self._links.imported()

    def _fail(self, problem: str, line: int | None = None) -> NoReturn:
        line = self._parser.CurrentLineNumber if line is None else line
        raise SpecError("", f"line {line}: {problem}")

    def _doctype(self, _name: str, _system: str | None, _public: str | None, subset: bool) -> None:
        if subset:
            self._entity()

    def _entity(self, *_: object) -> None:
        self._fail("the file defines entities or a document type of its own, which is not read")

    def _start(self, tag: str, attributes: Attributes) -> None:
        namespace, _, name = tag.rpartition(" ")
        name = name if namespace in NAMESPACES else ""
        within = self._open[-1] if self._open else ""
        self._open.append(name)
        if name == "key":
            self._start_key(attributes)
        elif name == "graph":
            if self._graph is not None:
                self._fail("a second graph in the file, or one inside a node, is not read")
            self._graph = attributes
            self._links.directed = attributes.get("edgedefault") == "directed"
        elif name in ("node", "edge"):
            if within != "graph":
                self._fail(f"the {name} stands outside the graph")
            self._element, self._data = attributes, {}
            self._line = self._parser.CurrentLineNumber
        elif name == "hyperedge":
            self._fail("a hyperedge joins more than two nodes, which no link does")
        elif name == "data" or (name == "default" and within == "key"):
            self._key = attributes.get("key", "") if name == "data" else self._key
            self._text = []

    def _start_key(self, attributes: Attributes) -> None:
        self._key = attributes.get("id", "")
        name = attributes.get("attr.name") or attributes.get("yfiles.type") or self._key
        self._keys[self._key] = (attributes.get("for", "all"), name)
        if len(self._keys) > KEYS:
            self._fail(f"more than {KEYS:,} keys")

    def _characters(self, text: str) -> None:
        if self._open and self._open[-1] in ("data", "default"):
            self._text.append(text)

    def _end(self, _: str) -> None:
        name = self._open.pop()
        within = self._open[-1] if self._open else ""
        text = "".join(self._text)
        if name == "data":
            if self._key not in self._keys:
                self._fail(f"data of the key {shown(self._key)}, which is not declared")
            self._end_data(within, self._keys[self._key][1], text)
        elif name == "default" and within == "key":
            kind, attribute = self._keys[self._key]
            for each, used in (("node", OF_NODES), ("edge", (*OF_LINKS, *WEIGHTS))):
                if kind in (each, "all") and attribute in used:
                    self._defaults[each][attribute] = text
        elif name == "node":
            self._end_node()
        elif name == "edge":
            self._end_edge()

    def _end_data(self, within: str, name: str, text: str) -> None:
        if within in ("node", "edge"):
            self._data[name] = text
        elif within == "graph" and name == "classes":
            self._links.classes = classes_of(text)

    def _name(self, attribute: str) -> str:
        name = self._element.get(attribute)
        if name is None:
            self._fail(f"the attribute {attribute} is missing", self._line)
        return name

    def _end_node(self) -> None:
        name = self._name("id")
        if name in self._nodes:
            self._fail(f"two nodes have the name {shown(name)}", self._line)
        self._nodes.add(name)
        self._ends.pop(name, None)
        data = {**self._defaults["node"], **self._data}
        add_node(self._links, f"line {self._line}", name, data)

    def _end_edge(self) -> None:
        directed = self._element.get("directed")
        if directed is not None and (directed == "true") != bool(self._links.directed):
            self._fail("directed and undirected edges are mixed", self._line)
        ends = (self._name("source"), self._name("target"))
        for name in ends:
            if name not in self._nodes:
                self._ends.setdefault(name, self._line)
        data = {**self._defaults["edge"], **self._data}
        add_link(self._links, f"line {self._line}", ends, data)


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
    options=frozenset({"both_ends", "weights"}),
)
