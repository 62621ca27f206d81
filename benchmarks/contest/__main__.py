"""The contest: run as `python -m benchmarks.contest`, or as part of `make bench`.

Entries that have a record are skipped, so that a run that was stopped goes on; those
of one instance are done one after the other, so that they meet the same machine.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import click

from benchmarks.contest.entries import CUT, Entry, entries
from benchmarks.contest.measure import measured
from benchmarks.contest.table import PAGE, filled
from benchmarks.provenance import provenance

RESULTS = Path(__file__).parents[1] / "results" / "contest.json"
FORMAT = "alphacut-benchmark/1"


@click.command
@click.option("--only", metavar="TEXT", help="Only entries with this: 'p42-relative proof SCIP'.")
@click.option(
    "--limit",
    type=click.FloatRange(min=1),
    default=60.0,
    show_default=True,
    metavar="S",
    help="Seconds for each proof.",
)
@click.option(
    "--cut-limit",
    type=click.FloatRange(min=0.1),
    default=10.0,
    show_default=True,
    metavar="S",
    help="Seconds for each search for cuts, over as many seeds as they allow.",
)
@click.option("--again", is_flag=True, help="Measure those again that have a record.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=RESULTS,
    metavar="FILE",
    help="Where results are.  [default: benchmarks/results/contest.json]",
)
@click.option(
    "--page", type=click.Path(path_type=Path), default=PAGE, metavar="FILE",
    help="Where the tables are written.  [default: docs/tools.md]",
)  # fmt: skip
def main(
    only: str | None, limit: float, cut_limit: float, again: bool, out: Path, page: Path
) -> int:
    """Measure what has no record yet, and write the tables."""
    os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
    results: dict[str, Any] = {"format": FORMAT, "records": {}}
    if out.exists():
        results = json.loads(out.read_text("utf-8"))
    for entry in entries():
        there = "value" in results["records"].get(entry.name, {})  # and not only why it is missing
        if (only and only not in entry.name) or (there and not again):
            continue
        record = _record(entry, cut_limit if entry.kind == CUT else limit)
        results["records"][entry.name] = record
        out.write_text(json.dumps(results, ensure_ascii=False, indent=1) + "\n", "utf-8")
        page.write_text(filled(page.read_text("utf-8"), results), "utf-8")
        click.echo(f"{entry.name:34} {_words(record)}")
    page.write_text(filled(page.read_text("utf-8"), results), "utf-8")
    return 0


def _record(entry: Entry, seconds: float) -> dict[str, Any]:
    origin = provenance(["python", "-m", "benchmarks.contest", "--only", entry.name])
    about = {"instance": entry.instance, "kind": entry.kind, "tool": entry.tool, "limit": seconds}
    return {**about, **measured(entry, seconds), "provenance": origin}


def _words(record: dict[str, Any]) -> str:
    if "missing" in record:
        return str(record["missing"])
    bound = f", bound {record['bound']:g}, {record['proof']}" if "bound" in record else ""
    return f"{record['value']} after {record['seconds']:.2f} s{bound}"


if __name__ == "__main__":
    sys.exit(main(standalone_mode=False))
