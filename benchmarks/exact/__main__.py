"""Run as `python -m benchmarks.exact`, or `make bench-exact`.

Every entry runs in a process of its own, whose memory is measured; one whose
record is there already is skipped, and one that was stopped goes on with the
answers that it had.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from alphacut.service.cli.types import GAP
from alphacut.service.cli.workers import workers
from benchmarks.exact.entries import Entry, entries
from benchmarks.exact.record import Record, solved
from benchmarks.exact.table import PAGE, line, table
from benchmarks.provenance import provenance
from benchmarks.readme_table import between

RESULTS = Path(__file__).parents[1] / "results" / "exact.json"
UNFINISHED = RESULTS.parent / ".unfinished"
FORMAT = "alphacut-benchmark/1"


@click.command
@click.option("--only", metavar="TEXT", help="Only entries with this: 'p63', 'p84-relative at 1'.")
@click.option(
    "--processes",
    type=click.IntRange(min=1),
    default=2,
    show_default=True,
    metavar="N",
    help="Points and claims that are worked on at the same time.",
)
@click.option(
    "--limit",
    type=click.FloatRange(min=1),
    metavar="S",
    help="Seconds for each, all runs together.",
)
@click.option("--gap", type=GAP, metavar="G", help="Another gap at which curves stop: 1/50.")
@click.option("--again", is_flag=True, help="Solve those again that have a record.")
@click.option(
    "--unfinished",
    type=click.Path(path_type=Path),
    default=UNFINISHED,
    metavar="FOLDER",
    help="Where answers are kept until a record is written.  [default: results/.unfinished]",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=RESULTS,
    metavar="FILE",
    help="Where records are.  [default: benchmarks/results/exact.json]",
)
@click.option(
    "--page", type=click.Path(path_type=Path), default=PAGE, metavar="FILE",
    help="Where the table is written.  [default: docs/results.md]",
)  # fmt: skip
def main(
    only: str | None, processes: int, limit: float | None, gap: Fraction | None, again: bool,
    unfinished: Path, out: Path, page: Path,
) -> int:  # fmt: skip
    """Solve and verify what has no record yet; fail unless all documents are accepted."""
    os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
    results: dict[str, Any] = {"format": FORMAT}
    if out.exists():
        results = json.loads(out.read_text("utf-8"))
    records: dict[str, Record] = results.setdefault("records", {})
    for entry in entries():
        if (only and only not in entry.name) or (entry.name in records and not again):
            continue
        folder = unfinished / entry.name.replace(" ", "-")
        asked = ["--only", entry.name, "--processes", str(processes)]
        asked += [] if gap is None else ["--gap", str(gap)]
        asked += [] if limit is None else ["--limit", str(limit)]
        records[entry.name] = _measured(_changed(entry, limit, gap), folder, processes, asked)
        _write(out, json.dumps(results, indent=1, ensure_ascii=False) + "\n")
        shutil.rmtree(folder)
        click.echo(line(entry.name, records[entry.name]))
    _write(page, between(page.read_text("utf-8"), "larger", "\n".join(table(records))))
    return 0 if all(record["verdict"] == record["status"] for record in records.values()) else 1


def _changed(entry: Entry, limit: float | None, gap: Fraction | None) -> Entry:
    return replace(
        entry,
        seconds=entry.seconds if limit is None else limit,
        gap=entry.gap if gap is None else gap,
    )


def _measured(entry: Entry, folder: Path, processes: int, asked: list[str]) -> Record:
    """Solve an entry in a child process, and add where that was, and what was asked for."""
    origin = provenance(["python", "-m", "benchmarks.exact", *asked])
    with workers(1) as pool:
        record = pool.submit(solved, entry, folder, processes).result()
    return {**record, "provenance": origin}


def _write(file: Path, text: str) -> None:
    """Write a file so that a reader finds either the old text or the new one."""
    beside = file.with_suffix(".tmp")
    beside.write_text(text, "utf-8")
    beside.replace(file)


if __name__ == "__main__":
    sys.exit(main(standalone_mode=False))
