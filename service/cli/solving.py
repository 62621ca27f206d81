"""Answering here, in a child process that Ctrl-C and time limits can stop."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from alphacut.jobs.execution import LocalExecution
from alphacut.jobs.local_driver import trace_locally
from alphacut.jobs.progress import Snapshot
from alphacut.jobs.provenance import provenance
from alphacut.jobs.stopping import stopped
from alphacut.service.cli.progress import ProgressLine
from alphacut.service.cli.stopping import Stop
from alphacut.solver.bisection.curve import with_some_cut
from alphacut.solver.bisection.outcome import Outcome
from alphacut.solver.bisection.variants import Variant, Work


@dataclass(frozen=True, kw_only=True)
class Solved:
    """What came of some work."""

    document: dict[str, Any]
    failure: str = ""  # what broke the work off, if it did not end by itself


def solve(
    kind: Variant,
    work: Work,
    line: ProgressLine,
    stop: Stop,
    processes: int = 1,
    earlier: Sequence[Outcome] = (),
) -> Solved:
    """Work until all is proven, or a limit or a signal ends it; there is always a document.

    Parameters
    ----------
    earlier
        What another run has found and proven.
    """
    started, began = datetime.now(UTC), time.monotonic()

    def show(snapshot: Snapshot) -> None:
        line.show(snapshot.as_json(time.monotonic() - began))

    with LocalExecution(processes=processes) as execution:
        found, failure = trace_locally(
            work.problem,
            work.limits,
            execution,
            on_progress=show,
            should_stop=lambda: stop.asked,
            earlier=earlier,
        )
    envelope = with_some_cut(found, work.problem)
    seconds = time.monotonic() - began
    why = stopped(
        [envelope],
        work.limits,
        seconds,
        interrupted=stop.asked,
        broken=bool(failure),
        any_wiring=bool(work.problem.network.free),
    )
    origin = provenance(envelope, started=started, seconds=seconds, stopped=why)
    return Solved(document=kind.document(work, envelope, origin), failure=failure)
