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


class Execution(Protocol):
    """Answers questions outside the calling process, one at a time.

    The caller may rely on this:

    - `ask` returns an answer that is valid, however the work ended. Stopped
      work keeps what it had found: at least the best cut it had reported.
    - Progress reaches `on_progress` in the calling thread, in order, soon after
      it was made. `should_stop` is called in the calling thread as well, at
      least every 0.1 seconds.
    - Once `should_stop` has returned True it is not called again for this
      question. The work is told to stop, is ended by force if it does not, and
      `ask` returns within 2 seconds with `StopReason.CANCELLED`, unless the
      work had just ended by itself.
    - A question that takes some seconds longer than its own time is stopped in
      the same way, with `StopReason.TIME_LIMIT`.
    - An error raised by either callback ends the work and is passed on.
    - Work never outlives the calling process, however that ends.
    - After any error the next question is answered as if nothing had happened.

    An execution is a context manager; leaving it ends all work at once.
    """

    def ask(
        self,
        question: Question,
        on_progress: OnProgress = unheard,
        should_stop: ShouldStop = never,
    ) -> Answer:
        """Answer one question.

        Raises
        ------
        QuestionError
            If the question cannot be answered as it was asked.
        ExecutionError
            If the work broke: killed from outside, out of memory, or a bug.
        """
        ...

    def close(self) -> None:
        """End all work at once; closing twice does nothing more."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *exception: object) -> None: ...
