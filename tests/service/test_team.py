"""Several people share one service: whose a job is, who may change it, and what comes first."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from alphacut.jobs.job import Claim, Job, Owner
from alphacut.jobs.origin import ApiKey
from alphacut.jobs.states import State
from alphacut.jobs.store import Ending, Store
from alphacut.service.ownership import NotYours, check_own
from alphacut.service.settings import Settings
from tests.service.test_bad_requests import said
from tests.service.test_jobs import CURVE, DOCUMENT

OPEN = {"phase": "finished", "points": {"solved": 1, "open": 1}, "alpha": None, "incumbent": None,
        "bound": None, "gap": 0.5, "seconds": 1.0}  # fmt: skip


@pytest.fixture(scope="module")
def alice(whole_store: Store) -> dict[str, str]:
    return {"Authorization": f"Bearer {whole_store.keys.add('team alice')[1]}"}


@pytest.fixture(scope="module")
def bob(whole_store: Store) -> dict[str, str]:
    return {"Authorization": f"Bearer {whole_store.keys.add('team bob')[1]}"}


def posted(client: httpx.Client, headers: dict[str, str], **more: Any) -> dict[str, Any]:
    answer = client.post("/v1/jobs", json={**CURVE, **more}, headers=headers)
    assert answer.status_code == 202, answer.text
    return dict(answer.json())


def claimed(store: Store) -> Claim:
    claim = store.claim("worker", 60)
    assert claim
    return claim


pytestmark = pytest.mark.usefixtures("store")  # emptied before each test


def test_a_job_tells_its_owner_its_label_and_its_place(
    client: httpx.Client, alice: dict[str, str]
) -> None:
    posted(client, {})
    job = posted(client, alice, label="rack plan B", priority=3)
    told = {name: job[name] for name in ("owner", "label", "priority", "place")}
    assert told == {"owner": "team alice", "label": "rack plan B", "priority": 3, "place": 1}
    listed = client.get("/v1/jobs").json()["jobs"]
    assert [(each["owner"], each["place"]) for each in listed] == [
        ("team alice", None),
        (None, None),
    ]
    assert [client.get(each["links"]["self"]).json()["place"] for each in listed] == [1, 2]
    assert not {"label", "priority"} & set(job["request"])


@pytest.mark.parametrize(
    ("field", "value"),
    [("label", ""), ("label", "a\nb"), ("label", "x" * 101), ("label", 7), ("label", " a"),
     ("priority", 11), ("priority", -11), ("priority", 1.5), ("priority", True)],
)  # fmt: skip
def test_what_is_no_label_and_no_priority_is_said(
    client: httpx.Client, field: str, value: object
) -> None:
    answer = client.post("/v1/jobs", json={**CURVE, field: value})
    assert field in [each["field"] for each in said(answer, 422, "invalid-request")["errors"]]


def test_the_same_question_with_another_label_is_the_same_question(
    client: httpx.Client, store: Store
) -> None:
    ids = [posted(client, {}, label=label)["id"] for label in ("a", "b")]
    assert len({store.get(job_id).content for job_id in ids}) == 1


def test_an_idempotency_key_knows_another_label(client: httpx.Client) -> None:
    headers = {"Idempotency-Key": "labelled"}
    first = posted(client, headers, label="a")
    assert posted(client, headers, label="a")["id"] == first["id"]
    other = client.post("/v1/jobs", json={**CURVE, "label": "b"}, headers=headers)
    said(other, 422, "idempotency-key-reused")


class TestJobsOfOthers:
    ACTS = (("POST", "cancel"), ("POST", "retry"), ("POST", "continue"), ("DELETE", ""))

    @pytest.mark.parametrize(("method", "part"), ACTS)
    def test_they_cannot_be_changed(
        self, client: httpx.Client, alice: dict[str, str], bob: dict[str, str], method: str,
        part: str,
    ) -> None:  # fmt: skip
        here = posted(client, alice)["links"]["self"]
        path = f"{here}/{part}".rstrip("/")
        for other in (bob, {}):
            said(client.request(method, path, headers=other), 403, "not-yours")
        assert client.get(here, headers=bob).json()["state"] == "queued"
        own = client.request(method, path, headers=alice)
        assert own.status_code in (202, 204, 409)  # 409: it cannot go on before it has ended

    def test_nor_can_batches(
        self, client: httpx.Client, alice: dict[str, str], bob: dict[str, str]
    ) -> None:
        body = {"jobs": [CURVE]}
        links = client.post("/v1/batches", json=body, headers=alice).json()["links"]
        said(client.post(links["cancel"], headers=bob), 403, "not-yours")
        said(client.delete(links["self"], headers=bob), 403, "not-yours")
        assert client.delete(links["self"], headers=alice).status_code == 204

    def test_jobs_of_nobody_belong_to_all(self, client: httpx.Client, bob: dict[str, str]) -> None:
        here = posted(client, {})["links"]["self"]
        assert client.delete(here, headers=bob).status_code == 204

    @pytest.mark.parametrize(
        ("operators", "allowed"),
        [(None, False), ("carol", False), ("carol, bob", True), ("*", True)],
    )
    def test_operators_are_named_by_a_setting(self, operators: str | None, allowed: bool) -> None:
        settings = Settings(operators=operators)
        bob = ApiKey(id="0b", name="bob", created=_job().created)
        if allowed:
            check_own([_job()], bob, settings)
            return
        with pytest.raises(NotYours, match="alice"):
            check_own([_job()], bob, settings)


def _job() -> Job:
    return Job(
        id="aa", number=1, kind="bisection-curve", request={}, state=State.QUEUED,
        created=datetime.now(UTC), owner=Owner(id="0a", name="alice"),
    )  # fmt: skip


class TestGoingOn:
    @pytest.fixture
    def bounded(self, client: httpx.Client, store: Store) -> dict[str, Any]:
        """A job that has ended and left a point open."""
        job = posted(client, {}, limits={"seconds": 5, "gap": "1/2"})
        claim = claimed(store)
        ending = Ending(state=State.SUCCEEDED, document=DOCUMENT, progress=OPEN, seconds=5)
        store.finish(claim, ending)
        return dict(client.get(job["links"]["self"]).json())

    def test_it_waits_again_with_the_limits_that_are_given(
        self, client: httpx.Client, bounded: dict[str, Any]
    ) -> None:
        assert bounded["unfinished"]
        body = {"limits": {"seconds": 500, "gap": "1%"}}
        answer = client.post(bounded["links"]["continue"], json=body)
        assert answer.status_code == 202, answer.text
        job = answer.json()
        assert (job["id"], job["state"]) == (bounded["id"], "queued")
        assert job["request"]["limits"] == {"seconds": 500.0, "gap": "1/100"}
        assert job["request"] == {**bounded["request"], "limits": job["request"]["limits"]}
        said(client.post(bounded["links"]["continue"], json=body), 409, "not-retryable")

    def test_without_a_body_its_time_is_the_usual_and_its_gap_stays(
        self, client: httpx.Client, bounded: dict[str, Any]
    ) -> None:
        job = client.post(bounded["links"]["continue"]).json()
        assert job["request"]["limits"] == {"seconds": 60.0, "gap": "1/2"}

    @pytest.mark.parametrize(
        ("body", "field"),
        [({"limits": {"seconds": 601}}, "limits.seconds"), ({"limits": {"gap": 1}}, "limits.gap"),
         ({"alpha": 1}, "alpha"), ({"limits": {"nodes": 1}}, "limits.nodes")],
    )  # fmt: skip
    def test_limits_that_cannot_be_are_refused(
        self, client: httpx.Client, bounded: dict[str, Any], body: dict[str, Any], field: str
    ) -> None:
        refused = said(client.post(bounded["links"]["continue"], json=body), 422, "invalid-request")
        assert [each["field"] for each in refused["errors"]] == [field]
        assert client.get(bounded["links"]["self"]).json()["has_result"]

    def test_what_left_nothing_open_has_nothing_to_go_on_with(
        self, client: httpx.Client, store: Store
    ) -> None:
        job = posted(client, {})
        store.finish(claimed(store), Ending(state=State.SUCCEEDED, document=DOCUMENT, seconds=1))
        said(client.post(job["links"]["continue"]), 409, "not-retryable")


def test_the_figures_tell_of_the_queue_the_workers_and_the_failures(
    client: httpx.Client, store: Store
) -> None:
    posted(client, {})
    store.claim("long", 60)
    store.claim("short", 60, short_only=True)
    posted(client, {}, label="waits")
    figures = dict(
        line.rsplit(" ", 1) for line in client.get("/metrics").text.splitlines() if line[0] != "#"
    )
    assert float(figures['alphacut_workers_alive{lane="all"}']) >= 1
    assert float(figures['alphacut_workers_alive{lane="short"}']) >= 1
    assert float(figures["alphacut_queue_age_seconds"]) > 0
    assert 'alphacut_jobs_failed_total{type="memory"}' in figures
    assert 'alphacut_jobs_failed_total{type="worker-lost"}' in figures
