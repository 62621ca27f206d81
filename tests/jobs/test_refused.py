"""Proofs of an engine that the verifier refuses are told of, and prove nothing."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from alphacut.arrangements.formats.spec import build, parse
from alphacut.jobs.execution import LocalExecution
from alphacut.jobs.local_driver import trace_locally
from alphacut.jobs.provenance import provenance
from alphacut.jobs.runner import carry_out
from alphacut.jobs.store import SqlStore
from alphacut.service.kinds import kinds
from alphacut.service.metrics import Figures
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.curve import CurveProblem, Limits
from alphacut.solver.bisection.verify.document import verify_document
from tests.jobs.overclaiming import OverclaimingExecution

RING = {"family": "graph", "switches": 6, "links": [[i, (i + 1) % 6] for i in range(6)]}
REQUEST: dict[str, Any] = {
    "topology": RING,
    "limits": {"seconds": 60, "gap": "0"},
    "engine": "branch_and_bound",
    "balance": "switches",
}
POINT = {**REQUEST, "kind": "bisection-point", "alpha": "1"}
COMPARE = {
    **{name: REQUEST[name] for name in ("limits", "engine", "balance")},
    "kind": "compare",
    "topologies": [RING],
    "alpha": "1",
    "only_alpha": True,
    "injection": "1",
}
REASON = "certificate: "


pytestmark = pytest.mark.usefixtures("importable_tests")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqlStore]:
    with closing(SqlStore(f"sqlite:///{tmp_path / 'jobs.sqlite3'}")) as opened:
        yield opened


def worked_on(store: SqlStore, asked: dict[str, Any], execution: LocalExecution) -> dict[str, Any]:
    """Work on a job to its end, as a worker does; return its document."""
    job_id = store.submit(asked["kind"], asked).id
    claim = store.claim("worker", 60)
    assert claim is not None
    with execution:
        carry_out(
            claim,
            kinds=kinds(),
            store=store,
            execution=execution,
            lease_seconds=60,
            leaving=lambda: False,
        )
    return dict(store.result(job_id) or {})


@pytest.mark.parametrize("asked", [POINT, COMPARE], ids=["point", "compare"])
def test_a_refused_proof_is_in_the_log_in_the_figures_and_in_the_document(
    store: SqlStore, caplog: pytest.LogCaptureFixture, asked: dict[str, Any]
) -> None:
    document = worked_on(store, asked, OverclaimingExecution())
    (refused,) = document["provenance"]["refused"]
    assert (refused["alpha"], refused["engine"]) == ("1", "branch_and_bound")
    assert refused["reason"].startswith(REASON)
    (told,) = [each for each in caplog.records if each.levelno == logging.ERROR]
    (job,) = store.newest(limit=1)
    assert told.getMessage() == (
        f"job {job.id}, α = 1, engine branch_and_bound: "
        f"the verifier refused a proof of ours: {refused['reason']}"
    )
    figures = Figures(store).text().decode()
    assert 'alphacut_certificates_refused_total{engine="branch_and_bound"} 1.0' in figures


def test_what_was_refused_proves_nothing(store: SqlStore) -> None:
    document = worked_on(store, POINT, OverclaimingExecution())
    assert document["status"] == "closed"
    assert (document["point"]["proof"], document["point"]["certificate"]) == ("solver", None)
    assert verify_document(document).status == "closed"


def test_the_next_worker_does_not_forget_what_was_refused(store: SqlStore) -> None:
    worked_on(store, POINT, OverclaimingExecution())
    (job,) = store.newest(limit=1)
    answers = store.answers(job.id)
    store.submit(POINT["kind"], POINT)
    claim = store.claim("first", 60)
    assert claim is not None
    for each in answers:
        store.add_answer(claim, each, progress=None, seconds=1)
    store.release(claim, seconds=1)
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
    document = store.result(claim.job.id)
    assert document is not None
    assert len(document["provenance"]["refused"]) == 1


def test_where_nothing_is_refused_nothing_is_said(
    store: SqlStore, caplog: pytest.LogCaptureFixture
) -> None:
    document = worked_on(store, POINT, LocalExecution())
    assert document["status"] == "exact"
    assert "refused" not in document["provenance"]
    assert not [each for each in caplog.records if each.levelno >= logging.ERROR]
    figures = Figures(store).text().decode()
    assert 'alphacut_certificates_refused_total{engine="branch_and_bound"} 0.0' in figures


def test_a_curve_for_one_who_waits_tells_of_it_too(
    caplog: pytest.LogCaptureFixture, store: SqlStore
) -> None:
    started = store.submit(POINT["kind"], POINT).created
    network = build(parse(RING))
    problem = CurveProblem(network=network, balance=Balance.of(network), engine="branch_and_bound")
    with OverclaimingExecution() as execution:
        envelope, failure = trace_locally(problem, Limits(), execution)
    assert failure == ""
    assert provenance(envelope, started=started, seconds=1)["refused"]
    assert "the verifier refused a proof of ours" in caplog.text
