"""Crowds: waits whose clients leave, streams of one job, and a queue of 10,000 jobs."""

from __future__ import annotations

import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import httpx
import psutil
import pytest

from alphacut.jobs.store import Submission
from tests.acceptance.pulse import Pulse, pace

if TYPE_CHECKING:
    from tests.acceptance.conftest import Client, Machine

CURVE = {"kind": "bisection-curve", "topology": {"family": "torus", "sides": [4, 4]}}
REQUEST = {**CURVE, "alpha": {}, "limits": {"seconds": 60, "gap": "0"}, "engine": "auto"}
QUEUED, BATCHES = 10_000, 20


def _queue(machine: Machine) -> list[str]:
    """Queue 10,000 jobs as twenty batches, and return the ids of these."""
    store = machine.store()
    one = Submission(kind="bisection-curve", request=REQUEST, name="4x4 torus")
    members = [one] * (QUEUED // BATCHES)
    return [store.submit_batch(members).id for _ in range(BATCHES)]


def _ask(address: str, path: str, *headers: str) -> socket.socket:
    where = urlsplit(address)
    connection = socket.create_connection((where.hostname, where.port), timeout=120)
    lines = [f"GET {path} HTTP/1.1", "Host: 127.0.0.1", *headers, "", ""]
    connection.sendall("\r\n".join(lines).encode())
    return connection


def _cost(process: psutil.Process, client: Client, path: str, times: int) -> float:
    """Return the server's processor time for one answer."""
    before = sum(process.cpu_times()[:2])
    for _ in range(times):
        assert client.http.get(path).status_code == 200
    return float(sum(process.cpu_times()[:2]) - before) / times


@pytest.mark.parametrize("leaving", [300, pytest.param(2000, marks=pytest.mark.slow)])
def test_waits_end_with_their_clients(machine: Machine, tmp_path: Path, leaving: int) -> None:
    service, address = machine.serve()
    client = machine.client(address)
    job = client.post(CURVE)
    with Pulse(service, address, tmp_path):
        for _ in range(leaving):
            _ask(address, job, "Prefer: wait=600").close()
        assert client.poll(job)["state"] == "queued"
    process = psutil.Process(service.pid)

    def quiet() -> bool:
        """Whether nothing goes on any more, though each of them was to last a minute."""
        before = sum(process.cpu_times()[:2])
        machine.soon(lambda: client.http.get("/healthz").status_code == 200, 10)
        return len(process.net_connections()) <= 3 and sum(process.cpu_times()[:2]) - before < 0.1

    machine.soon(quiet, 20)
    assert client.http.get("/metrics").status_code == 200


def test_a_wait_is_answered_when_its_job_ends(machine: Machine) -> None:
    _, address = machine.serve()
    client, store = machine.client(address), machine.store()
    job = client.post(CURVE)
    with ThreadPoolExecutor(20) as readers:
        wait = {"Prefer": "wait=60"}
        waiting = [readers.submit(httpx.get, f"{address}{job}", headers=wait, timeout=120)
                   for _ in range(20)]  # fmt: skip
        store.cancel(job.rpartition("/")[2])
        answers = [each.result() for each in waiting]
    assert {each.json()["state"] for each in answers} == {"cancelled"}


@pytest.mark.slow
def test_looks_at_a_long_queue_cost_little(machine: Machine, tmp_path: Path) -> None:
    batches = _queue(machine)
    service, address = machine.serve(max_client_connections=700)
    client = machine.client(address)
    last = client.http.get("/v1/jobs?limit=1").json()["jobs"][0]
    assert last["place"] is None
    assert client.poll(last["links"]["self"])["place"] == QUEUED
    process = psutil.Process(service.pid)
    now = pace()
    # where it takes once as long as it did, these were 0.023 and 1.1 s before places were counted
    assert _cost(process, client, last["links"]["self"], 50) < 0.015 * now
    assert _cost(process, client, "/v1/batches?limit=20", 3) < 0.5 * now
    listed = client.http.get("/v1/batches?limit=20").json()["batches"]
    assert [each["progress"]["jobs"]["queued"] for each in listed] == [QUEUED // BATCHES] * BATCHES
    jobs = client.http.get("/v1/jobs?limit=50").json()["jobs"]
    with ExitStack() as held, Pulse(service, address, tmp_path):
        paths = [*(each["links"]["events"] for each in jobs),
                 *(f"/v1/batches/{each}/events" for each in batches)] * 6  # fmt: skip
        streams = [held.enter_context(closing(_ask(address, path))) for path in paths]
        for each in streams:  # each has had where its job stands
            received = b""
            while b"event: progress" not in received:
                received += each.recv(65_536)
        client.http.post(jobs[0]["links"]["cancel"])
        ended = b""
        while b"event: end" not in ended:
            ended += streams[0].recv(65_536)
