"""Clients that send half of a request, take no answer, or open one connection after another."""

from __future__ import annotations

import json
import resource
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from itertools import count, islice
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import psutil
import pytest

from tests.acceptance.conftest import Machine

AT_ONCE = 1.0  # seconds within which the service answers whoever asks properly
CURVE = {
    "kind": "bisection-curve",
    "topology": {"family": "dragonfly", "a": 4, "h": 2, "arrangement": "relative"},
}
HALF_HEADER = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
HALF_BODY = (
    b"POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Content-Length: 1000\r\n\r\n{"
)
FOLLOWERS = 30  # twice as many as there are connections to the database
UNREAD_BODY = HALF_BODY.replace(b"POST /v1/jobs", b"GET /healthz")

Open = Callable[[str, bytes], socket.socket]
Served = tuple[Machine, subprocess.Popen[bytes], str]


@pytest.fixture
def connect() -> Iterator[Open]:
    """Open a connection to an address and send some bytes."""
    with ExitStack() as stack:

        def opened(address: str, sent: bytes) -> socket.socket:
            parts = urlsplit(address)
            assert parts.hostname
            connection = socket.create_connection((parts.hostname, parts.port or 80), timeout=60)
            stack.enter_context(connection)
            connection.sendall(sent)
            return connection

        yield opened


@pytest.fixture(scope="module")
def brief(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A service that gives everything half a second: parts of requests, silence, answers."""
    with closing(Machine(tmp_path_factory.mktemp("brief"))) as machine:
        process, address = machine.serve(
            header_seconds=0.5, body_seconds=0.5, idle_seconds=0.5, sending_seconds=0.5
        )
        yield machine, process, address


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service that gives each part of a request half a second."""
    with closing(Machine(tmp_path_factory.mktemp("hasty"))) as machine:
        yield machine.serve(header_seconds=0.5, body_seconds=0.5, idle_seconds=3600)[1]


def received(connection: socket.socket) -> bytes:
    """Read to the end of a connection; fail if it has none."""
    parts = []
    try:
        while part := connection.recv(65536):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)


def healthy(address: str) -> None:
    """See that the service answers at once; a busy machine may keep one of three waiting."""
    seconds: list[float] = []
    while min(seconds, default=AT_ONCE) >= AT_ONCE and len(seconds) < 3:
        began = time.monotonic()
        with client_of(address) as client:
            answer = client.get("/healthz")
            assert answer.status_code == 200, answer.text
        seconds.append(time.monotonic() - began)
    assert min(seconds) < AT_ONCE


def client_of(address: str) -> httpx.Client:
    """Open a client that does not read the certificates of the machine first."""
    return httpx.Client(base_url=address, timeout=10, verify=False)


def problem(answer: bytes) -> dict[str, object]:
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"application/problem+json" in head
    found: dict[str, object] = json.loads(body)
    return found


@pytest.mark.parametrize("sent", [HALF_HEADER, HALF_BODY, b"G"], ids=["header", "body", "one byte"])
def test_a_request_that_is_sent_half_is_answered_and_closed(
    hasty: str, connect: Open, sent: bytes
) -> None:
    answer = received(connect(hasty, sent))
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert problem(answer)["type"] == "urn:alphacut:problem:too-slow"


