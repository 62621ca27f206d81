"""An operator's day: an old database, keys for two people, two workers, a backup, an end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from alphacut.jobs.store.engine import connect
from alphacut.jobs.store.migrate import migrate
from alphacut.solver.bisection.verify.document import verify_document
from tests.acceptance.conftest import Machine

if TYPE_CHECKING:
    from tests.conftest import PostgreSQL

HARD = {  # nobody waits for its proof here
    "kind": "bisection-point",
    "topology": {"family": "dragonfly", "a": 8, "h": 4, "arrangement": "absolute"},
    "alpha": 3,
    "label": "the whole machine",
}
SMALL = {"kind": "bisection-point", "topology": {"family": "torus", "sides": [3, 4]}, "alpha": 1}
OLD_ROWS = (
    f"""INSERT INTO jobs (id, kind, request, state, created, started, finished, progress) VALUES
    ('{"a" * 32}', 'bisection-point', '{json.dumps(SMALL)}', 'succeeded', 1e9, 1e9, 1e9, NULL)""",
    f"""INSERT INTO results (job_id, document) VALUES ('{"a" * 32}', '{{"status": "exact"}}')""",
)
BIN = Path(sys.executable).parent


class Operator:
    """Runs commands as they stand in docs/operations."""

    def __init__(self, url: str) -> None:
        self._environment = {**os.environ, "ALPHACUT_DATABASE_URL": url}

    def run(self, *command: str, expected: int = 0) -> str:
        """Run a command of ours; return what it prints."""
        done = subprocess.run(
            [str(BIN / "alphacut"), *command],
            capture_output=True, text=True, check=False, env=self._environment,
        )  # fmt: skip
        assert done.returncode == expected, done.stderr
        return done.stdout.strip()


def old_database(url: str) -> None:
    """Fill a database as the first release left it."""
    engine = connect(url)
    migrate(engine, "0001")
    with engine.begin() as connection:
        for statement in OLD_ROWS:
            connection.exec_driver_sql(statement)
    engine.dispose()


def as_person(address: str, key: str) -> httpx.Client:
    headers = {"Authorization": f"Bearer {key}"}
    return httpx.Client(base_url=address, headers=headers, timeout=60)


@pytest.mark.slow
def test_an_operators_day(postgresql: PostgreSQL, tmp_path: Path) -> None:
    url = postgresql.database()
    old_database(url)
    operator = Operator(url)
    operator.run("migrate", "--check", expected=1)
    operator.run("migrate")
    operator.run("migrate", "--check")
    keys = {name: operator.run("keys", "add", name) for name in ("alice", "bob")}
    with closing(Machine(tmp_path, url)) as machine:
        service, address = machine.serve(require_key="yes")
        assert httpx.get(f"{address}/v1/jobs").status_code == 401
        machine.work()
        machine.work(program=SHORT, short_seconds=600)  # also on a busy machine
        with as_person(address, keys["alice"]) as alice, as_person(address, keys["bob"]) as bob:
            document = _a_shared_morning(machine, alice, bob)
            restored = _backed_up(postgresql, url, tmp_path)
            _after_the_fire(restored, tmp_path, keys["bob"], document)
            _an_end(machine, service, alice)


def _a_shared_morning(machine: Machine, alice: httpx.Client, bob: httpx.Client) -> dict[str, Any]:
    """A long job holds no small one up, and is its owner's alone; return the small one's result."""
    long = alice.post("/v1/jobs", json=HARD).json()["links"]
    machine.soon(lambda: alice.get(long["self"]).json()["state"] == "running", 60)
    small = bob.post("/v1/jobs", json={**SMALL, "label": "a torus", "priority": 5}).json()["links"]
    ended = machine.soon(lambda: _succeeded(bob.get(small["self"]).json()), 90)
    assert (ended["owner"], ended["label"], ended["priority"]) == ("bob", "a torus", 5)
    assert alice.get(long["self"]).json()["state"] == "running"
    assert bob.post(long["cancel"]).status_code == bob.delete(long["self"]).status_code == 403
    figures = bob.get("/metrics").text
    assert 'alphacut_workers_alive{lane="all"} 1.0' in figures
    assert 'alphacut_workers_alive{lane="short"} 1.0' in figures
    document: dict[str, Any] = bob.get(small["result"]).json()
    assert verify_document(document).status == document["status"] == "exact"
    return document


def _succeeded(job: dict[str, Any]) -> dict[str, Any] | None:
    return job if job["state"] == "succeeded" else None


def _backed_up(postgresql: PostgreSQL, url: str, folder: Path) -> str:
    """Dump the database while the service runs, and restore it as another one; return its URL."""
    restored = postgresql.database()
    tools = postgresql.tools
    dump = folder / "alphacut.dump"
    with dump.open("wb") as file:
        subprocess.run([tools / "pg_dump", "--format=custom", url], stdout=file, check=True)
    into = ["--no-owner", f"--dbname={restored}"]
    subprocess.run([tools / "pg_restore", *into, dump], check=True)
    return restored


def _after_the_fire(url: str, folder: Path, key: str, document: dict[str, Any]) -> None:
    """What was there when the backup was made is there again, with keys and old jobs."""
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    with closing(Machine(elsewhere, url)) as machine:
        _, address = machine.serve(require_key="yes")
        with as_person(address, key) as bob:
            listed = {job["label"]: job for job in bob.get("/v1/jobs").json()["jobs"]}
            assert set(listed) == {None, "a torus", "the whole machine"}
            assert bob.get(listed["a torus"]["links"]["result"]).json() == document
            assert listed[None]["state"] == "succeeded"
            assert bob.get(listed[None]["links"]["result"]).json() == {"status": "exact"}


def _an_end(machine: Machine, service: subprocess.Popen[bytes], alice: httpx.Client) -> None:
    """The server ends with listeners and waiting requests, and says nothing of errors."""
    [long] = [job for job in alice.get("/v1/jobs").json()["jobs"] if job["state"] == "running"]
    here, waiting = long["links"]["self"], {"Prefer": "wait=50", "If-None-Match": '"x"'}
    with alice.stream("GET", long["links"]["events"]) as listener, ThreadPoolExecutor(1) as pool:
        lines = listener.iter_lines()
        assert next(lines) == "event: progress"
        waits = pool.submit(alice.get, here, headers={**waiting, "Prefer": "wait=50"})
        service.send_signal(signal.SIGTERM)
        assert [*lines][-1] == ""  # the stream has ended, whole
        assert waits.exception(60) is None or isinstance(waits.exception(), httpx.TransportError)
    assert service.wait(60) == 0
    log = machine.log(service)
    assert "Traceback" not in log
    assert '"level": "error"' not in log


SHORT = (
    "from alphacut.service.worker_main import run_worker; "
    "from alphacut.service.settings import Settings; "
    "run_worker(Settings(), short=True)"
)
