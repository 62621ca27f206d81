"""Following one task: what was heard, whether and why it is to stop."""

from __future__ import annotations

import time
from typing import Generic, cast

from alphacut.jobs.errors import ExecutionError, OutOfMemory, SoftwareFault
from alphacut.jobs.execution._base import News, Result, Task
from alphacut.jobs.execution.messages import Begun, Broke, Refused, Told
from alphacut.solver.bisection.outcome import StopReason

OBEY = 0.7  # seconds that work has to answer once it is told to stop
GRACE = 5.0  # seconds that work may go over a task's own time


class Watch(Generic[Result, News]):
    """What is known of the work on one task, wherever it is done."""

    def __init__(
        self, task: Task[Result, News], *, grace: float = GRACE, obey: float = OBEY
    ) -> None:
        self.begun = False  # whether the task has been taken up
        self._task = task
        self._grace = grace if task.cooperative else 0.0
        self._obey = obey if task.cooperative else 0.0
        self._asked = time.monotonic()
        self._deadline: float | None = None  # when the task's time is up
        self._stopped: float | None = None  # when the work was told to stop
        self._reason = StopReason.CANCELLED
        self._news: News | None = None

    def hear(self, message: object) -> list[News]:
        """Take note of a message that is not the answer; return the news in it."""
        if isinstance(message, Told):
            self._news = cast("News", message.news)
            return [self._news]
        if isinstance(message, Begun):
            self.begun = True
            if self._task.seconds is not None:
                self._deadline = time.monotonic() + self._task.seconds + self._grace
        elif isinstance(message, Refused):
            raise message.error
        elif isinstance(message, Broke):
            raise _broken(message)
        return []

    @property
    def overdue(self) -> bool:
        """Whether the task's time is up, and nobody has told the work to stop."""
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
        return self._stopped is not None and time.monotonic() >= self._stopped + self._obey

    def labelled(self, answer: object) -> Result:
        """Say in the answer why the work was stopped, if it was stopped from here."""
        result = cast("Result", answer)
        return result if self._stopped is None else self._task.labelled(result, self._reason)

    def best_so_far(self) -> Result:
        """Return what is known of work that was ended by force; see `Task.cut_short`."""
        return self._task.cut_short(self._news, self._reason, time.monotonic() - self._asked)


def _broken(message: Broke) -> ExecutionError:
    if message.out_of_memory:
        failure: ExecutionError = OutOfMemory("the work ran out of memory")
    else:
        failure = SoftwareFault(f"the work failed: {message.reason}")
    failure.add_note(message.trace)
    return failure
