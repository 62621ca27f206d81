"""Layouts in words: racks, cables, and the bill."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from alphacut.service.text.counting import count, listed
from alphacut.service.text.names import network_name
from alphacut.service.text.tables import aligned
from alphacut.solver.layout.bill import BOX

Json = Mapping[str, Any]


def layout_lines(document: Json) -> list[str]:
    """Write what is built and bought, in lines."""
    cables = document["cables"]
    rows = {rack["y"] for rack in document["racks"]}
    return [
        f"{network_name(document['topology'])}: {_devices(document)}, "
        f"{count(document['hosts'], 'host')}, in {count(len(document['racks']), 'rack')}, "
        f"{count(len(rows), 'row')}",
        f"{count(cables['number'], 'cable')}, {cables['host']:,} to hosts; "
        f"{cables['copper']:,} copper, "
        f"{cables['optical']:,} optical",
        f"{_rounded(cables['bought'], 1)} m are bought for ways of {_rounded(cables['way'], 1)} m; "
        f"the longest needs {_rounded(cables['longest'], 2)} m",
        "",
        *bill_lines(document),
        "",
        *remarks(document),
    ]


def _devices(document: Json) -> str:
    """Say how many switches there are, of how many ports, and boxes of a switch with its hosts."""
    ports = document["ports"]
    boxes = sum(line["number"] for line in document["bill"] if line["item"] == BOX)
    switches = document["switches"] - boxes
    told = []
    if switches:
        bought = count(ports["bought"], "port")
        told.append(
            f"{count(switches, 'switch', 'switches')} of {bought} ({ports['needed']:,} needed)"
        )
    if boxes:
        told.append(count(boxes, "box", "boxes"))
    return listed(told)


def bill_lines(document: Json) -> list[str]:
    """Write the bill as a table."""
    return aligned(bill_rows(document))


def bill_rows(document: Json) -> list[tuple[str, ...]]:
    """Return the cells of a bill, with heads and a total."""
    rows = [
        (
            line["item"], f"{line['number']:,}", _rounded(line["price_each"], 2),
            _rounded(line["price"], 2), _rounded(line["watts"], 1),
        )
        for line in document["bill"]
    ]  # fmt: skip
    currency = document["currency"]
    return [
        ("item", "number", "each", f"price{f' ({currency})' if currency else ''}", "W"),
        *rows,
        ("total", "", "", _rounded(document["price"], 2), _rounded(document["watts"], 1)),
    ]


def remarks(document: Json) -> Iterator[str]:
    """Say what of it is assumed."""
    example = document["example"]
    if example["prices"]:
        yield (
            "prices and watts are example assumptions, in the order of list prices; "
            "--example-prices prints them, --prices FILE takes yours"
        )
    if example["racks"]:
        yield (
            "racks, floor and cable lengths are example assumptions; --example-racks prints them, "
            "--racks FILE takes yours"
        )


def comparison_lines(rows: Sequence[Json]) -> list[str]:
    """Write layouts of several arrangements beside each other, as a table and a sentence."""
    heads = ("arrangement", "B", "status", "copper", "optical", "bought m", "ways m", "price")
    cells = [
        (
            row["arrangement"],
            row["bisection"] if row["lower"] == row["bisection"] else
            f"{row['lower']} to {row['bisection']}",
            row["status"], f"{row['copper']:,}", f"{row['optical']:,}",
            _rounded(row["bought"], 1), _rounded(row["way"], 1), _rounded(row["price"], 2),
        )
        for row in rows
    ]  # fmt: skip
    return [*aligned([heads, *cells]), *least_words(rows)]


def least_words(rows: Sequence[Json]) -> Iterator[str]:
    """Say which arrangements of equal bisection bandwidth need the least cable."""
    proven: dict[Fraction, list[Json]] = {}
    for row in rows:
        if row["status"] == "exact":
            proven.setdefault(Fraction(row["bisection"]), []).append(row)
    for value in sorted(proven, reverse=True):
        least = min(Fraction(row["way"]) for row in proven[value])
        names = [row["arrangement"] for row in proven[value] if Fraction(row["way"]) == least]
        yield f"at B = {value}, proven: {', '.join(names)} with ways of {_rounded(str(least), 1)} m"
    still = [row["arrangement"] for row in rows if row["status"] != "exact"]
    if still:
        yield f"B is not proven, so not compared at equal B: {', '.join(still)}"


def _rounded(written: str, digits: int) -> str:
    value = Fraction(written)
    return f"{value.numerator:,}" if value.denominator == 1 else f"{float(value):,.{digits}f}"
