"""Machines that were found, as a table and in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor
from typing import Any

from alphacut.service.words.tables import aligned

Json = Mapping[str, Any]
_STATUS = {"exact": "proven", "formula": "formula", "bounded": "bounds"}


def design_lines(document: Json) -> list[str]:
    """Write the table for a terminal, in lines."""
    rows: Sequence[Json] = document["designs"]
    if not rows:
        return [_none(document)]
    return aligned([_heads(document), *(_cells(row) for row in rows)])


def design_words(document: Json) -> Iterator[str]:
    """Say what the table holds, and what is proven of it."""
    rows = document["designs"]
    if not rows:
        return
    order = "price" if document["prices"] else "number of switches, then of global cables"
    yield f"{len(rows)} of {document['fitting']:,} that fit, by {order}; --limit shows more"
    yield f"B/host: bisection bandwidth for each host at α = {document['alpha']}, in local links"
    used = {row["status"] for row in rows}
    if "exact" in used:
        yield "proven: a certificate for this arrangement was accepted by the verifier"
    if "formula" in used:
        yield "formula: the bounds meet for every arrangement, by argument; no certificate says so"
    if "bounded" in used:
        yield "bounds: it lies between the two; --time-limit S tries to prove it"


def _none(document: Json) -> str:
    hosts, percent = document["hosts"], float(100 * Fraction(document["within"]))
    fitting = document["fitting"]
    fit = f"no dragonfly has {hosts:,} hosts, within {percent:g} %, of switches with "
    if not fitting:
        return f"{fit}{document['radix']} ports; try --within 20%, or --unused-ports"
    return (
        f"{fitting:,} dragonflies fit, but none has what was asked for beside: arrangement, and "
        f"B/host of at least {document['per_host']}"
    )


def _heads(document: Json) -> tuple[str, ...]:
    priced = ("price",) if document["prices"] else ()
    return ("(p,a,h,t)", "groups", "hosts", "switches", "ports", "local", "global", *priced,
            "B/host", "by", "arrangement")  # fmt: skip


def _cells(row: Json) -> tuple[str, ...]:
    balanced = " balanced" if row["balanced"] else ""
    cables = row["cables"]
    price = () if row["price"] is None else (_decimal(Fraction(row["price"])),)
    return (
        f"({row['p']},{row['a']},{row['h']},{row['t']}){balanced}",
        str(row["groups"]), f"{row['hosts']:,}", f"{row['switches']:,}", str(row["ports"]),
        f"{cables['local']:,}", f"{cables['global']:,}", *price,
        per_host(row), _STATUS[row["status"]], row["topology"]["arrangement"],
    )  # fmt: skip


def per_host(row: Json) -> str:
    """Write the bisection bandwidth for each host, or from where to where it may be."""
    lower, upper = Fraction(row["bisection_per_host_lower"]), Fraction(row["bisection_per_host"])
    if lower == upper:
        return f"{float(upper):.3f}"
    return f"{floor(lower * 1000) / 1000:.3f} to {ceil(upper * 1000) / 1000:.3f}"


def _decimal(value: Fraction) -> str:
    return f"{value.numerator:,}" if value.denominator == 1 else f"{float(value):,.2f}"
