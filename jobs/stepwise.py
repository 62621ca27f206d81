"""Working on a question that is answered step by step; what each has found is kept."""

from __future__ import annotations

from alphacut.jobs.errors import Cancelled, OutOfMemory, OutOfTime
from alphacut.jobs.execution import Execution
from alphacut.jobs.job import Job
from alphacut.jobs.kinds import kinds
from alphacut.jobs.progress import Steps
from alphacut.jobs.provenance import provenance
from alphacut.jobs.states import State
from alphacut.jobs.stopping import INTERRUPTED, TIME, because
from alphacut.jobs.store import Ending, Json, Store
from alphacut.jobs.supervisor import Supervisor
from alphacut.jobs.tasks.stepping import Advance
from alphacut.jobs.tasks.verifying import Verify
from alphacut.jobs.tasks.writing import Write
from alphacut.jobs.verifying import unverified

SECONDS = 3600.0  # time limit of a job that names none; all that are accepted now name one
CHECK = 10.0  # seconds that the check of a document may take though the time of its job is over
CHECK_SHARE = 0.1  # the same, of the time limit, where that is more
ONCE_CANCELLED = 1.5  # the same, where the job is cancelled


def carry_out(job: Job, store: Store, supervisor: Supervisor, execution: Execution) -> None:
    """Do the steps that are left of a question, and write its document.

    A job whose time is over, or that is cancelled, has the document that can be written from the
    steps that were done. No document is stored that its verifier refuses; see `jobs.verifying`.

    Raises
    ------
    OutOfTime, Cancelled
        If it ended so before there was enough for a document.
    """
    question = kinds()[job.kind].steps
    found = [each["found"] for each in store.answers(job.id)]
    number = question.steps(job.request)
    broken: OutOfTime | Cancelled | None = None
    while len(found) < number and broken is None:
        supervisor.steps = Steps(done=len(found), all=number)
        try:
            found.append(_step(job, found, supervisor, execution))
            supervisor.steps = Steps(done=len(found), all=number)
            supervisor.keep_step(len(found) - 1, found[-1])
        except (OutOfTime, Cancelled) as error:
            broken = error
    if supervisor.leaving:
        supervisor.release()
        return
    why = because(INTERRUPTED if supervisor.cancelled else TIME) if broken else None
    about = provenance(started=job.started or job.created, seconds=supervisor.seconds, stopped=why)
    document = _written(job, found, about, supervisor, execution)
    if document is None and broken is not None:
        raise broken
    if document is not None and kinds()[job.kind].verify is not None:
        document = _verified(job, document, supervisor, execution)
    if supervisor.leaving:
        supervisor.release()
        return
    supervisor.finish(_ending(document, Steps(done=len(found), all=number), supervisor))


def _step(job: Job, found: list[Json], supervisor: Supervisor, execution: Execution) -> Json:
    """Do one step, in the time that is left of the job's own."""
    task = Advance(
        kind=job.kind,
        doing=kinds()[job.kind].doing,
        request=dict(job.request),
        number=len(found),
        earlier=tuple(found),
        seconds=_left(job, found, supervisor),
    )
    return execution.ask(task, should_stop=supervisor.should_stop)


def _written(
    job: Job, found: list[Json], about: Json, supervisor: Supervisor, execution: Execution
) -> Json | None:
    """Write the document in a child, whose memory is limited; a job told to stop still has one."""
    if not found:
        return None
    task = Write(kind=job.kind, request=dict(job.request), found=tuple(found), about=about)
    return execution.ask(task, should_stop=supervisor.should_leave)


def _verified(job: Job, document: Json, supervisor: Supervisor, execution: Execution) -> Json:
    """Have a document checked; one whose check is broken off is told as not verified."""
    kind, cancelled = kinds()[job.kind], supervisor.cancelled
    task = Verify(kind=kind.name, document=document, seconds=_for_check(job, supervisor))
    try:
        return execution.ask(
            task, should_stop=supervisor.should_leave if cancelled else supervisor.should_stop
        )
    except (OutOfTime, OutOfMemory, Cancelled) as error:
        return unverified(kind, document, str(error))


def _for_check(job: Job, supervisor: Supervisor) -> float:
    """Return the seconds for the check: what is left of the job's, and some more if need be."""
    if supervisor.cancelled:
        return ONCE_CANCELLED
    limit = _limit(job)
    return max(limit - supervisor.seconds, CHECK, CHECK_SHARE * limit)


def _limit(job: Job) -> float:
    asked = job.request.get("limits", {}).get("seconds")
    limit: float = SECONDS if asked is None else asked
    return limit


def _left(job: Job, found: list[Json], supervisor: Supervisor) -> float:
    """Return the seconds for the next step; the first has all, however often it is begun."""
    limit = _limit(job)
    left = limit - supervisor.seconds if found else limit
    if left <= 0:
        raise OutOfTime(f"{kinds()[job.kind].doing} took longer than {limit:g} s")
    return left


def _ending(document: Json | None, steps: Steps, supervisor: Supervisor) -> Ending:
    seconds = supervisor.seconds
    return Ending(
        state=State.CANCELLED if supervisor.cancelled else State.SUCCEEDED,
        document=document,
        progress={**steps.as_json(seconds), "phase": "finished"},
        seconds=seconds,
    )
