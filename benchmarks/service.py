"""The service under load, beside the bare command, and with a second worker.

Run as `python -m benchmarks.service`, or `make bench-service`. Every figure is compared
within the same run: absolute times tell about the machine. What was measured is kept, so
that a run that was stopped goes on.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from statistics import geometric_mean
from typing import Any

import click
import httpx

from alphacut.service.cli.demo import running_service
from alphacut.service.client import Client
from benchmarks.measurements import Measurements
from benchmarks.networks import published, short_name
from benchmarks.overhead import overhead, sweep_seconds
from benchmarks.polling import poll
from benchmarks.provenance import provenance, this_command

FORMAT = "alphacut-service-benchmark/1"
RESULTS = Path(__file__).parent / "results" / "service.json"
CLIENTS = 100
HARD = {  # its proof takes longer than any polling here
    "kind": "bisection-curve",
    "topology": {"family": "dragonfly", "a": 8, "h": 4, "arrangement": "relative"},
}


@click.command
@click.option("--only", metavar="NAME", help="Only curves whose name (p42-relative, …) holds this.")
@click.option("--seconds", default=5.0, show_default=True, help="Time of each round of polling.")
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE",
    help=f"Where results are written; a run of all curves writes {RESULTS.name} by default.",
)  # fmt: skip
def main(only: str | None, seconds: float, out: Path | None) -> int:
    """Measure polling, overhead and speed-up, and print them; go on where a run was stopped."""
    os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
    target = out or (None if only else RESULTS)
    done = Measurements(target, format=FORMAT, about=provenance(this_command("service")))
    specs = dict(_specs(only))
    _polling(done, seconds)
    _overhead(done, specs)
    _speed_up(done, list(specs.values()))
    done.finish()
    if target is not None:
        click.echo(f"written to {target}")
    if target == RESULTS:
        click.echo("python -m benchmarks.readme_table writes them into the documents")
    return 0


def _specs(only: str | None) -> Iterator[tuple[str, str]]:
    for each in published():
        name = short_name(each)
        if only is None or only in name:
            yield name, f"dragonfly:a={each.a},h={each.h},arrangement={each.arrangement}"


def _polling(done: Measurements, seconds: float) -> None:
    """Poll a job that is queued, so that the processor is the service's own."""
    click.echo(f"{'polling':<22} {'requests/s':>10} {'p50 ms':>8} {'p99 ms':>8} {'ratio':>6}")
    rounds = done.once("polling", "rounds", lambda: _rounds(seconds))
    for each in rounds:
        name = f"{each['clients']} client{'s' * (each['clients'] > 1)}, {each['status']}"
        click.echo(
            f"{name:<22} {each['rate']:>10.0f} {each['p50_ms']:>8.1f} {each['p99_ms']:>8.1f} "
            f"{each['rate'] / rounds[0]['rate']:>6.2f}"
        )


def _rounds(seconds: float) -> list[dict[str, Any]]:
    """Poll as one client, as many, and as many who know the answer; in one run, to be compared."""
    with (
        tempfile.TemporaryDirectory() as folder,
        running_service(Path(folder), workers=0) as server,
        Client(server) as client,
    ):
        address = f"{server}{client.submit(HARD)['links']['self']}"
        tag = httpx.get(address).headers["ETag"]
        records = [
            poll(address, clients=clients, seconds=seconds, tag=sent)
            for clients, sent in ((1, None), (CLIENTS, None), (CLIENTS, tag))
        ]
    return [{**asdict(each), "rate": each.rate} for each in records]


def _overhead(done: Measurements, specs: Mapping[str, str]) -> None:
    """Compute each curve both ways in turn, with a service that is warm."""
    click.echo(f"\n{'curve':<40} {'command s':>10} {'service s':>10} {'ratio':>6}")
    ratios = []
    with tempfile.TemporaryDirectory() as folder, running_service(Path(folder)) as server:
        overhead("complete:switches=4", server)
        for name, spec in specs.items():
            record = done.once("overhead", name, lambda s=spec: _measured(s, server))  # type: ignore[misc]
            ratios.append(record["ratio"])
            click.echo(
                f"{name:<40} {record['command_seconds']:>10.2f} "
                f"{record['service_seconds']:>10.2f} {record['ratio']:>6.2f}"
            )
    click.echo(f"{'geometric mean':<62} {geometric_mean(ratios):>6.2f}")


def _measured(spec: str, server: str) -> dict[str, Any]:
    record = overhead(spec, server)
    return {**asdict(record), "ratio": record.ratio}


def _speed_up(done: Measurements, specs: Sequence[str]) -> None:
    """Time the same sweep with one worker and with two, each on a fresh store."""
    found = done.once("sweep", "workers", lambda: _sweeps(specs))
    click.echo(f"\nsweep of {found['curves']} curves: one worker {found['one']:.1f} s, ", nl=False)
    click.echo(f"two {found['two']:.1f} s, speed-up {found['speed_up']:.2f}")


def _sweeps(specs: Sequence[str]) -> dict[str, float]:
    times = []
    for workers in (1, 2):
        with tempfile.TemporaryDirectory() as folder:
            times.append(sweep_seconds(Path(folder), specs, workers))
    return {
        "curves": len(specs), "one": times[0], "two": times[1], "speed_up": times[0] / times[1],
    }  # fmt: skip


if __name__ == "__main__":
    sys.exit(main(standalone_mode=False))
