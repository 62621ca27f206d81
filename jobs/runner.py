"""Working on one job, from where the last worker left it to its end."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from functools import partial

from alphacut.jobs import bisection_job, step_job
from alphacut.jobs.comparison import running as comparing
from alphacut.jobs.errors import (
    Cancelled,
    ExecutionLost,
    Replaced,
    StoreError,
    UnknownJob,
    UnknownKind,
)
from alphacut.jobs.execution import Execution
from alphacut.jobs.failures import INTERNAL, failure
from alphacut.jobs.job import Claim, Job
from alphacut.jobs.progress import finished
from alphacut.jobs.provenance import with_reused
from alphacut.jobs.states import State
from alphacut.jobs.store import Ending, Json, Store
from alphacut.jobs.supervisor import Supervisor
from alphacut.jobs.verifying import rests_on_proof
from alphacut.solver.bisection.kind import CURVE, POINT
from alphacut.solver.common.kind import Kind, StepKind
from alphacut.solver.comparison.kind import COMPARE

logger = logging.getLogger(__name__)

CarryOut = Callable[[Job, Store, Supervisor, Execution], None]
# who works on kinds that have no steps
DRIVERS: Mapping[str, CarryOut] = {
    CURVE.name: bisection_job.carry_out,
    POINT.name: bisection_job.carry_out,
    COMPARE.name: comparing.carry_out,
}


def carry_out(
    claim: Claim,
    *,
    kinds: Mapping[str, Kind],
    store: Store,
    execution: Execution,
    lease_seconds: float,
    leaving: Callable[[], bool],
    patience: float | None = None,
) -> None:
    """Work on a claimed job until it has ended, or must be given back.

    With patience for so many seconds, it is given back after these as a long one. Jobs of kinds
    that are not among those known here, by name, fail.

    Whatever is wrong with the job ends it as failed. What is wrong with the
    store is raised, for no job is to blame for it.
    """
    supervisor = Supervisor(
        store, claim, lease_seconds=lease_seconds, leaving=leaving, patience=patience
    )
    try:
        if not _served(claim.job, store, supervisor):
            _work_of(kinds, claim.job)(claim.job, store, supervisor, execution)
    except Cancelled:
        _end_without_result(supervisor)
    except (Replaced, UnknownJob) as gone:
        logger.warning("%s; its work was dropped", gone)
    except ExecutionLost:
        supervisor.release()
        raise
    except StoreError:
        raise
    except Exception as error:
        _fail(claim.job, supervisor, error)


def _work_of(kinds: Mapping[str, Kind], job: Job) -> CarryOut:
    """Return what is to be done for jobs of this kind."""
    kind = kinds.get(job.kind)
    if kind is None:
        raise UnknownKind(job.kind)
    return partial(step_job.carry_out, kind) if isinstance(kind, StepKind) else DRIVERS[kind.name]


def _served(job: Job, store: Store, supervisor: Supervisor) -> bool:
    """Answer a question that was answered before with the same document."""
    earlier = store.answered(job.content) if job.content else None
    document = _proven(store, earlier) if earlier else None
    if earlier is None or document is None or supervisor.cancelled:
        return False
    reused = {"job": earlier.id, "points": _points(document)}
    logger.info("job %s: asks what job %s has answered", job.id, earlier.id)
    supervisor.finish(
        Ending(
            state=State.SUCCEEDED,
            document=with_reused(document, reused),
            progress=earlier.progress,
            reused=reused,
            seconds=supervisor.seconds,
        )
    )
    return True


def _proven(store: Store, earlier: Job) -> Json | None:
    """Return the document of a job, unless more time may bring more.

    That is so where its bounds do not meet, and where the time was over before all steps were done.
    """
    if earlier.unfinished:
        return None
    try:
        document = store.result(earlier.id)
    except UnknownJob:
        return None  # it was deleted just now
    open_ones = {"bounded", "formula"}
    if document is None or open_ones & _statuses(document) or not rests_on_proof(document):
        return None
    return document


def _points(document: Json) -> int:
    """Count what was not computed anew: points of a curve, networks of a comparison."""
    return len(document.get("points") or document.get("networks") or [document])


def _statuses(document: Json) -> set[str]:
    """Return the statuses that a document tells: its own, or those of what it lists."""
    listed = (each for value in document.values() if isinstance(value, list) for each in value)
    members = (each for each in (document, *listed) if isinstance(each, Mapping))
    return {each["status"] for each in members if "status" in each}


def _end_without_result(supervisor: Supervisor) -> None:
    """Give a job back, or end it as cancelled, before there was anything to keep."""
    if supervisor.leaving:
        supervisor.release()
        return
    seconds = supervisor.seconds
    supervisor.finish(
        Ending(state=State.CANCELLED, progress=finished(seconds, gap=1.0), seconds=seconds)
    )


def _fail(job: Job, supervisor: Supervisor, error: Exception) -> None:
    told = failure(error)
    bug = error if told.type == INTERNAL else None  # where it came from is for those who mend it
    logger.error("job %s failed: %s", job.id, told.detail, exc_info=bug)
    ending = Ending(state=State.FAILED, error=told, seconds=supervisor.seconds)
    try:
        supervisor.finish(ending)
    except Replaced as gone:
        logger.warning("%s; its failure was not recorded", gone)
