"""Working on jobs from their claim to their end, with the real store and solver."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from alphacut.arrangements.formats.spec import UNLIMITED
from alphacut.jobs.errors import ExecutionLost
from alphacut.jobs.execution import LocalExecution, Task
from alphacut.jobs.execution._base import News, Result
from alphacut.jobs.execution.local_step import LocalStep
from alphacut.jobs.job import Job
from alphacut.jobs.runner import carry_out
from alphacut.jobs.states import State
from alphacut.jobs.store import SqlStore
from alphacut.service.kinds import kinds
from alphacut.solver.bisection.variants import VARIANTS
from alphacut.solver.bisection.verify.document import verify_document

PAIRS = [(i, j) for i in range(4) for j in range(i)]
BOTH = [[i, j, name] for i, j in PAIRS for name in ("local", "global")]
NETWORK = {"family": "graph", "switches": 4, "links": BOTH}  # all bisections cut 4 + 4·α
CURVE: dict[str, Any] = {
    "kind": "bisection-curve",
    "topology": NETWORK,
    "alpha": {"min": "0", "max": "inf"},
    "limits": {"seconds": 30, "gap": "0"},
    "engine": "auto",
    "balance": "switches",
}
POINT = {**CURVE, "kind": "bisection-point", "alpha": "1"}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqlStore]:
    with closing(SqlStore(f"sqlite:///{tmp_path / 'jobs.sqlite3'}")) as opened:
        yield opened


@pytest.fixture(scope="module")
def execution() -> Iterator[LocalExecution]:
    with LocalExecution() as local:
        yield local


Run = Callable[..., Job]


@pytest.fixture
def run(store: SqlStore, execution: LocalExecution) -> Run:
    """Claim the next job and work on it, as a worker does."""

    def working(*, leaving: bool = False) -> Job:
        claim = store.claim("worker", 60)
        assert claim is not None
        carry_out(
            claim,
            kinds=kinds(),
            store=store,
            execution=execution,
            lease_seconds=60,
            leaving=lambda: leaving,
        )
        return store.get(claim.job.id)

    return working


def submitted(store: SqlStore, request: dict[str, Any]) -> str:
    return store.submit(request["kind"], request).id


class TestEndings:
    @pytest.mark.parametrize("request_", [CURVE, POINT], ids=["curve", "point"])
    def test_a_job_of_each_kind_succeeds_with_its_document(
        self, store: SqlStore, run: Run, request_: dict[str, Any]
    ) -> None:
        job_id = submitted(store, request_)
        assert run().state is State.SUCCEEDED
        document = store.result(job_id)
        assert document is not None
        assert verify_document(dict(document)).status == "exact"
        assert document["provenance"]["engines"]
        assert document["provenance"]["machine"]["cores"] >= 1

    def test_breakpoints_of_many_digits_are_kept_and_found_again(
        self, store: SqlStore, run: Run
    ) -> None:
        classes = [{"name": "local", "base": 999_999_937, "slope": 0},
                   {"name": "global", "base": 0, "slope": 7}]  # fmt: skip
        links = [[0, 2, "local", 4000], [0, 1, "global", 3], [1, 3], [2, 3, "global", 11]]
        network = {"family": "graph", "switches": 4, "classes": classes, "links": links}
        for seconds in (30, 31):  # the second finds what the first has proven
            limits = {"seconds": seconds, "gap": "0"}
            job_id = submitted(store, {**CURVE, "topology": network, "limits": limits})
            job = run()
            assert job.state is State.SUCCEEDED, job.error
            document = store.result(job_id)
            assert document is not None
            assert document["points"][1]["alpha"] == "4000999747937/98"
            assert verify_document(dict(document)).status == "exact"
        assert job.reused is not None

    def test_finished_progress_says_so(self, store: SqlStore, run: Run) -> None:
        submitted(store, CURVE)
        progress = run().progress
        assert progress is not None
        assert (progress["phase"], progress["gap"], progress["points"]["open"]) == (
            "finished",
            0,
            0,
        )

    def test_a_request_that_cannot_be_built_fails_its_job(self, store: SqlStore, run: Run) -> None:
        submitted(store, {**CURVE, "topology": {"family": "lost"}})
        job = run()
        assert job.state is State.FAILED
        assert job.error is not None
        assert job.error.type == "topology"
        assert "unknown family" in job.error.detail

    def test_an_engine_that_does_not_exist_fails_its_job(self, store: SqlStore, run: Run) -> None:
        submitted(store, {**CURVE, "engine": "nonesuch"})
        error = run().error
        assert error is not None
        assert error.type == "question"

    def test_a_bug_fails_its_job(self, store: SqlStore, run: Run) -> None:
        submitted(store, {"kind": "bisection-curve"})
        error = run().error
        assert error is not None
        assert error.type == "internal"

    def test_a_job_cancelled_before_anything_was_asked_has_no_result(
        self, store: SqlStore, run: Run
    ) -> None:
        job_id = submitted(store, CURVE)
        claim = store.claim("first", 60)
        assert claim
        store.cancel(job_id)
        store.release(claim, seconds=0)
        assert run().state is State.CANCELLED
        assert store.result(job_id) is None

    def test_a_job_cancelled_while_it_is_taken_up_again_keeps_what_it_has(
        self, store: SqlStore, run: Run
    ) -> None:
        first = submitted(store, CURVE)
        run()
        again = submitted(store, CURVE)
        claim = store.claim("first", 60)
        assert claim
        for each in store.answers(first)[:2]:
            store.add_answer(claim, each, progress=None, seconds=0)
        store.cancel(again)
        store.release(claim, seconds=0)
        assert run().state is State.CANCELLED
        assert (store.result(again) or {})["segments"]


class TestGoingOn:
    def test_a_worker_that_leaves_gives_the_job_back(self, store: SqlStore, run: Run) -> None:
        job_id = submitted(store, CURVE)
        assert run(leaving=True).state is State.QUEUED
        assert run().state is State.SUCCEEDED
        assert store.result(job_id)

    def test_answers_that_are_stored_are_not_asked_for_again(
        self, store: SqlStore, run: Run
    ) -> None:
        first = submitted(store, CURVE)
        run()
        answers = store.answers(first)
        second = submitted(store, CURVE)
        claim = store.claim("dies", 60)
        assert claim
        for answer in answers[:-1]:
            store.add_answer(claim, answer, progress=None, seconds=1)
        store.release(claim, seconds=1)
        run()
        assert [each["alpha"] for each in store.answers(second)] == [
            each["alpha"] for each in answers
        ]
        assert store.answers(second)[:-1] == answers[:-1]

    def test_what_cannot_be_worked_on_now_is_given_back(self, store: SqlStore) -> None:
        class Gone(LocalExecution):
            def start(self, task: Task[Result, News]) -> LocalStep[Result, News]:  # noqa: ARG002
                raise ExecutionLost("the cluster is gone")

        job_id = submitted(store, CURVE)
        claim = store.claim("worker", 60)
        assert claim
        with pytest.raises(ExecutionLost), Gone() as gone:
            carry_out(
                claim,
                kinds=kinds(),
                store=store,
                execution=gone,
                lease_seconds=60,
                leaving=lambda: False,
            )
        assert store.get(job_id).state is State.QUEUED

    def test_the_time_limit_counts_what_earlier_workers_took(
        self, store: SqlStore, run: Run
    ) -> None:
        limits = {"seconds": 5, "gap": "0"}
        job_id = submitted(store, {**CURVE, "topology": DRAGONFLY, "limits": limits})
        claim = store.claim("slow", 60)
        assert claim
        store.release(claim, seconds=6)
        assert run().state is State.SUCCEEDED
        document = store.result(job_id)
        assert document is not None
        assert document["status"] == "bounded"
        assert document["provenance"]["seconds"] > 6


DRAGONFLY = {
    "family": "dragonfly",
    "a": 2,
    "h": 4,
    "arrangement": "relative",
}


class TestReusing:
    def asked(self, store: SqlStore, request: dict[str, Any]) -> str:
        work = VARIANTS[request["kind"]].prepare(request, UNLIMITED)
        return store.submit(request["kind"], request, content=work.content).id

    @pytest.mark.parametrize("request_", [CURVE, POINT], ids=["curve", "point"])
    def test_a_question_asked_twice_is_answered_once(
        self, store: SqlStore, run: Run, request_: dict[str, Any]
    ) -> None:
        first, second = (self.asked(store, request_) for _ in range(2))
        assert run().reused is None
        job = run()
        assert (job.id, job.state) == (second, State.SUCCEEDED)
        assert job.reused is not None
        assert job.reused["job"] == first
        assert store.answers(second) == []
        document, original = store.result(second), store.result(first)
        assert document is not None
        assert original is not None
        assert document["provenance"].pop("reused") == job.reused
        assert document == original
        assert job.progress == store.get(first).progress

    def test_a_bounded_result_is_not_the_last_word(self, store: SqlStore, run: Run) -> None:
        hasty = {**CURVE, "topology": DRAGONFLY, "limits": {"seconds": 0, "gap": "0"}}
        self.asked(store, hasty)
        again = self.asked(store, hasty)
        run()
        assert run().reused is None
        assert (store.result(again) or {})["segments"]

    def test_points_proven_once_serve_other_questions(self, store: SqlStore, run: Run) -> None:
        curve = {**CURVE, "topology": DRAGONFLY}
        self.asked(store, curve)
        run()
        narrow = {**curve, "alpha": {"min": "0", "max": "1"}}
        shorthand = {**narrow, "engine": "branch_and_bound", "topology": {**DRAGONFLY, "p": 3}}
        job_id = self.asked(store, shorthand)
        job = run()
        assert job.reused is not None
        assert job.reused["points"] >= 1
        document = store.result(job_id)
        assert document is not None
        assert verify_document(dict(document)).status == "exact"
        proven = [point["alpha"] for point in document["points"]]
        assert all(Fraction(alpha) <= 1 for alpha in proven)

    def test_a_whole_curve_from_points_alone_costs_no_solve(
        self, store: SqlStore, run: Run
    ) -> None:
        curve = {**CURVE, "topology": DRAGONFLY}
        self.asked(store, curve)
        run()
        other = self.asked(store, {**curve, "limits": {"seconds": 0, "gap": "0"}})
        job = run()
        document = store.result(other)
        assert document is not None
        assert document["status"] == "exact"
        assert job.reused == {"job": None, "points": len(document["points"])}
        assert verify_document(dict(document)).status == "exact"

    def test_points_of_another_network_or_balance_are_not_taken(
        self, store: SqlStore, run: Run
    ) -> None:
        self.asked(store, {**CURVE, "topology": {**DRAGONFLY, "p": 2}})
        run()
        hosts = {**CURVE, "topology": {**DRAGONFLY, "p": 2}, "balance": "hosts"}
        absolute = {**CURVE, "topology": {**DRAGONFLY, "arrangement": "absolute"}}
        for other in (hosts, absolute):
            self.asked(store, other)
            assert run().reused is None


@pytest.mark.parametrize("arrangement", ["relative", "nautilus"])
def test_points_solved_at_the_same_time_give_the_same_curve(
    store: SqlStore, arrangement: str
) -> None:
    topology = {**DRAGONFLY, "arrangement": arrangement}
    curve = {**CURVE, "topology": topology, "limits": {"seconds": None, "gap": "0"}}
    documents, overlaps = [], []
    for slots in (1, 3):
        job_id = submitted(store, {**curve, "engine": "branch_and_bound"})
        claim = store.claim("worker", 60)
        assert claim
        with Counting(processes=slots) as execution:
            carry_out(
                claim,
                kinds=kinds(),
                store=store,
                execution=execution,
                lease_seconds=60,
                leaving=lambda: False,
            )
        documents.append(store.result(job_id) or {})
        overlaps.append(execution.most)
        store.purge(-1)  # so that nothing is reused
    assert [verify_document(dict(each)).status for each in documents] == ["exact"] * 2
    values = [[(s["intercept"], s["slope"]) for s in each["segments"]] for each in documents]
    assert values[0] == values[1]
    assert overlaps[0] == 1
    assert overlaps[1] > 1


class Counting(LocalExecution):
    """Counts how many steps have been under way at the same time."""

    most = 0

    def start(self, task: Task[Result, News]) -> LocalStep[Result, News]:
        step = super().start(task)
        self.most = max(self.most, len(self._steps))
        return step
