"""A comparison as a table, plain or in Markdown, and in words."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor
from typing import Any

from alphacut.arrangements.missing import installed
from alphacut.arrangements.words import printable
from alphacut.service.render.reading import unit_of
from alphacut.service.text.counting import listed
from alphacut.service.text.decimals import both, decimal
from alphacut.service.text.names import network_name
from alphacut.solver.comparison.document import PER_HOST, ranked
from alphacut.solver.comparison.standing import standing

Json = Mapping[str, Any]


def columns(document: Json) -> list[tuple[str, list[str]]]:
    """Return the columns of the table: heads and cells."""
    rows = _as_owners_count(document)
    classes = dict.fromkeys(name for row in rows for name, count in row["links"].items() if count)

    def column(head: str, cell: Callable[[Json], str]) -> tuple[str, list[str]]:
        return head, [cell(row) for row in rows]

    return [
        column("network", lambda row: network_name(row["topology"])),
        column(f"B at α = {both(Fraction(document['alpha']))}", _value),
        column("B/host", lambda row: _range(row, "bisection_per_host", 1, "")),
        column("of full", lambda row: _range(row, "share_of_full_bisection", 100, " %")),
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


def terminal_table(document: Json, width: int) -> str:
    """Write the table turned, a column for each network, no wider than a narrow terminal.

    Cells are folded where they must be, and nothing is cut off. Without the package that folds
    them (rich), it is the plain one.
    """
    if not installed("rich"):
        return "\n".join(plain_table(document))
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    (corner, names), *rest = columns(document)
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column(corner)
    for name in names:
        table.add_column(Text(printable(name)), overflow="fold", justify="right")
    for head, cells in rest:
        table.add_row(Text(head), *(Text(printable(cell)) for cell in cells))
    written = io.StringIO()
    Console(file=written, width=width, color_system=None).print(table)
    return "\n".join(line.rstrip() for line in written.getvalue().splitlines() if line.strip())


def markdown_table(document: Json) -> list[str]:
    """Write the table as Markdown, in lines."""
    found = columns(document)
    heads = [head for head, _ in found]
    rule = ["---", *["---:"] * (len(found) - 1)]
    body = zip(*(cells for _, cells in found), strict=True)
    return ["| " + " | ".join(line) + " |" for line in (heads, rule, *body)]


def csv_table(document: Json) -> list[str]:
    """Write the rows as CSV, in lines: decimals, which no spreadsheet takes for dates.

    The last column has the bounds on the bisection bandwidth exactly.
    """
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    numbers = ("bisection", "lower", "bisection_per_host", "share_of_full_bisection")
    plain = [
        "bisection", "lower", "bisection_per_host", "share_of_full_bisection", "status",
        "switches", "hosts", "radix", "diameter", "average_distance", "gccs",
    ]  # fmt: skip
    bounds = ["bisection_per_host", "share_of_full_bisection"]
    classes = list(dict.fromkeys(name for row in document["networks"] for name in row["links"]))
    heads = ["network", "alpha", *plain, *(f"{name}_links" for name in classes)]
    rows.writerow([*heads, *(f"{each}_lower" for each in bounds), "exact"])
    for row in _as_owners_count(document):
        name = network_name(row["topology"])
        links = [row["links"].get(each, 0) for each in classes]
        lower = [_number(_lower(row, each), floor) for each in bounds]
        cells = [
            _number(row[each], floor if each == "lower" else ceil) if each in numbers else row[each]
            for each in plain
        ]
        exact = f"B = {row['bisection']}"
        if row["bisection"] != row["lower"]:
            exact = f"{row['lower']} ≤ B ≤ {row['bisection']}"
        rows.writerow([name, _number(document["alpha"]), *cells, *links, *lower, exact])
    return text.getvalue().splitlines()


def _number(written: str | None, towards: Callable[[Fraction], int] = round) -> str | None:
    return None if written is None else decimal(Fraction(written), towards)


def winner_words(document: Json) -> Iterator[str]:
    """Say who wins where, line by line, as far as it is proven."""
    rows = document["networks"]
    names = [network_name(row["topology"]) for row in rows]
    per_host = document.get("ranked_by") == PER_HOST
    found = standing([ranked(row, per_host=per_host) for row in rows])
    at = f"at α = {both(Fraction(document['alpha']))}"
    if found.separated:
        yield f"best {at}: {listed([names[place] for place in found.best])}"
    else:
        shown = (lambda row: _range(row, PER_HOST, 1, "")) if per_host else _value
        ranges = [f"{names[place]} ({shown(rows[place])})" for place in found.candidates]
        yield f"not separated {at}: {listed(ranges)}"
    for reign in document["winners"] or ():
        yield f"  {_winners(reign, names)}"
    if per_host:
        yield "ranked by B per host, for they have unlike numbers of hosts"
    if document.get("balance") == "hosts":
        yield "halves have equally many hosts, whatever their numbers of switches"
    if any(row["status"] == "formula" for row in rows):
        yield "status formula: the value is a theorem's, and no certificate proves it"
    costs = ("hosts", "switches", "radix", "links")
    unlike = [cost for cost in costs if any(row[cost] != rows[0][cost] for row in rows)]
    if unlike:
        yield f"not of equal cost: they differ in {listed(unlike)}"


def _winners(reign: Json, names: Sequence[str]) -> str:
    """Say who wins on a range; documents of earlier versions name the best cut that is known."""
    end = "" if reign["to"] is None else f" < {both(Fraction(reign['to']))}"
    winners = listed([names[place] for place in reign["networks"]])
    if not reign["proven"]:
        known = "candidates" in reign
        winners = f"not separated: {winners}" if known else f"{winners} by upper bounds, not proven"
    return f"{both(Fraction(reign['from']))} < α{end}: {winners}"


def _as_owners_count(document: Json) -> list[Json]:
    """Return the rows with capacities as the networks' owners count them, in their `unit`."""
    counted = [
        name + end for name in ("bisection", "bisection_per_host") for end in ("", "_lower")
    ] + ["lower"]
    rows = []
    for row in document["networks"]:
        unit = unit_of(row["topology"])
        own = {name: str(unit * Fraction(row[name])) for name in counted if row.get(name)}
        rows.append(row if unit == 1 else {**row, **own})
    return rows


