"""The seam behind which questions of any kind are answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, Self, TypeVar

from alphacut.solver.bisection.outcome import StopReason

Result = TypeVar("Result")  # what answers a task
Result_co = TypeVar("Result_co", covariant=True)  # the same, where it is only given
News = TypeVar("News")  # what is told of it on the way

ShouldStop = Callable[[], bool]


def unheard(news: object) -> None:
    """Let news pass by."""


def never() -> bool:
    """Let the work go on."""
    return False


class Task(Protocol[Result, News]):
    """A question of any kind, with the way to answer it: a value that can be pickled.

    It is sent to a child process, which imports what it needs when it reads it; so a task is
    defined in a module that imports little else than what answers it.
    """

    @property
    def seconds(self) -> float | None:
        """Wall time that the work may take; None: no limit."""
        ...

    @property
    def cooperative(self) -> bool:
        """Whether `work` keeps its time by itself, and calls `on_progress` often.

        Any other work is ended by force, as soon as its time is up or it is to stop.
        """
        ...

    def load_libraries(self) -> None:
        """Import what the work needs, in the child; the time of the task begins after that."""
        ...

    def work(self, on_progress: Callable[[News | None], bool]) -> Result:
        """Answer the question, in the child.

        Parameters
        ----------
        on_progress
            Takes news, or None if there are none; returns False once the work is to stop.

        Raises
        ------
        ArrangementsError, SolverError
            If the question cannot be answered as it was asked.
        """
        ...

    def labelled(self, result: Result, reason: StopReason) -> Result:
        """Say in a result why the work was told to stop, if that is why it ended."""
        ...

    def cut_short(self, news: News | None, reason: StopReason, seconds: float) -> Result:
        """Return what is known of work that was ended by force.

        Parameters
        ----------
        news
            The last that was heard of it.
        seconds
            The wall time that it has taken.

        Raises
        ------
        OutOfTime, Cancelled
            If nothing is known.
        """
        ...


class Step(Protocol[Result_co, News]):
    """A task that is being worked on, in some other process.

    - `poll` never takes much longer than it was asked to wait. It returns the
      news since the last call, in order. Once the work has ended, `answer` is
      there, and polling returns nothing more.
    - An answer is valid, however the work ended. Stopped work keeps what the task
      can tell of it: of a question about bisections, at least the best cut reported.
    - `stop` tells the work to stop. If it does not obey it is ended by force:
      2 seconds after `stop` the answer is there, as cancelled unless the work had
      just ended by itself. A task that takes some seconds longer than its own
      time, or is over it and not cooperative, is stopped in the same way, for its
      time limit.
    - `abandon` ends the work at once and for good, with no answer.
    """

    @property
    def answer(self) -> Result_co | None:
        """What came of the task, once it has ended."""
        ...

    def poll(self, wait: float) -> list[News]:
        """Listen to the work for at most `wait` seconds.

        Raises
        ------
        ArrangementsError, SolverError
            If the question cannot be answered as it was asked.
        OutOfTime, Cancelled
            If the work was stopped, and the task has nothing to tell then.
        ExecutionError
            If the work broke: killed from outside, too much memory, or a bug.
        ExecutionLost
            If whatever works on tasks is gone; no task is to blame.
        """
        ...

    def stop(self) -> None:
        """Have the work stopped and keep what it has found; twice does nothing more."""
        ...

    def abandon(self) -> None:
        """End the work at once; after its end, or twice, this does nothing."""
        ...


class Execution(Protocol):
    """Works on tasks outside the calling process, several at a time.

    The caller may rely on this, beside what `Step` promises:

    - As many tasks as there are `slots` are worked on at the same time;
      more than that must not be started.
    - Work never outlives the calling process, however that ends.
    - After any error, except `ExecutionLost`, the next task is worked on as if
      nothing had happened; other steps do not notice.

    An execution is used by one thread. It is a context manager; leaving it ends
    all work at once.
    """

    @property
    def slots(self) -> int:
        """How many tasks can be worked on at the same time, at least 1."""
        ...

    def start(self, task: Task[Result, News]) -> Step[Result, News]:
        """Begin to work on a task; the errors are those of `Step.poll`."""
        ...

    def ask(
        self,
        task: Task[Result, News],
        on_progress: Callable[[News], None] = unheard,
        should_stop: ShouldStop = never,
    ) -> Result:
        """Work on one task to its end; see `jobs.execution.blocking.ask`."""
        ...

    def close(self) -> None:
        """End all work at once; closing twice does nothing more."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *exception: object) -> None: ...


AnyTask = Task[Any, Any]
