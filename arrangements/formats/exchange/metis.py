"""METIS graph files: one line for each vertex, with its neighbours."""

from __future__ import annotations

from collections import defaultdict
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats.exchange._base import (
    ANYTHING,
    LARGEST,
    ExchangeFormat,
    Files,
    Imported,
    Reading,
)
from alphacut.arrangements.formats.exchange._numbering import network_of
from alphacut.arrangements.formats.exchange._text import (
    head_of,
    is_count,
    lines_of,
    quoted,
    words_of,
)
from alphacut.arrangements.network import LOCAL, Link
from alphacut.arrangements.words import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from alphacut.arrangements.network import Network

BALANCED = (
    "vertex weights are hosts, and both halves have the same number of them, as METIS balances, "
    "unless --balance switches balances the vertices"
)


class Header(NamedTuple):
    """What the first line says."""

    vertices: int
    edges: int
    sizes: int  # of each vertex: 0 or 1
    weights: int  # of each vertex
    weighted: bool  # whether edges have weights

    @classmethod
    def of(cls, line: int, text: str) -> Header:
        """Read the line: vertices, edges, format and weights of each vertex."""
        words = text.split(None, 4)
        if not 2 <= len(words) <= 4 or not all(map(is_count, words)):
            raise SpecError(
                "",
                f"line {line}: the first line must be: vertices edges [format [weights]], in "
                f"numbers only, got {quoted(text)}",
            )
        count, edges, *rest = map(int, words)
        code = f"{rest[0] if rest else 0:03d}"
        if set(code) - {"0", "1"} or len(code) > 3 or min(count, *rest[1:], 1) < 1:
            raise SpecError("", f"line {line}: wrong header, got {quoted(text)}")
        weights = (rest[1] if len(rest) > 1 else 1) if code[1] == "1" else 0
        return cls(count, edges, int(code[0]), weights, code[2] == "1")


class Vertices(NamedTuple):
    """What the lines of all vertices say."""

    lines: list[int]  # the number of each one's line
    hosts: dict[int, int]
    edges: dict[tuple[int, int], int]  # the sum of the weights from a vertex to another


def write(network: Network) -> Files:
    """Write vertex weights for hosts, and edge weights for the number of links."""
    neighbours: list[dict[int, int]] = [defaultdict(int) for _ in range(network.switches)]
    for first, second, _, multiplicity in network.links:
        neighbours[first][second] += multiplicity
        neighbours[second][first] += multiplicity
    edges = sum(map(len, neighbours)) // 2
    rows = [
        [
            network.hosts[switch],
            *(x for other, count in sorted(near.items()) for x in (other + 1, count)),
        ]
        for switch, near in enumerate(neighbours)
    ]
    lines = [f"{network.switches} {edges} 011", *(" ".join(map(str, row)) for row in rows)]
    return (("\n".join(lines) + "\n").encode(),)


def read(files: Files, reading: Reading = ANYTHING) -> Imported:
    """Read a file: vertex weights are hosts, edge weights are multiplicities.

    References
    ----------
    Karypis, METIS manual, section 4.1.
    """
    lines = _lines(files[0])
    header = _header(lines)
    reading.check_size(header.vertices, header.edges)
    vertices = _vertices(lines, header)
    links = [
        Link(*ends, LOCAL.name, weight if reading.weights else 1)
        for ends, weight in _joined(vertices).items()
    ]
    if len(links) != header.edges:
        raise SpecError("", f"{len(links)} edges, but the header says {header.edges}")
    network, _ = network_of(switches=header.vertices, links=links, hosts=vertices.hosts)
    lost = (
        ("the sizes of vertices", header.sizes),
        ("the weights of vertices after the first", header.weights > 1),
        ("the weights of edges", header.weighted and not reading.weights),
    )
    weighted = len(set(network.hosts)) > 1
    return Imported(
        network=network,
        notes=tuple(note for note, there in lost if there),
        remarks=(BALANCED,) if weighted else (),
        balance="hosts" if weighted else "switches",
    )


def _lines(content: bytes) -> Iterator[tuple[int, str]]:
    """Give the lines that are no comments; a line may be as long as the file."""
    return (
        (number, text)
        for number, text in lines_of(content, longest=len(content))
        if not text.lstrip().startswith("%")
    )


