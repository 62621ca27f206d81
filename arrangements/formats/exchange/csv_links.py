"""Tables of links, with commas between the columns."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from arrangements.errors import SpecError
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

COLUMNS = ("first", "second", "first_group", "second_group", "class", "multiplicity")
ALIASES = {
    "source": "first",
    "from": "first",
    "target": "second",
    "to": "second",
    "link_class": "class",
    "count": "multiplicity",
}


def to_csv(network: Network) -> str:
    """Write a header and one row for each link, with parallel links of a class as one."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(COLUMNS)
    for first, second, name, multiplicity in network.links:
        groups = (network.groups[first], network.groups[second])
        rows.writerow((first, second, *groups, name, multiplicity))
    return text.getvalue()


def read(files: Files) -> Imported:
    """Read a table whose header names at least the columns of the two ends."""
    rows = csv.reader(io.StringIO(text_of(files[0])))
    header = [ALIASES.get(name.strip().lower(), name.strip().lower()) for name in next(rows, [])]
    if not {"first", "second"} <= set(header):
        raise SpecError("", f"line 1: needs the columns first and second, got {shown(header)}")
    table = [
        (rows.line_num, dict(zip(header, (cell.strip() for cell in row), strict=False)))
        for row in rows
        if any(row)
    ]
    names = [row.get(end, "") for _, row in table for end in ("first", "second")]
    number, notes = number_names(names)
    links = [_link(row, number, line) for line, row in table]
    groups: dict[int, int] = {}
    for line, row in table:
        for end in ("first", "second"):
            if row.get(f"{end}_group"):
                groups[number[row[end]]] = _count(row, f"{end}_group", line, least=0)
    switches = max(number.values(), default=0) + 1
    network, more = network_of(switches=switches, links=links, groups=groups)
    dropped = [name for name in header if name not in COLUMNS]
    lost = tuple(f"the column {name}" for name in dropped)
    return Imported(network=network, notes=(*notes, *more, *lost))


def _link(row: dict[str, str], number: dict[str, int], line: int) -> Link:
    for end in ("first", "second"):
        if not row.get(end):
            raise SpecError("", f"line {line}: the column {end} is empty")
    multiplicity = _count(row, "multiplicity", line, least=1) if row.get("multiplicity") else 1
    name = row.get("class") or LOCAL.name
    return Link(number[row["first"]], number[row["second"]], name, multiplicity)


def _count(row: dict[str, str], column: str, line: int, least: int) -> int:
    text = row[column]
    if not is_count(text) or int(text) < least:
        raise SpecError(
            "", f"line {line}: {column} must be an integer from {least}, got {shown(text)}"
        )
    return int(text)


def looks_like(content: bytes) -> bool:
    """Whether the first line is a header that names two ends."""
    header = {
        ALIASES.get(name.strip().lower(), name.strip().lower())
        for name in head_of(content).partition("\n")[0].split(",")
    }
    return {"first", "second"} <= header


CSV_LINKS = ExchangeFormat(
    name="csv",
    description=f"one row for each link: {', '.join(COLUMNS)}",
    media_type="text/csv",
    extensions=(".csv",),
    read=read,
    write=lambda network: (to_csv(network).encode(),),
    looks_like=looks_like,
)
