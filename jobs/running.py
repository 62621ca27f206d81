"""Working on one job, from where the last worker left it to its end."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace

from arrangements.formats.spec import Limits as SizeLimits
from jobs.errors import Replaced, StoreError, UnknownJob
from jobs.execution import Execution
from jobs.failures import failure
from jobs.job import Claim, Job
from jobs.kinds import KINDS, Kind, Work
from jobs.progress import Snapshot
from jobs.provenance import provenance
from jobs.states import State
from jobs.store import Ending, Json, Store
from jobs.structure import STRUCTURE, carry_out_structure
from jobs.supervisor import Supervisor
from solver.bisection.curve import Inquiry, Limits, trace
from solver.bisection.envelope import Envelope
from solver.bisection.heuristics.starts import trivial_cut
from solver.bisection.outcome import Progress, StopReason
from solver.bisection.point import Answer, Question

logger = logging.getLogger(__name__)

ACCEPTED = SizeLimits(switches=sys.maxsize, links=sys.maxsize)  # sizes were limited on entry


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
        if claim.job.kind == STRUCTURE:
            carry_out_structure(claim.job, supervisor)
        else:
            _work(claim.job, store.answers(claim.job.id), supervisor, execution)
    except (Replaced, UnknownJob) as gone:
        logger.warning("%s; its work was dropped", gone)
    except StoreError:
        raise
    except Exception as error:
        logger.exception("job %s failed", claim.job.id)
        _fail(supervisor, error)


def _work(job: Job, answered: Sequence[Json], supervisor: Supervisor, execution: Execution) -> None:
    kind = KINDS[job.kind]
    work = kind.prepare(job.request, ACCEPTED)
    steps = _Steps(supervisor, execution)
    envelope = trace(
        work.inquiry,
        steps.ask,
        limits=_left(work.limits, job.seconds),
        watch=steps.watch,
        envelope=_resumed(work.inquiry, answered),
    )
    if supervisor.leaving:
        supervisor.release()
    else:
        supervisor.finish(_ending(kind, work, envelope, job, supervisor))


def _resumed(inquiry: Inquiry, answered: Sequence[Json]) -> Envelope:
    """Return what the answers stored so far tell."""
    envelope = inquiry.start()
    for written in answered:
        envelope = envelope.absorb(Answer.from_json(inquiry.network, written))
    return envelope


def _left(limits: Limits, spent: float) -> Limits:
    """Return the limits for a run that goes on after some seconds were spent."""
    if limits.seconds is None:
        return limits
    return replace(limits, seconds=max(0.0, limits.seconds - spent))


class _Steps:
    """Has each question answered, stores the answer, and tells pollers on the way."""

    def __init__(self, supervisor: Supervisor, execution: Execution) -> None:
        self._supervisor = supervisor
        self._execution = execution
        self._envelope = Envelope()

    def watch(self, envelope: Envelope) -> bool:
        """Take note of what is known now; tell whether to go on."""
        self._envelope = envelope
        return not self._supervisor.should_stop()

    def ask(self, question: Question) -> Answer:
        """Have one question answered in another process."""

        def tell(progress: Progress | None) -> None:
            self._supervisor.snapshot = Snapshot(
                envelope=self._envelope, question=question, news=progress
            )

        tell(None)
        answer = self._execution.ask(question, tell, self._supervisor.should_stop)
        if not (answer.cuts or question.cuts):  # stopped before anything was found
            answer = replace(answer, cuts=(trivial_cut(question.network, question.balance),))
        self._envelope = self._envelope.absorb(answer)
        tell(None)
        if question.alpha is not None or answer.stopped_because is not StopReason.CANCELLED:
            self._supervisor.keep(answer)  # a search cut short is better begun anew
        return answer


def _ending(kind: Kind, work: Work, envelope: Envelope, job: Job, supervisor: Supervisor) -> Ending:
    """Write the result; a job cancelled before anything was asked has none."""
    seconds = supervisor.seconds
    document = None
    if envelope.cuts:
        about = provenance(envelope, started=job.started or job.created, seconds=seconds)
        document = kind.document(work, envelope, about)
    return Ending(
        state=State.CANCELLED if supervisor.cancelled else State.SUCCEEDED,
        document=document,
        progress=Snapshot(envelope=envelope).as_json(seconds),
        seconds=seconds,
    )


def _fail(supervisor: Supervisor, error: Exception) -> None:
    ending = Ending(state=State.FAILED, error=failure(error), seconds=supervisor.seconds)
    try:
        supervisor.finish(ending)
    except Replaced as gone:
        logger.warning("%s; its failure was not recorded", gone)
