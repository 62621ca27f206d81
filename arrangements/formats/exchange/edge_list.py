"""Edge lists, as networkx and many others write them: two ends on each line."""

from __future__ import annotations

import ast
import re
import warnings
from itertools import islice
from typing import TYPE_CHECKING

from alphacut.arrangements.errors import NetworkError, SpecError
from alphacut.arrangements.formats.exchange._attributes import add_link, class_name, integer
from alphacut.arrangements.formats.exchange._base import (
    ANYTHING,
    ExchangeFormat,
    Files,
    Imported,
    Reading,
)
from alphacut.arrangements.formats.exchange._header import Row, decide_header
from alphacut.arrangements.formats.exchange._links import Links
from alphacut.arrangements.formats.exchange._text import filled_lines_of, head_of, quoted, signed
from alphacut.arrangements.formats.exchange._weights import is_number_like
from alphacut.arrangements.network import LOCAL
from alphacut.arrangements.words import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from alphacut.arrangements.network import Network

SWITCHES = re.compile(r"[#%]\s*switches:\s*([0-9]{1,9})\s*")
THIRD = "weight in the third column"
DICTIONARY = 4096  # characters of the data of a link
COLUMNS = "first, second, and then a weight, or a class and a multiplicity"


def to_edges(network: Network) -> str:
    """Write one line for each link: first, second, class and multiplicity, with blanks between.

    networkx reads it as an edge list with the data (("link_class", str),
    ("multiplicity", int)). Where there are switches without links, a comment
    before them says how many switches there are.

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
    named = {end for link in network.links for end in link[:2]}
    head = "" if len(named) == network.switches else f"# switches: {network.switches}\n"
    return head + "".join(f"{' '.join(map(str, link))}\n" for link in network.links)


def read(files: Files, reading: Reading = ANYTHING) -> Imported:
    """Read lines of two ends, and what may stand after them.

    That is a weight, or a class and a multiplicity, or a dictionary as networkx
    writes it. Comments begin with # or %; "# switches: 6" says how many
    switches there are.
    """
    if name := signed(files[0]):
        raise SpecError("", f"is no edge list but of the format {name}")
    links = Links(reading)
    first = decide_header(_rows(files[0], links), links)
    with warnings.catch_warnings():  # of Python, about what stands in dictionaries
        warnings.simplefilter("ignore")
        for row in islice(_rows(files[0], links), first, None):
            _add(row, links)
    return links.imported()


def _rows(content: bytes, links: Links) -> Iterator[Row]:
    for line, text in filled_lines_of(content):
        stripped = text.strip()
        if found := SWITCHES.fullmatch(stripped):
            links.switches = int(found[1])
        if not stripped.startswith(("#", "%")):
            kept = stripped if "{" in stripped else stripped.split("#")[0]  # colours have #
            words = kept.split(None, 2)
            if words:
                yield Row(line, words)


def _add(row: Row, links: Links) -> None:
    place = f"line {row.line}"
    if len(row.words) < 2:
        raise SpecError("", f"{place}: needs two ends, got {quoted(' '.join(row.words))}")
    first, second, rest = [*row.words, ""][:3]
    if first.endswith((",", ";")) or second.endswith((",", ";")):
        raise SpecError("", f"{place}: needs blanks between the columns, without commas")
    for end in (first, second):
        if not any(each.isalnum() for each in end):
            raise SpecError("", f"{place}: {shown(end)} is no name of a switch; needs two ends")
    if rest.startswith("{"):
        add_link(links, place, (first, second), _dictionary(rest, place))
        return
    words = rest.split()
    if len(words) > 2:
        raise SpecError("", f"{place}: has more than {COLUMNS}: {quoted(' '.join(row.words))}")
    if words and is_number_like(words[0]):
        _weighted(place, (first, second), words, links)
        return
    name = class_name(words[0] if words else LOCAL.name, place, links)
    count = integer(words[1], f"{place}: the multiplicity", 1) if words[1:] else 1
    links.add(place, (first, second), link_class=name, count=count)


def _weighted(place: str, ends: tuple[str, str], words: list[str], links: Links) -> None:
    if words[1:]:
        raise SpecError(
            "",
            f"{place}: the third word, {shown(words[0])}, is a number, and so a weight and no "
            f"class; nothing may stand after it, and rows of a switch and its neighbours are not "
            "read",
        )
    weight = links.weigh(words[0], place, THIRD, "the weights in the third column")
    links.add(place, ends, weight=weight)


def _dictionary(text: str, place: str) -> dict[str, object]:
    try:
        found = ast.literal_eval(text) if len(text) <= DICTIONARY else None
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        found = None
    if not isinstance(found, dict):
        raise SpecError(
            "",
            f"{place}: not a dictionary of at most {DICTIONARY:,} characters: {shown(text)}",
        )
    return {str(name): value for name, value in found.items()}


def looks_like(content: bytes) -> bool:
    """Whether the first lines name two switches by number and then at most two words."""
    head = head_of(content)
    lines = head.splitlines()[: 20 if len(head) == len(content) else -1][:20]
    rows = [line.split("#")[0].split() for line in lines if not line.strip().startswith("%")]
    found = [words for words in rows if words]
    return bool(found) and all(
        len(words) >= 2
        and all(end.isascii() and end.isdigit() for end in words[:2])
        and (len(words) <= 4 or words[2].startswith("{"))
        for words in found
    )


EDGE_LIST = ExchangeFormat(
    name="edges",
    description="an edge list: first, second, class, multiplicity",
    media_type="text/plain",
    extensions=(".edges", ".edgelist"),
    read=read,
    write=lambda network: (to_edges(network).encode(),),
    looks_like=looks_like,
    options=frozenset({"header", "both_ends", "weights"}),
)
