"""Answering one entry, in as many runs as it takes."""

from __future__ import annotations

import time
from datetime import UTC, datetime

import click

from alphacut.jobs.curve_driver import Tracing
from alphacut.jobs.execution import LocalExecution
from alphacut.jobs.local_driver import LocalDriver
from alphacut.jobs.progress import Snapshot
from alphacut.jobs.provenance import provenance
from alphacut.jobs.shared_results import network_key
from alphacut.jobs.stored_envelope import resumed
from alphacut.solver.bisection.document import Document
from alphacut.solver.bisection.envelope import Envelope
from alphacut.solver.bisection.outcome import Outcome
from alphacut.solver.bisection.variants import Work
from benchmarks.exact.ends_first import EndsFirst
from benchmarks.exact.entries import Entry
from benchmarks.exact.unfinished import Unfinished
from benchmarks.meter import Meter, Spent

NOTED = 2.0  # seconds after which it is written down again what a run has spent


def key_of(work: Work) -> str:
    """Name a network and a range: answers about the one are of no use for another."""
    problem = work.problem
    return f"{network_key(problem.network, problem.balance)} {problem.low} {problem.high}"


class _Host(LocalDriver):
    """Keeps every answer, writes it down, and counts the time of all runs."""

    def __init__(self, unfinished: Unfinished) -> None:
        super().__init__(self._shown, lambda: False)
        self._unfinished = unfinished
        self._meter = Meter()
        self._noted = time.monotonic()
        self._last: Envelope | None = None

    @property
    def seconds(self) -> float:
        """Wall time spent by all runs."""
        return self._unfinished.earlier.wall + super().seconds

    def keep(self, answer: Outcome, *, found_here: bool = True) -> None:
        """Write an answer down."""
        super().keep(answer, found_here=found_here)
        self._unfinished.keep(answer)
        self.note()

    def note(self) -> Spent:
        """Write down what this run has spent; return what all have."""
        spent = self._meter.read()
        self._unfinished.spend(spent)
        self._noted = time.monotonic()
        return self._unfinished.earlier.plus(spent)

    def _shown(self, snapshot: Snapshot) -> None:
        if snapshot.envelope is not self._last:
            self._last = snapshot.envelope
            _tell(snapshot.envelope, self.note())
        elif time.monotonic() - self._noted > NOTED:
            self.note()


def traced(
    entry: Entry, work: Work, unfinished: Unfinished, processes: int
) -> tuple[Document, Spent]:
    """Go on with an entry to its end.

    Returns
    -------
    document, spent
        The second by all runs together.

    Raises
    ------
    ExecutionError
        If a question cannot be answered; what was answered before is kept.
    """
    started = datetime.now(UTC)
    host = _Host(unfinished)
    schedule = EndsFirst(problem=work.problem, limits=work.limits, slots=processes)
    with LocalExecution(processes=processes) as execution:
        known = resumed(work.problem, unfinished.answers)
        tracing = Tracing(schedule, host, execution, envelope=known)
        tracing.run()
    spent = host.note()
    origin = provenance(tracing.envelope, started=started, seconds=spent.wall)
    return entry.kind.document(work, tracing.envelope, origin), spent


def _tell(envelope: Envelope, spent: Spent) -> None:
    """Write where a curve stands, on standard error."""
    closed = len(envelope.needed) - len(envelope.open) if envelope.cuts else 0
    click.echo(
        f"  {spent.wall:7.1f} s: {closed} of {len(envelope.needed)} points closed, "
        f"{len(envelope.certified_lemmas)} claims about intercepts, gap {float(envelope.gap):.4f}",
        err=True,
    )
