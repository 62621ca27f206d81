"""Answering here, in a child process that Ctrl-C and time limits can stop."""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from jobs.errors import ExecutionError
from jobs.execution import Execution, LocalExecution
from jobs.kinds import Kind, Work
from jobs.progress import Snapshot
from jobs.provenance import provenance
from service.cli.progress import ProgressLine
from service.cli.stopping import Stop
from solver.bisection.curve import trace
from solver.bisection.envelope import Envelope
from solver.bisection.heuristics.starts import trivial_cut
from solver.bisection.outcome import Progress
from solver.bisection.point import Answer, Question


@dataclass(frozen=True, kw_only=True)
class Solved:
    """What came of some work."""

    document: dict[str, Any]
    failure: str = ""  # what broke the work off, if it did not end by itself


def solve(kind: Kind, work: Work, line: ProgressLine, stop: Stop) -> Solved:
    """Work until all is proven, or a limit or a signal ends it; there is always a document."""
    started, began = datetime.now(UTC), time.monotonic()
    with LocalExecution() as execution:
        run = _Run(work, execution, line, stop)
        failure = run.trace()
    envelope = _with_some_cut(run.envelope, work)
    origin = provenance(envelope, started=started, seconds=time.monotonic() - began)
    return Solved(document=kind.document(work, envelope, origin), failure=failure)


class _Run:
    """One run of the method, whose latest envelope outlives whatever ends it."""

    def __init__(self, work: Work, execution: Execution, line: ProgressLine, stop: Stop) -> None:
        self.envelope = work.inquiry.start()
        self._work = work
        self._execution = execution
        self._line = line
        self._stop = stop
        self._began = time.monotonic()

    def trace(self) -> str:
        """Trace the curve; return what broke it off, if anything did."""
        try:
            self.envelope = trace(
                self._work.inquiry, self._ask, limits=self._work.limits, watch=self._watch
            )
        except ExecutionError as error:
            return str(error)
        return ""

    def _watch(self, envelope: Envelope) -> bool:
        self.envelope = envelope
        self._show(Snapshot(envelope=envelope))
        return not self._stop.asked

    def _ask(self, question: Question) -> Answer:
        self._show(Snapshot(envelope=self.envelope, question=question))

        def hear(news: Progress) -> None:
            self._show(Snapshot(envelope=self.envelope, question=question, news=news))

        return self._execution.ask(question, hear, lambda: self._stop.asked)

    def _show(self, snapshot: Snapshot) -> None:
        self._line.show(snapshot.as_json(time.monotonic() - self._began))


def _with_some_cut(envelope: Envelope, work: Work) -> Envelope:
    """Make sure that there is a cut, though the search was stopped before its first."""
    if envelope.cuts:
        return envelope
    cut = trivial_cut(work.inquiry.network, work.inquiry.balance)
    return envelope.absorb(Answer(alpha=None, cuts=(cut,)))
