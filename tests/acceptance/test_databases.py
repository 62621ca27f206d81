"""Databases that go away, fill up or cannot be written: said clearly, and nothing is lost."""

from __future__ import annotations

import resource
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg
import pytest
import sqlalchemy as sa

from alphacut.jobs.states import State
from alphacut.jobs.store.engine import connect
from alphacut.solver.bisection.verify.document import verify_document
from tests.acceptance.conftest import Client, Machine, on_sqlite

if TYPE_CHECKING:
    from tests.conftest import PostgreSQL

CURVE: dict[str, Any] = {
    "kind": "bisection-curve",
    "topology": {"family": "dragonfly", "a": 2, "h": 6, "arrangement": "relative"},
}
SMALL = {"kind": "bisection-curve", "topology": {"family": "complete", "switches": 4}}

SMALL_COMPLETE = {
    **SMALL,
    "alpha": {"min": "0", "max": "inf"},
    "limits": {"seconds": 60, "gap": "0"},
    "engine": "auto",
    "balance": "switches",
}


@contextmanager
def full_disk(pid: int) -> Iterator[None]:
    """Have a process fail whenever it makes a file larger than a few bytes."""
    before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (4096, before[1]))
    yield
    resource.prlimit(pid, resource.RLIMIT_FSIZE, before)


@pytest.mark.slow
def test_kill_9_of_the_api_loses_nothing_that_was_accepted(either_machine: Machine) -> None:
    machine = either_machine
    service, address = machine.serve()
    client = machine.client(address)
    jobs = [client.post(SMALL) for _ in range(5)]
    service.kill()
    service.wait()
    _, address = machine.serve(workers=1)
    again = machine.client(address)
    for job in jobs:
        again.wait_for(job, ("succeeded",), 120)


def test_a_full_disk_is_told_and_loses_nothing_accepted(machine: Machine) -> None:
    service, address = machine.serve()
    client = machine.client(address)
    before = client.post(SMALL)
    with full_disk(service.pid):
        refused = client.http.post("/v1/jobs", json=SMALL)
        assert refused.status_code == 503
        assert refused.headers["Retry-After"]
        assert refused.json()["type"].endswith(":store")
        assert "disk" in refused.json()["detail"]
        kept = client.http.delete(before)
        assert kept.status_code == 503
        assert "disk" in kept.json()["detail"]
        assert client.poll(before)["state"] == "queued"
    after = client.post(SMALL)
    assert machine.store().counts()[State.QUEUED] == 2
    machine.work()
    for job in (before, after):
        client.wait_for(job, ("succeeded",), 90)


@pytest.mark.slow
def test_a_worker_waits_for_room_on_a_full_disk(machine: Machine) -> None:
    store = machine.store()
    _, address = machine.serve()
    job = machine.client(address).post(CURVE)
    job_id = job.rpartition("/")[2]
    worker = machine.work(lease_seconds=60)
    machine.soon(lambda: store.answers(job_id), 120)
    with full_disk(worker.pid):
        machine.soon(lambda: "disk" in machine.log(worker), 10)
        time.sleep(1)
        assert worker.poll() is None
    machine.soon(lambda: store.get(job_id).state.terminal, 180)
    assert store.get(job_id).state is State.SUCCEEDED
    assert verify_document(dict(store.result(job_id) or {})).status == "exact"


def test_a_read_only_file_is_told_and_still_read(machine: Machine) -> None:
    job_id = machine.store().submit("bisection-curve", SMALL_COMPLETE).id
    file = machine.url.removeprefix("sqlite:///")
    _, address = machine.serve(database_url=f"sqlite:///file:{file}?mode=ro&uri=true")
    client = machine.client(address)
    _refused_but_read(client, f"/v1/jobs/{job_id}")
    worker = machine.work(database_url=f"sqlite:///file:{file}?mode=ro&uri=true")
    assert worker.wait(180) == 1
    assert "read-only" in machine.log(worker)
    machine.work()
    client.wait_for(f"/v1/jobs/{job_id}", ("succeeded",), 90)


