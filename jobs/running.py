"""Working on one job, from where the last worker left it to its end."""

from __future__ import annotations

import logging
from collections.abc import Callable

from alphacut.jobs.agenda import Agenda
from alphacut.jobs.comparing import COMPARE, carry_out_comparison
from alphacut.jobs.errors import Cancelled, ExecutionLost, Replaced, StoreError, UnknownJob
from alphacut.jobs.execution import Execution
from alphacut.jobs.failures import INTERNAL, failure
from alphacut.jobs.job import Claim, Job
from alphacut.jobs.kinds import KINDS, Kind, Work
from alphacut.jobs.preparing import prepare
from alphacut.jobs.progress import Snapshot, finished
from alphacut.jobs.provenance import provenance
from alphacut.jobs.standing import resumed
from alphacut.jobs.states import State
from alphacut.jobs.store import Ending, Json, Store
from alphacut.jobs.structure import STRUCTURE, carry_out_structure
from alphacut.jobs.supervisor import Supervisor
from alphacut.jobs.tasks.preparing import Prepare
from alphacut.jobs.tracing import Tracing
from alphacut.solver.bisection.envelope import Envelope
from alphacut.solver.bisection.point import Answer

logger = logging.getLogger(__name__)


def carry_out(
    claim: Claim,
    *,
    store: Store,
    execution: Execution,
    lease_seconds: float,
    leaving: Callable[[], bool],
) -> None:
    """Work on a claimed job until it has ended, or must be given back.

    Whatever is wrong with the job ends it as failed. What is wrong with the
    store is raised, for no job is to blame for it.
    """
    supervisor = Supervisor(store, claim, lease_seconds=lease_seconds, leaving=leaving)
    try:
        if not _served(claim.job, store, supervisor):
            do = _OTHERS.get(claim.job.kind, _solve)
            do(claim.job, store, supervisor, execution)
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


def _served(job: Job, store: Store, supervisor: Supervisor) -> bool:
    """Answer a question that was answered before with the same document."""
    twin = store.answered(job.content) if job.content else None
    document = _proven(store, twin) if twin else None
    if twin is None or document is None or supervisor.cancelled:
        return False
    reused = {"job": twin.id, "points": _points(document)}
    logger.info("job %s: asks what job %s has answered", job.id, twin.id)
    supervisor.finish(
        Ending(
            state=State.SUCCEEDED,
            document=_with_reused(document, reused),
            progress=twin.progress,
            reused=reused,
            seconds=supervisor.seconds,
        )
    )
    return True


def _proven(store: Store, twin: Job) -> Json | None:
    """Return the document of a job, unless it is only bounded: more time may bring more."""
    try:
        document = store.result(twin.id)
    except UnknownJob:
        return None  # it was deleted just now
    return None if document is None or "bounded" in _statuses(document) else document


def _points(document: Json) -> int:
    """Count what was not proven anew: points of a curve, one for each network of a comparison."""
    return len(document.get("points") or document.get("networks") or [document])


def _statuses(document: Json) -> set[str]:
    """Return the status of a document; of a comparison, those of its networks."""
    return {each["status"] for each in document.get("networks", [document])}


def _with_reused(document: Json, reused: Json) -> Json:
    return {**document, "provenance": {**document["provenance"], "reused": dict(reused)}}


def _end_without_result(supervisor: Supervisor) -> None:
    """Give a job back, or end it as cancelled, before there was anything to keep."""
    if supervisor.leaving:
        supervisor.release()
        return
    seconds = supervisor.seconds
    supervisor.finish(
        Ending(state=State.CANCELLED, progress=finished(seconds, gap=1.0), seconds=seconds)
    )


def _solve(job: Job, store: Store, supervisor: Supervisor, execution: Execution) -> None:
    """Trace a curve, or prove a point."""
    kind = KINDS[job.kind]
    answered = store.answers(job.id)
    prepared = prepare(Prepare(kind=job.kind, request=job.request), answered, supervisor, execution)
    work = prepared.work
    inquiry = work.inquiry
    supervisor.network = prepared.network
    found = [each for each in store.findings(supervisor.network) if each.job_id != job.id]
    agenda = Agenda(inquiry=inquiry, limits=work.limits, slots=execution.slots)
    tracing = Tracing(
        agenda,
        supervisor,
        execution,
        envelope=resumed(inquiry, supervisor.beating(answered)),
        found=[
            Answer.from_json(inquiry.network, each.answer) for each in supervisor.beating(found)
        ],
    )
    tracing.run()
    if supervisor.leaving:
        supervisor.release()
        return
    reused = {"job": None, "points": tracing.reused} if tracing.reused else None
    supervisor.finish(_ending(kind, work, tracing.envelope, job, supervisor, reused))


def _ending(
    kind: Kind,
    work: Work,
    envelope: Envelope,
    job: Job,
    supervisor: Supervisor,
    reused: Json | None,
) -> Ending:
    """Write the result; a job cancelled before anything was asked has none."""
    seconds = supervisor.seconds
    document: Json | None = None
    if envelope.cuts:
        about = provenance(envelope, started=job.started or job.created, seconds=seconds)
        document = kind.document(work, envelope, about)
        document = _with_reused(document, reused) if reused else document
    return Ending(
        state=State.CANCELLED if supervisor.cancelled else State.SUCCEEDED,
        document=document,
        progress=Snapshot(envelope=envelope).as_json(seconds),
        reused=reused,
        seconds=seconds,
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


_OTHERS = {STRUCTURE: carry_out_structure, COMPARE: carry_out_comparison}
