"""What every store promises about keys, idempotency, quotas, batches and retries."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from alphacut.jobs.errors import (
    AmbiguousKey,
    BadKeyName,
    KeyExists,
    KeyReused,
    QuotaExceeded,
    Replaced,
    UnknownBatch,
    UnknownJob,
    UnknownKey,
)
from alphacut.jobs.job import JobError
from alphacut.jobs.origin import ApiKey, Origin, Quota
from alphacut.jobs.states import State
from alphacut.jobs.store import Ending, Store, Submission

KIND = "bisection-curve"
REQUEST: dict[str, Any] = {"topology": {"family": "complete", "switches": 4}}
OTHER: dict[str, Any] = {"topology": {"family": "complete", "switches": 5}}
ANSWER = {"alpha": "1", "engine": "cpsat", "seconds": 0.5, "proof": "certificate"}
BROKEN = JobError(type="execution", title="It broke", detail="killed by signal 9")
FIRST = Submission(kind=KIND, request=REQUEST)
SECOND = Submission(kind=KIND, request=OTHER)


class TestKeys:
    def test_a_key_is_found_by_its_text_only(self, store: Store) -> None:
        key, text = store.keys.add("alice", Quota(active=1, daily=2))
        assert store.keys.find(text) == key
        assert key.quota == Quota(active=1, daily=2)
        for wrong in ("", key.id, text[:-1], text + "x", text.upper(), "\0", "ä"):
            assert store.keys.find(wrong) is None

    def test_names_are_taken_once(self, store: Store) -> None:
        store.keys.add("alice")
        with pytest.raises(KeyExists, match="alice"):
            store.keys.add("alice")
        store.keys.revoke("alice")
        with pytest.raises(KeyExists):
            store.keys.add("alice")

    def test_revoking_is_for_good_and_idempotent(self, store: Store) -> None:
        key, text = store.keys.add("alice")
        assert store.keys.any()
        revoked = store.keys.revoke(key.id)
        assert store.keys.revoke("alice") == revoked
        assert store.keys.find(text) is None
        assert not store.keys.any()
        assert store.keys.list() == [revoked]
        with pytest.raises(UnknownKey):
            store.keys.revoke("bob")

    def test_names_are_shown_as_they_are_and_are_no_ids(self, store: Store) -> None:
        for wrong in ("", " ", "x" * 65, "a\x1b[2J", "a\nb", "a\u202eb", " a", "a ", "\0", "\x9b",
                      "0123abcd", "DEADBEEF"):  # fmt: skip
            with pytest.raises(BadKeyName, match="must"):
                store.keys.add(wrong)
        assert store.keys.list() == []
        for right in ("alice", "Ω's laptop, 2nd", "0123abc", "0123abcde", "x" * 64):
            store.keys.add(right)

    def test_a_key_is_taken_for_another_by_nobody(
        self, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        victim, opens = store.keys.add("victim")
        with monkeypatch.context() as earlier:  # a release that gave such names
            earlier.setattr("alphacut.jobs.store.keys.check_name", lambda _: None)
            namesake, _ = store.keys.add(victim.id)
        with pytest.raises(AmbiguousKey, match="--id"):
            store.keys.revoke(victim.id)
        assert store.keys.find(opens)
        assert store.keys.revoke(victim.id, "name").id == namesake.id
        assert (store.keys.holds(victim.id), store.keys.holds(namesake.id)) == (True, False)
        assert store.keys.revoke(victim.id, "id").id == victim.id
        assert not store.keys.holds(victim.id)
        with pytest.raises(UnknownKey):
            store.keys.revoke("victim", "id")


class TestIdempotencyKeys:
    def test_one_of_many_at_once_adds_the_job(self, store: Store) -> None:
        origin = Origin(idempotency_key="k")
        with ThreadPoolExecutor(8) as pool:
            found = pool.map(lambda _: store.submit(KIND, REQUEST, origin=origin).id, range(24))
            assert len(set(found)) == 1
        assert len(store.newest(limit=10)) == 1

    def test_another_request_is_refused(self, store: Store) -> None:
        origin = Origin(idempotency_key="k")
        store.submit(KIND, REQUEST, origin=origin)
        with pytest.raises(KeyReused):
            store.submit(KIND, OTHER, origin=origin)
        with pytest.raises(KeyReused):
            store.submit_batch([FIRST], origin=origin)
        assert len(store.newest(limit=10)) == 1

    def test_the_key_goes_with_its_job_or_batch(self, store: Store) -> None:
        origin = Origin(idempotency_key="k")
        first = store.submit(KIND, REQUEST, origin=origin)
        store.delete(first.id)
        batch = store.submit_batch([SECOND], origin=origin)
        assert store.submit_batch([SECOND], origin=origin) == batch
        store.delete_batch(batch.id)
        assert store.submit(KIND, REQUEST, origin=origin).id != first.id


class TestQuotas:
    def key(self, store: Store, **quota: int) -> ApiKey:
        return store.keys.add("alice", Quota(**quota))[0]

    def test_the_last_place_is_given_once(self, store: Store) -> None:
        origin = Origin(key=self.key(store, active=3))

        def submit(_: int) -> bool:
            try:
                store.submit(KIND, REQUEST, origin=origin)
            except QuotaExceeded:
                return False
            return True

        with ThreadPoolExecutor(8) as pool:
            assert sum(pool.map(submit, range(12))) == 3
        assert len(store.newest(limit=20)) == 3

    def test_ended_jobs_free_places_at_once_but_not_for_the_day(self, store: Store) -> None:
        origin = Origin(key=self.key(store, active=1, daily=2))
        store.cancel(store.submit(KIND, REQUEST, origin=origin).id)
        store.cancel(store.submit(KIND, REQUEST, origin=origin).id)
        with pytest.raises(QuotaExceeded, match="24 hours") as caught:
            store.submit(KIND, REQUEST, origin=origin)
        assert caught.value.retry_after > 60

    def test_what_is_deleted_was_accepted_all_the_same(self, store: Store) -> None:
        origin = Origin(key=self.key(store, daily=2))
        store.delete(store.submit(KIND, REQUEST, origin=origin).id)
        store.delete_batch(store.submit_batch([FIRST], origin=origin).id)
        with pytest.raises(QuotaExceeded, match="it has 2, and 1 more"):
            store.submit(KIND, REQUEST, origin=origin)

    def test_trying_again_is_asking_for_one_more(self, store: Store) -> None:
        origin = Origin(key=self.key(store, active=1, daily=3))
        job = store.submit(KIND, REQUEST, origin=origin)
        assert store.retry(job.id, origin=origin).state is State.QUEUED  # it waits already
        for _ in range(2):
            store.cancel(job.id)
            assert store.retry(job.id, origin=origin).state is State.QUEUED
        store.cancel(job.id)
        with pytest.raises(QuotaExceeded, match="24 hours"):
            store.retry(job.id, origin=origin)
        assert store.get(job.id).state is State.CANCELLED

    def test_what_is_tried_again_counts_for_whoever_asks(self, store: Store) -> None:
        alice = Origin(key=self.key(store, active=1))
        bob = Origin(key=store.keys.add("bob", Quota(active=1))[0])
        for first in (alice, Origin()):
            job = store.submit(KIND, REQUEST, origin=first)
            store.cancel(job.id)
            store.retry(job.id, origin=bob)
            with pytest.raises(QuotaExceeded, match="bob"):
                store.submit(KIND, REQUEST, origin=bob)
            store.submit(KIND, REQUEST, origin=alice)
            for each in store.newest(limit=10):
                store.cancel(each.id)

    def test_each_network_of_a_comparison_counts(self, store: Store) -> None:
        origin = Origin(key=self.key(store, active=5, daily=7))
        three = {"topologies": [REQUEST["topology"]] * 3}
        first = store.submit("compare", three, origin=origin, networks=3)
        with pytest.raises(QuotaExceeded, match="has 3, and 3 more"):
            store.submit("compare", three, origin=origin, networks=3)
        store.delete(first.id)
        members = [Submission(kind="compare", request=three, networks=3), FIRST]
        store.submit_batch(members, origin=origin)
        with pytest.raises(QuotaExceeded, match="has 7, and 1 more"):
            store.submit(KIND, REQUEST, origin=origin)

    def test_others_are_not_counted(self, store: Store) -> None:
        origin = Origin(key=self.key(store, active=1))
        for _ in range(3):
            store.submit(KIND, REQUEST)
        store.submit(KIND, REQUEST, origin=origin)


class TestBatches:
    def test_all_or_none(self, store: Store) -> None:
        key, _ = store.keys.add("alice", Quota(active=2))
        with pytest.raises(QuotaExceeded):
            store.submit_batch([FIRST] * 3, origin=Origin(key=key))
        assert store.newest(limit=10) == []
        assert store.newest_batches(limit=10) == []
        assert len(store.submit_batch([FIRST] * 2, origin=Origin(key=key)).members) == 2

    def test_members_keep_their_order_and_state(self, store: Store) -> None:
        batch = store.submit_batch([FIRST, SECOND, FIRST])
        assert [job.request for job in batch.members] == [REQUEST, OTHER, REQUEST]
        claim = store.claim("worker", 60)
        assert claim
        assert claim.job.id == batch.members[0].id
        assert store.batch(batch.id).state is State.RUNNING
        cancelled = store.cancel_batch(batch.id)
        states = [job.state for job in cancelled.members]
        assert states == [State.RUNNING, State.CANCELLED, State.CANCELLED]
        assert store.renew(claim, 60, progress=None, seconds=0)

    def test_deleting_it_replaces_its_workers(self, store: Store) -> None:
        batch = store.submit_batch([FIRST] * 2)
        claim = store.claim("worker", 60)
        assert claim
        store.delete_batch(batch.id)
        with pytest.raises(Replaced):
            store.renew(claim, 60, progress=None, seconds=0)
        with pytest.raises(UnknownBatch):
            store.batch(batch.id)
        with pytest.raises(UnknownBatch):
            store.delete_batch(batch.id)
        with pytest.raises(UnknownBatch):
            store.cancel_batch(batch.id)


class TestRetrying:
    def test_an_ended_job_waits_again_with_its_answers(self, store: Store) -> None:
        job = store.submit(KIND, REQUEST)
        first = store.claim("worker", 60)
        assert first
        store.add_answer(first, ANSWER, progress={"gap": 0.5}, seconds=9)
        store.finish(first, Ending(state=State.FAILED, error=BROKEN, seconds=9))
        again = store.retry(job.id)
        assert (again.state, again.error, again.finished) == (State.QUEUED, None, None)
        assert again.seconds == 0
        with pytest.raises(Replaced):
            store.renew(first, 60, progress=None, seconds=0)
        second = store.claim("worker", 60)
        assert second
        assert second.epoch > first.epoch
        with pytest.raises(Replaced):
            store.finish(first, Ending(state=State.FAILED, error=BROKEN, seconds=9))
        assert store.answers(job.id) == [ANSWER]

    def test_a_cancelled_job_is_not_cancelled_again(self, store: Store) -> None:
        job = store.submit(KIND, REQUEST)
        claim = store.claim("worker", 60)
        assert claim
        store.cancel(job.id)
        store.finish(claim, Ending(state=State.CANCELLED, document={"a": 1}, seconds=1))
        assert store.retry(job.id).has_result is False
        again = store.claim("worker", 60)
        assert again
        assert store.renew(again, 60, progress=None, seconds=0) is False
        store.finish(again, Ending(state=State.SUCCEEDED, document={"a": 2}, seconds=1))
        assert store.result(job.id) == {"a": 2}

    @pytest.mark.parametrize("claimed", [False, True])
    def test_a_job_that_has_not_ended_stays_as_it_is(self, store: Store, claimed: bool) -> None:
        job = store.submit(KIND, REQUEST)
        if claimed:
            assert store.claim("worker", 60)
        before = store.get(job.id)
        assert store.retry(job.id) == before

    def test_an_unknown_job_is_told(self, store: Store) -> None:
        with pytest.raises(UnknownJob):
            store.retry("nonesuch")


def test_what_engines_did_is_counted_beyond_the_life_of_jobs(store: Store) -> None:
    for _ in range(2):
        store.submit(KIND, REQUEST)
        claim = store.claim("worker", 60)
        assert claim
        store.add_answer(claim, ANSWER, progress=None, seconds=1)
        store.add_answer(
            claim, {**ANSWER, "proof": None, "engine": "ilp"}, progress=None, seconds=1
        )
        store.delete(claim.job.id)
    told = {each.engine: (each.points, each.seconds) for each in store.engine_totals()}
    assert told == {"cpsat": (2, 1.0), "ilp": (0, 1.0)}
