"""The local driver: a curve is traced for somebody who waits for it, with no store and no lease."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from alphacut.jobs.curve_driver import Tracing
from alphacut.jobs.errors import ExecutionError
from alphacut.jobs.execution import Execution
from alphacut.jobs.progress import Snapshot
from alphacut.jobs.remarks import report
from alphacut.jobs.shared_results import fitting
from alphacut.solver.bisection.curve import CurveProblem, Limits
from alphacut.solver.bisection.envelope import Envelope
from alphacut.solver.bisection.outcome import Outcome
from alphacut.solver.bisection.schedule import Schedule


class LocalDriver:
    """A host that shows snapshots and keeps nothing.

    Parameters
    ----------
    on_progress
        Hears where the work stands, many times a second.
    should_stop
        Tells whether to stop and keep what is there.
    """

    cancelled = leaving = False

    def __init__(
        self, on_progress: Callable[[Snapshot], None], should_stop: Callable[[], bool]
    ) -> None:
        self._on_progress, self._should_stop = on_progress, should_stop
        self._snapshot: Snapshot | None = None
        self._began = time.monotonic()

    @property
    def seconds(self) -> float:
        """Wall time spent on the curve."""
        return time.monotonic() - self._began

    @property
    def snapshot(self) -> Snapshot | None:
        """Where the work stands."""
        return self._snapshot

    @snapshot.setter
    def snapshot(self, snapshot: Snapshot | None) -> None:
        self._snapshot = snapshot
        if snapshot is not None:
            self._on_progress(snapshot)

    def should_stop(self) -> bool:
        """Tell whether to stop."""
        return self._should_stop()

    def keep(self, answer: Outcome, *, found_here: bool = True) -> None:
        """Tell what is to be told of an answer; the envelope holds it."""
        if found_here:
            report(answer)


def trace_locally(
    problem: CurveProblem,
    limits: Limits,
    execution: Execution,
    *,
    on_progress: Callable[[Snapshot], None] = lambda _: None,
    should_stop: Callable[[], bool] = lambda: False,
    earlier: Sequence[Outcome] = (),
) -> tuple[Envelope, str]:
    """Trace a curve with all processes of an execution.

    Parameters
    ----------
    earlier
        What another run has found and proven; the first holds cuts.

    Returns
    -------
    envelope, failure
        What was found and proven, and what broke the work off ("" if it ended by
        itself).
    """
    schedule = Schedule(problem=problem, limits=limits, slots=execution.slots)
    begin = gone_on(problem, earlier)
    tracing = Tracing(schedule, LocalDriver(on_progress, should_stop), execution, envelope=begin)
    try:
        tracing.run()
    except ExecutionError as error:
        return tracing.envelope, str(error)
    return tracing.envelope, ""


def gone_on(problem: CurveProblem, earlier: Sequence[Outcome]) -> Envelope:
    """Return what is known at the beginning: of an earlier run, as much as fits the problem."""
    begin = problem.start()
    for answer in earlier[:1]:
        begin = begin.absorb(answer)
    for answer in fitting(begin, earlier[1:]):
        begin = begin.absorb(answer)
    return begin
