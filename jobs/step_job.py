"""Working on a job whose question is answered step by step; what each has found is stored."""

from __future__ import annotations

from typing import Any

from alphacut.jobs.drive import Driven, drive
from alphacut.jobs.execution import Execution
from alphacut.jobs.job import Job
from alphacut.jobs.states import State
from alphacut.jobs.store import Ending, Json, Store
from alphacut.jobs.supervisor import Supervisor
from alphacut.solver.common.kind import StepKind

SECONDS = 3600.0  # time limit of a job that names none; all that are accepted now name one


def carry_out(
    kind: StepKind[Any], job: Job, store: Store, supervisor: Supervisor, execution: Execution
) -> None:
    """Do the steps that are left of a job, and store its document; see `jobs.drive`.

    Raises
    ------
    OutOfTime, Cancelled, ExecutionError
        If it ended so before there was enough for a document.
    """
    found = [each["found"] for each in store.answers(job.id)]
    driven = drive(kind, _limited(job.request), supervisor, execution, found)
    if supervisor.leaving:
        supervisor.release()
    else:
        supervisor.finish(_ending(driven, supervisor))


def _limited(request: Json) -> Json:
    """Return a request that names its limit of time."""
    limits = request.get("limits") or {}
    return {**request, "limits": {**limits, "seconds": limits.get("seconds") or SECONDS}}


def _ending(driven: Driven, supervisor: Supervisor) -> Ending:
    seconds = supervisor.seconds
    return Ending(
        state=State.CANCELLED if supervisor.cancelled else State.SUCCEEDED,
        document=driven.document,
        progress={**driven.steps.as_json(seconds), "phase": "finished"},
        seconds=seconds,
    )