def _header(lines: Iterator[tuple[int, str]]) -> Header:
    for number, text in lines:
        if text.strip():
            return Header.of(number, text)
    raise SpecError("", "the first line must be: vertices edges [format [weights]]")


def _vertices(lines: Iterator[tuple[int, str]], header: Header) -> Vertices:
    found = Vertices([], {}, {})
    for number, text in lines:
        vertex = len(found.lines)
        if vertex < header.vertices:
            found.lines.append(number)
            _vertex(vertex, _numbers(text, number), header, found)
        elif text.strip():
            raise SpecError(
                "", f"line {number}: there are {header.vertices} vertices, so the header says"
            )
    if len(found.lines) < header.vertices:
        raise SpecError(
            "", f"{len(found.lines)} lines of vertices, but the header says {header.vertices}"
        )
    return found


def _numbers(text: str, line: int) -> Iterator[int]:
    for word in words_of(text):
        if not (word.isascii() and word.isdigit()):
            raise SpecError("", f"line {line}: numbers only, got {shown(word)}")
        if len(word) > 10 or int(word) > LARGEST:
            raise SpecError(
                "",
                f"line {line}: {shown(word)} is larger than {LARGEST:,}, the largest number that "
                "is taken",
            )
        yield int(word)


def _vertex(vertex: int, numbers: Iterator[int], header: Header, found: Vertices) -> None:
    line = found.lines[vertex]
    own = list(islice(numbers, header.sizes + header.weights))
    if len(own) < header.sizes + header.weights:
        raise SpecError("", f"line {line}: fewer numbers than the header says")
    if header.weights:
        found.hosts[vertex] = own[header.sizes]
    for other in numbers:
        weight = next(numbers, None) if header.weighted else 1
        if weight is None:
            raise SpecError("", f"line {line}: an edge weight is missing")
        _check_edge(vertex + 1, other, weight, line, header.vertices)
        ends = (vertex, other - 1)
        found.edges[ends] = found.edges.get(ends, 0) + weight
        if len(found.edges) > 2 * header.edges:
            raise SpecError(
                "", f"line {line}: more edges than the {header.edges} that the header says"
            )


def _check_edge(vertex: int, other: int, weight: int, line: int, count: int) -> None:
    if other == vertex:
        raise SpecError("", f"line {line}: vertex {vertex} has an edge to itself")
    if not 1 <= other <= count or weight < 1:
        raise SpecError(
            "",
            f"line {line}: vertex {vertex} cannot have an edge of weight {weight} to {other}; "
            f"vertices are numbered 1 to {count}, and weights are positive",
        )


def _joined(vertices: Vertices) -> dict[tuple[int, int], int]:
    """Join the two entries of each edge, which must be equal."""
    lines = vertices.lines
    for (one, other), weight in vertices.edges.items():
        back = vertices.edges.get((other, one))
        if back is None:
            raise SpecError(
                "",
                f"line {lines[one]}: the edge {one + 1}-{other + 1} is missing in line "
                f"{lines[other]}, that of vertex {other + 1}",
            )
        if back != weight:
            low, high = sorted((one, other))
            raise SpecError(
                "",
                f"line {lines[low]} says {vertices.edges[low, high]} and line {lines[high]} says "
                f"{vertices.edges[high, low]} for the edge {low + 1}-{high + 1}",
            )
    return {ends: weight for ends, weight in vertices.edges.items() if ends[0] < ends[1]}


def looks_like(content: bytes) -> bool:
    """Whether the header's numbers fit the lines after it."""
    head = head_of(content)
    first = next((t for t in head.splitlines() if t.strip() and not t.lstrip().startswith("%")), "")
    try:
        header = Header.of(1, first)
        lines = _lines(content)
        _header(lines)
        blank = 0
        count = numbers = 0
        for _, text in lines:
            words = sum(1 for _ in words_of(text))
            count, blank = count + 1, blank + 1 if not words else 0
            numbers += words
    except SpecError:
        return False
    numbers -= (header.sizes + header.weights) * header.vertices
    fits = count - blank <= header.vertices <= count
    return fits and numbers == 2 * header.edges * (2 if header.weighted else 1)


METIS = ExchangeFormat(
    name="metis",
    description="a METIS graph: hosts as vertex weights, numbers of links as edge weights",
    media_type="text/plain",
    extensions=(".graph", ".metis"),
    read=read,
    write=write,
    looks_like=looks_like,
    options=frozenset({"weights"}),
)
