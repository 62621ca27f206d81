"""Jobs of kind compare, from their claim to their end, with the real store and solver."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from alphacut.arrangements.formats.spec import UNLIMITED
from alphacut.jobs.execution import LocalExecution
from alphacut.jobs.job import Job
from alphacut.jobs.runner import carry_out
from alphacut.jobs.states import State
from alphacut.jobs.store import SqlStore
from alphacut.service.kinds import kinds
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.comparison.question import Contest

NAMES = ("absolute", "relative", "helix")
TOPOLOGIES = [{"family": "dragonfly", "a": 2, "h": 2, "arrangement": name} for name in NAMES]
HARD = {"family": "dragonfly", "a": 8, "h": 4, "arrangement": "relative"}
OF_EASY = 100  # more than any cut of TOPOLOGIES has, and less than HARD's least
ASKED: dict[str, Any] = {
    "kind": "compare",
    "topologies": TOPOLOGIES,
    "alpha": "1",
    "only_alpha": False,
    "injection": "1",
    "limits": {"seconds": 60, "gap": "0"},
    "engine": "auto",
    "balance": "switches",
}
Run = Callable[..., Job]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqlStore]:
    with closing(SqlStore(f"sqlite:///{tmp_path / 'jobs.sqlite3'}")) as opened:
        yield opened


@pytest.fixture(scope="module")
def execution() -> Iterator[LocalExecution]:
    with LocalExecution() as local:
        yield local


@pytest.fixture
def run(store: SqlStore, execution: LocalExecution) -> Run:
    """Submit a comparison, unless one waits, and work on it, as a worker does."""

    def working(
        leaving: Callable[[], bool] = lambda: False, *, waits: bool = False, **changes: Any
    ) -> Job:
        request = {**ASKED, **changes}
        if not waits:
            store.submit("compare", request, content=Contest.of(request, UNLIMITED).content)
        claim = store.claim("worker", 60)
        assert claim is not None
        carry_out(
            claim,
            kinds=kinds(),
            store=store,
            execution=execution,
            lease_seconds=60,
            leaving=leaving,
        )
        return store.get(claim.job.id)

    return working


def document_of(store: SqlStore, job: Job) -> dict[str, Any]:
    document = store.result(job.id)
    assert document is not None
    return dict(document)


def test_networks_are_compared_at_one_alpha_and_on_all_ranges(store: SqlStore, run: Run) -> None:
    job = run()
    assert job.state is State.SUCCEEDED
    document = document_of(store, job)
    assert document["format"] == "alphacut-comparison/1"
    assert [row["topology"]["arrangement"] for row in document["networks"]] == [*NAMES]
    assert {row["status"] for row in document["networks"]} == {"exact"}
    values = [int(row["bisection"]) for row in document["networks"]]
    assert document["best"] == [i for i, value in enumerate(values) if value == max(values)]
    assert document["winners"][0]["from"] == "0"
    assert document["winners"][-1]["to"] is None
    assert all(reign["proven"] for reign in document["winners"])
    assert document["provenance"]["engines"]


def test_progress_adds_up(store: SqlStore, run: Run) -> None:
    progress = run().progress
    assert progress is not None
    curves = [curve_of(store, run, topology) for topology in TOPOLOGIES]
    needed = sum(len(document_of(store, each)["points"]) for each in curves)
    assert progress["points"] == {"solved": needed, "open": 0}
    assert (progress["gap"], progress["phase"]) == (0, "finished")


def curve_of(store: SqlStore, run: Run, topology: dict[str, Any]) -> Job:
    """Ask for a curve alone."""
    shared = {name: ASKED[name] for name in ("limits", "engine", "balance")}
    asked = {**shared, "topology": topology, "alpha": {"min": "0", "max": "inf"}}
    store.submit("bisection-curve", asked)
    return run(waits=True)


def test_only_one_alpha_has_no_ranges(store: SqlStore, run: Run) -> None:
    document = document_of(store, run(only_alpha=True, alpha="1/2"))
    assert (document["alpha"], document["winners"]) == ("1/2", None)
    assert {row["status"] for row in document["networks"]} == {"exact"}


def test_curves_that_are_proven_are_not_proven_again(store: SqlStore, run: Run) -> None:
    points = sum(
        len(document_of(store, curve_of(store, run, topology))["points"]) for topology in TOPOLOGIES
    )
    job = run()
    assert job.reused == {"job": None, "points": points}
    assert document_of(store, job)["provenance"]["reused"] == job.reused


def test_the_same_comparison_is_made_once(store: SqlStore, run: Run) -> None:
    first, second = run(), run()
    assert second.reused == {"job": first.id, "points": 3}
    assert document_of(store, second)["networks"] == document_of(store, first)["networks"]


def test_two_equal_networks_are_proven_once(store: SqlStore, run: Run) -> None:
    alone = run(topologies=TOPOLOGIES[1:2])
    twice = run(topologies=[TOPOLOGIES[1]] * 2, alpha="2")
    assert alone.reused is None
    assert twice.reused is not None
    assert document_of(store, twice)["best"] == [0, 1]
    assert [each["proven"] for each in document_of(store, twice)["winners"]] == [True]


@pytest.mark.slow
def test_a_hard_network_leaves_time_for_the_others(store: SqlStore, run: Run) -> None:
    def cancelled_when_its_turn_comes() -> bool:
        (job,) = store.newest(limit=1)
        progress = job.progress or {}
        if progress.get("phase") == "proving" and Fraction(progress["incumbent"] or 0) > OF_EASY:
            store.cancel(job.id)
        return False

    limits = {"seconds": 600, "gap": "0"}
    job = run(cancelled_when_its_turn_comes, topologies=[HARD, *TOPOLOGIES], limits=limits)
    assert job.seconds < 600
    rows = document_of(store, job)["networks"]
    assert [row["status"] for row in rows] == ["bounded", "exact", "exact", "exact"]


def test_one_that_is_cancelled_keeps_what_it_has(store: SqlStore, run: Run) -> None:
    looked = 0

    def cancelled_while_proving() -> bool:
        nonlocal looked
        looked += 1
        (job,) = store.newest(limit=1)
        progress = job.progress or {}
        if progress.get("phase") == "proving":
            store.cancel(job.id)
        return False

    job = run(cancelled_while_proving, topologies=[HARD, *TOPOLOGIES])
    assert looked > 0
    assert job.state is State.CANCELLED
    rows = document_of(store, job)["networks"]
    assert {row["status"] for row in rows} <= {"bounded", "exact", "closed"}
    assert rows[0]["status"] == "bounded"


def test_one_that_is_cancelled_before_it_is_begun_has_nothing(store: SqlStore, run: Run) -> None:
    job_id = store.submit("compare", {**ASKED, "topologies": [HARD]}).id
    claim = store.claim("first", 60)
    assert claim is not None
    store.cancel(job_id)
    store.release(claim, seconds=0)
    assert run(waits=True).state is State.CANCELLED
    assert store.result(job_id) is None


def test_one_that_is_cancelled_while_it_is_taken_up_again_keeps_what_it_has(
    store: SqlStore, run: Run
) -> None:
    def leaves() -> bool:
        (job,) = store.newest(limit=1)
        return len(store.answers(job.id)) > 4

    job_id = run(leaves).id
    claim = store.claim("second", 60)
    assert claim is not None
    store.cancel(job_id)
    store.release(claim, seconds=1)
    assert run(waits=True).state is State.CANCELLED
    rows = (store.result(job_id) or {})["networks"]
    assert [row["switches"] for row in rows] == [10, 10, 10]
    assert [row["diameter"] for row in rows] == [None, None, None]


def test_the_next_worker_goes_on_where_one_left(store: SqlStore, run: Run) -> None:
    def leaves() -> bool:
        (job,) = store.newest(limit=1)
        return len(store.answers(job.id)) > 4

    job = run(leaves)
    assert job.state is State.QUEUED
    kept = store.answers(job.id)
    assert {answer["place"] for answer in kept} == {0, 1, 2}
    ended = run(waits=True)
    assert ended.state is State.SUCCEEDED
    answers = store.answers(job.id)
    assert answers[: len(kept)] == kept
    proven = [(each["place"], each["alpha"]) for each in answers if each["proof"]]
    assert len(proven) == len(set(proven))
    assert ended.reused is None


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"alpha": "inf"}, "alpha"),
        ({"injection": "0"}, "injection"),
        ({"injection": "inf"}, "injection"),
        ({"topologies": [TOPOLOGIES[0], {**TOPOLOGIES[1], "a": 0}]}, "topologies.1.a"),
        ({"engine": "magic"}, "engine"),
    ],
)
def test_what_is_wrong_is_told_with_its_field(changes: dict[str, Any], field: str) -> None:
    with pytest.raises(QuestionError) as caught:
        Contest.of({**ASKED, **changes}, UNLIMITED)
    assert caught.value.field == field
