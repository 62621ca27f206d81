"""The step driver: whatever ends it, what is done is kept, and nothing is told unverified."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest

from alphacut.jobs.drive import CHECK
from alphacut.jobs.errors import ExecutionError, OutOfMemory
from alphacut.jobs.execution import LocalExecution, Task
from alphacut.jobs.execution._base import News, Result
from alphacut.jobs.execution.local_step import LocalStep
from alphacut.jobs.local_steps import answer_locally
from alphacut.jobs.runner import carry_out
from alphacut.jobs.states import State
from alphacut.jobs.store import SqlStore
from alphacut.jobs.tasks.stepping import Advance
from alphacut.jobs.tasks.verifying import Verify
from alphacut.jobs.verifying import rests_on_proof
from alphacut.service.kinds import kinds
from alphacut.solver.common.completing import completed
from alphacut.solver.common.listening import listening, told_to_stop
from alphacut.solver.throughput.kind import THROUGHPUT
from alphacut.solver.throughput.verify.document import verify_throughput

Json = dict[str, Any]
pytestmark = pytest.mark.usefixtures("importable_tests")
KIND = THROUGHPUT
TWO_MODELS = {
    "kind": "throughput",
    "topology": {"family": "dragonfly", "a": 2, "h": 1, "p": 2, "arrangement": "relative"},
    "traffic": "shift:1",
    "alpha": 1,
    "model": "3,mcf",
    "limits": {"seconds": 600},
}


@dataclass(frozen=True, kw_only=True)
class Broken(Advance):
    """A first step as it should be, and a second one that takes too much memory."""

    at: ClassVar[int] = 1

    def work(self, on_progress: Callable[[None], bool]) -> Json:
        if self.number >= self.at:
            raise MemoryError
        return dict(super().work(on_progress))


@dataclass(frozen=True, kw_only=True)
class BrokenAtOnce(Broken):
    """The same with the first step."""

    at: ClassVar[int] = 0


@dataclass(frozen=True, kw_only=True)
class Waiting(Advance):
    """A second step that goes on until it is told to stop, and then tells what it has."""

    def work(self, on_progress: Callable[[None], bool]) -> Json:
        if self.number == 1:
            while on_progress(None):
                threading.Event().wait(0.01)
        return dict(super().work(on_progress))


class Replacing(LocalExecution):
    """Does steps by another task."""

    def __init__(self, step: type[Advance]) -> None:
        super().__init__(obey=60)
        self._step = step

    def start(self, task: Task[Result, News]) -> LocalStep[Result, News]:
        if isinstance(task, Advance):
            fields = {name: getattr(task, name) for name in Advance.__dataclass_fields__}
            return super().start(self._step(**fields))
        return super().start(task)


@pytest.fixture
def request_() -> Json:
    return completed(KIND.request(), TWO_MODELS)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqlStore]:
    with closing(SqlStore(f"sqlite:///{tmp_path / 'jobs.sqlite3'}")) as opened:
        yield opened


def worked_on(
    store: SqlStore, request: Json, step: type[Advance], leaving: Callable[[], bool]
) -> str:
    """Have a worker work on a job; return the job's id."""
    job_id = store.submit("throughput", request).id
    claim = store.claim("worker", 600)
    assert claim is not None
    with Replacing(step) as execution:
        carry_out(
            claim,
            kinds=kinds(),
            store=store,
            execution=execution,
            lease_seconds=600,
            leaving=leaving,
        )
    return job_id


def check_first_alone(document: Mapping[str, Any] | None, because: str) -> None:
    assert document is not None
    assert [each["model"] for each in document["models"]] == [3]
    assert document["provenance"]["stopped"]["because"] == because
    assert verify_throughput(document).status == "exact"


def test_a_step_that_breaks_leaves_the_document_of_those_before_it(
    request_: Json, store: SqlStore, caplog: pytest.LogCaptureFixture
) -> None:
    with Replacing(Broken) as execution:
        driven = answer_locally(KIND, request_, execution)
    assert "memory" in driven.failure
    assert (driven.steps.done, driven.steps.all) == (1, 2)
    check_first_alone(driven.document, "broken")
    assert "throughput broke off: the work ran out of memory" in caplog.text
    job = worked_on(store, request_, Broken, lambda: False)
    assert store.get(job).state is State.SUCCEEDED
    assert store.get(job).unfinished
    check_first_alone(dict(store.result(job) or {}), "broken")


