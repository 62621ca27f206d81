"""DOT, the language of Graphviz.

References
----------
Graphviz, The DOT language (graphviz.org/doc/info/lang.html).
"""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, NoReturn

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
from alphacut.arrangements.words import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from alphacut.arrangements.network import Network

TOKEN = re.compile(
    r"(?P<space>\s+|//[^\n]*|/\*.*?\*/|(?m:^\#[^\n]*))"
    r"|(?P<text>\"(?:[^\"\\]|\\.)*\")"
    r"|(?P<mark>--|->|[{}\[\];,:=+])"
    r"|(?P<html><)"
    r"|(?P<word>-?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)|[A-Za-z_\u0080-\U0010ffff][\w\u0080-\U0010ffff]*)",
    re.DOTALL,
)
DEEPEST = 50  # subgraphs in each other
JOINED = 10**6  # links that one statement between sets of nodes may mean
Data = dict[str, object]


class Token(NamedTuple):
    """A word of the language, and where it stands."""

    text: str  # without quotation marks
    kind: str  # "text", "mark" or "word"; "" at the end
    line: int


def write(network: Network) -> Files:
    """Write a network with all that it has."""
    classes = [[each.name, each.base, each.slope] for each in network.classes]
    lines = ["graph {", f"  classes={_quoted(json.dumps(classes))};"]
    for switch in range(network.switches):
        about = f"group={network.groups[switch]}, hosts={network.hosts[switch]}"
        label = f", label={_quoted(network.names[switch])}" if network.names else ""
        lines.append(f"  {switch} [{about}{label}];")
    for one, other, name, count in network.links:
        lines.append(f"  {one} -- {other} [link_class={_quoted(name)}, multiplicity={count}];")
    return (("\n".join([*lines, "}"]) + "\n").encode(),)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def read(files: Files, reading: Reading = ANYTHING) -> Imported:
    """Read the one graph of a file, with subgraphs; ports of nodes are left out."""
    return _Document(Links(reading), text_of(files[0])).read()


