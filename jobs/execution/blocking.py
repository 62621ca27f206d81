"""One task, started and waited for until its end."""

from __future__ import annotations

from collections.abc import Callable

from alphacut.jobs.execution._base import (
    Execution,
    News,
    Result,
    ShouldStop,
    Step,
    Task,
    never,
    unheard,
)

LISTEN = 0.05  # seconds between two looks at should_stop


def ask(
    execution: Execution,
    task: Task[Result, News],
    on_progress: Callable[[News], None] = unheard,
    should_stop: ShouldStop = never,
) -> Result:
    """Have one task worked on, and wait for what comes of it.

    News reach `on_progress` in the calling thread, in order, soon after they
    were told. `should_stop` is called in the calling thread as well, at least
    every 0.1 seconds; once it has returned True it is not called again, and the
    answer is there within 2 seconds. An error raised by either ends the work at
    once and is passed on.

    Raises
    ------
    ArrangementsError, SolverError, OutOfTime, Cancelled, ExecutionError, ExecutionLost
        As `Step.poll` does.
    """
    step = execution.start(task)
    try:
        return _wait(step, on_progress, should_stop)
    finally:
        step.abandon()


def _wait(
    step: Step[Result, News], on_progress: Callable[[News], None], should_stop: ShouldStop
) -> Result:
    stopped = False
    while True:
        for news in step.poll(LISTEN):
            on_progress(news)
        if step.answer is not None:
            return step.answer
        if not stopped and should_stop():
            stopped = True
            step.stop()
