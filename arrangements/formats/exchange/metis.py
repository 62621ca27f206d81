"""METIS graph files: one line for each vertex, with its neighbours."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from arrangements.errors import SpecError
from arrangements.formats.exchange._base import (
    ExchangeFormat,
    Files,
    Imported,
    both_ways,
    is_count,
    text_of,
)
from arrangements.formats.exchange._numbering import network_of
from arrangements.network import LOCAL, Link
from arrangements.words import shown

if TYPE_CHECKING:
    from arrangements.network import Network

Row = tuple[int, list[int]]  # line number, numbers


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


def read(files: Files) -> Imported:
    """Read a file: vertex weights are hosts, edge weights are multiplicities.

    References
    ----------
    Karypis, METIS manual, section 4.1.
    """
    rows = _rows(text_of(files[0]))
    (count, edges, sizes, weights, weighted), rest = _header(rows), rows[1:]
    if len(rest) != count:
        raise SpecError("", f"{len(rest)} lines of vertices, but the header says {count}")
    found: dict[tuple[int, int], int] = {}
    hosts = {}
    for vertex, (line, numbers) in enumerate(rest):
        skip = sizes + weights
        if len(numbers) < skip:
            raise SpecError("", f"line {line}: fewer numbers than the header says")
        hosts[vertex] = numbers[sizes] if weights else 1
        _neighbours(vertex, numbers[skip:], line, count, weighted, found)
    joined = both_ways(found, "links")
    if len(joined) != edges:
        raise SpecError("", f"{len(joined)} edges, but the header says {edges}")
    links = [Link(*ends, LOCAL.name, multiplicity) for ends, multiplicity in joined.items()]
    network, _ = network_of(switches=count, links=links, hosts=hosts)
    lost = (
        ("the sizes of vertices", sizes),
        ("the weights of vertices after the first", weights > 1),
    )
    return Imported(network=network, notes=tuple(note for note, there in lost if there))


def _rows(text: str) -> list[Row]:
    rows = []
    lines = [
        (number, line)
        for number, line in enumerate(text.splitlines(), 1)
        if not line.lstrip().startswith("%")
    ]
    while lines and not lines[0][1].strip():
        lines.pop(0)
    for number, line in lines:
        words = line.split()
        if not all(map(is_count, words)):
            raise SpecError("", f"line {number}: numbers only, got {shown(line.strip())}")
        rows.append((number, [int(word) for word in words]))
    return rows


def _header(rows: list[Row]) -> tuple[int, int, int, int, bool]:
    """Return vertices, edges, sizes and weights of each vertex, and whether edges have weights."""
    if not rows or not 2 <= len(rows[0][1]) <= 4:
        raise SpecError("", "the first line must be: vertices edges [format [weights]]")
    count, edges, *rest = rows[0][1]
    code = f"{rest[0] if rest else 0:03d}"
    if set(code) - {"0", "1"} or len(code) > 3 or count < 1:
        raise SpecError("", f"line {rows[0][0]}: wrong header, got {shown(rows[0][1])}")
    weights = (rest[1] if len(rest) > 1 else 1) if code[1] == "1" else 0
    return count, edges, int(code[0]), weights, code[2] == "1"


def _neighbours(
    vertex: int,
    numbers: list[int],
    line: int,
    count: int,
    weighted: bool,
    found: dict[tuple[int, int], int],
) -> None:
    if weighted and len(numbers) % 2:
        raise SpecError("", f"line {line}: an edge weight is missing")
    step = 2 if weighted else 1
    for position in range(0, len(numbers), step):
        other = numbers[position]
        multiplicity = numbers[position + 1] if weighted else 1
        if not 1 <= other <= count or other == vertex + 1 or multiplicity < 1:
            raise SpecError(
                "",
                f"line {line}: vertex {vertex + 1} cannot have an edge of weight {multiplicity} "
                f"to {other}; other vertices are numbered 1 to {count}, and weights are positive",
            )
        ends = (vertex, other - 1)
        found[ends] = found.get(ends, 0) + multiplicity


def looks_like(content: bytes) -> bool:
    """Whether the header's numbers fit the lines after it."""
    try:
        rows = _rows(text_of(content))
        count, edges, sizes, weights, weighted = _header(rows)
    except SpecError:
        return False
    numbers = sum(len(row) for _, row in rows[1:]) - (sizes + weights) * count
    return len(rows) == count + 1 and numbers == 2 * edges * (2 if weighted else 1)


METIS = ExchangeFormat(
    name="metis",
    description="a METIS graph: hosts as vertex weights, numbers of links as edge weights",
    media_type="text/plain",
    extensions=(".graph", ".metis"),
    read=read,
    write=write,
    looks_like=looks_like,
)
