"""The service under load, beside the bare command, and with a second worker.

Run as `python -m benchmarks.service`, or `make bench`. Every figure is compared
within the same run: absolute times tell about the machine.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from statistics import geometric_mean
from typing import Any

import click
import httpx

from benchmarks.networks import published, short_name
from benchmarks.overhead import OverheadRecord, overhead, sweep_seconds
from benchmarks.polling import PollRecord, poll
from benchmarks.provenance import provenance
from service.cli.demo import running_service
from service.client import Client

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
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="Write the results.")
def main(only: str | None, seconds: float, out: Path | None) -> int:
    """Measure polling, overhead and speed-up, and print them."""
    os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
    told: dict[str, Any] = {"format": FORMAT, "provenance": provenance(sys.argv)}
    specs = list(_specs(only))
    with tempfile.TemporaryDirectory() as folder:
        told["polling"] = [asdict(each) for each in _polling(Path(folder), seconds)]
    with tempfile.TemporaryDirectory() as folder:
        told["overhead"] = [asdict(each) for each in _overhead(Path(folder), specs)]
    told["sweep"] = _speed_up(specs)
    target = out or (None if only else RESULTS)
    if target is not None:
        target.parent.mkdir(exist_ok=True)
        target.write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n", "utf-8")
        click.echo(f"written to {target}")
    return 0


def _specs(only: str | None) -> Iterator[str]:
    for each in published():
        if only is None or only in short_name(each):
            yield f"dragonfly:a={each.a},h={each.h},arrangement={each.arrangement}"


def _polling(folder: Path, seconds: float) -> list[PollRecord]:
    """Poll a job that is queued, so that the processor is the service's own."""
    click.echo(f"{'polling':<22} {'requests/s':>10} {'p50 ms':>8} {'p99 ms':>8} {'ratio':>6}")
    with running_service(folder, workers=0) as server, Client(server) as client:
        address = f"{server}{client.submit(HARD)['links']['self']}"
        tag = httpx.get(address).headers["ETag"]
        rounds = [(1, None), (CLIENTS, None), (CLIENTS, tag)]
        records = []
        for clients, sent in rounds:
            records.append(poll(address, clients=clients, seconds=seconds, tag=sent))
            click.echo(_poll_line(records[-1], records[0]))
    return records


def _poll_line(record: PollRecord, first: PollRecord) -> str:
    name = f"{record.clients} client{'s' * (record.clients > 1)}, {record.status}"
    return (
        f"{name:<22} {record.rate:>10.0f} {record.p50_ms:>8.1f} {record.p99_ms:>8.1f} "
        f"{record.rate / first.rate:>6.2f}"
    )


def _overhead(folder: Path, specs: Sequence[str]) -> list[OverheadRecord]:
    click.echo(f"\n{'curve':<40} {'command s':>10} {'service s':>10} {'ratio':>6}")
    records = []
    with running_service(folder) as server:
        overhead("complete:switches=4", server)  # both are warm from here on
        for spec in specs:
            record = overhead(spec, server)
            records.append(record)
            click.echo(
                f"{spec:<40} {record.command_seconds:>10.2f} {record.service_seconds:>10.2f} "
                f"{record.ratio:>6.2f}"
            )
    click.echo(f"{'geometric mean':<62} {geometric_mean(each.ratio for each in records):>6.2f}")
    return records


def _speed_up(specs: Sequence[str]) -> dict[str, float]:
    """Time the same sweep with one worker and with two, each on a fresh store."""
    times = []
    for workers in (1, 2):
        with tempfile.TemporaryDirectory() as folder:
            times.append(sweep_seconds(Path(folder), specs, workers))
    ratio = times[0] / times[1]
    click.echo(f"\nsweep of {len(specs)} curves: one worker {times[0]:.1f} s, ", nl=False)
    click.echo(f"two {times[1]:.1f} s, speed-up {ratio:.2f}")
    return {"curves": len(specs), "one": times[0], "two": times[1], "speed_up": ratio}


if __name__ == "__main__":
    sys.exit(main(standalone_mode=False))
