"""Working on a comparison: its networks are described, searched, proven, and set side by side."""

from __future__ import annotations

import sys

from arrangements.formats.spec import Limits as SizeLimits
from jobs.comparing.contest import Contest
from jobs.comparing.entrant import Entrant
from jobs.execution import Execution
from jobs.job import Job
from jobs.progress import Phase, Snapshot, together
from jobs.provenance import provenance
from jobs.states import State
from jobs.store import Ending, Json, Store
from jobs.structure import described
from jobs.supervisor import Supervisor
from solver.comparison.document import comparison

ACCEPTED = SizeLimits(switches=sys.maxsize, links=sys.maxsize)  # sizes were limited on entry


def carry_out_comparison(
    job: Job, store: Store, supervisor: Supervisor, execution: Execution
) -> None:
    """Compare the networks of a job, or give the job back when the worker leaves.

    All are searched before anything is proven, so that one which is stopped has
    something to say about each of them. Small networks come first: what they leave
    of their time goes to the large ones, and one that overruns its share takes
    nothing from those that are soon proven.
    """
    contest = Contest.of(job.request, ACCEPTED)
    topologies = [each.topology for each in contest.entrants]
    structures = described(topologies, supervisor.should_stop)
    entrants = [
        Entrant(work, place, job.id, store, execution)
        for place, work in enumerate(contest.entrants)
    ]
    by_size = sorted(entrants, key=lambda each: each.work.inquiry.network.switches)
    for work_on in (Entrant.search, Entrant.prove):
        for done, entrant in enumerate(by_size):
            supervisor.beside = tuple(
                Snapshot(envelope=other.envelope) for other in entrants if other is not entrant
            )
            left = len(entrants) - (done if work_on is Entrant.prove else 0)
            work_on(entrant, supervisor, _until(contest, supervisor.seconds, left))
    if supervisor.leaving:
        supervisor.release()
        return
    supervisor.finish(_ending(job, contest, entrants, structures, supervisor))


def _until(contest: Contest, spent: float, left: int) -> float | None:
    """Return up to which time of the job a network may be worked on: a fair share of the rest."""
    if contest.seconds is None:
        return None
    return spent + (contest.seconds - spent) / left


def _ending(
    job: Job,
    contest: Contest,
    entrants: list[Entrant],
    structures: list[Json] | None,
    supervisor: Supervisor,
) -> Ending:
    """Write the table; a job cancelled before all networks were searched has none."""
    seconds = supervisor.seconds
    known = sum(each.reused for each in entrants)
    reused = {"job": None, "points": known} if known else None
    document: Json | None = None
    if structures is not None and all(each.envelope.cuts for each in entrants):
        envelopes = [each.envelope for each in entrants]
        about = provenance(*envelopes, started=job.started or job.created, seconds=seconds)
        about |= {} if reused is None else {"reused": reused}
        results = [contest.kind.document(each.work, each.envelope, {}) for each in entrants]
        table = comparison(results, structures, alpha=contest.alpha, injection=contest.injection)
        document = {**table, "provenance": about}
    return Ending(
        state=State.CANCELLED if supervisor.cancelled else State.SUCCEEDED,
        document=document,
        progress=_progress(entrants, seconds),
        reused=reused,
        seconds=seconds,
    )


def _progress(entrants: list[Entrant], seconds: float) -> Json:
    first, *others = [Snapshot(envelope=each.envelope).as_json(seconds) for each in entrants]
    return {**together(first, others), "phase": Phase.FINISHED.value}
