"""What the HTTP face promises beyond asking and polling, point by point."""

from __future__ import annotations

import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from alphacut.jobs.job import JobError
from alphacut.jobs.states import State
from alphacut.jobs.store import Store
from alphacut.service.app import create_app
from alphacut.service.settings import Settings
from tests.service.conftest import serving
from tests.service.test_bad_requests import said
from tests.service.test_jobs import CURVE, DOCUMENT, POINT, ended, posted

ANSWER = {"alpha": "1", "engine": "cpsat", "seconds": 0.25, "proof": "certificate"}
BROKE = JobError(type="execution", title="It broke", detail="killed by signal 9")


class TestIdempotencyKeys:
    def test_the_same_payload_brings_the_same_job(self, client: httpx.Client, store: Store) -> None:
        headers = {"Idempotency-Key": "first"}
        one = client.post("/v1/jobs", json=CURVE, headers=headers)
        written_otherwise = json.dumps(dict(reversed(CURVE.items())), indent=2)
        as_json = {**headers, "Content-Type": "application/json"}
        other = client.post("/v1/jobs", content=written_otherwise, headers=as_json)
        assert one.status_code == other.status_code == 202
        assert one.headers["Location"] == other.headers["Location"]
        assert len(store.newest(limit=10)) == 1

    def test_another_payload_is_refused(self, client: httpx.Client, store: Store) -> None:
        headers = {"Idempotency-Key": "second"}
        client.post("/v1/jobs", json=CURVE, headers=headers)
        problem = said(
            client.post("/v1/jobs", json=POINT, headers=headers), 422, "idempotency-key-reused"
        )
        assert problem["errors"][0]["field"] == "Idempotency-Key"
        assert len(store.newest(limit=10)) == 1

    def test_of_many_at_once_one_makes_the_job(self, client: httpx.Client, store: Store) -> None:
        headers = {"Idempotency-Key": "third"}

        def post(_: int) -> str:
            return client.post("/v1/jobs", json=CURVE, headers=headers).headers["Location"]

        with ThreadPoolExecutor(8) as pool:
            assert len(set(pool.map(post, range(16)))) == 1
        assert len(store.newest(limit=10)) == 1

    def test_a_key_of_a_deleted_job_can_be_used_again(self, client: httpx.Client) -> None:
        headers = {"Idempotency-Key": "fourth"}
        here = client.post("/v1/jobs", json=CURVE, headers=headers).headers["Location"]
        client.delete(here)
        assert client.post("/v1/jobs", json=POINT, headers=headers).headers["Location"] != here

    def test_an_empty_key_is_refused(self, client: httpx.Client) -> None:
        answer = client.post("/v1/jobs", json=CURVE, headers={"Idempotency-Key": ""})
        problem = said(answer, 422, "invalid-request")
        assert problem["errors"][0]["field"] == "idempotency-key"


class TestWaiting:
    def test_the_answer_is_kept_until_the_job_has_ended(
        self, client: httpx.Client, store: Store
    ) -> None:
        assert store.newest(limit=1) == []

        def work() -> None:
            while (claim := store.claim("worker", 60)) is None:
                time.sleep(0.02)
            time.sleep(0.3)
            from alphacut.jobs.store import Ending

            store.finish(claim, Ending(state=State.SUCCEEDED, document=DOCUMENT, seconds=1))

        worker = threading.Thread(target=work)
        worker.start()
        answer = client.post("/v1/jobs", json=CURVE, headers={"Prefer": "wait=8"})
        worker.join()
        assert answer.status_code == 200
        assert answer.json()["state"] == "succeeded"
        assert answer.headers["Preference-Applied"] == "wait=8"
        assert "Retry-After" not in answer.headers

    def test_it_is_kept_no_longer_than_that(self, client: httpx.Client, store: Store) -> None:
        assert store.newest(limit=1) == []
        began = time.monotonic()
        answer = client.post("/v1/jobs", json=CURVE, headers={"Prefer": "respond-async, wait=1"})
        assert 1 <= time.monotonic() - began < 30
        assert (answer.status_code, answer.headers["Retry-After"]) == (202, "1")

    @pytest.mark.parametrize("prefer", ["wait=soon", "wait=-1", "wait", "waiter=9", "", "wait=0"])
    def test_what_names_no_time_is_ignored(self, client: httpx.Client, prefer: str) -> None:
        began = time.monotonic()
        answer = client.post("/v1/jobs", json=CURVE, headers={"Prefer": prefer})
        assert time.monotonic() - began < 8
        assert answer.status_code == 202
        assert "Preference-Applied" not in answer.headers

    def test_a_poll_is_kept_until_there_is_news(self, client: httpx.Client, store: Store) -> None:
        job = posted(client, CURVE)
        here = job["links"]["self"]
        tag = client.get(here).headers["ETag"]
        timer = threading.Timer(0.3, lambda: store.claim("worker", 60))
        timer.start()
        began = time.monotonic()
        answer = client.get(here, headers={"Prefer": "wait=8", "If-None-Match": tag})
        timer.join()
        assert 0.3 <= time.monotonic() - began < 7
        assert answer.json()["state"] == "running"

    def test_a_result_is_waited_for(self, client: httpx.Client, store: Store) -> None:
        job = posted(client, CURVE)
        timer = threading.Timer(0.3, lambda: ended(store, state=State.SUCCEEDED, document=DOCUMENT))
        timer.start()
        answer = client.get(job["links"]["result"], headers={"Prefer": "wait=8"})
        timer.join()
        assert answer.json() == DOCUMENT


