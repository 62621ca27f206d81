"""What is proven of narrow and of large sparse networks, without a partitioner.

Run as `python -m benchmarks.narrow`; `--only TEXT` takes those with the text in their names. Each
network is solved at α = 1 in a process of its own, from half of each narrow order, and
its certificate checked once more. Times are of the processor, also that which a network may
take: a busy machine changes little. What was measured before a run was stopped is kept.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import click

from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.orders.linear import linear_orders
from alphacut.solver.bisection.certificate.codec import write
from alphacut.solver.bisection.engines.catalogue import engine
from alphacut.solver.bisection.heuristics.starts import filled
from alphacut.solver.bisection.outcome import Budget, ignore
from alphacut.solver.bisection.problem import Cut, PointProblem
from alphacut.solver.bisection.verify.certificate import check_certificate
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import Refused
from benchmarks.measurements import Measurements
from benchmarks.narrow_networks import NETWORKS, network
from benchmarks.provenance import provenance, this_command

RESULTS = Path(__file__).parent / "results" / "narrow.json"
FORMAT = "alphacut-benchmark-narrow/1"
ALPHA = Alpha(1, 1)
SECONDS = 300.0  # of the processor, for one network


def nothing_known(alpha: Alpha) -> int:
    """Tell that nothing is known of another α."""
    raise Refused(f"nothing is known of α = {alpha}")


def solve(name: str, seconds: float) -> dict[str, Any]:
    """Solve one network in this process."""
    built = network(name)
    balance = Balance.of(built)
    halves = (filled(order, balance) for order in linear_orders(built, ALPHA))
    cuts = tuple(Cut.of(built, side) for side in halves)
    problem = PointProblem(network=built, balance=balance, alpha=ALPHA, cuts=cuts)
    began = time.process_time()
    with patch("time.monotonic", time.process_time):
        found = engine("auto").solve(problem, Budget(seconds=seconds), ignore)
    solved = time.process_time()
    if found.certificate is not None:
        check_certificate(
            found.certificate,
            network=built,
            balance=balance,
            alpha=ALPHA,
            target=found.certified_bound,
            established=nothing_known,
        )
    assert found.incumbent is not None
    value = ALPHA.scaled(found.incumbent.line)
    return {
        "switches": built.switches,
        "links": len(built.links),
        "known": NETWORKS[name][1],
        "value": value,
        "bound": found.certified_bound,
        "status": "exact" if found.certified_bound == value else "bounded",
        "engine": found.report.engine,
        "solve_seconds": round(solved - began, 2),
        "verify_seconds": round(time.process_time() - solved, 2),
        "certificate_bytes": len(json.dumps(found.certificate and write(found.certificate))),
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10,
    }


def apart(name: str, seconds: float) -> dict[str, Any]:
    """Solve one network in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.narrow", "--one", name, "--seconds", str(seconds)]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    read: dict[str, Any] = json.loads(text)
    return read


@click.command()
@click.option("--one", hidden=True, help="Solve this network here, and print its record.")
@click.option("--only", default="", help="Take the networks with this text in their names.")
@click.option("--seconds", default=SECONDS, help="Of the processor, for one network.")
@click.option("--out", type=click.Path(path_type=Path), default=RESULTS, help="File of results.")
def main(one: str | None, only: str, seconds: float, out: Path) -> None:
    """Solve all networks, and print a table."""
    if one is not None:
        click.echo(json.dumps(solve(one, seconds)))
        return
    done = Measurements(out, format=FORMAT, about=provenance(this_command("narrow")))
    for name in NETWORKS:
        if only in name:
            record = done.once("networks", name, partial(apart, name, seconds))
            click.echo(row(name, record))
    if not only:
        done.finish()


def row(name: str, record: dict[str, Any]) -> str:
    """Write a line of the table."""
    between = f"{record['bound']}..{record['value']}"
    value = str(record["value"]) if record["status"] == "exact" else between
    solve, verify = record["solve_seconds"], record["verify_seconds"]
    return (
        f"| {name} | {value} | {record['status']} | {record['engine']} | {solve} s | {verify} s "
        f"| {record['megabytes']} MB |"
    )


if __name__ == "__main__":
    main()
