"""The local host of the step driver: for somebody who waits, with no store and no lease."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from alphacut.jobs.drive import CHECK, Driven, drive
from alphacut.jobs.execution import Execution
from alphacut.jobs.progress import Steps
from alphacut.jobs.store import Json
from alphacut.solver.common.kind import StepKind


class LocalSteps:
    """Implements `drive.Host`: shows where the work stands, and keeps nothing.

    Parameters
    ----------
    on_progress
        Hears where the work stands, as `Steps.as_json` writes it.
    should_stop
        Tells whether to stop and keep what is there.
    """

    leaving = False
    check_when_stopped = CHECK  # a second Ctrl-C ends it at once

    def __init__(
        self, on_progress: Callable[[dict[str, Any]], None], should_stop: Callable[[], bool]
    ) -> None:
        self._on_progress, self._should_stop = on_progress, should_stop
        self._steps: Steps | None = None
        self._began = time.monotonic()
        self.started = datetime.now(UTC)

    @property
    def steps(self) -> Steps | None:
        """Where the work stands."""
        return self._steps

    @steps.setter
    def steps(self, steps: Steps | None) -> None:
        self._steps = steps
        if steps is not None:
            self._on_progress(steps.as_json(self.seconds))

    @property
    def cancelled(self) -> bool:
        """Whether to stop."""
        return self._should_stop()

    @property
    def seconds(self) -> float:
        """Wall time spent on the question."""
        return time.monotonic() - self._began

    def should_stop(self) -> bool:
        """Tell whether to stop."""
        return self._should_stop()

    def should_leave(self) -> bool:
        """Let what is done be written and checked."""
        return False

    def keep_step(self, number: int, found: Json) -> None:
        """Let a step pass: what all have found is returned at the end."""


def answer_locally(
    kind: StepKind[Any],
    request: Json,
    execution: Execution,
    *,
    on_progress: Callable[[dict[str, Any]], None] = lambda _: None,
    should_stop: Callable[[], bool] = lambda: False,
    found: Sequence[Json] = (),
) -> Driven:
    """Answer a request that was checked, and wait for its document; see `drive`."""
    return drive(kind, request, LocalSteps(on_progress, should_stop), execution, found)
