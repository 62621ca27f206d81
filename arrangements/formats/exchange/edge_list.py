"""Edge lists, as networkx and many others write them: two ends on each line."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from arrangements.errors import NetworkError, SpecError
from arrangements.formats.exchange._base import (
    ExchangeFormat,
    Files,
    Imported,
    head_of,
    is_count,
    text_of,
)
from arrangements.formats.exchange._numbering import network_of, number_names
from arrangements.network import LOCAL, Link
from arrangements.words import shown

if TYPE_CHECKING:
    from arrangements.network import Network


def to_edges(network: Network) -> str:
    """Write one line for each link: first, second, class and multiplicity, with blanks between.

    networkx reads it as an edge list with the data (("link_class", str),
    ("multiplicity", int)). Switches without links do not show.

    Raises
    ------
    NetworkError
        If the name of a link class has blanks in it.
    """
    for link_class in network.classes:
        if len(link_class.name.split()) > 1:
            raise NetworkError(
                f"an edge list cannot hold the link class {link_class.name!r}: its name has blanks"
            )
    return "".join(f"{' '.join(map(str, link))}\n" for link in network.links)


def read(files: Files) -> Imported:
    """Read lines of two ends, and optionally a class and a multiplicity, or a weight."""
    lines = [
        (position, line.split("#")[0].strip())
        for position, line in enumerate(text_of(files[0]).splitlines(), 1)
    ]
    rows = [(position, line.split(None, 2)) for position, line in lines if line]
    for position, row in rows:
        if len(row) < 2:
            raise SpecError("", f"line {position}: needs two ends, got {shown(' '.join(row))}")
    number, notes = number_names(end for _, row in rows for end in row[:2])
    lost: dict[str, None] = {}
    links = [
        Link(number[row[0]], number[row[1]], *_data(row[2] if row[2:] else "", position, lost))
        for position, row in rows
    ]
    switches = max(number.values(), default=0) + 1
    network, more = network_of(switches=switches, links=links)
    return Imported(network=network, notes=(*notes, *more, *lost))


def _data(text: str, line: int, lost: dict[str, None]) -> tuple[str, int]:
    """Read what stands after the ends: words, or a dictionary as networkx writes it."""
    if text.startswith("{"):
        return _dictionary(text, line, lost)
    words = text.split()
    if len(words) > 2:
        raise SpecError("", f"line {line}: more than class and multiplicity: {shown(text)}")
    if len(words) == 1 and is_count(words[0]):
        return LOCAL.name, _count(words[0], line)
    return (words[0] if words else LOCAL.name), (_count(words[1], line) if words[1:] else 1)


def _dictionary(text: str, line: int, lost: dict[str, None]) -> tuple[str, int]:
    try:
        found = ast.literal_eval(text)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        found = None
    if not isinstance(found, dict):
        raise SpecError("", f"line {line}: not a dictionary: {shown(text)}")
    for name in found.keys() - {"link_class", "multiplicity"}:
        lost[f"the attribute {name} of links"] = None
    return str(found.get("link_class", LOCAL.name)), _count(str(found.get("multiplicity", 1)), line)


def _count(word: str, line: int) -> int:
    if not is_count(word) or int(word) < 1:
        raise SpecError(
            "", f"line {line}: the multiplicity must be an integer from 1, got {shown(word)}"
        )
    return int(word)


def looks_like(content: bytes) -> bool:
    """Whether the first lines name two switches by number and then at most two words."""
    lines = [line.split("#")[0].split() for line in head_of(content).splitlines()[:-1][:20]]
    rows = [words for words in lines if words]
    return bool(rows) and all(
        len(words) >= 2
        and all(is_count(end) for end in words[:2])
        and (len(words) <= 4 or words[2].startswith("{"))
        for words in rows
    )


EDGE_LIST = ExchangeFormat(
    name="edges",
    description="an edge list: first, second, class, multiplicity",
    media_type="text/plain",
    extensions=(".edges", ".edgelist"),
    read=read,
    write=lambda network: (to_edges(network).encode(),),
    looks_like=looks_like,
)
