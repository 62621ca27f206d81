"""Jobs, their answers and results are queried; see `Store`."""

from __future__ import annotations

import sqlalchemy as sa

from alphacut.jobs.job import Job
from alphacut.jobs.states import State
from alphacut.jobs.store import counters, heartbeats, queue_order, rows
from alphacut.jobs.store._base import Json, SharedResult, Workers
from alphacut.jobs.store.counters import EngineTotal
from alphacut.jobs.store.engine import transaction
from alphacut.jobs.store.mixins._base import Mixin
from alphacut.jobs.store.tables import answers, jobs, results, shared_results


class Querying(Mixin):
    """Tells of jobs, their answers and results, and of what serves all."""

    def get(self, job_id: str, *, requests: bool = True, place: bool = True) -> Job:
        """Return a job, or raise `UnknownJob`."""
        with transaction(self._reading) as connection:
            return rows.get(connection, job_id, requests=requests, place=place)

    def newest(
        self,
        *,
        limit: int,
        before: int | None = None,
        state: State | None = None,
        requests: bool = True,
    ) -> list[Job]:
        """Return jobs, newest first."""
        query = rows.selection(requests=requests).order_by(jobs.c.number.desc()).limit(limit)
        if before is not None:
            query = query.where(jobs.c.number < before)
        if state is not None:
            query = query.where(jobs.c.state == state.value)
        with transaction(self._reading) as connection:
            return rows.read(connection, query)

    def result(self, job_id: str) -> Json | None:
        """Return a job's document, None if it has none, or raise `UnknownJob`."""
        query = sa.select(results.c.document).where(results.c.job_id == job_id)
        with transaction(self._reading) as connection:
            rows.get(connection, job_id, requests=False, place=False)
            document: Json | None = connection.execute(query).scalar_one_or_none()
            return document

    def answers(self, job_id: str) -> list[Json]:
        """Return the answers stored for a job, in order, or raise `UnknownJob`."""
        query = (
            sa.select(answers.c.answer)
            .where(answers.c.job_id == job_id)
            .order_by(answers.c.sequence)
        )
        with transaction(self._reading) as connection:
            rows.get(connection, job_id, requests=False, place=False)
            return list(connection.execute(query).scalars())

    def shared_results(self, network: str) -> list[SharedResult]:
        """Return what jobs have found about a network, in order."""
        query = sa.select(shared_results.c.job_id, shared_results.c.answer)
        query = query.where(shared_results.c.network == network).order_by(shared_results.c.number)
        with transaction(self._reading) as connection:
            return [
                SharedResult(job_id=job, answer=each) for job, each in connection.execute(query)
            ]

    def answered(self, content: str) -> Job | None:
        """Return the newest job that has succeeded with this content, or None."""
        query = (
            rows.selection()
            .where(jobs.c.content == content, jobs.c.state == State.SUCCEEDED.value)
            .order_by(jobs.c.number.desc())
            .limit(1)
        )
        with transaction(self._reading) as connection:
            return next(iter(rows.read(connection, query)), None)

    def counts(self) -> dict[State, int]:
        """Return how many jobs are in each state, zeros included."""
        query = sa.select(jobs.c.state, sa.func.count()).group_by(jobs.c.state)
        with transaction(self._reading) as connection:
            found = {State(state): count for state, count in connection.execute(query)}
        return {state: found.get(state, 0) for state in State}

    def engine_totals(self) -> list[EngineTotal]:
        """Return what each engine has done, deleted jobs included."""
        with transaction(self._reading) as connection:
            return counters.read(connection)

    def failure_totals(self) -> dict[str, int]:
        """Return how many jobs have failed, by the type of their error, deleted jobs included."""
        with transaction(self._reading) as connection:
            return counters.read_failures(connection)

    def longest_wait(self) -> float:
        """Return for how many seconds the oldest queued job has waited; 0 if there is none."""
        with transaction(self._reading) as connection:
            return queue_order.longest(connection)

    def workers_alive(self) -> Workers:
        """Return how many workers were heard of within the last `ALIVE` seconds."""
        with transaction(self._reading) as connection:
            return heartbeats.count(connection)
