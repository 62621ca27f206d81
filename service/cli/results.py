"""Running one or several inquiries and handing out their documents and words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from alphacut.arrangements.formats.spec import FamilySpec, build_any, complete
from alphacut.arrangements.network import Network
from alphacut.jobs.execution.fork_client import warm_from_here
from alphacut.service.cli import terminal
from alphacut.service.cli.exits import FAILED, code_of
from alphacut.service.cli.files import document_line, document_text, unused, write_file
from alphacut.service.cli.progress import ProgressLine
from alphacut.service.cli.solving import Solved, solve
from alphacut.service.cli.stopping import Stop
from alphacut.service.render.units import Units
from alphacut.service.text.estimate import estimate_words
from alphacut.service.text.names import file_stem, network_name
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.curve import Limits
from alphacut.solver.bisection.outcome import Outcome
from alphacut.solver.bisection.partition import read_partition, sized_for
from alphacut.solver.bisection.sizes import sized, with_sizes
from alphacut.solver.bisection.variants import Variant, Work, work_on
from alphacut.solver.common.alpha import Alpha

if TYPE_CHECKING:
    from alphacut.service.cli.resuming import Earlier

Describe = Callable[[Mapping[str, Any], Network, Units | None], list[str]]


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What is asked of every network of one command."""

    kind: Variant
    low: Alpha
    high: Alpha
    balance: str | None  # None: what the network's file says
    engine: str
    seconds: float | None  # for each network; None: no limit
    gap: Fraction
    units: Units | None
    quiet: bool
    describe: Describe  # the result in words
    processes: int = 1
    sizes: str | None = None  # of both sides, such as 400:600; None: halves
    imbalance: str | None = None  # that the sides may have, such as 3%
    earlier: tuple[Outcome, ...] = ()  # what another run has found and proven
    kept: Earlier | None = None  # the run whose sizes and partition are kept

    def work(self, spec: FamilySpec) -> Work:
        """Build the network of a spec, and what is asked about it."""
        network = build_any(spec)
        balance = Balance.of(network, self.balance or spec.balance)
        if self.kept is not None and self.kept.sizes is not None:
            return self._work(spec, network, with_sizes(balance, self.kept.sizes), self.kept.side)
        balance = sized(network, balance, self.sizes, self.imbalance)
        return self._work(spec, network, balance, self.kept.side if self.kept else ())

    def work_on_partition(self, spec: FamilySpec, path: Path) -> Work:
        """Build the network of a spec, and ask how good a partition of it in a file is."""
        network = build_any(spec)
        side = read_partition(path, network.switches)
        balance = Balance.of(network, self.balance or spec.balance)
        balance = sized_for(network, balance, side, self.imbalance)
        return self._work(spec, network, balance, side)

    def _work(
        self, spec: FamilySpec, network: Network, balance: Balance, side: Sequence[int] = ()
    ) -> Work:
        return work_on(
            complete(spec),
            network,
            balance,
            Limits(seconds=self.seconds, gap=self.gap),
            low=self.low,
            high=self.high,
            engine=self.engine,
            side=side,
        )


def targets(specs: Sequence[FamilySpec], out: Path | None) -> list[Path | None]:
    """Return the file of each document: one file, or one in a directory for each spec."""
    if out is None:
        return [None] * len(specs)
    if len(specs) == 1:
        return [out]
    return list(unused(out / f"{file_stem(complete(spec))}.json" for spec in specs))


def run_all(
    wanted: Wanted, works: Sequence[Work], files: Sequence[Path | None]
) -> Iterator[tuple[dict[str, Any], int]]:
    """Answer one after the other; yield each document, when it is written, with its exit code.

    After Ctrl-C the one that was being worked on is written with what is
    proven, and those after it are left out.
    """
    warm_from_here()
    with Stop() as stop:
        for work, file in zip(works, files, strict=True):
            if stop.asked:
                say(wanted, f"{_name(work)}: not started")
                continue
            solved = _run(wanted, work, stop)
            _write(solved, file, alone=len(works) == 1)
            _tell(wanted, work, solved, file)
            yield solved.document, FAILED if solved.failure else code_of(solved.document["status"])


def say(wanted: Wanted, line: str) -> None:
    """Write a line for people, unless they want none."""
    if not wanted.quiet:
        terminal.say(line)


def _run(wanted: Wanted, work: Work, stop: Stop) -> Solved:
    if not wanted.quiet:
        told = estimate_words(
            work.network,
            family=work.topology["family"],
            alpha=wanted.low if wanted.low == wanted.high else None,
            seconds=wanted.seconds,
            gap=wanted.gap,
            balance=work.balance,
        )
        say(wanted, f"{_name(work)}: {told}")
    with ProgressLine(_name(work), quiet=wanted.quiet) as line:
        return solve(wanted.kind, work, line, stop, wanted.processes, wanted.earlier)


def _write(solved: Solved, file: Path | None, *, alone: bool) -> None:
    if file is not None:
        write_file(file, document_text(solved.document))
    else:
        write = document_text if alone else document_line
        click.echo(write(solved.document), nl=False)


def _tell(wanted: Wanted, work: Work, solved: Solved, file: Path | None) -> None:
    for line in wanted.describe(solved.document, work.network, wanted.units):
        say(wanted, line)
    if file is not None:
        say(wanted, f"  written to {file}")
    if solved.failure:
        terminal.say(f"alphacut: {solved.failure}; what was proven before is kept")


def _name(work: Work) -> str:
    return network_name(work.topology)
