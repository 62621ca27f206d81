"""Jobs are claimed under leases, and what is found is written under them; see `Store`."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import sqlalchemy as sa

from alphacut.jobs.errors import Replaced
from alphacut.jobs.failures import WORKER_LOST
from alphacut.jobs.job import Claim
from alphacut.jobs.states import State
from alphacut.jobs.store import counters, heartbeats, rows
from alphacut.jobs.store._base import MOST_LOSSES, Ending, Json
from alphacut.jobs.store.clock import now
from alphacut.jobs.store.migrate import writing
from alphacut.jobs.store.mixins._base import Mixin
from alphacut.jobs.store.next_job import NO_LEASE, give_up, lease, next_claimable, take
from alphacut.jobs.store.tables import answers, jobs, results, shared_results


class Claiming(Mixin):
    """Gives jobs out under leases, and takes what workers find."""

    def claim(
        self,
        owner: str,
        lease_seconds: float,
        *,
        most_losses: int = MOST_LOSSES,
        kinds: Collection[str] | None = None,
        short_only: bool = False,
    ) -> Claim | None:
        """Take the next job that is queued, or running under an expired lease."""
        with writing(self._engine) as connection:
            heartbeats.beat(connection, owner, short_only=short_only)
            if lost := connection.execute(give_up(most_losses)).rowcount:
                counters.count_failures(connection, WORKER_LOST, lost)
            chosen = next_claimable(kinds, short_only=short_only)
            job_id = connection.execute(chosen).scalar_one_or_none()
            if job_id is None:
                return None
            epoch = connection.execute(take(job_id, owner, lease_seconds)).scalar_one()
            return Claim(job=rows.get(connection, job_id), owner=owner, epoch=epoch)

    def renew(
        self, claim: Claim, lease_seconds: float, *, progress: Json | None, seconds: float
    ) -> bool:
        """Extend a lease and store progress; return whether to cancel the job."""
        news = _news(progress, seconds)
        with writing(self._engine) as connection:
            heartbeats.keep(connection, claim.owner)
            return _held(connection, claim, **lease(lease_seconds), **news)

    def add_answer(
        self,
        claim: Claim,
        answer: Json,
        *,
        progress: Json | None,
        seconds: float,
        network: str | None = None,
        found_here: bool = True,
    ) -> None:
        """Store a finished answer and progress together, or raise `Replaced`."""
        following = (
            sa.select(sa.func.count()).where(answers.c.job_id == claim.job.id).scalar_subquery()
        )
        added = sa.insert(answers).values(
            job_id=claim.job.id, sequence=following, alpha=answer["alpha"], answer=dict(answer)
        )
        with writing(self._engine) as connection:
            _held(connection, claim, losses=0, **_news(progress, seconds))
            connection.execute(added)
            if network is not None:
                connection.execute(_shared_result(network, claim.job.id, answer))
            if found_here:
                counters.count(connection, answer)

    def release(self, claim: Claim, *, seconds: float, long: bool = False) -> None:
        """Put a job back into the queue, its answers kept, or raise `Replaced`."""
        lane = {"short": False} if long else {}
        back = {"state": State.QUEUED.value, "queued": now(), "seconds": seconds, **NO_LEASE}
        with writing(self._engine) as connection:
            _held(connection, claim, **back, **lane)

    def leave(self, owner: str) -> None:
        """Note that a worker is gone."""
        with writing(self._engine) as connection:
            heartbeats.forget(connection, owner)

    def finish(self, claim: Claim, ending: Ending) -> None:
        """End a job, or raise `Replaced`."""
        end = {
            "state": ending.state.value,
            "finished": now(),
            "error": ending.error.as_json() if ending.error else None,
            "reused": None if ending.reused is None else dict(ending.reused),
            **_news(ending.progress, ending.seconds),
            **NO_LEASE,
        }
        with writing(self._engine) as connection:
            _held(connection, claim, **end)
            if ending.error is not None:
                counters.count_failures(connection, ending.error.type)
            if ending.document is not None:
                document = dict(ending.document)
                connection.execute(
                    sa.insert(results).values(job_id=claim.job.id, document=document)
                )


def _held(connection: sa.Connection, claim: Claim, **values: Any) -> bool:
    """Write to a job under a lease; return whether it is to be cancelled."""
    write = (
        sa.update(jobs)
        .where(
            jobs.c.id == claim.job.id,
            jobs.c.lease_epoch == claim.epoch,
            jobs.c.state == State.RUNNING.value,
        )
        .values(**values)
        .returning(jobs.c.cancel_requested)
    )
    cancel: bool | None = connection.execute(write).scalar_one_or_none()
    if cancel is None:
        raise Replaced(claim.job.id, claim.epoch)
    return cancel


def _news(progress: Json | None, seconds: float) -> dict[str, Any]:
    return {"seconds": seconds, **({} if progress is None else {"progress": dict(progress)})}


def _shared_result(network: str, job_id: str, answer: Json) -> sa.Insert:
    return sa.insert(shared_results).values(
        network=network, job_id=job_id, created=now(), answer=dict(answer)
    )
