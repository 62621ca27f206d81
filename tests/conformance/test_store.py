"""What every store promises; see `jobs.store.Store`."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from alphacut.jobs.errors import Replaced, UnknownJob
from alphacut.jobs.job import Claim, JobError
from alphacut.jobs.states import FOLLOWERS, State
from alphacut.jobs.store import Ending, SharedResult, Store, Submission
from tests.conformance.conftest import Open

LONG = 60.0  # seconds; a lease that does not expire here
SHORT = 0.2
REQUEST = {"kind": "bisection-curve", "topology": {"family": "complete", "switches": 4}}
PROGRESS = {"phase": "proving", "gap": 0.5}
BROKEN = JobError(type="execution", title="It broke", detail="killed by signal 9")


def submitted(store: Store) -> str:
    return store.submit("bisection-curve", REQUEST).id


def claimed(store: Store, lease_seconds: float = LONG) -> Claim:
    claim = store.claim("worker", lease_seconds)
    assert claim is not None
    return claim


def answer(alpha: str | None) -> dict[str, object]:
    return {"alpha": alpha, "bound": 3, "sides": [[0, 1]]}


def succeeded() -> Ending:
    return Ending(state=State.SUCCEEDED, document={"status": "exact"}, seconds=2.5)


def failed() -> Ending:
    return Ending(state=State.FAILED, error=BROKEN, seconds=2.5)


def cancelled() -> Ending:
    return Ending(state=State.CANCELLED, document={"status": "bounded"}, seconds=2.5)


WRITES: dict[str, Callable[[Store, Claim], object]] = {
    "renew": lambda store, claim: store.renew(claim, LONG, progress=PROGRESS, seconds=9.0),
    "add_answer": lambda store, claim: store.add_answer(
        claim, answer("1"), progress=PROGRESS, seconds=9.0
    ),
    "release": lambda store, claim: store.release(claim, seconds=9.0),
    "finish": lambda store, claim: store.finish(claim, succeeded()),
}


class TestAsking:
    def test_a_submitted_job_waits_and_is_seen_by_everyone(self, open_store: Open) -> None:
        job = open_store().submit("bisection-curve", REQUEST)
        seen = open_store().get(job.id)
        assert seen == job
        assert seen.state is State.QUEUED
        assert seen.request == REQUEST
        assert (seen.started, seen.finished, seen.progress, seen.error) == (None,) * 4
        assert abs(seen.created.timestamp() - time.time()) < 5

    def test_an_unknown_job_is_said_to_be_unknown(self, store: Store) -> None:
        calls: tuple[Callable[[str], object], ...] = (
            store.get, store.cancel, store.retry, store.delete, store.result, store.answers,
        )  # fmt: skip
        for call in calls:
            for name in ("nonesuch", "none\0such", "none\udc80such", ""):
                with pytest.raises(UnknownJob):
                    call(name)

    def test_jobs_are_listed_newest_first_in_pages(self, store: Store) -> None:
        ids = [submitted(store) for _ in range(5)]
        first = store.newest(limit=2)
        rest = store.newest(limit=9, before=first[-1].number)
        assert [job.id for job in (*first, *rest)] == ids[::-1]

    def test_jobs_are_listed_by_state(self, store: Store) -> None:
        ids = [submitted(store) for _ in range(3)]
        claimed(store)
        assert [job.id for job in store.newest(limit=9, state=State.RUNNING)] == ids[:1]
        assert [job.id for job in store.newest(limit=9, state=State.QUEUED)] == ids[:0:-1]
        assert store.newest(limit=9, state=State.FAILED) == []

    def test_jobs_are_counted_by_state(self, store: Store) -> None:
        for _ in range(3):
            submitted(store)
        claimed(store)
        counts = dict.fromkeys(State, 0) | {State.QUEUED: 2, State.RUNNING: 1}
        assert store.counts() == counts

    def test_a_good_store_passes_its_check(self, store: Store) -> None:
        store.check()


class TestClaiming:
    def test_an_empty_queue_gives_nothing(self, store: Store) -> None:
        assert store.claim("worker", LONG) is None

    def test_the_oldest_job_comes_first(self, store: Store) -> None:
        ids = [submitted(store) for _ in range(3)]
        assert [claimed(store).job.id for _ in ids] == ids
        assert store.claim("worker", LONG) is None

    def test_a_claimed_job_runs(self, store: Store) -> None:
        job_id = submitted(store)
        claim = claimed(store)
        assert claim.job == store.get(job_id)
        assert claim.job.state is State.RUNNING
        assert claim.job.started is not None

    def test_threads_that_claim_at_once_share_the_jobs_out(self, open_store: Open) -> None:
        store = open_store()
        ids = {submitted(store) for _ in range(40)}
        with ThreadPoolExecutor(4) as pool:
            found = list(pool.map(_drain, [open_store() for _ in range(4)]))
        taken = [job_id for each in found for job_id in each]
        assert sorted(taken) == sorted(ids)

    def test_processes_that_claim_at_once_share_the_jobs_out(self, store: Store, url: str) -> None:
        ids = {submitted(store) for _ in range(40)}
        command = [sys.executable, "-c", _DRAIN, url]
        workers = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(3)]
        taken = [job_id for each in workers for job_id in each.communicate(timeout=180)[0].split()]
        assert sorted(taken) == sorted(ids)

    def test_a_job_under_a_lease_is_not_claimed_again(self, store: Store) -> None:
        submitted(store)
        claimed(store, LONG)
        assert store.claim("other", LONG) is None

    def test_a_job_whose_lease_has_expired_is_claimed_with_a_higher_epoch(
        self, store: Store
    ) -> None:
        job_id = submitted(store)
        first = claimed(store, SHORT)
        time.sleep(2 * SHORT)
        second = claimed(store)
        assert second.job.id == job_id
        assert second.epoch > first.epoch
        assert second.job.started == first.job.started

    def test_a_renewed_lease_lasts(self, store: Store) -> None:
        submitted(store)
        claim = claimed(store, SHORT)
        store.renew(claim, LONG, progress=None, seconds=0.1)
        time.sleep(2 * SHORT)
        assert store.claim("other", LONG) is None

    def test_an_expired_lease_that_nobody_took_can_be_renewed(self, store: Store) -> None:
        submitted(store)
        claim = claimed(store, SHORT)
        time.sleep(2 * SHORT)
        assert store.renew(claim, LONG, progress=None, seconds=0.1) is False


class TestTwins:
    """Jobs that ask the same: one works, the others wait for what it finds."""

    def duplicates(self, store: Store) -> list[str]:
        return [store.submit("bisection-curve", REQUEST, content="same").id for _ in range(2)]

    def test_the_younger_is_not_claimed_while_the_older_runs(self, store: Store) -> None:
        older, _ = self.duplicates(store)
        other = store.submit("bisection-curve", REQUEST, content="other").id
        assert claimed(store).job.id == older
        assert claimed(store).job.id == other
        assert store.claim("worker", LONG) is None

    def test_nor_while_the_older_was_given_back(self, store: Store) -> None:
        older, _ = self.duplicates(store)
        store.release(claimed(store), seconds=1)
        assert claimed(store).job.id == older
        assert store.claim("worker", LONG) is None

    @pytest.mark.parametrize("ending", ["succeeded", "failed", "cancelled", "deleted"])
    def test_it_is_claimed_once_the_older_has_ended(self, store: Store, ending: str) -> None:
        older, younger = self.duplicates(store)
        claim = claimed(store)
        if ending == "deleted":
            store.delete(older)
        else:
            endings = {"succeeded": succeeded, "failed": failed, "cancelled": cancelled}
            store.finish(claim, endings[ending]())
        assert claimed(store).job.id == younger

    def test_the_one_that_has_succeeded_is_found(self, store: Store) -> None:
        older, younger = self.duplicates(store)
        assert store.answered("same") is None
        store.finish(claimed(store), succeeded())
        found = store.answered("same")
        assert found is not None
        assert found.id == older
        claim = claimed(store)
        reused = {"job": older, "points": 2}
        ending = Ending(
            state=State.SUCCEEDED, document={"status": "exact"}, reused=reused, seconds=0.1
        )
        store.finish(claim, ending)
        assert store.get(younger).reused == reused
        assert store.get(older).reused is None

    def test_one_that_has_failed_is_not(self, store: Store) -> None:
        self.duplicates(store)
        store.finish(claimed(store), failed())
        assert store.answered("same") is None


class TestLosses:
    """A job that ends one worker after another is given out a few times only."""

    def lose(self, store: Store) -> Claim | None:
        claim = store.claim("dies", SHORT, most_losses=2)
        time.sleep(2 * SHORT)
        return claim

    def test_it_fails_and_says_why(self, store: Store) -> None:
        job_id = submitted(store)
        assert self.lose(store)
        assert self.lose(store)
        assert store.claim("worker", LONG, most_losses=2) is None
        job = store.get(job_id)
        assert job.state is State.FAILED
        assert job.finished is not None
        assert job.error is not None
        assert job.error.type == "worker-lost"
        assert "2 workers" in job.error.detail

    def test_a_finished_answer_starts_the_count_anew(self, store: Store) -> None:
        submitted(store)
        assert self.lose(store)
        claim = store.claim("dies", SHORT, most_losses=2)
        assert claim
        store.add_answer(claim, answer("1"), progress=None, seconds=1)
        time.sleep(2 * SHORT)
        assert self.lose(store)

    def test_giving_a_job_back_is_no_loss(self, store: Store) -> None:
        submitted(store)
        for _ in range(4):
            claim = store.claim("leaves", LONG, most_losses=2)
            assert claim
            store.release(claim, seconds=1)

    def test_its_last_worker_is_replaced(self, store: Store) -> None:
        submitted(store)
        self.lose(store)
        last = self.lose(store)
        store.claim("worker", LONG, most_losses=2)
        assert last
        with pytest.raises(Replaced):
            store.finish(last, succeeded())


class TestSharedResults:
    """What one job finds about a network serves all."""

    def found(self, store: Store, network: str | None, alpha: str) -> str:
        job_id = submitted(store)
        claim = claimed(store)
        store.add_answer(claim, answer(alpha), progress=None, seconds=1, network=network)
        return job_id

    def test_they_are_kept_by_network_in_order(self, store: Store) -> None:
        first = self.found(store, "ring", "1")
        second = self.found(store, "ring", "2")
        self.found(store, "star", "3")
        self.found(store, None, "4")
        assert store.shared_results("ring") == [
            SharedResult(job_id=first, answer=answer("1")),
            SharedResult(job_id=second, answer=answer("2")),
        ]
        assert store.shared_results("tree") == []

    def test_they_outlive_their_job(self, store: Store) -> None:
        job_id = self.found(store, "ring", "1")
        store.delete(job_id)
        assert [each.job_id for each in store.shared_results("ring")] == [job_id]

    def test_a_worker_that_was_replaced_leaves_none(self, store: Store) -> None:
        submitted(store)
        lost = claimed(store)
        store.release(lost, seconds=1)
        with pytest.raises(Replaced):
            store.add_answer(lost, answer("1"), progress=None, seconds=1, network="ring")
        assert store.shared_results("ring") == []


class TestPurging:
    def test_only_what_ended_long_ago_is_removed(self, store: Store) -> None:
        old, running, queued = (submitted(store) for _ in range(3))
        claim = claimed(store)
        store.add_answer(claim, answer("1"), progress=None, seconds=1, network="ring")
        store.finish(claim, succeeded())
        claimed(store)
        assert store.purge(LONG) == 0
        assert len(store.shared_results("ring")) == 1
        time.sleep(0.05)
        assert store.purge(0.01) == 1
        assert {job.id for job in store.newest(limit=9)} == {running, queued}
        assert store.shared_results("ring") == []
        with pytest.raises(UnknownJob):
            store.result(old)

    def test_vacuum_keeps_what_is_there(self, store: Store) -> None:
        job_id = submitted(store)
        store.vacuum()
        assert store.get(job_id).id == job_id


_DRAIN = """
import sys
from alphacut.jobs.store import SqlStore
store = SqlStore(sys.argv[1])
while claim := store.claim("worker", 60):
    print(claim.job.id)
