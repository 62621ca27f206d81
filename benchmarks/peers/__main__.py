"""Run as `python -m benchmarks.peers --biqbin PROGRAM`; without a program, all but BiqBin.

All run one after the other on one core, and each proof of ours is verified. The start of every
solver is measured on a ring of four switches, and told beside.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import click

from alphacut.arrangements.network import Link, Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.heuristics.search import search_at
from alphacut.solver.common.alpha import Alpha
from benchmarks.measurements import Measurements
from benchmarks.peers import biqbin, ours, plain
from benchmarks.peers.networks import ENTRIES, Entry
from benchmarks.peers.page import OURS, RESULTS, START, row, write_page
from benchmarks.peers.record import Result
from benchmarks.provenance import provenance

FORMAT = "alphacut-benchmark-peers/2"
RING = Entry(
    name=START,
    build=lambda: Network(switches=4, links=tuple(Link(u, (u + 1) % 4, "local") for u in range(4))),
)


Solve = Callable[[Network, Alpha], Result]


@click.command
@click.option(
    "--biqbin",
    "program",
    type=click.Path(path_type=Path, exists=True),
    metavar="FILE",
    help="Serial BiqBin, built by whoever runs this.",
)
@click.option("--only", default="", metavar="TEXT", help="Networks with this in their names.")
@click.option(
    "--seconds",
    type=click.IntRange(min=1),
    default=60,
    show_default=True,
    metavar="S",
    help="Wall time for each.",
)
@click.option("--out", type=click.Path(path_type=Path), default=RESULTS, help="File of results.")
def main(program: Path | None, only: str, seconds: int, out: Path) -> int:  # fmt: skip
    """Measure all, and print a row for each network; fail where a proof is not accepted."""
    named = [] if program is None else ["--biqbin", program.name]
    about = provenance(["python", "-m", "benchmarks.peers", *named, "--seconds", str(seconds)])
    done = Measurements(out, format=FORMAT, about={**about, "limit": seconds})
    solvers = _solvers(program, seconds)
    starts: dict[str, float] = {}
    refused = []
    for entry in (RING, *(each for each in ENTRIES if only in each.name)):
        network = entry.build()
        found = {
            name: Result(**done.once(name, entry.name, partial(_told, solve, entry, network)))
            for name, solve in solvers.items()
        }
        if entry is RING:
            starts = {name: each.processor for name, each in found.items()}
            click.echo(f"processor time of each start: {starts}")
        else:
            click.echo(row(entry.name, network.switches, found, starts))
        refused += [] if found[OURS].verified else [entry.name]
    if not only:
        done.finish()
        if program is not None and out == RESULTS:
            write_page()
    return 1 if refused else 0


def _solvers(program: Path | None, seconds: int) -> dict[str, Solve]:
    """Return how each of them is run, by its name; BiqBin only if its program is known."""
    general = {name: partial(_plain, name, seconds) for name in plain.NAMES}
    least = {} if program is None else {"BiqBin": partial(_biqbin, program, seconds)}
    return {**least, **general, OURS: partial(_ours, seconds)}


def _told(solve: Solve, entry: Entry, network: Network) -> dict[str, Any]:
    return asdict(solve(network, entry.alpha))


def _ours(seconds: int, network: Network, alpha: Alpha) -> Result:
    return ours.solve(network, alpha, seconds)


def _plain(solver: str, seconds: int, network: Network, alpha: Alpha) -> Result:
    return plain.solve(solver, network, alpha, seconds)


def _biqbin(program: Path, seconds: int, network: Network, alpha: Alpha) -> Result:
    """Begin with the bisection that our search finds."""
    cut = search_at(network, Balance.of(network), alpha)
    return biqbin.solve(program, network, alpha, alpha.scaled(cut.line), seconds)


if __name__ == "__main__":
    sys.exit(main(standalone_mode=False))
