"""A request in hundreds of thousands of pieces is broken off, before any key is looked at."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from urllib.parse import urlsplit

import httpx
import pytest

from tests.acceptance.conftest import Machine
from tests.acceptance.pulse import Pulse

CURVE = {"kind": "bisection-curve", "topology": {"family": "torus", "sides": [4, 4]}}
POST = (
    b"POST /v1/jobs HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n"
)
CHUNKS = b"1\r\n \r\n" * 300_000 + b"0\r\n\r\n"


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    own = Machine(tmp_path_factory.mktemp("pieces"))
    yield own
    own.close()


@pytest.fixture(scope="module")
def guarded(machine: Machine, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Pulse]:
    """A server that asks for keys, and its pulse."""
    process, address = machine.serve(require_key="yes", host="127.0.0.1")
    return address, Pulse(process, address, tmp_path_factory.mktemp("pulse"))


@pytest.fixture(scope="module", autouse=True)
def key(machine: Machine) -> str:
    return machine.store().keys.add("alice")[1]


def _answer(address: str, *parts: bytes) -> bytes:
    """Send bytes, whether they are taken or not, and return the answer."""
    where = urlsplit(address)
    with socket.create_connection((where.hostname, where.port), timeout=120) as connection:
        with suppress(OSError):  # it is closed before all is sent
            for part in parts:
                connection.sendall(part)
        received = b""
        with suppress(OSError):
            while not received.endswith(b"}") and (more := connection.recv(65_536)):
                received += more
        return received


def test_a_body_of_300_000_chunks_is_broken_off(guarded: tuple[str, Pulse]) -> None:
    address, pulse = guarded
    with pulse, ThreadPoolExecutor(8) as senders:
        answers = list(senders.map(lambda _: _answer(address, POST, CHUNKS), range(8)))
    for answer in answers:  # some have closed before their client has read
        assert b" 202 " not in answer
        assert not answer or answer.startswith((b"HTTP/1.1 413", b"HTTP/1.1 401")), answer


def test_a_body_of_many_chunks_is_told_why(key: str, guarded: tuple[str, Pulse]) -> None:
    head = POST.replace(b"Host:", f"Authorization: Bearer {key}\r\nHost:".encode())
    answer = _answer(guarded[0], head, b"1\r\n \r\n" * 1002)
    assert answer.startswith(b"HTTP/1.1 413"), answer
    assert b"too many chunks of the body" in answer


def test_headers_and_parameters_have_a_number(guarded: tuple[str, Pulse]) -> None:
    address, pulse = guarded
    many = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"a:1\r\n" * 2500 + b"\r\n"
    query = b"GET /v1/jobs?" + b"&".join([b"a"] * 7000) + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with pulse:
        for _ in range(20):
            assert _answer(address, many).startswith(b"HTTP/1.1 431")
            assert _answer(address, query).startswith(b"HTTP/1.1 414")
    told = httpx.get(f"{address}/v1/jobs?{'&'.join(['a'] * 101)}")
    assert told.headers["Content-Type"] == "application/problem+json"
    assert "at most 100" in told.json()["detail"]


def test_a_body_in_ordinary_pieces_is_taken(key: str, guarded: tuple[str, Pulse]) -> None:
    """As many programs send one: line by line, or in buffers of a kilobyte."""
    large = {**CURVE, "topology": {"family": "graph", "switches": 400, "links": [
        [i, (i + k) % 400] for i in range(400) for k in range(1, 100)]}}  # fmt: skip
    for body, size in ((json.dumps(CURVE, indent=1), 8), (json.dumps(large), 1024)):
        content = body.encode()
        pieces = (content[at : at + size] for at in range(0, len(content), size))
        answer = httpx.post(
            f"{guarded[0]}/v1/jobs", content=pieces, timeout=120,
            headers={"Content-Type": "application/json", "Authorization": f"Bearer {key}"},
        )  # fmt: skip
        assert answer.status_code == 202, answer.text
