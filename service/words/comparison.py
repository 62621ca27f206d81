"""A comparison as a table, plain or in Markdown, and in words."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from service.words.counting import listed
from service.words.names import network_name

Json = Mapping[str, Any]


def columns(document: Json) -> list[tuple[str, list[str]]]:
    """Return the columns of the table: heads and cells."""
    rows: Sequence[Json] = document["networks"]
    classes = dict.fromkeys(name for row in rows for name, count in row["links"].items() if count)

    def column(head: str, cell: Callable[[Json], str]) -> tuple[str, list[str]]:
        return head, [cell(row) for row in rows]

    return [
        column("network", lambda row: network_name(row["topology"], balance="hosts")),
        column(f"B at α = {document['alpha']}", _value),
        column("B/host", lambda row: _ratio(row["bisection_per_host"])),
        column("of full", lambda row: _percent(row["share_of_full_bisection"])),
        column("status", lambda row: str(row["status"])),
        column("switches", lambda row: f"{row['switches']:,}"),
        column("hosts", lambda row: f"{row['hosts']:,}"),
        column("radix", lambda row: f"{row['radix']}"),
        *(column(name, lambda row, n=name: f"{row['links'].get(n, 0):,}") for name in classes),  # type: ignore[misc]
        column("diameter", lambda row: _known(row["diameter"])),
        column("hops", lambda row: _hops(row["average_distance"])),
        column("GCCs", lambda row: _known(row["gccs"])),
    ]


def plain_table(document: Json) -> list[str]:
    """Write the table for a terminal, in lines."""
    found = columns(document)
    lines = [[head for head, _ in found], *zip(*(cells for _, cells in found), strict=True)]
    wide = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if place == 0 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(line, wide, strict=True))
        ).rstrip()
        for line in lines
    ]


def markdown_table(document: Json) -> list[str]:
    """Write the table as Markdown, in lines."""
    found = columns(document)
    heads = [head for head, _ in found]
    rule = ["---", *["---:"] * (len(found) - 1)]
    body = zip(*(cells for _, cells in found), strict=True)
    return ["| " + " | ".join(line) + " |" for line in (heads, rule, *body)]


def csv_table(document: Json) -> list[str]:
    """Write the rows as CSV, with exact numbers, in lines."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    plain = [
        "bisection", "lower", "bisection_per_host", "share_of_full_bisection", "status",
        "switches", "hosts", "radix", "diameter", "average_distance", "gccs",
    ]  # fmt: skip
    classes = list(dict.fromkeys(name for row in document["networks"] for name in row["links"]))
    rows.writerow(["network", "alpha", *plain, *(f"{name}_links" for name in classes)])
    for row in document["networks"]:
        name = network_name(row["topology"], balance="hosts")
        links = [row["links"].get(each, 0) for each in classes]
        rows.writerow([name, document["alpha"], *(row[each] for each in plain), *links])
    return text.getvalue().splitlines()


def winner_words(document: Json) -> Iterator[str]:
    """Say who wins where, line by line."""
    names = [network_name(row["topology"], balance="hosts") for row in document["networks"]]
    yield f"best at α = {document['alpha']}: {listed([names[i] for i in document['best']])}"
    for reign in document["winners"] or ():
        end = "" if reign["to"] is None else f" < {reign['to']}"
        open_end = "" if reign["proven"] else "  (not proven: a curve is only bounded there)"
        winners = listed([names[i] for i in reign["networks"]])
        yield f"  {reign['from']} < α{end}: {winners}{open_end}"
    rows = document["networks"]
    costs = ("hosts", "switches", "radix", "links")
    unlike = [cost for cost in costs if any(row[cost] != rows[0][cost] for row in rows)]
    if unlike:
        yield f"not of equal cost: they differ in {listed(unlike)}"


def _value(row: Json) -> str:
    if row["bisection"] == row["lower"]:
        return str(row["bisection"])
    return f"{_ratio(row['lower'])} to {row['bisection']}"


def _ratio(written: str | None) -> str:
    return "-" if written is None else f"{float(Fraction(written)):.3f}"


def _percent(written: str | None) -> str:
    return "-" if written is None else f"{100 * float(Fraction(written)):.1f} %"


def _hops(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def _known(value: object) -> str:
    return "-" if value is None else str(value)
