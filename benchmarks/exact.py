"""Curves of sizes that nobody has published, proven, verified and kept.

Run as `python -m benchmarks.exact`, or `make bench-exact`. Every curve runs in a
process of its own, whose memory is measured; a curve whose record is there
already is skipped, so that a run that was stopped goes on.
"""

from __future__ import annotations

import concurrent.futures
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
from solver.bisection.envelope import Envelope

RESULTS = Path(__file__).parent / "results" / "exact.json"
FORMAT = "alphacut-benchmark/1"
WHO = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
LARGER = (
    Dragonfly(a=6, h=3, arrangement="relative"),
    Dragonfly(a=6, h=3, arrangement="helix"),
)


@click.command
@click.option("--only", metavar="NAME", help="Only curves whose name (p63-relative, …) holds this.")
@click.option(
    "--processes",
    type=click.IntRange(min=1),
    default=2,
    show_default=True,
    metavar="N",
    help="Points and claims that are worked on at the same time.",
)
@click.option("--limit", type=click.FloatRange(min=1), help="Seconds for each curve.")
@click.option(
    "--out", type=click.Path(path_type=Path), default=RESULTS, show_default=True, metavar="FILE"
)
def main(only: str | None, processes: int, limit: float | None, out: Path) -> int:
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
        records[name] = _measured(dragonfly, limit, processes)
        out.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", "utf-8")
        click.echo(_line(name, records[name]))
    return 0 if all(record["verdict"] == record["status"] for record in records.values()) else 1


def _measured(dragonfly: Dragonfly, limit: float | None, processes: int) -> dict[str, Any]:
    """Solve a curve in a child process, and add where that was and what it took."""
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(
        1, mp_context=context, initializer=die_with_parent, initargs=(os.getpid(),)
    ) as pool:
        record, megabytes = pool.submit(_solved, dragonfly, limit, processes).result()
    command = ["python", "-m", "benchmarks.exact", "--only", short_name(dragonfly)]
    command += ["--processes", str(processes)]
    return {**asdict(record), "peak_megabytes": megabytes, "provenance": provenance(command)}


def _solved(dragonfly: Dragonfly, limit: float | None, processes: int) -> tuple[CurveRecord, int]:
    """Return a record, and the memory in MB of the largest process that took part."""
    record = solve_curve(dragonfly, limit, processes=processes, watch=_tell)
    peaks = [resource.getrusage(who).ru_maxrss for who in WHO]  # kilobytes, on Linux
    return record, max(peaks) // 1024


def _tell(envelope: Envelope, seconds: float) -> None:
    """Write where a curve stands, on standard error."""
    solved = len(envelope.needed) - len(envelope.open) if envelope.cuts else 0
    click.echo(
        f"  {seconds:7.1f} s: {solved} of {len(envelope.needed)} points closed, "
        f"{len(envelope.claims)} claims about intercepts, gap {float(envelope.gap):.4f}",
        err=True,
    )


def _line(name: str, record: dict[str, Any]) -> str:
    return (
        f"{name:16} {len(record['segments'])} segments, {record['status']}, verifier: "
        f"{record['verdict']}, {record['solve_seconds']:.1f} s, verified in "
        f"{record['verify_seconds']:.1f} s, proof {record['certificate_bytes'] / 1e6:.2f} MB, "
        f"{record['peak_megabytes']} MB of memory"
    )


if __name__ == "__main__":
    sys.exit(main(standalone_mode=False))