def test_a_connection_without_a_request_is_closed(brief: Served, connect: Open) -> None:
    _, _, address = brief
    assert received(connect(address, b"")) == b""
    used = connect(address, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert received(used).startswith(b"HTTP/1.1 200 ")


def test_a_body_that_nobody_reads_must_end_as_well(hasty: str, connect: Open) -> None:
    assert received(connect(hasty, UNREAD_BODY)).startswith(b"HTTP/1.1 200 ")


def test_bytes_that_trickle_in_gain_no_time(brief: Served, connect: Open) -> None:
    _, _, address = brief
    for sent in (HALF_HEADER, HALF_BODY):
        connection = connect(address, sent)
        ended = threading.Event()

        def trickle(connection: socket.socket = connection, ended: threading.Event = ended) -> None:
            while not ended.wait(0.05):
                try:
                    connection.sendall(b"x")
                except OSError:
                    return

        sending = threading.Thread(target=trickle)
        sending.start()
        answer = received(connection)
        ended.set()
        sending.join()
        assert not answer or answer.startswith(b"HTTP/1.1 408 ")


def test_waiting_and_streams_of_events_outlast_every_time_limit(brief: Served) -> None:
    machine, _, address = brief
    client = machine.client(address)
    client.http.headers["Connection"] = "close"  # one that is idle would be closed at some time
    job = client.post(CURVE)
    store = machine.store()
    with client.http.stream("GET", f"{job}/events") as stream:
        lines = stream.iter_lines()
        assert any(line.startswith("event: progress") for line in lines)
        waited = client.http.get(job, headers={"Prefer": "wait=3"})
        assert waited.json()["state"] == "queued"
        store.cancel(job.rpartition("/")[2])
        assert any(line.startswith("event: end") for line in lines)


def test_an_answer_that_is_not_taken_is_given_up(brief: Served, connect: Open) -> None:
    machine, process, address = brief
    ask = b"GET /page/plotly.min.js HTTP/1.1\r\nHost: localhost\r\n\r\n"
    connect(address, ask * 8)
    machine.soon(lambda: "took too little" in machine.log(process), 60)
    healthy(address)


def test_half_requests_starve_nobody_and_the_log_stays_short(
    machine: Machine, connect: Open
) -> None:
    process, address = machine.serve(max_connections=50, max_client_connections=50)
    for number in range(400):
        connect(address, (HALF_HEADER, HALF_BODY, b"")[number % 3])
        if number % 40 == 39:
            healthy(address)
    assert len(machine.log(process)) < 20_000


def test_who_is_being_answered_is_not_sent_away_for_others(machine: Machine, connect: Open) -> None:
    _, address = machine.serve(max_connections=20)
    client = machine.client(address)
    job = client.post(CURVE)
    with client.http.stream("GET", f"{job}/events") as stream:
        lines = stream.iter_lines()
        assert any(line.startswith("event: progress") for line in lines)
        for _ in range(200):
            connect(address, HALF_HEADER)
        machine.store().cancel(job.rpartition("/")[2])
        assert any(line.startswith("event: end") for line in lines)


def test_where_all_are_being_answered_new_ones_are_told_so(machine: Machine, connect: Open) -> None:
    _, address = machine.serve(max_connections=10)
    job = machine.client(address).post(CURVE)
    follow = f"GET {job}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    answers = [connect(address, follow).recv(12) for _ in range(100)]
    assert answers[:10] == [b"HTTP/1.1 200"] * 10
    assert answers[-1] == b"HTTP/1.1 503"


def test_the_last_descriptor_is_no_end(machine: Machine, connect: Open) -> None:
    process, address = machine.serve(descriptors=400)
    for _ in range(600):
        connect(address, HALF_HEADER)
    healthy(address)
    leave_descriptors(process.pid, 1)
    for _ in range(300):
        connect(address, HALF_HEADER)
    machine.soon(lambda: "no file descriptor is left" in machine.log(process), 30)
    healthy(address)
    assert "out of system resource" not in machine.log(process)
    assert len(machine.log(process)) < 30_000


def test_without_a_descriptor_who_is_being_answered_stays(machine: Machine, connect: Open) -> None:
    process, address = machine.serve()
    client = machine.client(address)
    job = client.post(CURVE)
    client.close()
    follow = f"GET {job}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    streams = [connect(address, follow) for _ in range(FOLLOWERS)]
    assert [each.recv(12) for each in streams] == [b"HTTP/1.1 200"] * FOLLOWERS
    machine.soon(lambda: sockets(process.pid) == 1 + FOLLOWERS, 30)  # with the one that listens
    leave_descriptors(process.pid, 0)
    assert connect(address, HALF_HEADER).recv(12) == b"HTTP/1.1 503"
    machine.store().cancel(job.rpartition("/")[2])
    for each in streams:
        each.settimeout(60)
        received = b""
        while b"event: end" not in received:
            part = each.recv(65536)
            assert part
            received += part
    assert "out of system resource" not in machine.log(process)


def leave_descriptors(pid: int, left: int) -> None:
    """Leave a process so many file descriptors, as if something else had taken the rest.

    The limit is one on their numbers, and a new one takes the lowest that is free.
    """
    used = {int(each.name) for each in Path(f"/proc/{pid}/fd").iterdir()}
    free = (number for number in count() if number not in used)
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (next(islice(free, left, None)), 400))


def sockets(pid: int) -> int:
    """Count the TCP sockets that a process has open."""
    return len(psutil.Process(pid).net_connections("tcp"))


def test_one_client_takes_no_connections_from_another(machine: Machine, connect: Open) -> None:
    _, address = machine.serve(max_connections=20, max_client_connections=10)
    job = machine.client(address).post(CURVE)
    follow = f"GET {job}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    answers = [connect(address, follow).recv(12) for _ in range(30)]
    assert answers[-1] == b"HTTP/1.1 503"
    from_elsewhere = httpx.HTTPTransport(local_address="127.0.0.2")
    with httpx.Client(base_url=address, transport=from_elsewhere, timeout=60) as other:
        assert other.get("/healthz").status_code == 200
