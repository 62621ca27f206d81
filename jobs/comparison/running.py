"""Working on a comparison: its networks are described, searched, proven, and set side by side."""

from __future__ import annotations

from alphacut.jobs.comparison.contender import Contender
from alphacut.jobs.comparison.describing import described
from alphacut.jobs.execution import Execution
from alphacut.jobs.job import Job
from alphacut.jobs.preparing import prepare
from alphacut.jobs.progress import Snapshot, together
from alphacut.jobs.provenance import provenance
from alphacut.jobs.states import State
from alphacut.jobs.stopping import stopped
from alphacut.jobs.store import Ending, Json, Store
from alphacut.jobs.supervisor import Supervisor
from alphacut.jobs.tasks.preparing import Prepare
from alphacut.solver.bisection.curve import Limits
from alphacut.solver.comparison.document import comparison
from alphacut.solver.comparison.question import ComparisonRequest


def carry_out(job: Job, store: Store, supervisor: Supervisor, execution: Execution) -> None:
    """Compare the networks of a job, or give the job back when the worker leaves.

    All are searched before anything is proven, so that one which is stopped has
    something to say about each of them. Small networks come first: what they leave
    of their time goes to the large ones, and one that overruns its share takes
    nothing from those that are soon proven.
    """
    requested = ComparisonRequest.read(job.request)
    answered = store.answers(job.id)
    tasks = [Prepare(kind=requested.kind.name, request=each) for each in requested.requests]
    prepared = [prepare(each, answered, supervisor, execution) for each in tasks]
    works = [each.work for each in prepared]
    structures = described(works, requested.seconds, supervisor, execution, keep=bool(answered))
    contenders = [
        Contender(each, place, job.id, store, execution) for place, each in enumerate(prepared)
    ]
    for contender in contenders:
        contender.resume(answered, supervisor)
    by_size = sorted(contenders, key=lambda each: each.work.problem.network.switches)
    for work_on in (Contender.search, Contender.prove):
        for done, contender in enumerate(by_size):
            supervisor.beside = tuple(
                Snapshot(envelope=other.envelope) for other in contenders if other is not contender
            )
            left = len(contenders) - (done if work_on is Contender.prove else 0)
            work_on(contender, supervisor, _until(requested, supervisor.seconds, left))
    if supervisor.leaving:
        supervisor.release()
        return
    supervisor.finish(_ending(job, requested, contenders, structures, supervisor))


def _until(requested: ComparisonRequest, spent: float, left: int) -> float | None:
    """Return up to which time of the job a network may be worked on: a fair share of the rest."""
    if requested.seconds is None:
        return None
    return spent + (requested.seconds - spent) / left


def _ending(
    job: Job,
    requested: ComparisonRequest,
    contenders: list[Contender],
    structures: list[Json],
    supervisor: Supervisor,
) -> Ending:
    """Write the table; a job cancelled before all networks were searched has none."""
    seconds = supervisor.seconds
    known = sum(each.reused for each in contenders)
    reused = {"job": None, "points": known} if known else None
    document: Json | None = None
    if all(each.envelope.cuts for each in contenders):
        envelopes = [each.envelope for each in contenders]
        limits = Limits(seconds=requested.seconds, gap=contenders[0].work.limits.gap)
        why = stopped(envelopes, limits, seconds, interrupted=supervisor.cancelled)
        about = provenance(
            *envelopes, started=job.started or job.created, seconds=seconds, stopped=why
        )
        about |= {} if reused is None else {"reused": reused}
        results = [
            requested.kind.document(each.work, each.envelope, {})
            for each in supervisor.beating(contenders)
        ]
        table = comparison(
            results, structures, alpha=requested.alpha, injection=requested.injection
        )
        document = {**table, "provenance": about}
    return Ending(
        state=State.CANCELLED if supervisor.cancelled else State.SUCCEEDED,
        document=document,
        progress=_progress(contenders, seconds),
        reused=reused,
        seconds=seconds,
    )


def _progress(contenders: list[Contender], seconds: float) -> Json:
    first, *others = [
        Snapshot(envelope=each.envelope, ended=True).as_json(seconds) for each in contenders
    ]
    return together(first, others)