class _Document:
    """A DOT document, while it is read from its beginning to its end."""

    def __init__(self, links: Links, text: str) -> None:
        self._links = links
        self._tokens = self._split(text)
        self._next = next(self._tokens)
        self._depth = 0
        self._single: dict[tuple[str, str], tuple[str, Data]] | None = None  # of a strict graph

    def read(self) -> Imported:
        """Read the graph."""
        if self._take_word("strict"):
            self._single = {}
        kind = self._name("graph or digraph").lower()
        if kind not in ("graph", "digraph"):
            self._fail("must begin with graph or digraph")
        self._links.directed = kind == "digraph"
        if self._next.text != "{":
            self._name("the name of the graph")
        self._statements({}, {})
        if self._next.kind:
            self._fail("a second graph in the file is not read")
        for ends, (place, data) in (self._single or {}).items():
            add_link(self._links, place, ends, data)
        return self._links.imported()

    def _split(self, text: str) -> Iterator[Token]:
        place, line = 0, 1
        while place < len(text):
            found = TOKEN.match(text, place)
            if found is None or found.lastgroup == "html":
                what = "text in <> is" if found else f"{shown(text[place : place + 20])} is"
                raise SpecError("", f"line {line}: {what} not read")
            kind = str(found.lastgroup)
            if kind == "text":
                inside = re.sub(r'\\(["\\])', r"\1", found[0][1:-1].replace("\\\n", ""))
                yield Token(inside, kind, line)
            elif kind != "space":
                yield Token(found[0], kind, line)
            line += found[0].count("\n")
            place = found.end()
        while True:
            yield Token("", "", line)

    def _fail(self, problem: str) -> NoReturn:
        raise SpecError("", f"line {self._next.line}: {problem}, got {shown(self._next.text)}")

    def _advance(self) -> Token:
        token, self._next = self._next, next(self._tokens)
        return token

    def _take(self, mark: str) -> bool:
        if self._next.kind == "mark" and self._next.text == mark:
            self._advance()
            return True
        return False

    def _take_word(self, word: str) -> bool:
        if self._next.kind == "word" and self._next.text.lower() == word:
            self._advance()
            return True
        return False

    def _name(self, what: str) -> str:
        if self._next.kind not in ("text", "word"):
            self._fail(f"needs {what}")
        token = self._advance()
        text = token.text
        while token.kind == "text" and self._take("+"):
            text += self._advance().text
        return text

    def _statements(self, of_nodes: Data, of_edges: Data) -> list[str]:
        """Read statements in braces; return the nodes that they name."""
        if not self._take("{"):
            self._fail("needs {")
        self._depth += 1
        if self._depth > DEEPEST:
            self._fail(f"more than {DEEPEST} subgraphs in each other")
        named: dict[str, None] = {}
        nodes, edges = dict(of_nodes), dict(of_edges)
        while not self._take("}"):
            if not self._next.kind:
                self._fail("the graph has no end")
            if not self._take(";"):
                named.update(dict.fromkeys(self._statement(nodes, edges)))
        self._depth -= 1
        return list(named)

    def _statement(self, nodes: Data, edges: Data) -> list[str]:
        if self._next.kind == "word" and self._next.text.lower() in ("node", "edge", "graph"):
            kind = self._advance().text.lower()
            found = self._attributes()
            {"node": nodes, "edge": edges, "graph": {}}[kind].update(found)
            return []
        line = self._next.line
        subgraph = self._next.text in ("{", "subgraph")
        ends = self._end(nodes, edges)
        if not subgraph and self._take("="):
            value = self._name("a value")
            if ends[0] == "classes" and self._depth == 1:
                self._links.classes = classes_of(value)
            return []
        chain = [ends]
        self._meet(ends, nodes, line)
        while self._next.text in ("--", "->") and self._next.kind == "mark":
            if (self._advance().text == "->") != bool(self._links.directed):
                self._fail("-> stands in a digraph and -- in a graph; after the wrong one")
            chain.append(self._end(nodes, edges))
            self._meet(chain[-1], nodes, line)
        data = self._attributes()
        if len(chain) == 1 and not subgraph:
            add_node(self._links, f"line {line}", ends[0], {**nodes, **data})
        self._join(chain, {**edges, **data}, f"line {line}")
        return [name for each in chain for name in each]

    def _meet(self, names: list[str], nodes: Data, line: int) -> None:
        """Add nodes that were not named before, with the attributes that hold for all."""
        for name in names:
            if not self._links.knows(name):
                add_node(self._links, f"line {line}", name, nodes)

    def _join(self, chain: list[list[str]], data: Data, place: str) -> None:
        """Add the links between neighbours in a chain of nodes or sets of nodes."""
        for one, other in pairwise(chain):
            if len(one) * len(other) > JOINED:
                raise SpecError("", f"{place}: more than {JOINED:,} links in one statement")
            for first in one:
                for second in other:
                    self._link(place, (first, second), data)

    def _link(self, place: str, ends: tuple[str, str], data: Data) -> None:
        """Add a link; a strict graph has one for each pair, with the attributes said last."""
        if self._single is None:
            add_link(self._links, place, ends, data)
            return
        key = ends if self._links.directed or ends[0] <= ends[1] else (ends[1], ends[0])
        first, before = self._single.get(key, (place, {}))
        self._single[key] = (first, {**before, **data})
        self._links.reading.check_size(0, (len(self._single) + 1) // 2)

    def _end(self, nodes: Data, edges: Data) -> list[str]:
        """Read a node, without its port, or a subgraph."""
        if self._take_word("subgraph") and self._next.text != "{":
            self._name("the name of a subgraph")
        if self._next.kind == "mark" and self._next.text == "{":
            return self._statements(nodes, edges)
        name = self._name("the name of a node")
        while self._take(":"):
            self._name("a port")
            self._links.lost["the ports of nodes"] = None
        return [name]

    def _attributes(self) -> Data:
        found: Data = {}
        while self._take("["):
            while not self._take("]"):
                name = self._name("the name of an attribute")
                found[name] = self._name("a value") if self._take("=") else "true"
                if not self._take(","):
                    self._take(";")
        return found


DOT = ExchangeFormat(
    name="dot",
    description="DOT, with groups, hosts, classes and multiplicities as attributes",
    media_type="text/vnd.graphviz",
    extensions=(".dot", ".gv"),
    read=read,
    write=write,
    options=frozenset({"both_ends", "weights"}),
)
