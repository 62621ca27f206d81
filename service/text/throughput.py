"""A throughput document in words: a table with a row for each model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from alphacut.arrangements.numbers import read_rational
from alphacut.service.render.reading import unit_of
from alphacut.service.text.decimals import both
from alphacut.service.text.names import network_name
from alphacut.service.text.results import stopped_words
from alphacut.solver.throughput.models import BY_NAME

_DIGITS = 4_000  # of each part of a rate
_HEADS = ("model", "rate", "gap", "status", "fullest", "links used up", "seconds")


def rate_of(written: str) -> Fraction:
    """Read a rate of a document."""
    return read_rational(written, digits=_DIGITS)


def throughput_words(document: Mapping[str, Any]) -> list[str]:
    """Describe what a network carries, in lines."""
    name = network_name(document["topology"])
    return [
        f"{name}: {traffic_name(document['traffic'])} at α = {document['alpha']}, as a share of "
        f"what a host can send over its link, of capacity {_injection(document)}",
        *_aligned([_HEADS, *(_row(each) for each in document["models"])]),
        *stopped_words(document),
    ]


def _injection(document: Mapping[str, Any]) -> str:
    """Say the capacity of a host's link as the network's owner counts."""
    capacity = rate_of(document.get("injection", "1")) * unit_of(document["topology"])
    return both(capacity)


def traffic_name(traffic: object) -> str:
    """Name traffic by its pattern, or by the number of its demands."""
    if isinstance(traffic, Mapping):
        return f"a matrix of {len(traffic['demands']):,} demands"
    return str(traffic)


def _row(answer: Mapping[str, Any]) -> Sequence[str]:
    lower, upper = (rate_of(answer["rate"][side]) for side in ("lower", "upper"))
    loads = {name: load["max"] for name, load in answer["load"].items()}
    fullest = max(loads, key=lambda name: loads[name])
    return (
        BY_NAME[str(answer["model"])].title,
        _rate(lower),
        "0" if lower == upper else f"{float(upper - lower):.1e}",
        answer["status"],
        f"{fullest} {loads[fullest]:.1%}",
        f"{len(answer['links']):,}",
        f"{answer['seconds']:.2f}",
    )


def _rate(value: Fraction) -> str:
    """Write a rate in decimals, and as a ratio where that is short."""
    decimals = f"{float(value):.6f}"
    return f"{decimals} = {value}" if 1 < value.denominator < 10_000 else decimals


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  "
        + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
