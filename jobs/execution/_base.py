"""The seam behind which questions are answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, Self

from solver.bisection.outcome import Progress
from solver.bisection.point import Answer, Question

OnProgress = Callable[[Progress], None]
ShouldStop = Callable[[], bool]


def unheard(progress: Progress) -> None:
    """Let progress pass by."""


def never() -> bool:
    """Let the work go on."""
    return False


class Step(Protocol):
    """A question that is being worked on, in some other process.

    - `poll` never takes much longer than it was asked to wait. It returns the
      progress that was made since the last call, in order. Once the work has
      ended, `answer` is there, and polling returns nothing more.
    - An answer is valid, however the work ended. Stopped work keeps what it had
      found: at least the best cut it had reported.
    - `stop` tells the work to stop. If it does not obey it is ended by force:
      2 seconds after `stop` the answer is there, with `StopReason.CANCELLED`
      unless the work had just ended by itself. A question that takes some
      seconds longer than its own time is stopped in the same way, with
      `StopReason.TIME_LIMIT`.
    - `abandon` ends the work at once and for good, with no answer.
    """

    question: Question
    answer: Answer | None

    def poll(self, wait: float) -> list[Progress]:
        """Listen to the work for at most `wait` seconds.

        Raises
        ------
        QuestionError
            If the question cannot be answered as it was asked.
        ExecutionError
            If the work broke: killed from outside, too much memory, or a bug.
        ExecutionLost
            If whatever works on questions is gone; no question is to blame.
        """
        ...

    def stop(self) -> None:
        """Have the work stopped and keep what it has found; twice does nothing more."""
        ...

    def abandon(self) -> None:
        """End the work at once; after its end, or twice, this does nothing."""
        ...


class Execution(Protocol):
    """Answers questions outside the calling process, several at a time.

    The caller may rely on this, beside what `Step` promises:

    - As many questions as there are `slots` are worked on at the same time;
      more than that must not be started.
    - Work never outlives the calling process, however that ends.
    - After any error, except `ExecutionLost`, the next question is answered as if
      nothing had happened; other steps do not notice.

    An execution is used by one thread. It is a context manager; leaving it ends
    all work at once.
    """

    @property
    def slots(self) -> int:
        """How many questions can be worked on at the same time, at least 1."""
        ...

    def start(self, question: Question) -> Step:
        """Begin to work on a question; the errors are those of `Step.poll`."""
        ...

    def ask(
        self,
        question: Question,
        on_progress: OnProgress = unheard,
        should_stop: ShouldStop = never,
    ) -> Answer:
        """Answer one question; see `jobs.execution.asking.ask`."""
        ...

    def close(self) -> None:
        """End all work at once; closing twice does nothing more."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *exception: object) -> None: ...
