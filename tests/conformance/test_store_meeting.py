"""What every store promises where keys, batches and retries meet what jobs share and lose.

Each by itself is in test_submissions.py and test_store.py.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from alphacut.jobs.batch import Batch
from alphacut.jobs.errors import KeyReused, QuotaExceeded, UnknownBatch, UnknownJob
from alphacut.jobs.job import JobError
from alphacut.jobs.origin import ApiKey, Origin, Quota
from alphacut.jobs.states import State
from alphacut.jobs.store import Ending, Store, Submission
from alphacut.jobs.store.counters import EngineTotal
from tests.conformance.conftest import Open
from tests.conformance.test_store import (
    LONG,
    PROGRESS,
    REQUEST,
    answer,
    cancelled,
    claimed,
    failed,
    submitted,
    succeeded,
)

ONCE = Origin(idempotency_key="once")
OTHER = {**REQUEST, "topology": {"family": "complete", "switches": 5}}


def asked(*contents: str | None) -> list[Submission]:
    return [Submission(kind="bisection-curve", request=REQUEST, content=each) for each in contents]


def member_ids(batch: Batch) -> list[str]:
    return [job.id for job in batch.members]


class TestSendingTwice:
    def test_the_same_key_brings_the_same_job(self, store: Store) -> None:
        job = store.submit("bisection-curve", REQUEST, origin=ONCE, content="same")
        assert store.submit("bisection-curve", REQUEST, origin=ONCE, content="same") == job
        assert [each.id for each in store.newest(limit=9)] == [job.id]
        assert store.submit("bisection-curve", REQUEST, content="same").id != job.id

    def test_with_something_else_it_is_refused(self, store: Store) -> None:
        store.submit("bisection-curve", REQUEST, origin=ONCE)
        for submit in (
            lambda: store.submit("bisection-curve", OTHER, origin=ONCE),
            lambda: store.submit("bisection-point", REQUEST, origin=ONCE),
            lambda: store.submit_batch(asked(None), origin=ONCE),
        ):
            with pytest.raises(KeyReused):
                submit()
        assert len(store.newest(limit=9)) == 1
        assert store.newest_batches(limit=9) == []

    def test_the_key_is_free_when_the_job_was_removed_for_its_age(self, store: Store) -> None:
        job = store.submit("bisection-curve", REQUEST, origin=ONCE)
        store.cancel(job.id)
        assert store.purge(-1) == 1
        assert store.submit("bisection-curve", OTHER, origin=ONCE).id != job.id


class TestQuotas:
    def by(self, store: Store, **quota: int) -> Origin:
        key, _ = store.keys.add("alice", Quota(**quota))
        return Origin(key=key)

    def test_a_refused_submission_leaves_its_key_free(self, store: Store) -> None:
        alice = self.by(store, active=1)
        first = store.submit("bisection-curve", REQUEST, origin=alice)
        once = Origin(key=alice.key, idempotency_key="once")
        with pytest.raises(QuotaExceeded):
            store.submit("bisection-curve", REQUEST, origin=once)
        store.delete(first.id)
        assert store.submit("bisection-curve", OTHER, origin=once).request == OTHER

    def test_keys_of_two_askers_do_not_meet(self, store: Store) -> None:
        keys: list[ApiKey | None] = [store.keys.add(name)[0] for name in ("alice", "bob")]
        origins = [Origin(key=key, idempotency_key="once") for key in (*keys, None)]
        jobs = [store.submit("bisection-curve", REQUEST, origin=origin) for origin in origins]
        assert len({job.id for job in jobs}) == 3


class TestBatches:
    def test_its_members_are_jobs_in_order(self, open_store: Open) -> None:
        batch = open_store().submit_batch(asked("a", "b", "c"))
        seen = open_store().batch(batch.id)
        assert seen == batch
        assert [job.content for job in seen.members] == ["a", "b", "c"]
        assert [job.id for job in open_store().newest(limit=9)] == member_ids(batch)[::-1]
        assert seen.state is State.QUEUED

    def test_of_members_that_ask_the_same_one_works(self, store: Store) -> None:
        first, duplicate, other = member_ids(store.submit_batch(asked("same", "same", "other")))
        claim = claimed(store)
        assert claim.job.id == first
        assert claimed(store).job.id == other
        assert store.claim("worker", LONG) is None
        store.finish(claim, succeeded())
        found = store.answered("same")
        assert found is not None
        assert found.id == first
        assert claimed(store).job.id == duplicate

    def test_they_are_listed_newest_first_in_pages(self, store: Store) -> None:
        ids = [store.submit_batch(asked("a")).id for _ in range(3)]
        first = store.newest_batches(limit=2)
        rest = store.newest_batches(limit=2, before=first[-1].number)
        assert [batch.id for batch in (*first, *rest)] == ids[::-1]

    def test_a_member_that_is_claimed_meanwhile_is_cancelled_too(self, open_store: Open) -> None:
        asking, working = open_store(), open_store()
        for _ in range(10):
            batch = asking.submit_batch(asked(None, None, None))
            with ThreadPoolExecutor(2) as pool:
                claims = pool.submit(lambda: [working.claim("worker", LONG) for _ in range(3)])
                pool.submit(asking.cancel_batch, batch.id).result()
                claims.result()
            members = asking.batch(batch.id).members
            assert all(job.cancel_requested for job in members)

    def test_an_unknown_batch_is_said_to_be_unknown(self, store: Store) -> None:
        calls: tuple[Callable[[str], Any], ...] = (
            store.batch, store.cancel_batch, store.delete_batch,
        )  # fmt: skip
        for call in calls:
            for name in ("nonesuch", "none\0such", "none\udc80such", ""):
                with pytest.raises(UnknownBatch):
                    call(name)

    def test_it_is_removed_for_its_age_with_the_last_of_its_members(self, store: Store) -> None:
        batch = store.submit_batch(asked("a", "b"))
        store.finish(claimed(store), succeeded())
        assert store.purge(-1) == 1
        (left,) = store.batch(batch.id).members
        store.finish(claimed(store), failed())
        assert store.purge(-1) == 1
        with pytest.raises(UnknownBatch):
            store.batch(batch.id)
        with pytest.raises(UnknownJob):
            store.get(left.id)


class TestRetrying:
    @pytest.mark.parametrize("ending", [failed(), cancelled()])
    def test_it_begins_anew_with_its_answers(self, store: Store, ending: Ending) -> None:
        job_id = submitted(store)
        claim = claimed(store)
        store.add_answer(claim, answer("1"), progress=PROGRESS, seconds=1)
        store.cancel(job_id)
        store.finish(claim, ending)
        job = store.retry(job_id)
        assert job.state is State.QUEUED
        assert (job.seconds, job.error, job.finished, job.has_result) == (0, None, None, False)
        assert not job.cancel_requested
        assert store.result(job_id) is None
        assert store.answers(job_id) == [answer("1")]
        again = claimed(store)
        assert (again.job.id, again.epoch > claim.epoch) == (job_id, True)

    def test_a_job_that_has_succeeded_stays_as_it_is(self, store: Store) -> None:
        job_id = submitted(store)
        store.finish(claimed(store), succeeded())
        before = store.get(job_id)
        assert store.retry(job_id) == before
        assert store.result(job_id) is not None

    def test_workers_that_it_lost_are_forgotten(self, store: Store) -> None:
        job_id = submitted(store)
        for _ in range(2):
            store.claim("dies", -1, most_losses=2)  # a lease that has expired already
        assert store.claim("worker", LONG, most_losses=2) is None
        assert store.get(job_id).state is State.FAILED
        store.retry(job_id)
        assert store.claim("dies", -1, most_losses=2)
        assert store.claim("worker", LONG, most_losses=2)

    def test_what_others_had_found_is_forgotten(self, store: Store) -> None:
        job_id = submitted(store)
        reused = {"job": None, "points": 2}
        store.finish(claimed(store), Ending(state=State.CANCELLED, reused=reused, seconds=1))
        assert store.get(job_id).reused == reused
        assert store.retry(job_id).reused is None

    def test_it_waits_for_a_younger_job_that_asks_the_same(self, store: Store) -> None:
        older, younger = (
            store.submit("bisection-curve", REQUEST, content="same").id for _ in range(2)
        )
        store.finish(claimed(store), failed())
        claim = claimed(store)
        assert claim.job.id == younger
        store.retry(older)
        assert store.claim("worker", LONG) is None
        store.finish(claim, succeeded())
        assert claimed(store).job.id == older


class TestTotals:
    def test_answers_are_counted_by_engine_once(self, store: Store) -> None:
        for _ in range(2):
            submitted(store)
        first, second = claimed(store), claimed(store)
        proven = {**answer("1"), "engine": "ilp", "seconds": 1.5, "proof": "certificate"}
        store.add_answer(first, proven, progress=None, seconds=2)
        refused = {**proven, "proof": None, "refusals": ["one leaf", "its spare"]}
        store.add_answer(first, refused, progress=None, seconds=2)
        store.add_answer(first, {**proven, "alpha": None}, progress=None, seconds=2)
        found = {**proven, "refusals": ["counted where it was found"]}
        store.add_answer(second, found, progress=None, seconds=2, found_here=False)
        store.delete(first.job.id)
        total = EngineTotal(engine="ilp", points=1, seconds=4.5, refused=2)
        assert store.engine_totals() == [total]


class TestSums:
    def test_a_batch_adds_up_what_its_members_tell(self, store: Store) -> None:
        batch = store.submit_batch(asked("a", "b", "c", "d"))
        other = store.submit_batch(asked("e"))
        assert (batch.state, batch.finished) == (State.QUEUED, None)
        told = {"points": {"solved": 2, "open": 3}, "gap": 0.25, "seconds": 1.5}
        first = store.claim("worker", 60)
        assert first
        store.renew(first, 60, progress=told, seconds=1.5)
        second = store.claim("worker", 60)
        assert second
        broke = JobError(type="time", title="t", detail="d")
        store.finish(second, Ending(state=State.FAILED, error=broke, progress=told, seconds=2))
        seen = store.batch(batch.id, members=False)
        assert seen.members == ()
        assert seen.progress() == {
            "jobs": {"queued": 2, "running": 1, "succeeded": 0, "failed": 1, "cancelled": 0},
            "points": {"solved": 4, "open": 6},
            "gap": 1.0,  # of those that have not begun
            "seconds": 3.0,
        }
        assert (seen.state, seen.finished) == (State.RUNNING, None)
        assert store.newest_batches(limit=9) == [store.batch(other.id, members=False), seen]
        store.finish(first, Ending(state=State.SUCCEEDED, document={}, seconds=2))
        ended = store.cancel_batch(batch.id)
        assert ended.state is State.FAILED
        assert ended.finished == max(job.finished for job in ended.members if job.finished)
