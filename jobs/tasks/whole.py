"""What tasks have in common that are done as a whole, or not at all."""

from __future__ import annotations

from typing import Generic, NoReturn, TypeVar

from alphacut.jobs.errors import Cancelled, OutOfTime
from alphacut.solver.bisection.outcome import StopReason

Result = TypeVar("Result")


class Whole(Generic[Result]):
    """Work that libraries do in one piece: it ends by itself or by force, and tells nothing."""

    doing = "the work"  # what is done, as messages call it
    seconds: float | None

    @property
    def cooperative(self) -> bool:
        """It hears nothing, so that it need not be waited for."""
        return False

    def load_libraries(self) -> None:
        """Import what the work needs beside the module of its task."""

    def labelled(self, result: Result, reason: StopReason) -> Result:  # noqa: ARG002
        """Return the result as it is: it was there before the work could be stopped."""
        return result

    def cut_short(self, news: object, reason: StopReason, seconds: float) -> NoReturn:  # noqa: ARG002
        """Say why there is nothing."""
        if reason is StopReason.TIME_LIMIT:
            raise OutOfTime(f"{self.doing} took longer than {self.seconds:g} s")
        raise Cancelled(f"{self.doing} was told to stop")
