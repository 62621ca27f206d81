"""The 19 published curves, proven and verified, and one point by several solvers.

Run as `python -m benchmarks.published_curves`, or `make bench`.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import as_completed
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

import click

from alphacut.service.cli.workers import workers
from benchmarks.comparison import PointRecord, compete, contenders
from benchmarks.curves import CurveRecord, solve_curve
from benchmarks.networks import hardest_first, published, short_name
from benchmarks.provenance import provenance, this_command
from benchmarks.words import CURVE_HEAD, POINT_HEAD, curve_line, point_line, ratio

RESULTS = Path(__file__).parent / "results" / "published_curves.json"
FORMAT = "alphacut-benchmark/1"
PROCESSES = 2

Task = TypeVar("Task")
Record = TypeVar("Record")


@click.command
@click.option("--curves-only", is_flag=True, help="Leave out the comparison at α = 1.")
@click.option("--only", metavar="NAME", help="Only curves whose name (p42-relative, …) holds this.")
@click.option(
    "--limit",
    type=click.FloatRange(min=1),
    default=120.0,
    show_default=True,
    metavar="S",
    help="Seconds for each solver of the comparison.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help=f"Where results are written; a whole run writes {RESULTS.name} by default.",
)
def main(curves_only: bool, only: str | None, limit: float, out: Path | None) -> int:
    """Solve, verify, compare and print; fail unless all curves are exact and accepted."""
    os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
    origin = provenance(this_command("published_curves"))
    results: dict[str, Any] = {"format": FORMAT, "provenance": origin}
    curves, seconds = _curves(only)
    results["curves"] = {"seconds": seconds, "records": [asdict(record) for record in curves]}
    points = [] if curves_only else _points(limit)
    results["comparison"] = {"limit": limit, "records": [_written(p, points) for p in points]}
    target = out or (None if only or curves_only else RESULTS)
    if target is not None:
        target.write_text(json.dumps(results, ensure_ascii=False, indent=1) + "\n", "utf-8")
        click.echo(f"written to {target}")
    if target == RESULTS:
        click.echo("python -m benchmarks.readme_table writes them into docs/results.md")
    return 0 if curves and _all_proven(curves, points) else 1


def _curves(only: str | None) -> tuple[list[CurveRecord], float]:
    """Solve the curves side by side; return them in the paper's order, and the wall time."""
    networks = [each for each in published() if only is None or only in short_name(each)]
    click.echo(CURVE_HEAD)
    began = time.monotonic()
    found = {}
    tasks = hardest_first(networks)
    for task, record in _side_by_side(solve_curve, tasks, PROCESSES):
        click.echo(curve_line(record))
        found[short_name(task)] = record
    seconds = round(time.monotonic() - began, 1)
    proven = sum(record.accepted for record in found.values())
    click.echo(f"{proven} of {len(networks)} curves exact and accepted, {seconds} s in all")
    return [found[short_name(each)] for each in networks], seconds


def _points(limit: float) -> list[PointRecord]:
    """Run the contenders one after the other, each in a process of its own."""
    click.echo(f"\nB(1), at most {limit:g} s each\n{POINT_HEAD}")
    records: list[PointRecord] = []
    for contender in contenders():
        for _, record in _side_by_side(_Limited(limit), [contender], 1):
            records.append(record)
            click.echo(point_line(record, records))
    return records


class _Limited:
    """`compete` with its time limit, in a form that can be sent to another process."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def __call__(self, contender: Any) -> PointRecord:
        return compete(contender, self._seconds)


def _side_by_side(
    work: Callable[[Task], Record], tasks: Sequence[Task], processes: int
) -> Iterator[tuple[Task, Record]]:
    """Do tasks in fresh processes; yield each with its record as it ends."""
    with workers(processes) as pool:
        futures = {pool.submit(work, task): task for task in tasks}
        for future in as_completed(futures):
            yield futures[future], future.result()


def _written(record: PointRecord, records: Sequence[PointRecord]) -> dict[str, Any]:
    times = ratio(record, records)
    return {
        **asdict(record),
        "gap": round(record.gap, 6),
        "ratio": None if times is None else round(times, 2),
    }


def _all_proven(curves: Sequence[CurveRecord], points: Sequence[PointRecord]) -> bool:
    ours = [record for record in points if not record.plain]
    return all(record.accepted for record in curves) and all(record.proof for record in ours)


if __name__ == "__main__":
    sys.exit(main(standalone_mode=False))
