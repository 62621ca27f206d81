"""Cuts beside partitioners: run as `python -m benchmarks.cuts`.

Every tool has the same processor time on every network, one after the other. It fails if a
partitioner's cut is better than ours.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Any

import click

from benchmarks.cuts.measure import OURS, TOOLS, measured
from benchmarks.cuts.networks import CASES, Case
from benchmarks.cuts.table import PAGE, filled
from benchmarks.measurements import Measurements
from benchmarks.provenance import provenance, this_command

RESULTS = Path(__file__).parents[1] / "results" / "cuts.json"
FORMAT = "alphacut-benchmark-cuts/1"


@click.command
@click.option("--only", metavar="TEXT", help="Only networks with this in their name.")
@click.option("--tools", metavar="A,B", default=",".join(TOOLS), show_default=True)
@click.option(
    "--seconds", type=click.FloatRange(min=0.1), default=5.0, show_default=True, metavar="S",
    help="Of the processor, for each tool on each network.",
)  # fmt: skip
@click.option(
    "--out", type=click.Path(path_type=Path), default=RESULTS, metavar="FILE",
    help="Where results are written as they come; a run that was stopped goes on.",
)  # fmt: skip
@click.option("--page", is_flag=True, help="Write the table of docs/tools.md from the results.")
def main(only: str | None, tools: str, seconds: float, out: Path, page: bool) -> int:
    """Measure, and print a table: bounds, or = and the value, with time and memory."""
    chosen = tools.split(",")
    if unknown := set(chosen) - set(TOOLS):
        raise click.UsageError(f"--tools: {', '.join(sorted(unknown))}: no such tool")
    origin = provenance(this_command("cuts"))
    click.echo(f"{'network':22} {'known':>6} " + " ".join(f"{tool:>22}" for tool in chosen))
    done = Measurements(out, format=FORMAT, about={**origin, "limit": seconds})
    lost = []
    for case in CASES:
        if only and only not in case.name:
            continue
        row = {
            tool: done.once(case.name, tool, partial(measured, case, tool, seconds))
            for tool in chosen
        }
        lost += [case.name] if _lost(row) else []
        click.echo(_line(case, row))
    if not only:
        done.finish()
    if page:
        PAGE.write_text(filled(PAGE.read_text("utf-8"), done.results), "utf-8")
    click.echo("lost: " + (", ".join(lost) or "none"))
    return 1 if lost else 0


def _lost(row: dict[str, dict[str, Any]]) -> bool:
    """Tell whether somebody else's cut is better than ours, which was measured."""
    if OURS not in row:
        return False
    values = {tool: record["value"] for tool, record in row.items() if "value" in record}
    return bool(values) and (OURS not in values or values[OURS] > min(values.values()))


def _line(case: Case, row: dict[str, dict[str, Any]]) -> str:
    known = "" if case.known is None else str(case.known)
    return f"{case.name:22} {known:>6} " + " ".join(f"{_cell(each):>22}" for each in row.values())


def _cell(record: dict[str, Any]) -> str:
    if "value" not in record:
        return str(record["missing"])[:22]
    lower = f"{record['lower']}..{record['value']}" if "lower" in record else record["value"]
    value = record["value"] if record.get("status") in ("exact", "closed") else lower
    mark = "=" if record.get("status") == "exact" else ""
    return f"{mark}{value} {record['seconds']:.1f}s {record['megabytes']}MB"


if __name__ == "__main__":
    sys.exit(main(standalone_mode=False))
