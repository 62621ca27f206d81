"""What is told or stored was verified, whatever its kind; what is refused is told as less."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from alphacut.arrangements.formats.spec import UNLIMITED
from alphacut.jobs.execution import LocalExecution, Task
from alphacut.jobs.execution._base import News, Result
from alphacut.jobs.execution.local_step import LocalStep
from alphacut.jobs.local_steps import answer_locally
from alphacut.jobs.runner import carry_out
from alphacut.jobs.states import State
from alphacut.jobs.store import SqlStore
from alphacut.jobs.tasks.stepping import Advance
from alphacut.jobs.tasks.verifying import Verify
from alphacut.jobs.verifying import doubts, rests_on_proof, unverified, verified
from alphacut.service.kinds import kinds
from alphacut.service.text.documents import document_words
from alphacut.solver.common.kind import StepKind, Verifiable
from alphacut.solver.common.limits import Limits
from alphacut.solver.structure.kind import STRUCTURE
from alphacut.solver.throughput.kind import THROUGHPUT
from alphacut.solver.throughput.verify.document import verify_throughput

Json = dict[str, Any]
pytestmark = pytest.mark.usefixtures("importable_tests")

STEPWISE = [
    kind for kind in kinds().values() if isinstance(kind, StepKind) and isinstance(kind, Verifiable)
]
each_kind = pytest.mark.parametrize("kind", STEPWISE, ids=[kind.name for kind in STEPWISE])
# where the work is done in child processes, the road is the same for all kinds
one_kind = pytest.mark.parametrize(
    "kind",
    [
        pytest.param(kind, id=kind.name, marks=[pytest.mark.slow] * (kind.name != "throughput"))
        for kind in STEPWISE
    ],
)
FALSE: dict[str, Json] = {
    "throughput": {"rate": {"lower": "7", "upper": "7"}, "status": "exact"},
    "routing": {"order": [0]},
    "simulation": {"delivered": 10**6},
    "placement": {"seconds": "1/1000000000"},
    "synthesis": {"value": "1"},
    "resilience": {"bands": []},
    "design": {"hosts": 1},
    "conjecture": {"failures": 1, "first_failure": {"a": 1, "components": 2}},
    "profile": {"side": [0, 1, 2]},
}


def request_of(kind: StepKind[Any]) -> Json:
    model = kind.request().model_validate(kind.example)
    return dict(model.model_dump(mode="json"))


def answered(kind: StepKind[Any]) -> Json:
    request = request_of(kind)
    kind.check(request, UNLIMITED)
    question = kind.read(request, UNLIMITED)
    found: list[Json] = []
    for step in range(kind.steps(request)):
        found.append(dict(kind.work(question, step, found)))
    document = kind.document(question, found, {})
    return dict(json.loads(json.dumps(document)))


def falsified(name: str, document: Json) -> Json:
    """Change what the document claims."""
    if name == "throughput":
        return {**document, "models": [{**m, **FALSE[name]} for m in document["models"]]}
    if name == "simulation":
        return {**document, "runs": [{**run, **FALSE[name]} for run in document["runs"]]}
    if name == "resilience":
        return {**document, "networks": [{**n, **FALSE[name]} for n in document["networks"]]}
    if name == "conjecture":
        return {**document, "lanes": [{**lane, **FALSE[name]} for lane in document["lanes"]]}
    if name == "design":
        return {**document, "designs": [{**row, **FALSE[name]} for row in document["designs"]]}
    if name == "profile":
        return {**document, "cuts": [{**cut, **FALSE[name]} for cut in document["cuts"]]}
    part = {"routing": "deadlock", "placement": "placed", "synthesis": "invariant"}[name]
    return {**document, part: {**document[part], **FALSE[name]}}


def lied(name: str, found: Json) -> Json:
    """Change what a step returns."""
    if name == "throughput":
        return {**found, **FALSE[name]}
    if name == "simulation":
        return {**found, "run": {**found["run"], **FALSE[name]}}
    if name == "placement":
        return {**found, "answer": falsified(name, found["answer"])}
    if name == "resilience":  # the worst links are told to leave more than they do
        false = {"links": [{"number": 1, "lower": "9", "upper": "9"}]}
        return {**found, "worst": {**found["worst"], **false}} if "worst" in found else found
    if name == "design":
        return {**found, "found": falsified(name, found["found"])}
    if name == "conjecture":
        return {**found, "lane": {**found["lane"], **FALSE[name]}}
    if name == "profile":
        return {**found, **FALSE[name]}
    if name == "synthesis" and "invariant" not in found:  # a proof, and not the search
        return found
    return falsified(name, found)


@dataclass(frozen=True, kw_only=True)
class Lie(Advance):
    """Does a step, and claims more than it has found."""

    def work(self, on_progress: Callable[[None], bool]) -> Json:
        return lied(self.kind.name, dict(super().work(on_progress)))


class LyingExecution(LocalExecution):
    """Has all steps done so, in its child processes."""

    def start(self, task: Task[Result, News]) -> LocalStep[Result, News]:
        if isinstance(task, Advance):
            fields = {name: getattr(task, name) for name in Lie.__dataclass_fields__}
            return super().start(Lie(**fields))
        return super().start(task)


@dataclass(frozen=True, kw_only=True)
class EndlessVerify(Verify):
    """A check that does not end."""

    def work(self, on_progress: object) -> Json:  # noqa: ARG002
        return dict[str, Any](never=Event().wait())


class HastyExecution(LocalExecution):
    """Leaves checks no time."""

    def start(self, task: Task[Result, News]) -> LocalStep[Result, News]:
        if isinstance(task, Verify):
            endless = EndlessVerify(kind=task.kind, document=task.document, seconds=0.1)
            return super().start(endless)
        return super().start(task)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqlStore]:
    with closing(SqlStore(f"sqlite:///{tmp_path / 'jobs.sqlite3'}")) as opened:
        yield opened


def worked_on(store: SqlStore, kind: StepKind[Any], execution: LocalExecution) -> Json:
    job_id = store.submit(kind.name, request_of(kind)).id
    claim = store.claim("worker", 600)
    assert claim is not None
    with execution:
        carry_out(
            claim,
            kinds=kinds(),
            store=store,
            execution=execution,
            lease_seconds=600,
            leaving=lambda: False,
        )
    assert store.get(job_id).state is State.SUCCEEDED
    return dict(store.result(job_id) or {})


def claims(document: Json) -> list[str]:
    """Return what a document claims to be proven."""
    found = [document.get("status"), *(m["status"] for m in document.get("models", ()))]
    found += [document.get("deadlock", {}).get("verdict")]
    return [each for each in found if each not in (None, "bounded", "not shown", "unverified")]


@each_kind
def test_what_is_accepted_is_told_as_it_is(kind: StepKind[Any]) -> None:
    document = answered(kind)
    assert verified(kind, document) is document
    assert claims(document)
    assert rests_on_proof(document)
    assert doubts(document) == []


@each_kind
def test_what_is_refused_is_told_as_less_with_the_reason(
    kind: StepKind[Any], caplog: pytest.LogCaptureFixture
) -> None:
    false = falsified(kind.name, answered(kind))
    told = dict(verified(kind, false))
    [refused] = told["provenance"]["refused"]
    assert "the verifier refused a document of ours" in caplog.text
    assert refused["reason"] in caplog.text
    assert doubts(told)[0] in document_words(told)
    if kind.restated(false) is None:
        assert not claims(told)


def test_what_the_evidence_proves_is_told_where_more_was_claimed() -> None:
    """The bracket of the evidence, and not the claim, nor nothing."""
    kind = THROUGHPUT
    document = answered(kind)
    told = dict(verified(kind, falsified(kind.name, document)))
    verify_throughput(told)
    assert told["models"][0]["rate"] == document["models"][0]["rate"]
    weaker = json.loads(json.dumps(document))
    lengths = weaker["models"][0]["evidence"]["lengths"]
    lengths[:] = [1] * len(lengths)
    told = dict(verified(kind, weaker))
    [entry] = told["models"]
    assert verify_throughput(told).status == entry["status"] == "bounded"
    assert entry["rate"]["lower"] == document["models"][0]["rate"]["lower"]
    upper, true = (Fraction(e["rate"]["upper"]) for e in (entry, document["models"][0]))
    assert true < upper


@one_kind
def test_a_job_stores_nothing_that_is_refused(kind: StepKind[Any], store: SqlStore) -> None:
    document = worked_on(store, kind, LyingExecution())
    assert document["provenance"]["refused"]
    assert kind is THROUGHPUT or not claims(document)  # whose evidence proves some of it


class Watching(LocalExecution):
    """Hears which tasks it is given."""

    def __init__(self) -> None:
        super().__init__()
        self.given: list[str] = []

    def start(self, task: Task[Result, News]) -> LocalStep[Result, News]:
        self.given.append(type(task).__name__)
        return super().start(task)


@one_kind
def test_a_worker_that_leaves_during_the_check_leaves_the_steps_behind(
    kind: StepKind[Any], store: SqlStore
) -> None:
    """The next one has nothing to do but to write the document and to check it."""
    job_id = store.submit(kind.name, request_of(kind)).id
    given: list[list[str]] = []
    for leaves in (True, False):
        claim = store.claim("worker", 600)
        assert claim is not None
        with Watching() as execution:
            carry_out(
                claim, kinds=kinds(), store=store, execution=execution, lease_seconds=600,
                leaving=lambda: leaves and "Verify" in execution.given,  # noqa: B023
            )  # fmt: skip
        given.append(execution.given)
        expected = State.QUEUED if leaves else State.SUCCEEDED
        assert store.get(job_id).state is expected
    assert given[0][-1] == "Verify"
    assert given[1] == ["Write", "Verify"]
    assert rests_on_proof(store.result(job_id) or {})


@one_kind
def test_one_who_waits_is_told_no_more_than_is_accepted(
    kind: StepKind[Any],
) -> None:
    with LyingExecution() as execution:
        document = answer_locally(kind, request_of(kind), execution).document
    assert document is not None
    assert not rests_on_proof(document)
    assert "refused by the verifier" in doubts(document)[0]
    with HastyExecution() as execution:
        document = dict(answer_locally(kind, request_of(kind), execution).document or {})
    assert "verifying the answer took longer" in document["provenance"]["unverified"]
    assert not claims(document)


@one_kind
def test_a_job_whose_check_has_no_time_claims_nothing(kind: StepKind[Any], store: SqlStore) -> None:
    document = worked_on(store, kind, HastyExecution())
    assert "verifying the answer took longer" in document["provenance"]["unverified"]
    assert not claims(document)
    assert not rests_on_proof(document)


def test_what_would_take_too_much_is_not_claimed() -> None:
    kind = THROUGHPUT
    told = dict(verified(kind, answered(kind), Limits(switches=1)))
    assert "switches" in told["provenance"]["unverified"]
    assert not claims(told)


def test_a_kind_without_a_verifier_is_left_alone() -> None:
    kind = STRUCTURE
    document = {"format": kind.format}
    assert verified(kind, document) is document
    assert unverified(kind, document, "why") is document