class TestEntityTags:
    def test_polling_is_cheap_until_something_changes(
        self, client: httpx.Client, store: Store
    ) -> None:
        here = posted(client, CURVE)["links"]["self"]
        tag = client.get(here).headers["ETag"]
        same = client.get(here, headers={"If-None-Match": f'"other", W/{tag}'})
        assert (same.status_code, same.content) == (304, b"")
        assert (same.headers["ETag"], same.headers["Retry-After"]) == (tag, "1")
        assert store.claim("worker", 60)
        changed = client.get(here, headers={"If-None-Match": tag})
        assert changed.status_code == 200
        assert changed.headers["ETag"] != tag

    @pytest.mark.parametrize("link", ["result", "curve", "svg", "csv"])
    def test_results_are_sent_once(self, client: httpx.Client, store: Store, link: str) -> None:
        job = posted(client, CURVE)
        ended(store, state=State.SUCCEEDED, document=DOCUMENT)
        first = client.get(job["links"][link])
        assert first.content
        again = client.get(job["links"][link], headers={"If-None-Match": first.headers["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert client.get(job["links"][link], headers={"If-None-Match": '"x"'}).status_code == 200


class TestEndings:
    def test_a_job_cancelled_before_anything_was_found_says_so(self, client: httpx.Client) -> None:
        job = posted(client, CURVE)
        assert job["error"] is None
        cancelled = client.post(job["links"]["cancel"]).json()
        assert (cancelled["has_result"], cancelled["error"]["type"]) == (False, "cancelled")

    @pytest.mark.parametrize(
        "ending",
        [
            {"state": State.SUCCEEDED, "document": DOCUMENT},
            {"state": State.CANCELLED, "document": DOCUMENT},
            {"state": State.CANCELLED},
            {"state": State.FAILED, "error": BROKE},
        ],
    )
    def test_a_job_that_has_ended_has_a_result_or_an_error(
        self, client: httpx.Client, store: Store, ending: dict[str, Any]
    ) -> None:
        job = posted(client, CURVE)
        ended(store, **ending)
        polled = client.get(job["links"]["self"]).json()
        assert polled["has_result"] != (polled["error"] is not None)


class TestRetrying:
    @pytest.mark.parametrize(
        "ending",
        [{"state": State.FAILED, "error": BROKE}, {"state": State.CANCELLED, "document": DOCUMENT}],
        ids=["failed", "cancelled"],
    )
    def test_it_goes_on_from_what_is_there(
        self, client: httpx.Client, store: Store, ending: dict[str, Any]
    ) -> None:
        job = posted(client, CURVE)
        claim = store.claim("worker", 60)
        assert claim
        store.add_answer(claim, ANSWER, progress=None, seconds=50)
        from alphacut.jobs.store import Ending

        store.finish(claim, Ending(seconds=50, **ending))
        for _ in range(2):  # asking twice changes nothing more
            answer = client.post(job["links"]["retry"])
            assert answer.status_code == 202
            again = answer.json()
            assert (again["state"], again["error"], again["has_result"]) == ("queued", None, False)
            assert (again["finished"], again["cancel_requested"]) == (None, False)
        assert store.answers(job["id"]) == [ANSWER]
        second = store.claim("worker", 60)
        assert second is not None
        assert (second.job.id, second.job.seconds) == (job["id"], 0)
        assert second.epoch > claim.epoch

    def test_there_is_nothing_to_retry_after_success(
        self, client: httpx.Client, store: Store
    ) -> None:
        job = posted(client, CURVE)
        ended(store, state=State.SUCCEEDED, document=DOCUMENT)
        said(client.post(job["links"]["retry"]), 409, "not-retryable")
        assert client.get(job["links"]["result"]).json() == DOCUMENT

    def test_an_unknown_job_is_told(self, client: httpx.Client) -> None:
        said(client.post(f"/v1/jobs/{'0' * 32}/retry"), 404, "unknown-job")


class TestLimits:
    def test_limits_and_retention_are_published(self, client: httpx.Client) -> None:
        told = client.get("/v1/limits").json()
        assert told["network"] == {"switches": 200, "links": 2000}
        assert told["seconds"]["default"] == 60
        assert told["seconds"]["most"] == 600
        assert told["body_bytes"] == 20_000
        assert told["batch_jobs"] > 1
        assert set(told["retention"]) == {"jobs", "idempotency_keys"}
        assert told["quota"] == {"active": None, "daily": None}

    def test_retention_is_what_the_settings_say(self, tmp_path: Path) -> None:
        settings = Settings(database_url=f"sqlite:///{tmp_path / 'db.sqlite3'}", retention_days=2)
        with serving(create_app(settings)) as address:
            told = httpx.get(f"{address}/v1/limits", timeout=60).json()["retention"]
        assert told == {"jobs": 172_800, "idempotency_keys": 172_800}


class TestMetrics:
    def test_points_and_seconds_are_counted_by_engine(
        self, client: httpx.Client, store: Store
    ) -> None:
        before = figures(client)
        posted(client, CURVE)
        claim = store.claim("worker", 60)
        assert claim
        for answer in (ANSWER, {**ANSWER, "alpha": None}, {**ANSWER, "proof": None}):
            store.add_answer(claim, answer, progress=None, seconds=1)
        store.delete(claim.job.id)
        after = figures(client)
        engine = '{engine="cpsat"}'
        points, seconds = (
            f"alphacut_points_solved_total{engine}",
            f"alphacut_engine_seconds_total{engine}",
        )
        assert after[points] - before.get(points, 0) == 1
        assert after[seconds] - before.get(seconds, 0) == pytest.approx(0.75)

    def test_jobs_and_requests_are_counted(self, client: httpx.Client, store: Store) -> None:
        for _ in range(2):
            posted(client, CURVE)
        assert store.claim("worker", 60)
        client.get(f"/v1/jobs/{'1' * 32}")
        client.get("/v3")
        told = figures(client)
        assert told['alphacut_jobs{state="queued"}'] == 1
        assert told['alphacut_jobs{state="running"}'] == 1
        route = 'method="GET",route="/v1/jobs/{job_id}",status="404"'
        assert told[f"alphacut_http_requests_total{{{route}}}"] >= 1
        assert told['alphacut_http_requests_total{method="GET",route="none",status="404"}'] >= 1


def figures(client: httpx.Client) -> dict[str, float]:
    lines = [line for line in client.get("/metrics").text.splitlines() if line[:1] != "#"]
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


class TestDocs:
    def test_nothing_is_loaded_from_elsewhere(self, client: httpx.Client) -> None:
        import re

        page = client.get("/docs")
        loaded = re.findall(r'(?:src|href)="([^"]+)"', page.text)
        assert len(loaded) >= 3
        assert all(each.startswith("/docs/") for each in loaded)
        assert all(client.get(each).status_code == 200 for each in loaded)
        assert "'self'" in page.headers["Content-Security-Policy"]

    def test_only_its_own_files_are_served(self, client: httpx.Client) -> None:
        for name in ("redoc.standalone.js", "..%2f__init__.py", "nonesuch.js"):
            assert client.get(f"/docs/{name}").status_code == 404
