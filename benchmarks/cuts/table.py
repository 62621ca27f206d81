"""The table of cuts in docs/tools.md, written from the records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from benchmarks.cuts.measure import OURS
from benchmarks.cuts.networks import CASES, Case
from benchmarks.partitioners.catalogue import NAMES
from benchmarks.readme_table import between

PAGE = Path(__file__).parents[2] / "docs" / "tools.md"
MARK = "networks"

Record = Mapping[str, Any]


def filled(text: str, results: Mapping[str, Any]) -> str:
    """Return the page with the table of the records in it."""
    return between(text, MARK, "\n".join(rows(results)))


def rows(results: Mapping[str, Any]) -> Iterator[str]:
    """Write a row for each network that all tools have been measured on."""
    yield "| network | alphacut | status | time | memory | " + " | ".join(NAMES) + " |"
    yield "|---|---:|---|---:|---:|" + "---:|" * len(NAMES)
    for case in CASES:
        of = results.get(case.name, {})
        if {OURS, *NAMES} <= of.keys():
            yield _row(case, of[OURS], [of[name] for name in NAMES])


def _row(case: Case, ours: Record, others: list[Record]) -> str:
    values = [each["value"] for each in (ours, *others) if "value" in each]
    best = min(values, default=None)
    cells = [_cell(each, best) for each in others]
    if "value" not in ours:
        return f"| {case.name} | {ours['missing']} | | | | " + " | ".join(cells) + " |"
    lower = "" if ours["status"] == "exact" else f" ≥ {ours['lower']}"
    own = (_value(ours, best), f"{ours['status']}{lower}", f"{ours['seconds']:.1f} s")
    return f"| {case.name} | " + " | ".join([*own, f"{ours['megabytes']} MB", *cells]) + " |"


def _value(record: Record, best: int | None) -> str:
    return f"**{record['value']}**" if record["value"] == best else str(record["value"])


def _cell(record: Record, best: int | None) -> str:
    if "value" not in record:
        return str(record["missing"])
    return f"{_value(record, best)} ({record['found']:.1f} s, {record['megabytes']} MB)"
