"""Tables of links, with commas between the columns."""

from __future__ import annotations

import csv
import io
from collections import Counter
from typing import TYPE_CHECKING

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats.exchange._attributes import class_name, integer, weight_of
from alphacut.arrangements.formats.exchange._base import (
    ANYTHING,
    ExchangeFormat,
    Files,
    Imported,
    Reading,
)
from alphacut.arrangements.formats.exchange._links import Links
from alphacut.arrangements.formats.exchange._text import head_of, lines_of
from alphacut.arrangements.formats.exchange._weights import WEIGHTS
from alphacut.arrangements.network import LOCAL
from alphacut.arrangements.words import printable, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from alphacut.arrangements.network import Network

COLUMNS = ("first", "second", "first_group", "second_group", "class", "multiplicity")
SWITCHES = "switches"  # a column that says how many there are, where some have no links
ALIASES = {
    "source": "first",
    "from": "first",
    "src": "first",
    "local": "first",
    "target": "second",
    "to": "second",
    "dst": "second",
    "destination": "second",
    "remote": "second",
    "link_class": "class",
    "count": "multiplicity",
}
ENDS = ("first", "second")
Row = dict[str, str]


def to_csv(network: Network) -> str:
    """Write a header and one row for each link, with parallel links of a class as one.

    Where there are switches without links, a further column says how many
    switches there are.
    """
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    named = {end for link in network.links for end in link[:2]}
    count = (network.switches,) if len(named) < network.switches else ()
    rows.writerow((*COLUMNS, SWITCHES) if count else COLUMNS)
    for first, second, name, multiplicity in network.links:
        groups = (network.groups[first], network.groups[second])
        rows.writerow((first, second, *groups, name, multiplicity, *count))
    return text.getvalue()


def read(files: Files, reading: Reading = ANYTHING) -> Imported:
    """Read a table whose header names at least the columns of the two ends."""
    links = Links(reading)
    rows = csv.reader(line + "\n" for _, line in lines_of(files[0]))
    try:
        header = _header(next(rows, []))
        for row in rows:
            if any(cell.strip() for cell in row):
                _add(_named(header, row, rows.line_num), rows.line_num, links)
    except csv.Error as error:
        raise SpecError("", f"line {rows.line_num}: no row of a table: {error}") from error
    for name in header:
        if name not in (*COLUMNS, SWITCHES, *(WEIGHTS if reading.weights else ())):
            links.lost[f"the column {printable(str(name), 60)}"] = None
    return links.imported()


def _header(cells: list[str]) -> list[str]:
    header = [_column(cell) for cell in cells]
    if not set(ENDS) <= set(header):
        raise SpecError(
            "",
            "line 1: needs the columns first and second (or source and target, from and to, src "
            f"and dst, local and remote), with commas between them; got {shown(header)}",
        )
    for name, count in Counter(header).items():
        if count > 1:
            raise SpecError("", f"line 1: {count} columns are named {shown(name)}")
    return header


def _column(cell: str) -> str:
    name = cell.strip().lower()
    return ALIASES.get(name, name)


def _named(header: list[str], row: list[str], line: int) -> Row:
    if len(row) != len(header):
        raise SpecError("", f"line {line}: has {len(row)} cells, but the header {len(header)}")
    return dict(zip(header, (cell.strip() for cell in row), strict=True))


def _add(row: Row, line: int, links: Links) -> None:
    place = f"line {line}"
    for end in ENDS:
        if not row[end]:
            raise SpecError("", f"{place}: the column {end} is empty")
    given = {name: cell for name, cell in row.items() if cell}
    weight, _ = weight_of(links, place, given, "column")
    links.add(
        place,
        (row["first"], row["second"]),
        link_class=class_name(given.get("class", LOCAL.name), place, links),
        count=integer(given.get("multiplicity", 1), f"{place}: multiplicity", 1),
        weight=weight,
    )
    for end, group in _groups(given, place):
        _same(
            links.groups.setdefault(links.switch(row[end]), group), group, f"{place}: {end}_group"
        )
    if SWITCHES in given:
        count = integer(given[SWITCHES], f"{place}: {SWITCHES}", 1)
        _same(links.switches or count, count, f"{place}: {SWITCHES}")
        links.switches = count


def _groups(given: Row, place: str) -> Iterator[tuple[str, int]]:
    for end in ENDS:
        if f"{end}_group" in given:
            yield end, integer(given[f"{end}_group"], f"{place}: {end}_group", 0)


def _same(before: int, now: int, place: str) -> None:
    if before != now:
        raise SpecError("", f"{place} is {now}, but a line before says {before}")


def looks_like(content: bytes) -> bool:
    """Whether the first line is a header that names two ends."""
    return set(ENDS) <= {_column(cell) for cell in head_of(content).partition("\n")[0].split(",")}


CSV_LINKS = ExchangeFormat(
    name="csv",
    description=f"one row for each link: {', '.join(COLUMNS)}",
    media_type="text/csv",
    extensions=(".csv",),
    read=read,
    write=lambda network: (to_csv(network).encode(),),
    looks_like=looks_like,
    options=frozenset({"both_ends", "weights"}),
)
