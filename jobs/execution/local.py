"""Execution in child processes on this machine."""

from __future__ import annotations

from typing import Self

from jobs.execution._base import OnProgress, ShouldStop, never, unheard
from jobs.execution.asking import ask
from jobs.execution.local_step import LocalStep
from jobs.execution.process import Child
from jobs.execution.watch import GRACE
from solver.bisection.point import Answer, Question


class LocalExecution:
    """Answers questions in child processes, each of which serves many in turn.

    A child is started with the first question and kept, so that the solver
    libraries are loaded once. It is replaced after it was killed or has broken.

    Parameters
    ----------
    processes
        How many questions are worked on at the same time.
    memory
        Bytes of memory that one question may use; None: no limit.
    grace
        Seconds that a question may take over its own time.
    """

    def __init__(
        self, *, processes: int = 1, memory: int | None = None, grace: float = GRACE
    ) -> None:
        self.slots = processes
        self._memory = memory
        self._grace = grace
        self._idle: list[Child] = []
        self._steps: list[LocalStep] = []

    def start(self, question: Question) -> LocalStep:
        """Begin to work on a question; see `Execution.start`."""
        self._steps = [step for step in self._steps if not step.ended]
        if len(self._steps) >= self.slots:
            raise AssertionError(f"all {self.slots} processes are working already")
        step = LocalStep(question, idle=self._idle, memory=self._memory, grace=self._grace)
        self._steps.append(step)
        return step

    def ask(
        self,
        question: Question,
        on_progress: OnProgress = unheard,
        should_stop: ShouldStop = never,
    ) -> Answer:
        """Answer one question; see `Execution.ask`."""
        return ask(self, question, on_progress, should_stop)

    def close(self) -> None:
        """End all child processes."""
        for step in self._steps:
            step.abandon()
        while self._idle:
            self._idle.pop().kill()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