@pytest.mark.slow
def test_a_postgresql_that_becomes_read_only_is_told_and_still_read(
    postgresql: PostgreSQL, tmp_path: Path
) -> None:
    machine = Machine(tmp_path, postgresql.database())
    with closing(machine):
        _, address = machine.serve()
        client = machine.client(address)
        job = client.post(SMALL)
        _set_read_only(machine.url, "on")
        _refused_but_read(client, job)
        _set_read_only(machine.url, "off")
        assert client.http.post("/v1/jobs", json=SMALL).status_code == 202


def _refused_but_read(client: Client, job: str) -> None:
    refused = client.http.post("/v1/jobs", json=SMALL)
    assert refused.status_code == 503
    assert "read-only" in refused.json()["detail"]
    assert client.poll(job)["state"] == "queued"


def _set_read_only(url: str, value: str) -> None:
    """Have every new connection to a database only read, and end those that there are."""
    with closing(psycopg.connect(url, autocommit=True)) as connection:
        name = connection.info.dbname
        connection.execute("SET default_transaction_read_only = off")
        connection.execute(
            f"ALTER DATABASE {name} SET default_transaction_read_only = {value}".encode()
        )
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = %s AND pid <> pg_backend_pid()",
            (name,),
        )


def test_a_restart_of_postgresql_is_waited_for(own_postgresql: PostgreSQL, tmp_path: Path) -> None:
    machine = Machine(tmp_path, own_postgresql.database())
    with closing(machine):
        store = machine.store()
        service, address = machine.serve()
        worker = machine.work(lease_seconds=60)
        client = machine.client(address)
        job = client.post(CURVE)
        job_id = job.rpartition("/")[2]
        machine.soon(lambda: store.answers(job_id), 120)
        own_postgresql.stop()
        refused = client.http.post("/v1/jobs", json=SMALL)
        assert refused.status_code == 503
        assert refused.headers["Retry-After"]
        time.sleep(1)
        own_postgresql.start()
        assert client.wait_for(job, ("succeeded", "failed"), 180)["state"] == "succeeded"
        alphas = [each["alpha"] for each in store.answers(job_id)]
        assert max(Counter(alphas).values()) == 1
        assert verify_document(client.result(job)).status == "exact"
        assert (service.poll(), worker.poll()) == (None, None)


@pytest.mark.slow
def test_a_database_that_is_removed_under_a_service_is_told(
    machine: Machine, tmp_path: Path
) -> None:
    service, address = machine.serve(workers=1)
    client = machine.client(address)
    job = client.post(CURVE)
    client.wait_for(job, ("running",), 90)
    for file in tmp_path.glob("jobs.sqlite3*"):
        file.unlink()
    refuses_everything(client, "removed")
    machine.soon(lambda: "no worker is started" in machine.log(service), 90)
    assert not list(tmp_path.glob("jobs.sqlite3*"))
    assert service.poll() is None
    assert client.http.get("/healthz").status_code == 200


@on_sqlite
def test_a_newer_release_ends_the_workers_of_an_older_one(either_machine: Machine) -> None:
    machine = either_machine
    service, address = machine.serve(workers=1)
    client = machine.client(address)
    alone = machine.work()
    machine.soon(lambda: "waits for jobs" in machine.log(alone), 90)
    engine = connect(machine.url)
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    refuses_everything(client, "9999")
    assert machine.soon(alone.poll, 90) != 0
    assert "9999" in machine.log(alone)
    machine.soon(lambda: "no worker is started" in machine.log(service), 90)


def refuses_everything(client: Client, words: str) -> None:
    """Say why, but to whoever may only ask whether the service is ready."""
    for method, path in (("GET", "/readyz"), ("POST", "/v1/jobs")):
        answer = client.http.request(method, path, json=SMALL if method == "POST" else None)
        assert answer.status_code == 503
        assert answer.json()["type"].endswith(":store")
        assert (words if method == "POST" else "server's log") in answer.json()["detail"]