def test_where_the_first_breaks_there_is_its_error(request_: Json, store: SqlStore) -> None:
    with Replacing(BrokenAtOnce) as execution, pytest.raises(OutOfMemory):
        answer_locally(KIND, request_, execution)
    job = store.get(worked_on(store, request_, BrokenAtOnce, lambda: False))
    assert job.state is State.FAILED
    assert job.error is not None
    assert job.error.type == "memory"


def test_what_a_stopped_step_has_found_is_told_and_not_stored(
    request_: Json, store: SqlStore
) -> None:
    """Whoever goes on with the job does the step in full."""
    shown: list[int] = []  # before and after each step, how many are done

    def show(told: Json) -> None:
        shown.append(told["points"]["solved"])

    with Replacing(Waiting) as execution:
        driven = answer_locally(
            KIND, request_, execution, on_progress=show, should_stop=lambda: shown[:3] == [0, 1, 1]
        )
    assert driven.document is not None
    assert len(driven.document["models"]) == 2
    assert driven.document["provenance"]["stopped"]["because"] == "interrupted"

    job = store.submit("throughput", request_).id
    claim = store.claim("worker", 600)
    assert claim is not None

    def leaving() -> bool:
        if store.answers(job) and not store.get(job).cancel_requested:
            store.cancel(job)
        return False

    with Replacing(Waiting) as execution:
        carry_out(
            claim,
            kinds=kinds(),
            store=store,
            execution=execution,
            lease_seconds=600,
            leaving=leaving,
        )
    assert store.get(job).state is State.CANCELLED
    assert [each["step"] for each in store.answers(job)] == [0]
    document = store.result(job)
    assert document is not None
    assert len(document["models"]) == 2


def test_a_worker_that_leaves_gives_the_job_back_without_what_it_cut_short(
    request_: Json, store: SqlStore
) -> None:
    job = store.submit("throughput", request_).id
    claim = store.claim("worker", 600)
    assert claim is not None
    with Replacing(Waiting) as execution:
        carry_out(
            claim,
            kinds=kinds(),
            store=store,
            execution=execution,
            lease_seconds=600,
            leaving=lambda: bool(store.answers(job)),
        )
    assert store.get(job).state is State.QUEUED
    assert [each["step"] for each in store.answers(job)] == [0]
    assert store.result(job) is None


@dataclass(frozen=True, kw_only=True)
class Patient(Verify):
    """A check that waits as long as nothing has told the work to stop."""

    def work(self, on_progress: object) -> Json:
        if self.seconds != CHECK:  # what is left to work that was stopped
            threading.Event().wait()
        return dict(super().work(on_progress))


class Checking(LocalExecution):
    """Has documents checked so, and tells when that begins."""

    begun = False

    def start(self, task: Task[Result, News]) -> LocalStep[Result, News]:
        if isinstance(task, Verify):
            self.begun = True
            return super().start(
                Patient(kind=task.kind, document=task.document, seconds=task.seconds)
            )
        return super().start(task)


def test_ctrl_c_while_the_document_is_checked_does_not_lose_what_is_proven(request_: Json) -> None:
    with Checking() as execution:
        driven = answer_locally(KIND, request_, execution, should_stop=lambda: execution.begun)
    assert driven.document is not None
    assert rests_on_proof(driven.document)
    assert [each["status"] for each in driven.document["models"]] == ["exact", "exact"]


def test_a_question_is_gone_on_from_its_first_steps(request_: Json) -> None:
    with LocalExecution() as execution:
        whole = answer_locally(KIND, request_, execution)
    with Replacing(BrokenAtOnce) as execution:  # which does no step
        again = answer_locally(KIND, request_, execution, found=whole.found)
        with pytest.raises(ExecutionError):
            answer_locally(KIND, request_, execution, found=())
    assert (again.document or {})["models"] == (whole.document or {})["models"]


def test_computations_hear_whoever_listens_to_them() -> None:
    assert not told_to_stop()
    with listening(lambda: True):
        assert told_to_stop()
        with listening(lambda: False):
            assert not told_to_stop()
        assert told_to_stop()
    assert not told_to_stop()