store.close()
"""


def _drain(store: Store) -> list[str]:
    found = []
    while claim := store.claim("worker", LONG):
        found.append(claim.job.id)
    return found


class TestWorking:
    def test_progress_and_time_are_seen_by_everyone(self, open_store: Open) -> None:
        worker, other = open_store(), open_store()
        job_id = submitted(worker)
        claim = claimed(worker)
        worker.renew(claim, LONG, progress=PROGRESS, seconds=1.5)
        worker.renew(claim, LONG, progress=None, seconds=2.5)
        assert other.get(job_id).progress == PROGRESS
        assert other.get(job_id).seconds == 2.5

    def test_answers_are_kept_in_order_with_their_progress(self, open_store: Open) -> None:
        worker, other = open_store(), open_store()
        job_id = submitted(worker)
        claim = claimed(worker)
        given = [answer(None), answer("0"), answer("inf"), answer("0")]
        for position, each in enumerate(given):
            worker.add_answer(claim, each, progress={"answers": position}, seconds=position)
        assert other.answers(job_id) == given
        assert other.get(job_id).progress == {"answers": 3}

    def test_answers_of_different_jobs_are_kept_apart(self, store: Store) -> None:
        for _ in range(2):
            submitted(store)
        claims = [claimed(store) for _ in range(2)]
        for position, claim in enumerate(claims):
            store.add_answer(claim, answer(str(position)), progress=None, seconds=1)
        found = [store.answers(claim.job.id) for claim in claims]
        assert found == [[answer("0")], [answer("1")]]

    def test_a_released_job_waits_with_its_answers(self, store: Store) -> None:
        job_id = submitted(store)
        claim = claimed(store)
        store.add_answer(claim, answer("1"), progress=PROGRESS, seconds=1.0)
        store.release(claim, seconds=1.5)
        assert store.get(job_id).state is State.QUEUED
        again = claimed(store)
        assert again.job.id == job_id
        assert again.job.seconds == 1.5
        assert store.answers(job_id) == [answer("1")]

    @pytest.mark.parametrize(
        ("ending", "result", "error"),
        [
            (succeeded(), {"status": "exact"}, None),
            (failed(), None, BROKEN),
            (cancelled(), {"status": "bounded"}, None),
            (Ending(state=State.CANCELLED, seconds=2.5), None, None),
        ],
    )
    def test_an_ended_job_has_its_result_or_its_error(
        self, store: Store, ending: Ending, result: object, error: object
    ) -> None:
        job_id = submitted(store)
        store.finish(claimed(store), ending)
        job = store.get(job_id)
        assert (job.state, job.error, job.seconds) == (ending.state, error, 2.5)
        assert job.finished is not None
        assert store.result(job_id) == result
        assert job.has_result == (result is not None)

    def test_an_ended_job_is_not_claimed(self, store: Store) -> None:
        submitted(store)
        store.finish(claimed(store, SHORT), succeeded())
        time.sleep(2 * SHORT)
        assert store.claim("worker", LONG) is None


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
class TestReplaced:
    """Whoever has lost a job writes nothing more to it."""

    def test_after_another_has_claimed_it(
        self, store: Store, write: Callable[[Store, Claim], object]
    ) -> None:
        submitted(store)
        lost = claimed(store, SHORT)
        time.sleep(2 * SHORT)
        holder = claimed(store)
        self._refused(store, lost, write)
        assert store.renew(holder, LONG, progress=None, seconds=0) is False

    def test_after_releasing_it(
        self, store: Store, write: Callable[[Store, Claim], object]
    ) -> None:
        submitted(store)
        lost = claimed(store)
        store.release(lost, seconds=0.5)
        self._refused(store, lost, write)

    @pytest.mark.parametrize("ending", [succeeded(), failed(), cancelled()])
    def test_after_it_has_ended(
        self, store: Store, write: Callable[[Store, Claim], object], ending: Ending
    ) -> None:
        submitted(store)
        lost = claimed(store)
        store.finish(lost, ending)
        self._refused(store, lost, write)

    def test_after_it_was_deleted(
        self, store: Store, write: Callable[[Store, Claim], object]
    ) -> None:
        job_id = submitted(store)
        lost = claimed(store)
        store.delete(job_id)
        with pytest.raises(Replaced):
            write(store, lost)
        assert store.newest(limit=9) == []

    def _refused(self, store: Store, lost: Claim, write: Callable[[Store, Claim], object]) -> None:
        job_id = lost.job.id
        before = (store.get(job_id), store.answers(job_id), store.result(job_id))
        with pytest.raises(Replaced):
            write(store, lost)
        assert (store.get(job_id), store.answers(job_id), store.result(job_id)) == before


class TestCancelling:
    def test_a_queued_job_is_cancelled_at_once(self, store: Store) -> None:
        job_id = submitted(store)
        assert store.cancel(job_id).state is State.CANCELLED
        assert store.get(job_id).finished is not None
        assert store.result(job_id) is None
        assert store.claim("worker", LONG) is None

    def test_the_worker_of_a_running_job_hears_of_it(self, store: Store) -> None:
        job_id = submitted(store)
        claim = claimed(store)
        assert store.renew(claim, LONG, progress=None, seconds=0) is False
        assert store.cancel(job_id).state is State.RUNNING
        assert store.renew(claim, LONG, progress=None, seconds=0) is True

    def test_asking_twice_changes_nothing(self, store: Store) -> None:
        job_id = submitted(store)
        claimed(store)
        assert store.cancel(job_id) == store.cancel(job_id)

    @pytest.mark.parametrize("ending", [succeeded(), failed(), cancelled()])
    def test_an_ended_job_stays_as_it_is(self, store: Store, ending: Ending) -> None:
        job_id = submitted(store)
        store.finish(claimed(store), ending)
        before = store.get(job_id)
        assert store.cancel(job_id) == before

    def test_the_next_worker_hears_of_it_if_the_first_did_not(self, store: Store) -> None:
        job_id = submitted(store)
        first = claimed(store)
        store.cancel(job_id)
        store.release(first, seconds=1)
        assert claimed(store).job.cancel_requested


class TestDeleting:
    def test_a_job_is_gone_with_all_that_belongs_to_it(self, store: Store) -> None:
        job_id = submitted(store)
        claim = claimed(store)
        store.add_answer(claim, answer("1"), progress=None, seconds=1)
        store.finish(claim, succeeded())
        store.delete(job_id)
        for call in (store.get, store.result, store.answers, store.delete):
            with pytest.raises(UnknownJob):
                call(job_id)

    def test_other_jobs_stay(self, store: Store) -> None:
        gone, kept = submitted(store), submitted(store)
        store.delete(gone)
        assert claimed(store).job.id == kept


def test_states_follow_each_other_as_the_table_says(store: Store) -> None:
    """Do everything to a job in every state, and see where it gets to."""
    for start in State:
        for act in ACTS.values():
            claim = _bring_to(store, start)
            try:
                act(store, claim)
                after = store.get(claim.job.id).state
            except Replaced:
                after = store.get(claim.job.id).state
                assert after is start
            assert after is start or after in FOLLOWERS[start]


AGAIN = Submission(kind="bisection-curve", request=REQUEST)
ACTS: dict[str, Callable[[Store, Claim], object]] = {
    **WRITES,
    "fail": lambda store, claim: store.finish(claim, failed()),
    "end as cancelled": lambda store, claim: store.finish(claim, cancelled()),
    "cancel": lambda store, claim: store.cancel(claim.job.id),
    "retry": lambda store, claim: store.retry(claim.job.id),
    "go on": lambda store, claim: store.go_on(claim.job.id, AGAIN),
    "claim": lambda store, _: store.claim("other", LONG),
}


def _bring_to(store: Store, state: State) -> Claim:
    submitted(store)
    claim = claimed(store)
    if state is State.QUEUED:
        store.release(claim, seconds=0)
    elif state is not State.RUNNING:
        ending = {State.SUCCEEDED: succeeded, State.FAILED: failed, State.CANCELLED: cancelled}
        store.finish(claim, ending[state]())
    return claim
