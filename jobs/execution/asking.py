"""Asking one question and waiting for its answer."""

from __future__ import annotations

from jobs.execution._base import Execution, OnProgress, ShouldStop, Step, never, unheard
from solver.bisection.point import Answer, Question

LISTEN = 0.05  # seconds between two looks at should_stop


def ask(
    execution: Execution,
    question: Question,
    on_progress: OnProgress = unheard,
    should_stop: ShouldStop = never,
) -> Answer:
    """Answer one question.

    Progress reaches `on_progress` in the calling thread, in order, soon after
    it was made. `should_stop` is called in the calling thread as well, at least
    every 0.1 seconds; once it has returned True it is not called again, and the
    answer is there within 2 seconds. An error raised by either ends the work
    and is passed on.

    Raises
    ------
    QuestionError, ExecutionError, ExecutionLost
        As `Step.poll` does.
    """
    step = execution.start(question)
    try:
        return _wait(step, on_progress, should_stop)
    finally:
        step.abandon()


def _wait(step: Step, on_progress: OnProgress, should_stop: ShouldStop) -> Answer:
    stopped = False
    while True:
        for progress in step.poll(LISTEN):
            on_progress(progress)
        if step.answer is not None:
            return step.answer
        if not stopped and should_stop():
            stopped = True
            step.stop()
