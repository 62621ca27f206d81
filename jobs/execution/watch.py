"""Following one question: what was heard, whether and why it is to stop."""

from __future__ import annotations

import time
from dataclasses import replace

from jobs.errors import ExecutionError, OutOfMemory
from jobs.execution.messages import Begun, Broke, News, Refused
from solver.bisection.outcome import Progress, StopReason
from solver.bisection.point import Answer, Question
from solver.errors import QuestionError

OBEY = 0.7  # seconds that work has to answer once it is told to stop
GRACE = 5.0  # seconds that work may go over a question's own time


class Watch:
    """What is known of the work on one question, wherever it is done."""

    def __init__(self, question: Question, *, grace: float = GRACE, obey: float = OBEY) -> None:
        self.begun = False  # whether the question has been taken up
        self._question = question
        self._grace = grace
        self._obey = obey
        self._asked = time.monotonic()
        self._deadline: float | None = None  # when the question's time is up
        self._stopped: float | None = None  # when the work was told to stop
        self._reason = StopReason.CANCELLED
        self._news: Progress | None = None

    def hear(self, message: object) -> list[Progress]:
        """Take note of a message that is not the answer; return the news in it."""
        if isinstance(message, News):
            self._news = message.progress
            return [message.progress]
        if isinstance(message, Begun):
            self.begun = True
            if self._question.seconds is not None:
                self._deadline = time.monotonic() + self._question.seconds + self._grace
        elif isinstance(message, Refused):
            raise QuestionError(message.field, message.problem)
        elif isinstance(message, Broke):
            raise _broken(message)
        return []

    @property
    def overdue(self) -> bool:
        """Whether the question's time is up, and nobody has told the work to stop."""
        return (
            self._stopped is None
            and self._deadline is not None
            and time.monotonic() > self._deadline
        )

    def stop(self) -> bool:
        """Note that the work is being told to stop; True the first time."""
        if self._stopped is not None:
            return False
        self._reason = StopReason.TIME_LIMIT if self.overdue else StopReason.CANCELLED
        self._stopped = time.monotonic()
        return True

    @property
    def abandoned(self) -> bool:
        """Whether the work was told to stop and has not obeyed in time."""
        return self._stopped is not None and time.monotonic() > self._stopped + self._obey

    def labelled(self, answer: Answer) -> Answer:
        """Say in the answer why the work was stopped, if it was stopped from here."""
        if answer.stopped_because is not StopReason.CANCELLED or self._stopped is None:
            return answer
        return replace(answer, stopped_because=self._reason)

    def best_so_far(self) -> Answer:
        """Return what is known of work that was ended by force: cuts, and a bound on its word."""
        incumbent = self._news.incumbent if self._news else None
        bound = self._news.lower_bound if self._news else 0
        aim = self._question.aim
        return Answer(
            alpha=self._question.alpha,
            intercept=None if aim is None else aim.intercept,
            portion=self._question.portion,
            cuts=() if incumbent is None else (incumbent,),
            bound=bound,
            proof="solver" if bound else None,
            engine=self._question.engine,
            seconds=time.monotonic() - self._asked,
            stopped_because=self._reason,
            remarks=("ended by force: it did not stop when it was told to",),
        )


def _broken(message: Broke) -> ExecutionError:
    if message.reason.startswith("MemoryError"):
        failure: ExecutionError = OutOfMemory("the solver ran out of memory")
    else:
        failure = ExecutionError(f"the solver failed: {message.reason}")
    failure.add_note(message.trace)
    return failure
