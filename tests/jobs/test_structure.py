"""Jobs of kind structure, from their claim to their end, with the real store and child process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats.spec import Limits
from alphacut.jobs.execution import LocalExecution
from alphacut.jobs.job import Job
from alphacut.jobs.runner import carry_out
from alphacut.jobs.states import State
from alphacut.jobs.store import Ending, SqlStore
from alphacut.service.kinds import kinds
from alphacut.solver.structure.kind import STRUCTURE

RELATIVE = {"family": "dragonfly", "a": 4, "h": 2, "arrangement": "relative"}
LARGE = {"family": "dragonfly", "a": 24, "h": 12, "arrangement": "nautilus"}  # takes seconds
Run = Callable[..., Job]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqlStore]:
    with closing(SqlStore(f"sqlite:///{tmp_path / 'jobs.sqlite3'}")) as opened:
        yield opened


@pytest.fixture
def run(store: SqlStore) -> Run:
    """Submit a job and work on it, as a worker does."""

    def working(topology: dict[str, Any], *, leaving: bool = False, cancel: bool = False) -> Job:
        job = store.submit("structure", {"kind": "structure", "topology": topology})
        claim = store.claim("worker", 60)
        assert claim is not None
        if cancel:
            store.cancel(job.id)
        with LocalExecution() as execution:
            carry_out(
                claim,
                kinds=kinds(),
                store=store,
                execution=execution,
                lease_seconds=60,
                leaving=lambda: leaving,
            )
        return store.get(job.id)

    return working


def test_a_network_is_described(store: SqlStore, run: Run) -> None:
    job = run(RELATIVE)
    assert job.state is State.SUCCEEDED
    document = store.result(job.id)
    assert document is not None
    assert document["format"] == "alphacut-structure/1"
    assert document["components"]["global"]["sizes"] == {"18": 2}
    assert job.progress is not None
    assert job.progress["phase"] == "finished"


def test_a_cancelled_job_ends_without_a_result(store: SqlStore, run: Run) -> None:
    job = run(LARGE, cancel=True)
    assert job.state is State.CANCELLED
    assert store.result(job.id) is None


def test_a_worker_that_leaves_gives_the_job_back(run: Run) -> None:
    assert run(LARGE, leaving=True).state is State.QUEUED


def test_what_cannot_be_described_is_a_failed_job(run: Run) -> None:
    job = run({"family": "dragonfly", "a": 0})
    assert job.state is State.FAILED
    assert job.error is not None


def test_a_network_that_is_too_large_is_refused_on_entry() -> None:
    STRUCTURE.check({"topology": RELATIVE}, Limits(switches=36, links=90))
    with pytest.raises(SpecError, match="too large"):
        STRUCTURE.check({"topology": RELATIVE}, Limits(switches=35, links=90))


def test_a_document_that_was_broken_off_answers_no_other_question(store: SqlStore) -> None:
    """Of several steps not all were done, which the document itself need not say."""
    request = {"kind": "structure", "topology": {"family": "complete", "switches": 4}}
    for progress in ({"points": {"solved": 1, "open": 1}}, {"points": {"solved": 2, "open": 0}}):
        first = store.submit("structure", request, content="the same")
        claim = store.claim("first", 60)
        assert claim is not None
        partial = {"format": "alphacut-structure/1", "provenance": {}}
        ending = Ending(state=State.SUCCEEDED, document=partial, progress=progress, seconds=1)
        store.finish(claim, ending)
        second = store.submit("structure", request, content="the same")
        claim = store.claim("second", 60)
        assert claim is not None
        with LocalExecution() as execution:
            carry_out(
                claim,
                kinds=kinds(),
                store=store,
                execution=execution,
                lease_seconds=60,
                leaving=lambda: False,
            )
        reused = store.get(second.id).reused
        served = reused is not None and reused["job"] == first.id
        assert served == (progress["points"]["open"] == 0)
        store.delete(second.id)
