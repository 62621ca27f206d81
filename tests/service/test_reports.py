"""Reports over HTTP: a page for the document of any kind, verified while it is made."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import httpx

from alphacut.jobs.states import State
from alphacut.jobs.store import Store
from alphacut.service.kinds import entries
from tests.report.test_report import alone
from tests.service.test_bad_requests import said
from tests.service.test_jobs import CURVE, ended

TORUS = {"family": "torus", "sides": [4, 4]}


def test_every_kind_has_one() -> None:
    assert all(entry.view("report.html") for entry in entries().values())


def test_a_job_has_a_report_that_runs_and_loads_nothing(
    client: httpx.Client, store: Store, solve: Callable[[Any], dict[str, Any]]
) -> None:
    job = client.post("/v1/jobs", json={**CURVE, "topology": TORUS}).json()
    report = job["links"]["report"]
    said(client.get(report), 409, "no-result-yet")
    document = solve(TORUS)
    ended(store, state=State.SUCCEEDED, document=document)
    answer = client.get(report)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/html")
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "sandbox" in policy
    page = alone(answer.text)
    assert "torus sides 4 × 4" in page.words
    assert "exact" in page.words
    again = client.get(report, headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


def test_what_its_verifier_refuses_has_no_report(
    client: httpx.Client, store: Store, solve: Callable[[Any], dict[str, Any]]
) -> None:
    job = client.post("/v1/jobs", json={**CURVE, "topology": TORUS}).json()
    document = json.loads(json.dumps(solve(TORUS)))
    document["points"][0]["value"] = document["points"][0]["lower"] = "1000"
    ended(store, state=State.SUCCEEDED, document=document)
    said(client.get(job["links"]["report"]), 409, "no-result")
