"""Execution in child processes on this machine."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Self

from alphacut.jobs.execution._base import News, Result, ShouldStop, Task, never, unheard
from alphacut.jobs.execution.blocking import ask
from alphacut.jobs.execution.local_step import LocalStep
from alphacut.jobs.execution.process import Child
from alphacut.jobs.execution.watch import GRACE, OBEY


class LocalExecution:
    """Works on tasks in child processes, each of which serves many in turn.

    A child is started with the first task and kept, so that the solver
    libraries are loaded once. It is replaced after it was killed or has broken.

    Parameters
    ----------
    processes
        How many tasks are worked on at the same time.
    memory
        Bytes of memory that one task may use; None: no limit.
    grace
        Seconds that a cooperative task may take over its own time.
    obey
        Seconds that it has to answer once it is told to stop.
    warm
        Whether children are forked by a warm process; see `Child`.
    """

    def __init__(
        self,
        *,
        processes: int = 1,
        memory: int | None = None,
        grace: float = GRACE,
        obey: float = OBEY,
        warm: bool = True,
    ) -> None:
        self.slots = processes
        self._memory = memory
        self._grace = grace
        self._obey = obey
        self._new = partial(Child, warm=warm)
        self._idle: list[Child] = []
        self._steps: list[LocalStep[Any, Any]] = []

    def start(self, task: Task[Result, News]) -> LocalStep[Result, News]:
        """Begin to work on a task; see `Execution.start`."""
        self._steps = [step for step in self._steps if not step.ended]
        if len(self._steps) >= self.slots:
            raise AssertionError(f"all {self.slots} processes are working already")
        step = LocalStep(
            task,
            new=self._new,
            idle=self._idle,
            memory=self._memory,
            grace=self._grace,
            obey=self._obey,
        )
        self._steps.append(step)
        return step

    def ask(
        self,
        task: Task[Result, News],
        on_progress: Callable[[News], None] = unheard,
        should_stop: ShouldStop = never,
    ) -> Result:
        """Work on one task to its end; see `Execution.ask`."""
        return ask(self, task, on_progress, should_stop)

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
