"""Working on a job about bisections: a curve is traced, or a point proven."""

from __future__ import annotations

from alphacut.jobs.curve_driver import Tracing
from alphacut.jobs.execution import Execution
from alphacut.jobs.job import Job
from alphacut.jobs.preparing import prepare
from alphacut.jobs.progress import Snapshot
from alphacut.jobs.provenance import provenance, with_reused
from alphacut.jobs.states import State
from alphacut.jobs.stopping import stopped
from alphacut.jobs.store import Ending, Json, Store
from alphacut.jobs.stored_envelope import resumed
from alphacut.jobs.supervisor import Supervisor
from alphacut.jobs.tasks.preparing import Prepare
from alphacut.solver.bisection.envelope import Envelope
from alphacut.solver.bisection.schedule import Schedule
from alphacut.solver.bisection.stored import read_outcome
from alphacut.solver.bisection.variants import VARIANTS, Variant, Work


def carry_out(job: Job, store: Store, supervisor: Supervisor, execution: Execution) -> None:
    """Work on a job to its end, or until it must be given back.

    What was answered before the last worker left is taken up, and so is what other jobs have
    found about the same network.
    """
    variant = VARIANTS[job.kind]
    answered = store.answers(job.id)
    prepared = prepare(Prepare(kind=job.kind, request=job.request), answered, supervisor, execution)
    work = prepared.work
    problem = work.problem
    supervisor.network = prepared.network
    found = [each for each in store.shared_results(supervisor.network) if each.job_id != job.id]
    schedule = Schedule(problem=problem, limits=work.limits, slots=execution.slots)
    tracing = Tracing(
        schedule,
        supervisor,
        execution,
        envelope=resumed(problem, supervisor.beating(answered)),
        found=[read_outcome(problem.network, each.answer) for each in supervisor.beating(found)],
    )
    tracing.run()
    if supervisor.leaving:
        supervisor.release()
        return
    reused = {"job": None, "points": tracing.reused} if tracing.reused else None
    supervisor.finish(_ending(variant, work, tracing.envelope, job, supervisor, reused))


def _ending(
    variant: Variant,
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
        why = stopped(
            [envelope],
            work.limits,
            seconds,
            interrupted=supervisor.cancelled,
            any_wiring=bool(work.problem.network.free),
        )
        about = provenance(
            envelope, started=job.started or job.created, seconds=seconds, stopped=why
        )
        document = variant.document(work, envelope, about)
        document = with_reused(document, reused) if reused else document
    return Ending(
        state=State.CANCELLED if supervisor.cancelled else State.SUCCEEDED,
        document=document,
        progress=Snapshot(envelope=envelope, ended=True).as_json(seconds),
        reused=reused,
        seconds=seconds,
    )
