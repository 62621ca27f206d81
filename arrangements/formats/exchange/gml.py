"""GML, the graph modelling language: nested lists of keys and values.

References
----------
Himsolt, GML: a portable graph file format (1997), section 2.
"""

from __future__ import annotations

import json
import re
from html import unescape
from typing import TYPE_CHECKING, NoReturn

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats.exchange._attributes import add_link, add_node, classes_of
from alphacut.arrangements.formats.exchange._base import (
    ANYTHING,
    ExchangeFormat,
    Files,
    Imported,
    Reading,
)
from alphacut.arrangements.formats.exchange._links import Links
from alphacut.arrangements.formats.exchange._text import text_of
from alphacut.arrangements.formats.networkx_graph import to_networkx
from alphacut.arrangements.words import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from alphacut.arrangements.network import Network

TOKEN = re.compile(
    r"(?P<space>\s+|\#[^\n]*)|(?P<string>\"[^\"]*\")|(?P<bracket>[\[\]])|(?P<word>[^\s\[\]\"]+)"
)
DEEPEST = 50  # lists in each other
DATA = 1000  # keys of one node or edge


def write(network: Network) -> Files:
    """Write a network with all that it has, as networkx writes graphs."""
    import networkx  # here, for most processes never need it

    graph = to_networkx(network)
    graph.graph["classes"] = json.dumps(graph.graph["classes"])
    for *_, data in graph.edges(data=True):
        data["linkclass"] = data.pop("link_class")  # keys of GML have no underlines
    lines = networkx.generate_gml(networkx.relabel_nodes(graph, network.name_of))
    return (("\n".join(lines) + "\n").encode(),)


def read(files: Files, reading: Reading = ANYTHING) -> Imported:
    """Read the one graph of a file: ids join the edges, labels are the names of switches."""
    return _Document(Links(reading)).read(text_of(files[0]))


class _Document:
    """A GML document, while it is read from its beginning to its end."""

    def __init__(self, links: Links) -> None:
        self._links = links
        self._links.directed = False  # unless the graph says so
        self._open: list[str] = []  # the keys of the lists that are open
        self._data: dict[str, object] = {}  # of the node or edge that is open
        self._line = 1  # of the token
        self._began = 1  # where the node or edge begins
        self._graphs = 0
        self._ends: dict[str, int] = {}  # those of edges, until there is a node of the id
        self._nodes: set[str] = set()

    def read(self, text: str) -> Imported:
        key = ""
        for token in self._tokens(text):
            if token == "]":
                self._close(key)
            elif not key:
                key = token
            elif token == "[":
                self._begin(key)
                key = ""
            else:
                self._value(key, token)
                key = ""
        if self._open or key:
            raise SpecError("", f"not GML: the file ends inside {shown(key or self._open[-1])}")
        if not self._graphs:
            raise SpecError("", "not GML: there is no graph in it")
        for name, line in self._ends.items():
            raise SpecError("", f"line {line}: the edge names {shown(name)}, which is no node")
        return self._links.imported()

    def _tokens(self, text: str) -> Iterator[str]:
        place = 0
        while place < len(text):
            found = TOKEN.match(text, place)
            if found is None:
                self._fail("not GML: a text has no end")
            place = found.end()
            if found.lastgroup != "space":
                yield found[0]
            self._line += found[0].count("\n")

    def _fail(self, problem: str, line: int | None = None) -> NoReturn:
        raise SpecError("", f"line {line or self._line}: {problem}")

    def _begin(self, key: str) -> None:
        self._open.append(key)
        if len(self._open) > DEEPEST:
            self._fail(f"more than {DEEPEST} lists in each other")
        if self._open == ["graph"]:
            self._graphs += 1
            if self._graphs > 1:
                self._fail("a second graph in the file is not read")
        if self._open in (["graph", "node"], ["graph", "edge"]):
            self._data, self._began = {}, self._line

    def _value(self, key: str, token: str) -> None:
        value = unescape(token[1:-1]) if token.startswith('"') else token
        if self._open == ["graph"] and key == "directed":
            self._links.directed = value == "1"
        elif self._open == ["graph"] and key == "classes":
            self._links.classes = classes_of(value)
        elif self._open in (["graph", "node"], ["graph", "edge"]):
            if key in self._data and key in ("id", "label", "source", "target", "weight"):
                self._fail(f"{key} is given twice")
            if len(self._data) < DATA:
                self._data["link_class" if key == "linkclass" else key] = value

    def _close(self, key: str) -> None:
        if key or not self._open:
            self._fail(f"not GML: {shown(key)} has no value" if key else "a ] closes no list")
        here = list(self._open)
        self._open.pop()
        if here == ["graph", "node"]:
            self._node()
        elif here == ["graph", "edge"]:
            self._edge()

    def _node(self) -> None:
        name = self._taken("id")
        if name in self._nodes:
            self._fail(f"two nodes have the id {shown(name)}", self._began)
        self._nodes.add(name)
        self._ends.pop(name, None)
        add_node(self._links, f"line {self._began}", name, self._data)

    def _edge(self) -> None:
        ends = (self._taken("source"), self._taken("target"))
        for name in ends:
            if name not in self._nodes:
                self._ends.setdefault(name, self._began)
        self._data.pop("key", None)
        add_link(self._links, f"line {self._began}", ends, self._data)

    def _taken(self, key: str) -> str:
        if key not in self._data:
            self._fail(f"{key} is missing", self._began)
        return str(self._data.pop(key))


GML = ExchangeFormat(
    name="gml",
    description="GML, with groups, hosts, classes and multiplicities as keys",
    media_type="text/plain",
    extensions=(".gml",),
    read=read,
    write=write,
    options=frozenset({"both_ends", "weights"}),
)
