"""Graphs whose bisection bandwidth is known, proven, verified and held against the formula.

Run as `python -m benchmarks.known_graphs`, or `make bench-known`. A graph whose
record is there already is skipped, so that a run that was stopped goes on. Some
graphs are solved by several engines, which share nothing but the network: where
no formula is proven, they are each other's check.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import click

from alphacut.arrangements.formats.spec import FamilySpec, read
from alphacut.solver.bisection.answer import answer
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.certificate.codec import write
from alphacut.solver.bisection.outcome import Outcome, Progress
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.bisection.verify.certificate import check_certificate
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import Refused
from benchmarks.provenance import provenance

RESULTS = Path(__file__).parent / "results" / "known_graphs.json"
FORMAT = "alphacut-benchmark/1"
ALPHA = Alpha(1, 1)
LARGEST = 64  # switches of Hamming and De Bruijn graphs
AUTO = "auto"
RIVALS = ("sweep", "branch_and_bound", "ilp")
COMPARED = (
    "torus:sides=8x8",
    "torus:sides=9x9",
    "torus:sides=4x4x4",
    "hypercube:dimension=6",
    "hamming:sides=5x7",
    "hamming:sides=7x7",
    "hamming:sides=4x4x4",
    "de_bruijn:symbols=2,length=5",
    "de_bruijn:symbols=2,length=6",
    "de_bruijn:symbols=4,length=3",
    "cube_connected_cycles:dimension=4",
    "mesh:sides=12x12",
)


@dataclass(frozen=True, kw_only=True)
class GraphRecord:
    """One graph, solved by one engine at α = 1."""

    graph: str  # its spec in short
    switches: int
    engine: str  # as asked
    proven_by: str  # the engine that auto chose, or the same
    theorem: int | None  # what a formula gives
    value: int  # the best cut found
    bound: int  # proven
    proof: str | None  # "certificate", "solver", or nothing
    nodes: int  # of a tree, or states of a sweep
    solve_seconds: float  # search, proof and a first verification
    processor_seconds: float  # of these, on the processor: what a busy machine does not change
    verify_seconds: float | None  # of the certificate, once more, on the processor
    certificate_bytes: int

    @property
    def closed(self) -> bool:
        """Whether the bounds meet, at the theorem's value where there is one."""
        return self.value == self.bound and self.theorem in (None, self.value)


def named() -> Iterator[str]:
    """Yield the specs of graphs of every family, those of Hamming graphs a choice of them."""
    yield from ("torus:sides=8x8", "torus:sides=9x9", "torus:sides=4x4x4")
    yield from ("cube_connected_cycles:dimension=3", "cube_connected_cycles:dimension=4")
    yield from (f"de_bruijn:symbols=2,length={length}" for length in range(2, 7))
    yield from ("hamming:sides=3x3x3", "hamming:sides=3x3x4", "hamming:sides=4x4x4")
    yield from ("hamming:sides=5x7", "hamming:sides=7x7", "hamming:sides=8x8")
    yield from (f"hypercube:dimension={dimension}" for dimension in range(1, 9))
    yield from ("butterfly:dimension=4", "mesh:sides=12x12", "mesh:sides=16x16")


def all_small() -> Iterator[str]:
    """Yield the other De Bruijn and Hamming graphs, largest first."""
    for switches in range(LARGEST, 3, -1):
        for sides in _factors(switches, 2):
            if len(sides) > 1 and max(sides) > 2:
                yield f"hamming:sides={'x'.join(map(str, sides))}"
        for length in range(2, 6):
            symbols = round(switches ** (1 / length))
            if symbols > 2 and symbols**length == switches:
                yield f"de_bruijn:symbols={symbols},length={length}"


