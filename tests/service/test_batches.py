"""Batches: from a list or a sweep, with progress that adds up; a worker's part is played here."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from alphacut.jobs.job import JobError
from alphacut.jobs.states import State
from alphacut.jobs.store import Store
from alphacut.service.schemas.batch import EXAMPLES
from tests.service.test_bad_requests import said
from tests.service.test_jobs import CURVE, DOCUMENT, POINT, ended

SIZES = [{"a": 2, "h": 1}, {"a": 3, "h": 3}]


def posted(client: httpx.Client, request: dict[str, Any]) -> dict[str, Any]:
    answer = client.post("/v1/batches", json=request)
    assert answer.status_code == 202, answer.text
    assert answer.headers["Location"] == answer.json()["links"]["self"]
    batch: dict[str, Any] = answer.json()
    return batch


def topologies(batch: dict[str, Any], client: httpx.Client) -> list[tuple[int, int, str]]:
    found = [
        client.get(job["links"]["self"]).json()["request"]["topology"] for job in batch["jobs"]
    ]
    return [(each["a"], each["h"], each["arrangement"]) for each in found]


class TestPosting:
    def test_a_list_makes_its_jobs_in_order(self, client: httpx.Client, store: Store) -> None:
        other = {**CURVE, "balance": "hosts"}
        batch = posted(client, {"jobs": [CURVE, POINT, other]})
        assert [job["kind"] for job in batch["jobs"]] == [
            "bisection-curve", "bisection-point", "bisection-curve",
        ]  # fmt: skip
        assert len(store.newest(limit=10)) == 3
        claimed = [store.claim("worker", 60) for _ in batch["jobs"]]
        assert [claim.job.id for claim in claimed if claim] == [job["id"] for job in batch["jobs"]]

    def test_a_sweep_is_written_out_size_by_size(
        self,
        client: httpx.Client,
        store: Store,  # noqa: ARG002
    ) -> None:
        names = ["relative", "helix"]
        batch = posted(client, {"sweep": {"sizes": SIZES, "arrangements": names}})
        expected = [(s["a"], s["h"], name) for s in SIZES for name in names]
        assert topologies(batch, client) == expected

    def test_arrangements_that_a_size_cannot_have_are_skipped_on_request(
        self, client: httpx.Client, store: Store
    ) -> None:
        sweep: dict[str, Any] = {"sizes": [{"a": 2, "h": 1}, {"a": 2, "h": 2}]}
        problem = said(client.post("/v1/batches", json={"sweep": sweep}), 422, "invalid-request")
        assert problem["errors"][0]["field"] == "sweep.sizes.0"
        assert "circulant" in problem["errors"][0]["problem"]
        assert store.newest(limit=1) == []
        batch = posted(client, {"sweep": {**sweep, "impossible": "skip"}})
        kept = topologies(batch, client)
        assert (2, 1, "circulant") not in kept
        assert (2, 2, "circulant") in kept

    def test_limits_and_kind_hold_for_every_job(self, client: httpx.Client) -> None:
        job = {"kind": "bisection-point", "alpha": "5/4", "limits": {"seconds": 5}}
        batch = posted(
            client, {"sweep": {"sizes": SIZES, "arrangements": ["relative"], "job": job}}
        )
        for member in batch["jobs"]:
            request = client.get(member["links"]["self"]).json()["request"]
            assert (request["alpha"], request["limits"]["seconds"]) == ("5/4", 5)

    @pytest.mark.parametrize("example", EXAMPLES.values(), ids=EXAMPLES)
    def test_the_examples_are_accepted(self, client: httpx.Client, example: Any) -> None:
        posted(client, example["value"])

    def test_sent_again_with_its_key_it_is_the_same_batch(
        self, client: httpx.Client, store: Store
    ) -> None:
        headers = {"Idempotency-Key": "a batch"}
        sent = {"jobs": [CURVE, POINT]}
        one, two = (client.post("/v1/batches", json=sent, headers=headers) for _ in range(2))
        assert one.json() == two.json()
        assert len(store.newest(limit=10)) == 2
        other = client.post("/v1/batches", json={"jobs": [POINT]}, headers=headers)
        said(other, 422, "idempotency-key-reused")


BIG = {**CURVE, "topology": {**CURVE["topology"], "a": 20}}  # type: ignore[dict-item]
WRONG: dict[str, tuple[Any, str, str]] = {
    "nothing": ({}, "", "either"),
    "both": ({"jobs": [CURVE], "sweep": {"sizes": SIZES}}, "", "either"),
    "an empty list": ({"jobs": []}, "jobs", "at least 1"),
    "a list of nothing": ({"jobs": [CURVE, 5]}, "jobs.1", "object"),
    "one of no kind": (
        {"jobs": [CURVE, {**CURVE, "kind": "cut"}]}, "jobs.1.kind", "bisection-curve"),
    "one too large": ({"jobs": [CURVE, BIG]}, "jobs.1.topology.a", "at most 200"),
    "one with an unknown field": (
        {"jobs": [{**CURVE, "limits": {"second": 1}}]}, "jobs.0.limits.second", "seconds"),
    "an unknown field": ({"job": [CURVE]}, "job", "Known are jobs, sweep"),
    "a sweep without sizes": ({"sweep": {}}, "sweep.sizes", "missing"),
    "a size that is none": (
        {"sweep": {"sizes": [{"a": 2, "h": 0}]}}, "sweep.sizes.0.h", "at least 1"),
    "a size with more": (
        {"sweep": {"sizes": [{"a": 2, "h": 1, "g": 3}]}}, "sweep.sizes.0.g", "known are"),
    "an unknown arrangement": (
        {"sweep": {"sizes": SIZES, "arrangements": ["relativ"]}}, "sweep.arrangements", "relative"),
    "a topology too many": (
        {"sweep": {"sizes": SIZES, "job": {"topology": {}}, "impossible": "skip"}},
        "sweep.job.topology", "leave it out"),
    "a wrong engine": (
        {"sweep": {"sizes": SIZES, "job": {"engine": "magic"}, "impossible": "skip"}},
        "sweep.job.engine", "auto"),
    "too large a size": (
        {"sweep": {"sizes": [{"a": 50, "h": 50}], "arrangements": ["relative"]}},
        "sweep.job.topology.a", "at most"),
    "an unknown field of a sweep": (
        {"sweep": {"sizes": SIZES, "alpha": 1}}, "sweep.alpha", "known are"),
}  # fmt: skip


@pytest.mark.parametrize(("sent", "field", "words"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_told_and_nothing_is_made(
    client: httpx.Client, store: Store, sent: Any, field: str, words: str
) -> None:
    problem = said(client.post("/v1/batches", json=sent), 422, "invalid-request")
    told = {each["field"]: each["problem"] for each in problem["errors"]}
    assert words in told[field]
    assert store.newest(limit=1) == []


class TestProgress:
    def test_it_adds_up(self, client: httpx.Client, store: Store) -> None:
        here = posted(client, {"jobs": [CURVE] * 3})["links"]["self"]
        assert client.get(here).json()["state"] == "queued"
        ended(store, state=State.SUCCEEDED, document=DOCUMENT, progress=_progress(4, 0, 0.0))
        claim = store.claim("worker", 60)
        assert claim
        store.renew(claim, 60, progress=_progress(2, 3, 0.25), seconds=1)
        told = client.get(here).json()
        assert told["state"] == "running"
        assert told["progress"] == {
            "jobs": {"queued": 1, "running": 1, "succeeded": 1, "failed": 0, "cancelled": 0},
            "points": {"solved": 6, "open": 3},
            "gap": 1.0,
            "seconds": 3.0,
        }

    @pytest.mark.parametrize(
        ("second", "state"),
        [
            ({"state": State.SUCCEEDED, "document": DOCUMENT}, "succeeded"),
            ({"state": State.CANCELLED, "document": DOCUMENT}, "cancelled"),
            ({"state": State.FAILED, "error": JobError(type="x", title="t", detail="d")}, "failed"),
        ],
    )
    def test_it_ends_with_the_last_of_its_jobs(
        self, client: httpx.Client, store: Store, second: dict[str, Any], state: str
    ) -> None:
        batch = posted(client, {"jobs": [CURVE, CURVE]})
        ended(store, state=State.SUCCEEDED, document=DOCUMENT)
        refused = client.get(batch["links"]["result"])
        said(refused, 409, "no-result-yet")
        assert refused.headers["Retry-After"]
        ended(store, **second)
        told = client.get(batch["links"]["self"])
        assert told.json()["state"] == state
        assert told.json()["finished"] is not None
        assert "Retry-After" not in told.headers
        result = client.get(batch["links"]["result"]).json()
        assert result["format"] == "alphacut-batch/1"
        assert result["jobs"][0]["document"] == DOCUMENT
        for member in result["jobs"]:
            assert (member["document"] is None) != (member["error"] is None)

    def test_polling_it_is_cheap(self, client: httpx.Client) -> None:
        here = posted(client, {"jobs": [CURVE]})["links"]["self"]
        tag = client.get(here).headers["ETag"]
        assert client.get(here, headers={"If-None-Match": tag}).status_code == 304

    def test_its_curves_are_drawn_over_each_other(self, client: httpx.Client, store: Store) -> None:
        batch = posted(client, {"jobs": [CURVE, CURVE, POINT]})
        said(client.get(batch["links"]["svg"]), 409, "no-result-yet")
        for _ in range(2):
            ended(store, state=State.SUCCEEDED, document=DOCUMENT)
        picture = client.get(batch["links"]["svg"])
        assert picture.headers["Content-Type"].startswith("image/svg+xml")
        assert "<svg" in picture.text

    def test_a_picture_is_offered_where_there_are_curves(self, client: httpx.Client) -> None:
        drawn = posted(client, {"jobs": [POINT, CURVE]})["links"]
        bare = posted(client, {"jobs": [POINT, POINT]})["links"]
        assert drawn["svg"] == f"{drawn['self']}/curves.svg"
        assert bare["svg"] is None
        listed = client.get("/v1/batches", params={"limit": 2}).json()["batches"]
        assert [each["links"] for each in listed] == [bare, drawn]


class TestCancellingAndDeleting:
    def test_cancelling_reaches_every_job_and_is_idempotent(
        self, client: httpx.Client, store: Store
    ) -> None:
        batch = posted(client, {"jobs": [CURVE] * 3})
        ended(store, state=State.SUCCEEDED, document=DOCUMENT)
        claim = store.claim("worker", 60)
        assert claim
        first, second = (client.post(batch["links"]["cancel"]).json() for _ in range(2))
        assert first == second
        assert [job["state"] for job in first["jobs"]] == ["succeeded", "running", "cancelled"]
        assert store.renew(claim, 60, progress=None, seconds=0) is True

    def test_deleting_removes_every_job(self, client: httpx.Client, store: Store) -> None:
        lone = client.post("/v1/jobs", json=CURVE).json()["id"]
        batch = posted(client, {"jobs": [CURVE] * 2})
        here = batch["links"]["self"]
        assert client.delete(here).status_code == 204
        said(client.delete(here), 404, "unknown-batch")
        said(client.get(here), 404, "unknown-batch")
        assert [job.id for job in store.newest(limit=10)] == [lone]

    def test_a_batch_outlives_its_deleted_jobs(self, client: httpx.Client) -> None:
        batch = posted(client, {"jobs": [CURVE, POINT]})
        client.delete(batch["jobs"][0]["links"]["self"])
        left = client.get(batch["links"]["self"]).json()["jobs"]
        assert [job["id"] for job in left] == [batch["jobs"][1]["id"]]
        client.delete(batch["jobs"][1]["links"]["self"])
        assert client.get(batch["links"]["self"]).json()["jobs"] == []


def test_pages_lead_through_all_batches(client: httpx.Client, store: Store) -> None:
    assert store.newest(limit=1) == []
    ids = [posted(client, {"jobs": [POINT]})["id"] for _ in range(5)]
    found: list[str] = []
    page: str | None = "/v1/batches?limit=2"
    while page and len(found) < len(ids):
        listed = client.get(page).json()
        found += [batch["id"] for batch in listed["batches"]]
        page = listed["next"]
    assert found[:5] == ids[::-1]


def _progress(solved: int, still_open: int, gap: float) -> dict[str, Any]:
    return {
        "phase": "proving", "points": {"solved": solved, "open": still_open}, "alpha": None,
        "incumbent": None, "bound": None, "gap": gap, "seconds": 1.5,
    }  # fmt: skip
