"""Run as `python -m benchmarks.peers --biqbin PROGRAM`; without a program, ours alone.

Both run one after the other on one core, and each proof of ours is verified. The start of the
command, measured on a torus of four switches, is told beside.
"""

from __future__ import annotations

import sys
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
from benchmarks.peers import biqbin, ours
from benchmarks.peers.networks import ENTRIES, Entry
from benchmarks.peers.page import RESULTS, row, write_page
from benchmarks.peers.record import Result
from benchmarks.provenance import provenance

FORMAT = "alphacut-benchmark-peers/1"
RING = Network(switches=4, links=tuple(Link(u, (u + 1) % 4, "local") for u in range(4)))


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
    """Measure both, and print a row for each network; fail where a proof is not accepted."""
    named = [] if program is None else ["--biqbin", program.name]
    about = provenance(["python", "-m", "benchmarks.peers", *named, "--seconds", str(seconds)])
    done = Measurements(out, format=FORMAT, about={**about, "limit": seconds})
    start = Result(**done.once("start", "ring", lambda: _ours(RING, Alpha(1, 1), seconds)))
    click.echo(f"the start of our command: {start.processor} s of processor time")
    refused = []
    for entry in ENTRIES:
        if only not in entry.name:
            continue
        network = entry.build()
        mine = Result(
            **done.once("ours", entry.name, partial(_ours, network, entry.alpha, seconds))
        )
        theirs = None
        if program is not None:
            asked = partial(_theirs, program, entry, network, seconds)
            theirs = Result(**done.once("biqbin", entry.name, asked))
        click.echo(row(entry.name, network.switches, theirs, mine, start.processor))
        refused += [] if mine.verified else [entry.name]
    if not only:
        done.finish()
        if program is not None and out == RESULTS:
            write_page()
    return 1 if refused else 0


def _ours(network: Network, alpha: Alpha, seconds: int) -> dict[str, Any]:
    return asdict(ours.solve(network, alpha, seconds))


def _theirs(program: Path, entry: Entry, network: Network, seconds: int) -> dict[str, Any]:
    cut = search_at(network, Balance.of(network), entry.alpha)
    known = entry.alpha.scaled(cut.line)
    return asdict(biqbin.solve(program, network, entry.alpha, known, seconds))


if __name__ == "__main__":
    sys.exit(main(standalone_mode=False))
