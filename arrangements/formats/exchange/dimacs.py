"""DIMACS graphs: a problem line, then a line for each edge or arc.

References
----------
DIMACS, Clique and coloring problems: graph format (1993); the 9th DIMACS implementation
challenge (2006), file formats; First DIMACS challenge, min-cost and maximum flow (1990).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats.exchange._attributes import integer
from alphacut.arrangements.formats.exchange._base import (
    ANYTHING,
    ExchangeFormat,
    Files,
    Imported,
    Reading,
)
from alphacut.arrangements.formats.exchange._links import Links
from alphacut.arrangements.formats.exchange._text import filled_lines_of, quoted

if TYPE_CHECKING:
    from alphacut.arrangements.network import Network

UNDIRECTED = ("edge", "edges", "col", "mcut", "graph")  # of problems, those of edges
NAMED = {"max": "capacity", "sp": "weight"}  # of problems of arcs, what their numbers are
PROBLEM = "needs a line such as p edge 6 9: the problem, vertices and edges"


def write(network: Network) -> Files:
    """Write a line for each link, with its multiplicity as its weight."""
    lines = [f"p edge {network.switches} {len(network.links)}"]
    lines += [f"e {one + 1} {other + 1} {count}" for one, other, _, count in network.links]
    return (("\n".join(lines) + "\n").encode(),)


def read(files: Files, reading: Reading = ANYTHING) -> Imported:
    """Read edges (p edge, e) or arcs (p sp, p max, a), with weights or capacities if they have."""
    links = Links(reading)
    problem, vertices, stated, found = "", 0, 0, 0
    for number, text in filled_lines_of(files[0]):
        place = f"line {number}"
        kind, *words = text.split() or ["c"]
        if kind == "c":
            continue
        if kind == "p":
            if problem or len(words) < 3:
                raise SpecError("", f"{place}: {PROBLEM}; got {quoted(text)}")
            problem = words[0].lower()
            vertices = integer(words[1], f"{place}: the vertices", 1)
            stated = integer(words[2], f"{place}: the edges", 0)
            _begin(links, problem, vertices, stated, place)
        elif kind in ("e", "a"):
            if not problem:
                raise SpecError("", f"{place}: {PROBLEM}; it must come first")
            found += 1
            _link(links, problem, place, words, vertices)
        else:
            links.lost[f"the lines that begin with {quoted(kind)}"] = None
    if not problem:
        raise SpecError("", PROBLEM)
    if found not in (stated, 2 * stated) or found == 0 < stated:
        raise SpecError("", f"{found:,} edges, but the line p says {stated:,}")
    return links.imported()


def _begin(links: Links, problem: str, vertices: int, edges: int, place: str) -> None:
    if problem not in (*UNDIRECTED, *NAMED):
        known = ", ".join((*UNDIRECTED, *NAMED))
        raise SpecError(
            "", f"{place}: the problem {quoted(problem)} is not read; these are: {known}"
        )
    links.reading.check_size(vertices, (edges + 1) // 2)
    links.switches, links.directed = vertices, None if problem in UNDIRECTED else True
    for number in range(1, vertices + 1):
        links.switch(str(number))


def _link(links: Links, problem: str, place: str, words: list[str], vertices: int) -> None:
    if not 2 <= len(words) <= 3:
        raise SpecError("", f"{place}: needs two vertices, and perhaps a weight")
    ends = [integer(word, f"{place}: the vertex", 1) for word in words[:2]]
    if max(ends) > vertices:
        raise SpecError("", f"{place}: there is no vertex {max(ends)}; there are {vertices}")
    weight = None
    if words[2:]:
        name = NAMED.get(problem, "weight")
        weight = links.weigh(words[2], place, name, f"the {name} of edges")
    links.add(place, (str(ends[0]), str(ends[1])), weight=weight)


DIMACS = ExchangeFormat(
    name="dimacs",
    description="a DIMACS graph: edges with numbers of links as weights",
    media_type="text/plain",
    extensions=(".dimacs", ".col", ".gr"),
    read=read,
    write=write,
    options=frozenset({"both_ends", "weights"}),
)
