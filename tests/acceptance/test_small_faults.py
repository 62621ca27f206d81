"""What went wrong seldom, and was told wrongly: retries, killed checks, encodings, the end."""

from __future__ import annotations

import os
import signal
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress

import httpx
import pytest

from tests.acceptance.conftest import Machine, children
from tests.acceptance.nasty import body_of

CURVE = {"kind": "bisection-curve", "topology": {"family": "torus", "sides": [4, 4]}}
HARD = {
    "kind": "bisection-point",
    "topology": {"family": "dragonfly", "a": 8, "h": 4, "arrangement": "absolute"},
    "alpha": 3,
}
CHECKS = "alphacut.service.pool.child"  # in the command line of what checks requests


def test_a_retry_finds_its_job_though_defaults_have_changed(machine: Machine) -> None:
    headers = {"Idempotency-Key": "once"}
    service, address = machine.serve(default_seconds=60)
    first = httpx.post(f"{address}/v1/jobs", json=CURVE, headers=headers, timeout=120)
    service.kill()
    service.wait()
    _, address = machine.serve(default_seconds=120)
    again = httpx.post(f"{address}/v1/jobs", json=CURVE, headers=headers, timeout=120)
    assert (first.status_code, again.status_code) == (202, 202)
    assert again.headers["Location"] == first.headers["Location"]
    other = {**CURVE, "limits": {"seconds": 60}}
    refused = httpx.post(f"{address}/v1/jobs", json=other, headers=headers, timeout=120)
    assert refused.json()["type"] == "urn:alphacut:problem:idempotency-key-reused"


def test_a_check_that_is_killed_is_no_fault_of_the_client(machine: Machine) -> None:
    service, address = machine.serve()
    httpx.post(f"{address}/v1/jobs", json=CURVE, timeout=120)  # until what checks is there
    _, body = body_of("a complete graph")
    with ThreadPoolExecutor(1) as sender:
        post = sender.submit(
            httpx.post, f"{address}/v1/jobs", content=body, timeout=300,
            headers={"Content-Type": "application/json"},
        )  # fmt: skip
        while not post.done():
            for pid in children(service.pid, CHECKS):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
        answer = post.result()
    assert answer.status_code == 503, answer.text
    assert answer.headers["Retry-After"]
    assert answer.json()["type"] in ("urn:alphacut:problem:killed", "urn:alphacut:problem:busy")
    while (again := httpx.post(f"{address}/v1/jobs", json=CURVE, timeout=120)).status_code == 503:
        time.sleep(float(again.headers["Retry-After"]))  # what checks starts anew
    assert again.status_code == 202, again.text


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [("gzip", True), ("gzip;q=0", False), ("gzip; q=0.0, identity", False), ("*", True),
     ("*;q=0", False), ("gzip;q=0, *", False), ("br, gzip;q=0.5", True), ("identity", False),
     ("GZIP", True), ("gzipped", False), ("gzip;q=x", False)],
)  # fmt: skip
def test_what_a_client_does_not_take_is_not_sent(
    served: str, accepted: str, *, packed: bool
) -> None:
    answer = httpx.get(f"{served}/openapi.json", headers={"Accept-Encoding": accepted}, timeout=60)
    assert (answer.headers.get("Content-Encoding") == "gzip") is packed


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    own = Machine(tmp_path_factory.mktemp("encodings"))
    yield own.serve()[1]
    own.close()


def test_a_worker_gives_its_job_back_though_the_database_is_held(machine: Machine) -> None:
    service, address = machine.serve(workers=1)
    client = machine.client(address)
    job = client.post(HARD)
    client.wait_for(job, ("running",), 90)
    [worker] = machine.workers(service.pid)
    machine.soon(lambda: machine.solvers(worker), 90)
    with closing(sqlite3.connect(machine.url.removeprefix("sqlite:///"))) as connection:
        connection.execute("BEGIN IMMEDIATE")
        service.send_signal(signal.SIGTERM)
        time.sleep(6)  # longer than a worker once had; what is tested is that this is no matter
        assert machine.runs(worker)
        connection.rollback()
    assert service.wait(60) == 0
    assert machine.store().get(job.rpartition("/")[2]).state.value == "queued"
    assert "does not leave" not in machine.log(service)