def _value(row: Json) -> str:
    if row["bisection"] == row["lower"]:
        return both(Fraction(row["bisection"]))
    lower = Fraction(row["lower"])
    least = str(lower) if lower.denominator == 1 else _rounded(lower, 3, floor)
    return f"{least} to {both(Fraction(row['bisection']))}"


def _range(row: Json, field: str, factor: int, unit: str) -> str:
    """Write a number that rests on the bisection bandwidth, or from where to where it may be.

    The upper end is what a cut that is known comes to: it is rounded to nearest as the exact
    value is, so that equal cuts show equal numbers. The lower end is a bound and stays one.
    """
    upper, lower = row[field], _lower(row, field)
    if upper is None or lower is None:
        return "-"
    digits = 3 if factor == 1 else 1
    high = f"{_rounded(factor * Fraction(upper), digits, round)}{unit}"
    if upper == lower:
        return high
    return f"{_rounded(factor * Fraction(lower), digits, floor)} to {high}"


def _lower(row: Json, field: str) -> str | None:
    """Return the lower bound of such a number, which rows of earlier versions leave out."""
    if row[field] is None or f"{field}_lower" in row:
        return row.get(f"{field}_lower")
    upper = Fraction(row["bisection"])
    return str(Fraction(row[field]) * Fraction(row["lower"]) / upper) if upper else row[field]


def _rounded(value: Fraction, digits: int, towards: Callable[[Fraction], int]) -> str:
    """Write a number with so many digits."""
    return f"{towards(value * 10**digits) / 10**digits:.{digits}f}"


def _hops(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def _known(value: object) -> str:
    return "-" if value is None else str(value)
