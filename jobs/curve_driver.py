"""Tracing one curve with several steps at the same time, storing each as it is finished."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Protocol

from alphacut.jobs.execution import Execution, Step
from alphacut.jobs.progress import Heard, Snapshot
from alphacut.jobs.shared_results import fitting
from alphacut.jobs.tasks.solving import Solve
from alphacut.solver.bisection.curve import with_some_cut
from alphacut.solver.bisection.envelope import Envelope
from alphacut.solver.bisection.heuristics.starts import trivial_cut
from alphacut.solver.bisection.outcome import Outcome, Progress, StopReason
from alphacut.solver.bisection.question import Question
from alphacut.solver.bisection.reuse import stands
from alphacut.solver.bisection.schedule import Schedule

LAST = 1.0  # seconds for what is asked after the work was stopped
LISTEN = 0.05  # seconds in which every step is listened to once

_Step = Step[Outcome, Progress]


class Host(Protocol):
    """Whoever has a curve traced: a worker's supervisor, or somebody who waits for it."""

    snapshot: Snapshot | None  # where the work stands, told all the time

    @property
    def cancelled(self) -> bool:
        """Whether nobody wants the result any more."""
        ...

    @property
    def leaving(self) -> bool:
        """Whether somebody else will go on."""
        ...

    @property
    def seconds(self) -> float:
        """Wall time spent on the curve."""
        ...

    def should_stop(self) -> bool:
        """Tell whether to stop working; called all the time."""
        ...

    def keep(self, answer: Outcome, *, found_here: bool = True) -> None:
        """Store a finished answer."""
        ...


class Tracing:
    """The work on one curve, in as many processes as the execution has.

    Parameters
    ----------
    envelope
        What is known at the beginning.
    found
        What other jobs have found about the network.
    """

    def __init__(
        self,
        schedule: Schedule,
        host: Host,
        execution: Execution,
        *,
        envelope: Envelope,
        found: Sequence[Outcome] = (),
    ) -> None:
        self.envelope = envelope
        self.reused = 0  # answers that were taken from other jobs
        self._schedule = schedule
        self._host = host
        self._execution = execution
        self._found = found
        self._running: dict[_Step, Heard] = {}  # and what was last heard of each

    def run(self) -> None:
        """Trace until all is proven, or a limit or the host ends it."""
        try:
            self._reuse_if_complete()
            while True:
                if self._host.should_stop():
                    self._stop(self._running)
                else:
                    self._stop(
                        step
                        for step, heard in self._running.items()
                        if not self._schedule.needs(self.envelope, heard.question)
                    )
                    self._start()
                if not self._running and not self._something_more():
                    break
                for step in tuple(self._running):
                    self._listen(step)
            if self._host.should_stop() and not self._host.leaving:
                self._end()
        finally:
            for step in self._running:
                step.abandon()

    def _something_more(self) -> bool:
        """Take any bisection where time was over before the first: more may be said of it."""
        missing = not self.envelope.cuts and not self._host.cancelled and not self._host.leaving
        if missing:
            self.envelope = with_some_cut(self.envelope, self._schedule.problem)
            self._tell()
        return missing

    def _end(self) -> None:
        """Ask for what takes a moment, and wait no longer for it: the work was stopped."""
        until = time.monotonic() + LAST
        while (question := self._schedule.last(self.envelope)) is not None:
            step = self._execution.start(Solve(question=question))
            self._running[step] = Heard(question=question)
            while self._running and time.monotonic() < until:
                self._host.should_stop()
                self._listen(step)
            if self._running:
                return

    def _start(self) -> None:
        running = [heard.question for heard in self._running.values()]
        seconds = self._host.seconds
        for question in self._schedule.next(self.envelope, running, seconds):
            step = self._execution.start(Solve(question=question))
            self._running[step] = Heard(question=question)
        self._tell()

    @staticmethod
    def _stop(steps: Iterable[_Step]) -> None:
        for step in steps:
            step.stop()

    def _listen(self, step: _Step) -> None:
        for progress in step.poll(LISTEN / len(self._running)):
            self._running[step] = replace(self._running[step], news=progress)
        if step.answer is not None:
            heard = self._running.pop(step)
            self._take(heard.question, step.answer)
        self._tell()

    def _take(self, question: Question, answer: Outcome) -> None:
        if not (answer.cuts or question.cuts):  # stopped before anything was found
            cut = trivial_cut(question.network, question.balance)
            answer = replace(answer, cuts=(cut,))
        if answer.alpha is not None and not stands(self.envelope, answer.alpha, answer.certificate):
            # meanwhile a bound on an engine's word has taken the place of what it builds on
            answer = replace(answer, certified_bound=0, certificate=None)
        self._absorb(answer)
        if question.alpha is not None or answer.stopped_because is not StopReason.CANCELLED:
            self._host.keep(answer)  # a search cut short is better begun anew
        if question.alpha is None and not question.cuts:
            self._reuse(fitting(self.envelope, self._found))

    def _absorb(self, answer: Outcome) -> None:
        self.envelope = self.envelope.absorb(answer)
        self._tell()

    def _reuse_if_complete(self) -> None:
        """Begin with what others have found, if that leaves nothing to be searched for."""
        if self.envelope.cuts:
            self._reuse(fitting(self.envelope, self._found))
            return
        chosen, grown = fitting(self.envelope, self._found), self.envelope
        for answer in chosen:
            grown = grown.absorb(answer)
        if grown.status != "bounded":
            self._reuse(chosen)

    def _reuse(self, answers: Iterable[Outcome]) -> None:
        for answer in answers:
            self._absorb(answer)
            self._host.keep(answer, found_here=False)
            self.reused += 1

    def _tell(self) -> None:
        """Let pollers see where things stand."""
        heard = tuple(self._running.values())
        self._host.snapshot = Snapshot(envelope=self.envelope, heard=heard)
