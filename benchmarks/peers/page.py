"""The table of docs/tools.md beside BiqBin, written from the results."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from benchmarks.peers.networks import ENTRIES
from benchmarks.peers.record import Result
from benchmarks.readme_table import between

ROOT = Path(__file__).parents[2]
PAGE, RESULTS = ROOT / "docs" / "tools.md", ROOT / "benchmarks" / "results" / "peers.json"
HEAD = (
    "| network | n | BiqBin | processor time (nodes) | alphacut | processor time (engine) |",
    "|---|---:|---:|---:|---:|---:|",
)


def table(results: Mapping[str, Any]) -> str:
    """Return the lines of the table."""
    start = Result(**results["start"]["ring"]).processor
    lines = [
        row(
            each.name,
            each.build().switches,
            Result(**results["biqbin"][each.name]),
            Result(**results["ours"][each.name]),
            start,
        )
        for each in ENTRIES
    ]
    return "\n".join((*HEAD, *lines))


def write_page() -> None:
    """Put the table into the page."""
    results = json.loads(RESULTS.read_text("utf-8"))
    PAGE.write_text(between(PAGE.read_text("utf-8"), "peers", table(results)), "utf-8")


def row(name: str, switches: int, theirs: Result | None, mine: Result, start: float) -> str:
    """Write a line of the table; times are of the processor, ours less that of the start."""
    peer = "" if theirs is None else f"{theirs.shown} | {theirs.processor:.2f} s ({theirs.nodes})"
    own = f"{mine.shown} | {max(0.0, mine.processor - start):.2f} s ({mine.engine})"
    differ = theirs is not None and _contradict(theirs, mine)
    return f"| {name} | {switches} | {peer} | {own} |{' CONTRADICTION' if differ else ''}"


def _contradict(one: Result, other: Result) -> bool:
    """Tell whether what is proven of one is more than the other found."""
    return any(
        each.lower is not None and found.value is not None
        and Fraction(each.lower) > Fraction(found.value)
        for each, found in ((one, other), (other, one))
    )  # fmt: skip