def _factors(number: int, least: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to write a number as a product of factors in rising order."""
    if number == 1:
        yield ()
    for factor in range(least, number + 1):
        if number % factor == 0:
            yield from ((factor, *rest) for rest in _factors(number // factor, factor))


def solve(graph: str, engine: str, seconds: float | None) -> GraphRecord:
    """Solve one graph, and check the certificate once more from its text."""
    spec = read(graph)
    network = spec.build()
    balance = Balance.of(network)
    nodes = 0

    def on_progress(news: Progress) -> bool:
        nonlocal nodes
        nodes = news.nodes
        return True

    question = PointProblem(
        network=network, balance=balance, alpha=ALPHA, engine=engine, seconds=seconds
    )
    began, busy = time.monotonic(), time.process_time()
    found = answer(question, on_progress)
    solved, used = time.monotonic(), time.process_time() - busy
    certificate = json.dumps(found.certificate and write(found.certificate))
    return GraphRecord(
        graph=graph,
        switches=network.switches,
        engine=engine,
        proven_by=found.report.engine,
        theorem=_theorem(spec),
        value=min(ALPHA.scaled(cut.line) for cut in found.cuts),
        bound=found.lower_bound,
        proof=found.proof,
        nodes=nodes,
        solve_seconds=round(solved - began, 2),
        processor_seconds=round(used, 2),
        verify_seconds=_verified(question, found, certificate),
        certificate_bytes=len(certificate) if found.certificate else 0,
    )


def _theorem(spec: FamilySpec) -> int | None:
    known = spec.known_bisection()
    return known.value if known else None


def _verified(question: PointProblem, found: Outcome, certificate: str) -> float | None:
    """Check a certificate, alone; return how long it took."""
    if found.certificate is None:
        return None
    began = time.process_time()
    check_certificate(
        json.loads(certificate),
        network=question.network,
        balance=question.balance,
        alpha=ALPHA,
        target=found.lower_bound,
        established=_nothing,
    )
    return round(time.process_time() - began, 2)


def _nothing(alpha: Alpha) -> int:
    """Establish nothing at other α: these proofs stand alone."""
    raise Refused(f"nothing is known at α = {alpha}")


@click.command
@click.option("--only", metavar="NAME", help="Only graphs whose spec holds this.")
@click.option("--limit", type=click.FloatRange(min=1), default=300.0, help="Seconds for each.")
@click.option(
    "--out", type=click.Path(path_type=Path), default=RESULTS, show_default=True, metavar="FILE"
)
def main(only: str | None, limit: float, out: Path) -> int:
    """Solve what has no record yet; fail unless auto proves all, with certificates."""
    os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
    results: dict[str, Any] = {"format": FORMAT}
    if out.exists():
        results = json.loads(out.read_text("utf-8"))
    results.setdefault("provenance", []).append(provenance(_command(only, limit)))
    records: dict[str, Any] = results.setdefault("records", {})
    for graph, engine in _tasks():
        name = f"{graph} {engine}"
        if (only and only not in graph) or name in records:
            continue
        record = solve(graph, engine, limit)
        records[name] = {**asdict(record), "load": round(os.getloadavg()[0], 1)}
        out.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", "utf-8")
        click.echo(_line(record))
    return 0 if all(_proven(record) for record in records.values()) else 1


def _tasks() -> Iterator[tuple[str, str]]:
    yield from ((graph, AUTO) for graph in named())
    yield from ((graph, engine) for graph in COMPARED for engine in RIVALS)
    yield from ((graph, AUTO) for graph in all_small())


def _command(only: str | None, limit: float) -> list[str]:
    command = ["python", "-m", "benchmarks.known_graphs", "--limit", f"{limit:g}"]
    return [*command, "--only", only] if only else command


def _proven(record: dict[str, Any]) -> bool:
    """Tell whether auto closed a graph; what other engines leave open is no failure."""
    found = GraphRecord(**{name: value for name, value in record.items() if name != "load"})
    return found.engine != AUTO or (found.closed and found.proof == "certificate")


def _line(record: GraphRecord) -> str:
    theorem = "" if record.theorem is None else f", theorem {record.theorem}"
    verified = "" if record.verify_seconds is None else f", verified in {record.verify_seconds} s"
    return (
        f"{record.graph:36} {record.engine:17} [{record.bound}, {record.value}]{theorem}, by "
        f"{record.proven_by} ({record.proof}), {record.nodes} nodes, {record.solve_seconds} s"
        f" ({record.processor_seconds} s busy)"
        f"{verified}, {record.certificate_bytes} bytes"
    )


if __name__ == "__main__":
    sys.exit(main(standalone_mode=False))
