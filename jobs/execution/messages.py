"""What a supervisor and its child process say to each other.

Messages are pickled on a socket that only these two processes hold. The parent
sends a task and perhaps, later, that it should stop; the child sends that it
has begun, news while it works, and at last the answer or what went wrong.
"""

from __future__ import annotations

import pickle
import time
from dataclasses import dataclass, field
from typing import Protocol, Self, runtime_checkable

from alphacut.arrangements.errors import ArrangementsError
from alphacut.jobs.execution._base import AnyTask
from alphacut.solver.common.errors import SolverError


@runtime_checkable
class Punctual(Protocol):
    """A task that counts the start of its process as its own time."""

    def begun_late(self, seconds: float) -> AnyTask:
        """Return the task with so much less time."""
        ...


@dataclass(frozen=True, kw_only=True)
class Ask:
    """Parent to child: work on this. It also takes back every earlier Stop."""

    written: bytes  # the task, pickled: reading it may import much, which must not delay a Stop
    memory: int | None  # bytes that the work may use; None: no limit
    # when, on the clock that the processes of a machine share
    at: float = field(default_factory=time.monotonic)

    @classmethod
    def of(cls, task: AnyTask, memory: int | None) -> Self:
        """Write a task."""
        return cls(written=pickle.dumps(task), memory=memory)

    @property
    def task(self) -> AnyTask:
        """The task, read anew, with the time that is left of its own."""
        task: AnyTask = pickle.loads(self.written)
        return task.begun_late(time.monotonic() - self.at) if isinstance(task, Punctual) else task


@dataclass(frozen=True, kw_only=True)
class Stop:
    """Parent to child: return what there is."""


@dataclass(frozen=True, kw_only=True)
class Begun:
    """Child to parent: the work on the task starts now."""


@dataclass(frozen=True, kw_only=True)
class Told:
    """Child to parent: something improved, or time has passed."""

    news: object


@dataclass(frozen=True, kw_only=True)
class Done:
    """Child to parent: the answer; nothing more follows on this task."""

    answer: object


@dataclass(frozen=True, kw_only=True)
class Refused:
    """Child to parent: the question cannot be answered as it was asked."""

    error: ArrangementsError | SolverError


@dataclass(frozen=True, kw_only=True)
class Broke:
    """Child to parent: an error that nobody expected."""

    reason: str  # what went wrong, in words
    out_of_memory: bool  # whether there was not enough memory
    trace: str = ""  # where it happened
