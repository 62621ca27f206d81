"""API keys: where they are needed, what they open, and how much."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from alphacut.jobs.origin import Quota
from alphacut.jobs.states import State
from alphacut.jobs.store import SqlStore, Submission
from alphacut.service.access import BindRefused, check_bind, is_loopback
from alphacut.service.app import create_app
from alphacut.service.settings import Settings
from tests.service.conftest import serving
from tests.service.test_bad_requests import said
from tests.service.test_jobs import CURVE, POINT

CURVE_COMPLETE = {
    **CURVE,
    "alpha": {"min": "0", "max": "inf"},
    "limits": {"seconds": 60, "gap": "0"},
    "engine": "auto",
    "balance": "switches",
}
WITH_KEY = ("/v1/jobs", "/v1/batches", "/v1/arrangements", "/v1/limits", "/metrics",
            f"/v1/jobs/{'0' * 32}", f"/v1/jobs/{'0' * 32}/events")  # fmt: skip
WITHOUT = ("/healthz", "/readyz", "/docs", "/openapi.json")


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, SqlStore]]:
    """A service that others can reach, as far as its settings say."""
    file = tmp_path_factory.mktemp("guarded") / "jobs.sqlite3"
    settings = Settings(database_url=f"sqlite:///{file}", host="0.0.0.0")
    url = settings.database_url
    with serving(create_app(settings)) as address, closing(SqlStore(url)) as opened:
        yield address, opened


def bearer(text: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {text}"}


@pytest.mark.parametrize(
    ("settings", "advice"),
    [
        (Settings(host="192.0.2.1"), True),
        (Settings(host="127.0.0.1", require_key="yes"), False),
    ],
)
def test_who_refuses_to_listen_says_what_would_help(
    tmp_path: Path, settings: Settings, advice: bool
) -> None:
    """Another address helps only where keys are asked for because of the address."""
    with (
        closing(SqlStore(f"sqlite:///{tmp_path / 'jobs.sqlite3'}")) as store,
        pytest.raises(BindRefused, match=r"keys add NAME.*ALPHACUT_REQUIRE_KEY=no") as refused,
    ):
        check_bind(settings, store)
    assert ("listen on 127.0.0.1" in str(refused.value).partition(":")[2]) is advice


@pytest.mark.parametrize("path", WITH_KEY)
def test_without_a_key_nothing_is_told(guarded: tuple[str, SqlStore], path: str) -> None:
    answer = httpx.get(guarded[0] + path, timeout=60)
    said(answer, 401, "not-authorized")
    assert answer.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("path", WITHOUT)
def test_health_and_documentation_are_open(guarded: tuple[str, SqlStore], path: str) -> None:
    assert httpx.get(guarded[0] + path, timeout=60).status_code == 200


def test_a_key_opens_until_it_is_revoked(guarded: tuple[str, SqlStore]) -> None:
    address, store = guarded
    _, text = store.keys.add("opens")
    assert httpx.get(f"{address}/v1/jobs", headers=bearer(text), timeout=60).status_code == 200
    store.keys.revoke("opens")
    said(httpx.get(f"{address}/v1/jobs", headers=bearer(text), timeout=60), 401, "not-authorized")


class TestRevokingWhileARequestLasts:
    SOON = 5.0  # seconds within which nothing more is told

    @pytest.fixture
    def job(self, guarded: tuple[str, SqlStore]) -> str:
        return guarded[1].submit("bisection-curve", CURVE_COMPLETE).id

    @pytest.mark.parametrize("kind", ["jobs", "batches"])
    def test_a_stream_of_events_ends(
        self, guarded: tuple[str, SqlStore], job: str, kind: str
    ) -> None:
        address, store = guarded
        if kind == "batches":
            job = store.submit_batch(
                [Submission(kind="bisection-curve", request=CURVE_COMPLETE)]
            ).id
        key, text = store.keys.add(f"follows {job[:20]}")
        place = f"{address}/v1/{kind}/{job}/events"
        with httpx.stream("GET", place, headers=bearer(text), timeout=60) as stream:
            lines = stream.iter_lines()
            assert any(line.startswith("event: progress") for line in lines)
            store.keys.revoke(key.id)
            began = time.monotonic()
            assert not any(line.startswith("event:") for line in lines)  # to its end
            assert time.monotonic() - began < self.SOON

    def test_waiting_ends(self, guarded: tuple[str, SqlStore], job: str) -> None:
        address, store = guarded
        batch = store.submit_batch([Submission(kind="bisection-curve", request=CURVE_COMPLETE)]).id
        for path in (f"jobs/{job}", f"jobs/{job}/result", f"batches/{batch}"):
            key, text = store.keys.add(f"waits {path[:40]}")
            headers = {**bearer(text), "Prefer": "wait=60"}
            began = time.monotonic()
            timer = threading.Timer(1, store.keys.revoke, [key.id])
            timer.start()
            said(
                httpx.get(f"{address}/v1/{path}", headers=headers, timeout=90),
                401,
                "not-authorized",
            )
            assert time.monotonic() - began < 1 + self.SOON
            timer.join()

    def test_a_submission_that_waits_ends_as_well(self, guarded: tuple[str, SqlStore]) -> None:
        address, store = guarded
        key, text = store.keys.add("asks and waits")
        before = store.counts()[State.QUEUED]
        timer = threading.Timer(1, store.keys.revoke, [key.id])
        timer.start()
        headers = {**bearer(text), "Prefer": "wait=60"}
        answer = httpx.post(f"{address}/v1/jobs", json=CURVE, headers=headers, timeout=90)
        said(answer, 401, "not-authorized")
        timer.join()
        assert store.counts()[State.QUEUED] == before + 1


def test_what_is_nearly_a_key_opens_nothing(guarded: tuple[str, SqlStore]) -> None:
    address, store = guarded
    key, text = store.keys.add("nearly")
    for wrong in (text[:-1], text + "x", f"alphacut_{key.id}_", key.id, "alphacut_", "x" * 5000):
        said(
            httpx.get(f"{address}/v1/jobs", headers=bearer(wrong), timeout=60),
            401,
            "not-authorized",
        )
    basic = httpx.get(f"{address}/v1/jobs", auth=("nearly", text), timeout=60)
    said(basic, 401, "not-authorized")


def test_no_key_is_needed_on_loopback_but_a_wrong_one_is_told(client: httpx.Client) -> None:
    assert client.get("/v1/jobs").status_code == 200
    said(client.get("/v1/jobs", headers=bearer("wrong")), 401, "not-authorized")


def test_keys_can_be_required_on_loopback(tmp_path: Path) -> None:
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'jobs.sqlite3'}", require_key="yes")
    with serving(create_app(settings)) as address:
        said(httpx.get(f"{address}/v1/jobs", timeout=60), 401, "not-authorized")


class TestQuotas:
    def test_jobs_at_once_are_limited(self, guarded: tuple[str, SqlStore]) -> None:
        address, store = guarded
        _, text = store.keys.add("two at once", Quota(active=2))
        with httpx.Client(base_url=address, headers=bearer(text), timeout=60) as client:
            jobs = [client.post("/v1/jobs", json=CURVE) for _ in range(2)]
            refused = client.post("/v1/jobs", json=POINT)
            said(refused, 429, "quota-exceeded")
            assert int(refused.headers["Retry-After"]) > 0
            client.post(f"{jobs[0].headers['Location']}/cancel")
            assert client.post("/v1/jobs", json=POINT).status_code == 202
            assert client.get("/v1/limits").json()["quota"] == {"active": 2, "daily": None}

    def test_jobs_of_a_day_are_limited_and_batches_count_whole(
        self, guarded: tuple[str, SqlStore]
    ) -> None:
        address, store = guarded
        _, text = store.keys.add("three a day", Quota(daily=3))
        with httpx.Client(base_url=address, headers=bearer(text), timeout=60) as client:
            assert client.post("/v1/jobs", json=CURVE).status_code == 202
            before = len(store.newest(limit=100))
            said(client.post("/v1/batches", json={"jobs": [POINT] * 3}), 429, "quota-exceeded")
            assert len(store.newest(limit=100)) == before
            assert client.post("/v1/batches", json={"jobs": [POINT] * 2}).status_code == 202

    def test_sending_a_job_again_needs_no_quota(self, guarded: tuple[str, SqlStore]) -> None:
        address, store = guarded
        _, text = store.keys.add("one", Quota(active=1))
        headers = {**bearer(text), "Idempotency-Key": "again"}
        answers = [
            httpx.post(f"{address}/v1/jobs", json=CURVE, headers=headers, timeout=60)
            for _ in range(2)
        ]
        assert [each.status_code for each in answers] == [202, 202]

    def test_a_refused_job_leaves_its_idempotency_key_free(
        self, guarded: tuple[str, SqlStore]
    ) -> None:
        address, store = guarded
        _, text = store.keys.add("busy", Quota(active=1))
        with httpx.Client(base_url=address, headers=bearer(text), timeout=60) as client:
            first = client.post("/v1/jobs", json=CURVE)
            headers = {"Idempotency-Key": "later"}
            said(client.post("/v1/jobs", json=POINT, headers=headers), 429, "quota-exceeded")
            client.delete(first.headers["Location"])
            assert client.post("/v1/jobs", json=POINT, headers=headers).status_code == 202


def test_idempotency_keys_of_two_askers_do_not_meet(guarded: tuple[str, SqlStore]) -> None:
    address, store = guarded
    places = set()
    for name, request in (("first asker", CURVE), ("second asker", POINT)):
        headers = {**bearer(store.keys.add(name)[1]), "Idempotency-Key": "same"}
        answer = httpx.post(f"{address}/v1/jobs", json=request, headers=headers, timeout=60)
        assert answer.status_code == 202
        places.add(answer.headers["Location"])
    assert len(places) == 2


def test_the_database_holds_no_key(tmp_path: Path) -> None:
    file = tmp_path / "jobs.sqlite3"
    with closing(SqlStore(f"sqlite:///{file}")) as store:
        _, text = store.keys.add("secret")
    with closing(sqlite3.connect(file)) as connection:
        dump = "\n".join(connection.iterdump())
    assert "secret" in dump
    assert text.rpartition("_")[2] not in dump


@pytest.mark.parametrize(
    ("host", "loopback"),
    [("127.0.0.1", True), ("127.3.2.1", True), ("::1", True), ("localhost", True),
     ("0.0.0.0", False), ("::", False), ("192.168.1.2", False), ("example.org", False)],
)  # fmt: skip
def test_loopback_is_known(host: str, loopback: bool) -> None:
    assert is_loopback(host) is loopback
