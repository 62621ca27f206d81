"""One task in one child process."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Generic

from alphacut.jobs.errors import ExecutionError, OutOfMemory
from alphacut.jobs.execution._base import News, Result, Task
from alphacut.jobs.execution.memory import MEGABYTE
from alphacut.jobs.execution.messages import Ask, Begun, Done, Refused, Stop
from alphacut.jobs.execution.process import Child
from alphacut.jobs.execution.watch import Watch

WEIGH = 0.1  # seconds between two looks at how much memory a child uses


class LocalStep(Generic[Result, News]):
    """Implements `Step`.

    Parameters
    ----------
    new
        Begins a child.
    idle
        Children that are ready: one is taken if there is one, and given back
        if it can be used again.
    memory
        Bytes that the child may use; None: no limit.
    """

    def __init__(
        self,
        task: Task[Result, News],
        *,
        new: Callable[[], Child],
        idle: list[Child],
        memory: int | None,
        grace: float,
        obey: float,
    ) -> None:
        self.answer: Result | None = None
        self._asked = Ask.of(task, memory)
        self._new = new
        self._idle = idle
        self._memory = memory
        self._watch = Watch(task, grace=grace, obey=obey)
        self._weigh_at = 0.0
        self._used = bool(idle)  # whether the child has served before, and may have died since
        self._child: Child | None = idle.pop() if idle else new()
        self._ask()

    @property
    def ended(self) -> bool:
        """Whether no child works on the task any more."""
        return self._child is None

    def poll(self, wait: float) -> list[News]:
        """Listen to the child; see `Step.poll`."""
        news: list[News] = []
        try:
            while self._child is not None:
                message = self._child.receive(0 if news else wait)
                if message is None:
                    self._enforce()
                    break
                self._take(message, news)
        except ExecutionError:
            self._again_or_raise()
        except BaseException:
            self.abandon()
            raise
        return news

    def stop(self) -> None:
        """Tell the child to stop; see `Step.stop`."""
        if self._child is not None and self._watch.stop():
            try:
                self._child.send(Stop())
            except ExecutionError:
                self._again_or_raise()

    def abandon(self) -> None:
        """Kill the child."""
        if self._child is not None:
            self._child.kill()
            self._child = None

    def _ask(self) -> None:
        assert self._child is not None
        try:
            self._child.send(self._asked)
        except ExecutionError:
            self._again_or_raise()

    def _take(self, message: object, news: list[News]) -> None:
        if isinstance(message, Done):
            self.answer = self._watch.labelled(message.answer)
        if isinstance(message, Done | Refused):
            self._give_back()
        news += self._watch.hear(message)
        if isinstance(message, Begun):  # short work might be over before the next look
            self._weigh()

    def _give_back(self) -> None:
        """Keep the child for other tasks, unless it has grown large."""
        assert self._child is not None
        if self._memory is not None and self._child.memory() > self._memory // 2:
            self._child.kill()
        else:
            self._idle.append(self._child)
        self._child = None

    def _enforce(self) -> None:
        """See to it that the child keeps to its time and its memory."""
        self._weigh()
        if self._watch.overdue:
            self.stop()
        if self._watch.abandoned:
            self.answer = self._watch.best_so_far()
            self.abandon()

    def _weigh(self) -> None:
        if self._memory is None or self._child is None or time.monotonic() < self._weigh_at:
            return
        self._weigh_at = time.monotonic() + WEIGH
        used = self._child.memory()
        if used > self._memory:
            self.abandon()
            raise OutOfMemory(
                f"the working process used {used // MEGABYTE} MB of memory, and "
                f"{self._memory // MEGABYTE} MB are allowed"
            )

    def _again_or_raise(self) -> None:
        """Begin anew if the child had died before this task; else pass the error on."""
        begun_or_new = self._watch.begun or not self._used
        self.abandon()
        if begun_or_new:
            raise
        self._used = False
        self._child = self._new()
        self._ask()
