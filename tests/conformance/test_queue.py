"""What every store promises about the order of its queue, its lanes, and what is told of them."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from alphacut.jobs.errors import Replaced, UnknownJob
from alphacut.jobs.job import JobError
from alphacut.jobs.origin import Origin
from alphacut.jobs.states import State
from alphacut.jobs.store import Ending, Store, Submission, Workers
from tests.conformance.conftest import Open

KIND = "bisection-curve"
REQUEST = {"topology": {"family": "complete", "switches": 4}}
WIDER = {**REQUEST, "limits": {"seconds": 9}}
BROKEN = JobError(type="memory", title="It broke", detail="too large")
OPEN = {"points": {"solved": 1, "open": 2}}


def submitted(
    store: Store, priority: int = 0, *, short: bool = False, content: str | None = None
) -> str:
    return store.submit(KIND, REQUEST, priority=priority, short=short, content=content).id


def drained(store: Store, *, short_only: bool = False) -> list[str]:
    """Claim until nothing is left."""
    found = []
    while claim := store.claim("worker", 60, short_only=short_only):
        found.append(claim.job.id)
    return found


class TestTheOrder:
    def test_higher_priorities_come_first_and_then_older_jobs(self, store: Store) -> None:
        usual, low, high, second = (submitted(store, each) for each in (0, -1, 5, 5))
        order = [high, second, usual, low]
        assert [store.get(each).place for each in order] == [1, 2, 3, 4]
        assert store.get(low, place=False).place is None
        assert drained(store) == order
        assert store.get(low).place is None

    def test_of_jobs_that_ask_the_same_the_more_urgent_is_worked_on(self, store: Store) -> None:
        submitted(store, content="same")
        urgent = submitted(store, 1, content="same")
        assert drained(store) == [urgent]

    def test_places_are_counted_for_one_job_and_not_for_lists(self, store: Store) -> None:
        first = Submission(kind=KIND, request=REQUEST)
        urgent = Submission(kind=KIND, request=REQUEST, priority=1, label="now")
        batch = store.submit_batch([first, urgent])
        assert [(job.place, job.label) for job in batch.members] == [(None, None), (None, "now")]
        assert [job.place for job in store.newest(limit=9)] == [None, None]
        assert [store.get(job.id).place for job in batch.members] == [2, 1]


class TestTheShortLane:
    def test_it_takes_short_jobs_alone(self, store: Store) -> None:
        long, short = submitted(store), submitted(store, short=True)
        assert drained(store, short_only=True) == [short]
        assert drained(store) == [long]

    def test_it_takes_no_more_what_was_given_back_as_long(self, store: Store) -> None:
        job_id = submitted(store, short=True)
        claim = store.claim("worker", 60, short_only=True)
        assert claim
        store.release(claim, seconds=1, long=True)
        assert store.get(job_id).short is False
        assert drained(store, short_only=True) == []
        assert drained(store) == [job_id]


def test_owners_and_labels_are_told(store: Store, open_store: Open) -> None:
    key, _ = store.keys.add("alice")
    job = store.submit(KIND, REQUEST, origin=Origin(key=key), label="rack plan B")
    assert open_store().get(job.id) == job
    [listed] = store.newest(limit=9)
    assert listed.owner is not None
    assert (listed.owner.name, listed.owner.id, listed.label) == ("alice", key.id, "rack plan B")
    assert store.get(submitted(store)).owner is None


def test_links_that_a_job_lacks_are_told_in_lists_as_well(store: Store, open_store: Open) -> None:
    job_id = store.submit(KIND, REQUEST, lacks=("network", "cut")).id
    [listed] = open_store().newest(limit=9, requests=False)
    assert store.get(job_id).lacks == listed.lacks == ("network", "cut")
    assert store.get(submitted(store)).lacks == ()


class TestGoingOn:
    def bounded(self, store: Store, progress: Mapping[str, object] = OPEN) -> str:
        job_id = submitted(store, content="narrow")
        claim = store.claim("worker", 60)
        assert claim
        store.add_answer(claim, {"alpha": "1"}, progress=None, seconds=1)
        ending = Ending(
            state=State.SUCCEEDED, document={"status": "bounded"}, progress=progress, seconds=2
        )
        store.finish(claim, ending)
        return job_id

    def test_what_left_something_open_waits_again_with_other_limits(self, store: Store) -> None:
        job_id = self.bounded(store)
        assert store.get(job_id).unfinished
        again = Submission(kind=KIND, request=WIDER, content="wide", short=True)
        job = store.go_on(job_id, again)
        assert (job.state, job.request, job.content) == (State.QUEUED, WIDER, "wide")
        assert (job.seconds, job.short, job.has_result) == (0, True, False)
        assert store.answers(job_id) == [{"alpha": "1"}]

    @pytest.mark.parametrize("progress", [{"points": {"solved": 2, "open": 0}}, {"gap": 0}])
    def test_what_left_nothing_open_stays(self, store: Store, progress: dict[str, object]) -> None:
        job_id = self.bounded(store, progress)
        before = store.get(job_id)
        assert not before.unfinished
        assert store.go_on(job_id, Submission(kind=KIND, request=WIDER)) == before

    def test_an_unknown_job_is_told(self, store: Store) -> None:
        with pytest.raises(UnknownJob):
            store.go_on("nonesuch", Submission(kind=KIND, request=WIDER))


class TestWhatIsTold:
    def test_workers_are_alive_from_their_first_claim_until_they_leave(self, store: Store) -> None:
        assert store.workers_alive() == Workers(all_jobs=0, short_only=0)
        store.claim("one", 60)
        for _ in range(2):
            store.claim("two", 60, short_only=True)
        assert store.workers_alive() == Workers(all_jobs=1, short_only=1)
        store.leave("one")
        store.leave("nobody")
        assert store.workers_alive() == Workers(all_jobs=0, short_only=1)

    def test_failures_are_counted_by_type_beyond_the_life_of_jobs(self, store: Store) -> None:
        for _ in range(2):
            submitted(store)
            claim = store.claim("worker", 60)
            assert claim
            store.finish(claim, Ending(state=State.FAILED, error=BROKEN, seconds=1))
            with pytest.raises(Replaced):
                store.finish(claim, Ending(state=State.FAILED, error=BROKEN, seconds=1))
            store.delete(claim.job.id)
        submitted(store)
        store.claim("dies", -1)
        assert store.claim("next", 60, most_losses=1) is None
        assert store.failure_totals() == {"memory": 2, "worker-lost": 1}

    def test_the_age_of_the_queue_is_that_of_what_waits_longest(self, store: Store) -> None:
        assert store.longest_wait() == 0
        submitted(store)
        first = store.longest_wait()
        submitted(store)
        assert store.longest_wait() > first > 0
        drained(store)
        assert store.longest_wait() == 0
