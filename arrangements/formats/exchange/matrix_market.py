"""Matrix Market files: a matrix of capacities, by its entries.

References
----------
Boisvert, Pozo, Remington, The Matrix Market exchange formats (NIST IR 5935, 1996).
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
from alphacut.arrangements.formats.exchange._weights import read_weight

if TYPE_CHECKING:
    from alphacut.arrangements.network import Network

HEAD = (
    "the first line must be: %%MatrixMarket matrix coordinate pattern|integer|real "
    "symmetric|general"
)
FIELDS = ("pattern", "integer", "real")
ENTRY = "entry of the matrix"


def write(network: Network) -> Files:
    """Write a symmetric matrix of the numbers of links."""
    lines = [
        "%%MatrixMarket matrix coordinate integer symmetric",
        f"{network.switches} {network.switches} {len(network.links)}",
        *(f"{other + 1} {one + 1} {count}" for one, other, _, count in network.links),
    ]
    return (("\n".join(lines) + "\n").encode(),)


def read(files: Files, reading: Reading = ANYTHING) -> Imported:
    """Read a symmetric matrix, or a general one that is symmetric, given by its entries."""
    lines = filled_lines_of(files[0])
    number, first = next(lines, (1, ""))
    field, symmetric = _head(first)
    links = Links(reading)
    links.directed = None if symmetric else True
    rows = (each for each in lines if each[1].strip() and not each[1].lstrip().startswith("%"))
    stated = _size(links, *next(rows, (number, "")))
    found = 0
    for number, text in rows:
        found += 1
        _entry(links, field, f"line {number}", text.split())
    if found != stated:
        raise SpecError("", f"{found:,} entries, but the line of sizes says {stated:,}")
    return links.imported()


def _head(text: str) -> tuple[str, bool]:
    words = text.lower().split()
    if len(words) != 5 or words[:2] != ["%%matrixmarket", "matrix"]:
        raise SpecError("", f"{HEAD}, got {quoted(text)}")
    if words[2] != "coordinate" or words[3] not in FIELDS:
        raise SpecError("", f"{HEAD}; {words[2]} {words[3]} is not read")
    if words[4] not in ("symmetric", "general"):
        raise SpecError("", f"{HEAD}; a {quoted(words[4])} matrix is no network")
    return words[3], words[4] == "symmetric"


def _size(links: Links, number: int, text: str) -> int:
    """Read the line of sizes; return the number of entries."""
    words = text.split()
    if len(words) != 3:
        raise SpecError("", f"line {number}: needs rows, columns and entries, got {quoted(text)}")
    rows, columns, entries = (integer(word, f"line {number}: a size", 0) for word in words)
    if rows != columns:
        raise SpecError("", f"line {number}: a matrix must be square, got {rows} by {columns}")
    links.reading.check_size(rows, (entries + 1) // 2)
    links.switches = rows
    for switch in range(1, rows + 1):
        links.switch(str(switch))
    return entries


def _entry(links: Links, field: str, place: str, words: list[str]) -> None:
    if len(words) != (2 if field == "pattern" else 3):
        raise SpecError("", f"{place}: needs row and column{' and value' * (field != 'pattern')}")
    ends = [integer(word, f"{place}: the row or column", 1) for word in words[:2]]
    if max(ends) > (links.switches or 0):
        raise SpecError("", f"{place}: there is no row or column {max(ends)}")
    weight = None
    if words[2:]:
        weight = links.weigh(words[2], place, ENTRY, "the values of the matrix")
        if weight is None and not read_weight(words[2], place, ENTRY):
            return  # no link
    links.add(place, (str(ends[0]), str(ends[1])), weight=weight)


MATRIX_MARKET = ExchangeFormat(
    name="matrix-market",
    description="a Matrix Market file: the numbers of links as a symmetric matrix",
    media_type="text/plain",
    extensions=(".mtx", ".mm"),
    read=read,
    write=write,
    options=frozenset({"both_ends", "weights"}),
)
