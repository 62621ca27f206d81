"""The table of docs/tools.md beside other solvers, written from the results."""

from __future__ import annotations

import itertools
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
OURS = "alphacut"
SOLVERS = ("BiqBin", "SCIP", "HiGHS", OURS)
START = "a ring of four"  # on which the start of every solver is measured


def table(results: Mapping[str, Any]) -> str:
    """Return the lines of the table.

    Parameters
    ----------
    results
        By solver and by network, what `Result` tells.
    """
    head = f"| network | n | {' | '.join(f'{name} | s' for name in SOLVERS)} |"
    lines = [
        row(
            each.name,
            each.build().switches,
            {name: Result(**results[name][each.name]) for name in SOLVERS},
            {name: Result(**results[name][START]).processor for name in SOLVERS},
        )
        for each in ENTRIES
    ]
    return "\n".join((head, f"|---|---:|{'---:|---:|' * len(SOLVERS)}", *lines))


def write_page() -> None:
    """Put the table into the page."""
    results = json.loads(RESULTS.read_text("utf-8"))
    PAGE.write_text(between(PAGE.read_text("utf-8"), "peers", table(results)), "utf-8")


def row(name: str, switches: int, found: Mapping[str, Result], starts: Mapping[str, float]) -> str:
    """Write a line of the table; times are of the processor, less those of the start."""
    cells = [
        f"{each.shown} | {_time(solver, each, starts[solver])}" for solver, each in found.items()
    ]
    differ = any(_contradict(*pair) for pair in itertools.permutations(found.values(), 2))
    line = f"| {name} | {switches} | {' | '.join(cells)} |"
    return f"{line} CONTRADICTION" if differ else line


def _time(solver: str, found: Result, start: float) -> str:
    how = f" ({found.engine})" if solver == OURS else ""
    nodes = "" if found.nodes is None else f" ({found.nodes})"
    return f"{max(0.0, found.processor - start):.2f}{how}{nodes}"


def _contradict(one: Result, other: Result) -> bool:
    """Tell whether what is proven of one is more than the other found."""
    known = one.lower is not None and other.value is not None
    return known and Fraction(one.lower or 0) > Fraction(other.value or 0)
