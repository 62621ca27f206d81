"""Asking, listing, polling, cancelling and deleting over HTTP; a worker's part is played here."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from alphacut.jobs.job import JobError
from alphacut.jobs.states import State
from alphacut.jobs.store import Ending, Store
from alphacut.solver.bisection.verify.document import verify_document

DRAGONFLY = {"family": "dragonfly", "a": 4, "h": 2, "arrangement": "relative"}
CURVE = {"kind": "bisection-curve", "topology": DRAGONFLY}
POINT = {"kind": "bisection-point", "topology": DRAGONFLY, "alpha": "1.25"}
DOCUMENT = {
    "format": "alphacut-curve/1",
    "topology": {"family": "graph", "switches": 2, "links": [[0, 1, "global"]]},
    "switches": 2,
    "links": {"local": 0, "global": 1},
    "balance": "switches",
    "status": "bounded",
    "segments": [{"from": "0", "to": None, "intercept": 0, "slope": 1, "side": [0]}],
    "lower": [{"from": "0", "to": None, "intercept": "0", "slope": "0"}],
    "points": [],
    "gap": "1",
    "provenance": {},
}


def posted(client: httpx.Client, request: dict[str, Any]) -> dict[str, Any]:
    answer = client.post("/v1/jobs", json=request)
    assert answer.status_code == 202
    job: dict[str, Any] = answer.json()
    return job


def ended(store: Store, **ending: Any) -> None:
    claim = store.claim("worker", 60)
    assert claim is not None
    store.finish(claim, Ending(seconds=1, **ending))


def test_the_document_of_these_tests_is_one() -> None:
    assert verify_document(DOCUMENT).status == "bounded"


class TestPosting:
    def test_an_accepted_job_is_stored_and_can_be_polled(
        self, client: httpx.Client, store: Store
    ) -> None:
        answer = client.post("/v1/jobs", json=CURVE)
        assert answer.status_code == 202
        assert answer.headers["Retry-After"] == "1"
        polled = client.get(answer.headers["Location"])
        assert polled.json() == answer.json()
        assert store.get(answer.json()["id"]).state is State.QUEUED

    def test_the_request_is_kept_with_its_defaults(
        self,
        client: httpx.Client,
        store: Store,  # noqa: ARG002
    ) -> None:
        request = posted(client, CURVE)["request"]
        assert request == {
            "kind": "bisection-curve",
            "topology": {**DRAGONFLY, "p": 1, "trunking": 1, "groups": 9, "options": {}},
            "alpha": {"min": "0", "max": "inf"},
            "limits": {"seconds": 60, "gap": "0"},
            "engine": "auto",
            "balance": "switches",
        }

    def test_exact_numbers_are_kept_exactly(self, client: httpx.Client) -> None:
        limits = {"seconds": 5, "gap": 0.05}
        request = posted(client, {**POINT, "limits": limits})["request"]
        assert request["alpha"] == "5/4"
        assert request["limits"] == {"seconds": 5, "gap": "1/20"}

    @pytest.mark.parametrize(
        "topology",
        [
            {"family": "graph", "switches": 1, "links": []},
            {"family": "graph", "switches": 4, "links": [[0, 1], [2, 3]]},
            {"family": "graph", "switches": 3, "links": [[0, 1], [1, 2]]},
        ],
        ids=["a single switch", "a disconnected graph", "an odd number of switches"],
    )
    def test_odd_networks_are_accepted(
        self, client: httpx.Client, topology: dict[str, Any]
    ) -> None:
        posted(client, {**CURVE, "topology": topology})

    def test_a_queued_job_shows_that_it_waits(self, client: httpx.Client) -> None:
        progress = posted(client, CURVE)["progress"]
        assert progress["phase"] == "waiting"
        assert set(progress) == {
            "phase", "points", "alpha", "incumbent", "bound", "gap", "seconds",
        }  # fmt: skip


class TestListing:
    def test_pages_lead_through_all_jobs(self, client: httpx.Client, store: Store) -> None:
        assert store.newest(limit=1) == []
        ids = [posted(client, CURVE)["id"] for _ in range(5)]
        found: list[str] = []
        page: str | None = "/v1/jobs?limit=2"
        while page:
            listed = client.get(page).json()
            found += [job["id"] for job in listed["jobs"]]
            page = listed["next"]
        assert found == ids[::-1]

    def test_jobs_are_chosen_by_state(self, client: httpx.Client, store: Store) -> None:
        ids = [posted(client, CURVE)["id"] for _ in range(3)]
        assert store.claim("worker", 60)
        running = client.get("/v1/jobs", params={"state": "running"}).json()["jobs"]
        assert [job["id"] for job in running] == ids[:1]


class TestPolling:
    def test_a_parameter_that_there_is_not_is_refused(self, client: httpx.Client) -> None:
        wrong = client.get("/v1/jobs", params={"sate": "queued"})
        assert (wrong.status_code, wrong.json()["errors"][0]["field"]) == (422, "sate")
        assert "state" in wrong.json()["detail"]
        alone = client.get("/v1/limits?verbose=1")
        assert "verbose: is not a parameter here; there are none" in alone.json()["detail"]

    def test_progress_is_shown(self, client: httpx.Client, store: Store) -> None:
        job = posted(client, CURVE)
        claim = store.claim("worker", 60)
        assert claim
        progress = {**job["progress"], "phase": "proving", "alpha": "5/4", "bound": "45/2"}
        store.renew(claim, 60, progress=progress, seconds=1)
        polled = client.get(job["links"]["self"])
        assert polled.headers["Retry-After"] == "1"
        assert (polled.json()["state"], polled.json()["progress"]) == ("running", progress)

    def test_a_failed_job_has_an_error_and_no_result(
        self, client: httpx.Client, store: Store
    ) -> None:
        job = posted(client, CURVE)
        error = JobError(type="execution", title="It broke", detail="killed by signal 9")
        ended(store, state=State.FAILED, error=error)
        polled = client.get(job["links"]["self"])
        assert "Retry-After" not in polled.headers
        assert (polled.json()["state"], polled.json()["error"]) == ("failed", error.as_json())
        refused = client.get(job["links"]["result"])
        assert refused.status_code == 409
        assert "Retry-After" not in refused.headers


class TestResults:
    @pytest.mark.parametrize("link", ["result", "curve", "svg", "csv"])
    def test_before_there_is_one_it_is_to_be_asked_for_later(
        self, client: httpx.Client, store: Store, link: str
    ) -> None:
        job = posted(client, CURVE)
        for state in (State.QUEUED, State.RUNNING):
            assert store.get(job["id"]).state is state
            refused = client.get(job["links"][link])
            assert refused.status_code == 409
            assert refused.json()["type"].endswith("no-result-yet")
            assert refused.headers["Retry-After"] == "1"
            store.claim("worker", 60)

    @pytest.mark.parametrize("state", [State.SUCCEEDED, State.CANCELLED])
    def test_a_curve_is_given_in_all_its_forms(
        self, client: httpx.Client, store: Store, state: State
    ) -> None:
        job = posted(client, CURVE)
        ended(store, state=state, document=DOCUMENT)
        links = job["links"]
        assert client.get(links["result"]).json() == DOCUMENT
        assert client.get(links["curve"]).json() == DOCUMENT
        picture, table = client.get(links["svg"]), client.get(links["csv"])
        assert picture.headers["Content-Type"].startswith("image/svg+xml")
        assert "<svg" in picture.text
        assert table.headers["Content-Type"].startswith("text/csv")
        assert len(table.text.splitlines()) >= 2

    def test_a_point_has_a_result_and_no_curve(self, client: httpx.Client, store: Store) -> None:
        job = posted(client, POINT)
        ended(store, state=State.SUCCEEDED, document={"format": "alphacut-point/1"})
        assert job["links"]["curve"] is None
        assert client.get(job["links"]["result"]).json() == {"format": "alphacut-point/1"}
        for name in ("curve", "curve.svg", "curve.csv"):
            refused = client.get(f"{job['links']['self']}/{name}")
            assert refused.status_code == 409
            assert "not a curve" in refused.json()["detail"]


class TestCancellingAndDeleting:
    def test_a_queued_job_is_cancelled_once_and_for_all(
        self, client: httpx.Client, store: Store
    ) -> None:
        job = posted(client, CURVE)
        first, second = (client.post(job["links"]["cancel"]) for _ in range(2))
        assert first.status_code == second.status_code == 202
        assert first.json() == second.json()
        assert first.json()["state"] == "cancelled"
        assert store.claim("worker", 60) is None
        assert client.get(job["links"]["result"]).status_code == 409

    def test_a_running_job_is_marked(self, client: httpx.Client, store: Store) -> None:
        job = posted(client, CURVE)
        claim = store.claim("worker", 60)
        assert claim
        answer = client.post(job["links"]["cancel"]).json()
        assert (answer["state"], answer["cancel_requested"]) == ("running", True)
        assert store.renew(claim, 60, progress=None, seconds=0) is True

    def test_a_deleted_job_is_gone(self, client: httpx.Client, store: Store) -> None:
        job = posted(client, CURVE)
        assert store.claim("worker", 60)
        here = job["links"]["self"]
        first = client.delete(here)
        assert (first.status_code, first.content) == (204, b"")
        assert client.delete(here).status_code == 404
        assert client.get(here).status_code == 404
