"""Curves of sizes that nobody has published, proven, verified and kept.

Run as `python -m benchmarks.exact`, or `make bench-exact`. Every curve runs in a
process of its own, whose memory is measured; a curve whose record is there
already is skipped, so that a run that was stopped goes on.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import resource
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from arrangements.dragonfly import Dragonfly
from benchmarks.curves import CurveRecord, solve_curve
from benchmarks.networks import published, short_name
from benchmarks.provenance import provenance
from jobs.execution.lifeline import die_with_parent

RESULTS = Path(__file__).parent / "results" / "exact.json"
FORMAT = "alphacut-benchmark/1"
LARGER = (
    Dragonfly(a=6, h=3, arrangement="relative"),
    Dragonfly(a=6, h=3, arrangement="helix"),
)


@click.command
@click.option("--only", metavar="NAME", help="Only curves whose name (p63-relative, …) holds this.")
@click.option("--limit", type=click.FloatRange(min=1), help="Seconds for each curve.")
@click.option(
    "--out", type=click.Path(path_type=Path), default=RESULTS, show_default=True, metavar="FILE"
)
def main(only: str | None, limit: float | None, out: Path) -> int:
    """Solve and verify what has no record yet; fail unless all curves are accepted."""
    os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
    results: dict[str, Any] = {"format": FORMAT}
    if out.exists():
        results = json.loads(out.read_text("utf-8"))
    records: dict[str, Any] = results.setdefault("records", {})
    for dragonfly in (*published(), *LARGER):
        name = short_name(dragonfly)
        if (only and only not in name) or name in records:
            continue
        records[name] = _measured(dragonfly, limit)
        out.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", "utf-8")
        click.echo(_line(name, records[name]))
    return 0 if all(record["verdict"] == record["status"] for record in records.values()) else 1


def _measured(dragonfly: Dragonfly, limit: float | None) -> dict[str, Any]:
    """Solve a curve in a child process, and add where that was and what it took."""
    context = multiprocessing.get_context("spawn")
    with context.Pool(1, die_with_parent, (os.getpid(),), maxtasksperchild=1) as pool:
        record, megabytes = pool.apply(_solved, (dragonfly, limit))
    command = ["python", "-m", "benchmarks.exact", "--only", short_name(dragonfly)]
    return {**asdict(record), "peak_megabytes": megabytes, "provenance": provenance(command)}


def _solved(dragonfly: Dragonfly, limit: float | None) -> tuple[CurveRecord, int]:
    record = solve_curve(dragonfly, limit)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # kilobytes, on Linux
    return record, peak // 1024


def _line(name: str, record: dict[str, Any]) -> str:
    return (
        f"{name:16} {len(record['segments'])} segments, {record['status']}, verifier: "
        f"{record['verdict']}, {record['solve_seconds']:.1f} s, verified in "
        f"{record['verify_seconds']:.1f} s, proof {record['certificate_bytes'] / 1e6:.2f} MB, "
        f"{record['peak_megabytes']} MB of memory"
    )


if __name__ == "__main__":
    sys.exit(main(standalone_mode=False))
