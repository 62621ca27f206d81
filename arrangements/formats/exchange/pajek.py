"""Pajek networks: vertices by number with labels, then edges, arcs, or lists of them.

References
----------
Batagelj, Mrvar, Pajek: reference manual, section 2 (data objects).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from alphacut.arrangements.errors import NetworkError, SpecError
from alphacut.arrangements.formats.exchange._attributes import integer
from alphacut.arrangements.formats.exchange._base import (
    ANYTHING,
    ExchangeFormat,
    Files,
    Imported,
    Reading,
)
from alphacut.arrangements.formats.exchange._links import Links
from alphacut.arrangements.formats.exchange._text import filled_lines_of
from alphacut.arrangements.formats.exchange._weights import is_number_like
from alphacut.arrangements.formats.exchange._words import quoted_words
from alphacut.arrangements.words import shown

if TYPE_CHECKING:
    from collections.abc import Callable

    from alphacut.arrangements.network import Network

VALUE = "value of the line"  # what the manual calls a weight


def write(network: Network) -> Files:
    """Write vertices with their names, and an edge for each link, with its multiplicity."""
    lines = [f"*Vertices {network.switches}"]
    for switch in range(network.switches):
        name = network.name_of(switch)
        if '"' in name or "\\" in name:
            raise NetworkError(f"the format cannot hold the name {shown(name)}")
        lines.append(f'{switch + 1} "{name}"')
    lines.append("*Edges")
    lines += [f"{one + 1} {other + 1} {count}" for one, other, _, count in network.links]
    return (("\n".join(lines) + "\n").encode(),)


def read(files: Files, reading: Reading = ANYTHING) -> Imported:
    """Read vertices, and edges, arcs, edgeslist and arcslist; other sections are left out."""
    file = _File(Links(reading))
    for number, text in filled_lines_of(files[0]):
        stripped = text.strip()
        if not stripped or stripped.startswith("%"):
            continue
        if stripped.startswith("*"):
            file.section(f"line {number}", stripped[1:].split())
        else:
            file.line(f"line {number}", list(quoted_words(stripped, f"line {number}")))
    return file.imported()


@dataclass
class _File:
    """A file, while it is read."""

    links: Links
    vertices: int = 0
    arcs: int = 0
    edges: int = 0
    read_line: Callable[[_File, str, list[str]], None] | None = None  # of the section

    def section(self, place: str, words: list[str]) -> None:
        """Begin a section."""
        name = words[0].lower() if words else ""
        if name == "vertices":
            if self.vertices:
                raise SpecError("", f"{place}: a second network in the file is not read")
            self.vertices = integer(words[1] if words[1:] else None, f"{place}: vertices", 1)
            self.links.reading.check_size(self.vertices)
            self.links.switches = self.vertices
            for number in range(1, self.vertices + 1):
                self.links.switch(str(number))
        if name == "matrix":
            raise SpecError("", f"{place}: a matrix is not read here; write it as matrix-market")
        self.read_line = SECTIONS.get(name)
        if self.read_line is None:
            self.links.lost[f"the section {shown(name)}"] = None

    def line(self, place: str, words: list[str]) -> None:
        """Read a line of the section that is open."""
        if self.read_line:
            self.read_line(self, place, words)

    def imported(self) -> Imported:
        """Make the network: arcs must go both ways, unless the user says how they are meant."""
        if not self.vertices:
            raise SpecError("", "no Pajek network: there is no line *Vertices")
        if self.arcs and self.edges:
            raise SpecError("", "arcs and edges are mixed; a network's links have no direction")
        self.links.directed = bool(self.arcs)
        return self.links.imported()

    def number(self, word: str, place: str) -> str:
        """Read the number of a vertex."""
        found = integer(word, f"{place}: the vertex", 1)
        if found > self.vertices:
            raise SpecError("", f"{place}: there is no vertex {found}; there are {self.vertices}")
        return str(found)

    def vertex(self, place: str, words: list[str]) -> None:
        """Read a vertex: its number and its label."""
        number = self.number(words[0], place)
        if words[1:]:
            self.links.labels[self.links.switch(number)] = words[1]

    def edge(self, place: str, words: list[str]) -> None:
        """Read a link: two vertices, and its value."""
        self.edges += 1
        self._link(place, words)

    def arc(self, place: str, words: list[str]) -> None:
        """Read a directed link."""
        self.arcs += 1
        self._link(place, words)

    def edges_list(self, place: str, words: list[str]) -> None:
        """Read a vertex and its neighbours."""
        for other in words[1:]:
            self.edge(place, [words[0], other])

    def arcs_list(self, place: str, words: list[str]) -> None:
        """Read a vertex and those that its arcs lead to."""
        for other in words[1:]:
            self.arc(place, [words[0], other])

    def _link(self, place: str, words: list[str]) -> None:
        if len(words) < 2:
            raise SpecError("", f"{place}: needs the numbers of two vertices")
        ends = (self.number(words[0], place), self.number(words[1], place))
        weight = None
        if words[2:] and is_number_like(words[2]):
            weight = self.links.weigh(words[2], place, VALUE, "the values of lines")
        self.links.add(place, ends, weight=weight)


SECTIONS: dict[str, Callable[[_File, str, list[str]], None]] = {
    "vertices": _File.vertex,
    "edges": _File.edge,
    "arcs": _File.arc,
    "edgeslist": _File.edges_list,
    "arcslist": _File.arcs_list,
}


PAJEK = ExchangeFormat(
    name="pajek",
    description="a Pajek network: names of switches, and numbers of links as values",
    media_type="text/plain",
    extensions=(".net", ".paj"),
    read=read,
    write=write,
    options=frozenset({"both_ends", "weights"}),
)
