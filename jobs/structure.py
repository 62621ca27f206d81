"""Jobs of kind "structure": a network is described, in one step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from alphacut.arrangements.formats.spec import Limits, build, parse
from alphacut.jobs.execution import Execution
from alphacut.jobs.job import Job
from alphacut.jobs.progress import finished
from alphacut.jobs.states import State
from alphacut.jobs.store import Ending, Store
from alphacut.jobs.supervisor import Supervisor
from alphacut.jobs.tasks.describing import Describe

STRUCTURE = "structure"  # what requests call the kind
SECONDS = 3600.0  # time limit of a job that names none; all that are accepted now name one

Json = Mapping[str, Any]


def check(request: Json, sizes: Limits) -> None:
    """Build the network of a request, so that what is wrong with it shows now.

    Raises
    ------
    SpecError
        If there is no such network, or it is too large.
    """
    build(parse(request["topology"], sizes), sizes)


def carry_out_structure(
    job: Job, _store: Store, supervisor: Supervisor, execution: Execution
) -> None:
    """Describe the network of a job.

    Nothing is kept of a description that is not finished, so that each worker that takes the
    job up has all of its time.

    Raises
    ------
    OutOfTime, Cancelled
        If it was stopped.
    """
    task = Describe(topology=job.request["topology"], seconds=_seconds(job.request))
    document = execution.ask(task, should_stop=supervisor.should_stop)
    seconds = supervisor.seconds
    supervisor.finish(
        Ending(
            state=State.SUCCEEDED,
            document=document,
            progress=finished(seconds),
            seconds=seconds,
        )
    )


def _seconds(request: Json) -> float:
    asked: float | None = request.get("limits", {}).get("seconds")
    return SECONDS if asked is None else asked
