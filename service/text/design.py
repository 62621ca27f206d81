"""Machines that were found, as a table, as CSV and in words."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor
from typing import Any

from alphacut.service.text.tables import aligned

Json = Mapping[str, Any]
_STATUS = {"exact": "proven", "formula": "formula", "bounded": "bounds"}
_HEADS = ("family", "shape", "hosts", "switches", "copper", "optical", "price/host", "W/host",
          "hops", "mean", "B/host", "by", "uniform", "1 link less")  # fmt: skip
COLUMNS = (
    "family", "name", "hosts", "grows_to", "switches", "ports", "host cables", "copper", "optical",
    "local", "global", "price", "price_per_host", "watts", "watts_per_host", "diameter",
    "mean_distance", "status", "proof", "bisection", "lower", "bisection_per_host",
    "bisection_per_host_lower", "saturation", "saturation_lower", "after_worst_link",
    "after_worst_link_lower", "spec",
)  # fmt: skip


def design_lines(document: Json) -> list[str]:
    """Write the table for a terminal, in lines."""
    rows: Sequence[Json] = document["designs"]
    if not rows:
        return [_none(document)]
    return aligned([_HEADS, *(_cells(row) for row in rows)])


def of_design(document: Json, units: object = None) -> list[str]:  # noqa: ARG001
    """Write the table, and what it holds."""
    return [*design_lines(document), "", *design_words(document)]


def design_words(document: Json) -> Iterator[str]:
    """Say what the table holds, and what is proven of it."""
    rows = document["designs"]
    if not rows:
        return
    per_host = Fraction(document["per_host"])
    yield (
        f"{len(rows)} of {document['front']:,} on the front, of {document['fitting']:,} shapes "
        f"that were compared, by {document['sort']}; --limit shows more"
    )
    yield (
        "the front: no other costs and draws no more for each host, has no longer ways and as much "
        f"B/host, from {per_host} on (--per-host); full bisection is 1/2"
    )
    yield from _priced(document["prices"])
    yield (
        f"B/host: bisection bandwidth for each host at α = {document['alpha']}, in local links; "
        "hops, mean: between switches of two hosts"
    )
    yield "uniform: the rate of uniform traffic, as a share of what a host sends"
    used = {row["status"] for row in rows}
    if "exact" in used:
        yield "proven: a certificate was accepted by the verifier"
    if "formula" in used:
        yield "formula: the bounds meet by argument; no certificate says so"
    if "bounded" in used:
        yield "bounds: it lies between the two; --time-limit S tries to prove it"
    for each in document["beside"]:
        more = (float(Fraction(each["dearer"])) - 1) * 100
        yield (
            f"behind the front: {each['family']} {each['name']}, B/host {per_host_of(each)}, "
            + (f"{more:.0f} % dearer for each host than {each['than']}" if more > 0.5 else
               f"not cheaper for each host than {each['than']}, which has no longer ways")
        )  # fmt: skip


def _priced(prices: Json) -> Iterator[str]:
    if prices["example"]:
        yield (
            "prices and watts are assumptions, in the order of list prices "
            f"({prices['currency']}); --example-prices prints them, --prices FILE takes yours"
        )
    yield f"copper: within a block of {prices['copper_block']} switches; all others are optical"


def design_csv(document: Json) -> str:
    """Write a row for each design, as CSV; numbers are exact, as 5/4."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(COLUMNS)
    for row in document["designs"]:
        rates, worst = row["saturation"] or {}, row["after_worst_link"]
        flat = {
            **row, **row["cables"], "host cables": row["cables"]["host"],
            "saturation": rates.get("upper"), "saturation_lower": rates.get("lower"),
            "after_worst_link": worst["upper"], "after_worst_link_lower": worst["lower"],
            "spec": short_form(row["topology"]),
        }  # fmt: skip
        rows.writerow("" if flat[name] is None else flat[name] for name in COLUMNS)
    return text.getvalue()


def short_form(topology: Json) -> str:
    """Write the spec of a design as the command line takes it."""
    given = [
        f"{name}={'x'.join(map(str, each)) if isinstance(each, list) else each}"
        for name, each in topology.items()
        if name != "family"
    ]
    return f"{topology['family']}:{','.join(given)}"


def _none(document: Json) -> str:
    hosts, percent = document["hosts"], float(100 * Fraction(document["within"]))
    names = ", ".join(each["family"] for each in document["families"])
    with_ports = f"of switches with {document['radix']} ports"
    if not document["fitting"]:
        return (
            f"no machine has {hosts:,} hosts, within {percent:g} %, {with_ports}: {names}; try "
            "--within 20%, or other --families"
        )
    return (
        f"{document['fitting']:,} shapes fit ({names}), but of none a bisection bandwidth of "
        f"{document['per_host']} for each host is certain; try a lower --per-host"
    )


def _cells(row: Json) -> tuple[str, ...]:
    cables = row["cables"]
    mean = row["mean_distance"]
    return (
        row["family"], row["name"], f"{row['hosts']:,}", f"{row['switches']:,}",
        f"{cables['copper']:,}", f"{cables['optical']:,}",
        _decimal(row["price_per_host"], 2), _decimal(row["watts_per_host"], 1),
        "-" if row["diameter"] is None else str(row["diameter"]),
        "-" if mean is None else _decimal(mean, 2),
        per_host_of(row), _STATUS[row["status"]],
        "-" if row["saturation"] is None else _between(row["saturation"], 3),
        _between(row["after_worst_link"], 0),
    )  # fmt: skip


def per_host_of(row: Json) -> str:
    """Write the bisection bandwidth for each host, or from where to where it may be."""
    return _between(
        {"lower": row["bisection_per_host_lower"], "upper": row["bisection_per_host"]}, 3
    )


def _between(found: Json, digits: int) -> str:
    """Write a number, or the two that it lies between, rounded away from it."""
    lower, upper = Fraction(found["lower"]), Fraction(found["upper"])
    if lower == upper:
        return _decimal(found["upper"], digits)
    unit = 10**digits
    low, high = Fraction(floor(lower * unit), unit), Fraction(ceil(upper * unit), unit)
    return f"{float(low):,.{digits}f} to {float(high):,.{digits}f}"


def _decimal(written: str, digits: int) -> str:
    value = Fraction(written)
    whole = value.denominator == 1 and digits < 3
    return f"{value.numerator:,}" if whole else f"{float(value):,.{digits}f}"
