"""What recorded runs took, by the size of the network: what `solver.bisection.effort` is fitted on.

Run as `python -m benchmarks.effort`: for each size of its tables, how many runs there are, how
many ended exact, and the seconds that one of ten, half, and nine of ten took.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from alphacut.solver.bisection.effort import CURVES, POINTS, Size

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "benchmarks" / "results"


@dataclass(frozen=True, kw_only=True)
class Run:
    """A recorded run."""

    switches: int
    seconds: float
    exact: bool


def curves() -> Iterator[Run]:
    """Yield the recorded runs of whole curves."""
    for file in sorted((ROOT / "docs" / "atlas" / "records").glob("*.json")):
        yield _run(_read(file))
    yield from map(_run, _read(RESULTS / "families.json")["records"])
    for name, record in _read(RESULTS / "exact.json")["records"].items():
        if not name.endswith(" at 1"):
            yield _run(record)


def points() -> Iterator[Run]:
    """Yield the recorded runs of single points by `auto`."""
    for name, record in _read(RESULTS / "exact.json")["records"].items():
        if name.endswith(" at 1"):
            yield _run(record)
    for record in _read(RESULTS / "known_graphs.json")["records"].values():
        if record["engine"] == "auto":
            yield _run({**record, "status": "exact" if record["proof"] else "bounded"})


def of_size(runs: list[Run], sizes: tuple[Size, ...], place: int) -> list[Run]:
    """Return the runs that belong to one size, the quickest first."""
    least = sizes[place - 1].core if place else 0
    found = [each for each in runs if least < each.switches <= sizes[place].core]
    return sorted(found, key=lambda run: run.seconds)


def _run(record: dict[str, Any]) -> Run:
    seconds = record["seconds"] if "seconds" in record else record["solve_seconds"]
    return Run(switches=record["switches"], seconds=seconds, exact=record["status"] == "exact")


def _read(file: Path) -> Any:
    return json.loads(file.read_text(encoding="utf-8"))


@click.command
def main() -> None:
    """Print the sizes."""
    for name, runs, sizes in (("curves", [*curves()], CURVES), ("points", [*points()], POINTS)):
        for place, each in enumerate(sizes):
            found = of_size(runs, sizes, place)
            exact = sum(run.exact for run in found)
            seconds = [found[int(share * (len(found) - 1))].seconds for share in (0.1, 0.5, 0.9)]
            told = ", ".join(f"{one:g}" for one in seconds)
            click.echo(f"{name} up to {each.core}: {len(found)} runs, {exact} exact, {told} s")


if __name__ == "__main__":
    main()
