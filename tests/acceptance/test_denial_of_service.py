"""No request stops the service: /healthz answers within a second whatever is sent.

The memory that is measured is what the server and the processes that it has started hold
(their proportional sets added up: pages that they share count once).
"""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import psutil
import pytest

from tests.acceptance.conftest import Machine, soon
from tests.acceptance.nasty import NASTY, SMALL, body_of
from tests.acceptance.pulse import pace

PROMPT = 1.0  # seconds of the server's processor time for an answer of /healthz
MEMORY = 1 << 30  # bytes
SHORT = 3.0  # seconds that checking a request may take, so that the longest end soon
LONG = 120.0  # where all that is sent is to be taken, also by a busy machine
ANSWER = 16_384  # bytes of an answer to a request that is not accepted, at most
HEADERS = {"Content-Type": "application/json"}


class Attacked:
    """A real server that is watched all the time."""

    def __init__(self, machine: Machine, folder: Path, seconds: float) -> None:
        self._process, self.address = machine.serve(check_seconds=seconds, check_processes=2)
        self._log = machine.log
        self.send("unknown limit")  # until what checks requests is there
        self._written = folder / "health"
        where = urlsplit(self.address)
        command = [sys.executable, str(Path(__file__).with_name("watch_health.py"))]
        with self._written.open("wb") as sink:
            self._watcher = subprocess.Popen(
                [*command, str(where.hostname), str(where.port), str(self._process.pid)],
                stdout=sink,
            )
        self._over = threading.Event()
        self.most = 0  # bytes held at once
        self._weigher = threading.Thread(target=self._weigh, daemon=True)
        self._weigher.start()

    def send(self, name: str) -> httpx.Response:
        path, body = body_of(name)
        return httpx.post(f"{self.address}{path}", content=body, headers=HEADERS, timeout=120)

    def get(self, path: str, **headers: str) -> httpx.Response:
        return httpx.get(f"{self.address}{path}", headers=headers, timeout=120)

    def asked(self) -> list[float]:
        """Return what each answer of /healthz has cost, in seconds of processor time."""
        lines = self._written.read_text().split("\n")[:-1]
        return [float(line.split()[2]) for line in lines]

    def check(self) -> None:
        """Hold the server to what it promises, after one more question that was answered."""
        before = len(self.asked())
        soon(lambda: len(self.asked()) > before + 1, 30)
        assert max(self.asked()) < PROMPT * pace()
        assert self.most < MEMORY
        assert "Traceback" not in self._log(self._process)

    def close(self) -> None:
        self._over.set()
        self._weigher.join()
        self._watcher.kill()
        self._watcher.wait()

    def _weigh(self) -> None:
        server = psutil.Process(self._process.pid)
        while not self._over.wait(0.1):
            self.most = max(self.most, sum(map(_held, [server, *server.children(recursive=True)])))


def _held(process: psutil.Process) -> int:
    try:
        return int(process.memory_full_info().pss)
    except psutil.NoSuchProcess:
        return 0


@pytest.fixture
def attacked(machine: Machine, tmp_path: Path) -> Iterator[Attacked]:
    server = Attacked(machine, tmp_path, SHORT)
    yield server
    server.close()


@pytest.fixture
def patient(machine: Machine, tmp_path: Path) -> Iterator[Attacked]:
    server = Attacked(machine, tmp_path, LONG)
    yield server
    server.close()


def _at_once(count: int, call: Callable[[int], httpx.Response]) -> list[httpx.Response]:
    with ThreadPoolExecutor(count) as senders:
        return list(senders.map(call, range(count)))


def _sound(answer: httpx.Response) -> None:
    """Hold an answer to what may be answered: in full, or shortly why not."""
    assert answer.status_code in (202, 400, 422, 503)
    if answer.status_code != 202:
        assert len(answer.content) < ANSWER
        assert answer.headers["Content-Type"] == "application/problem+json"
    if answer.status_code == 503:
        assert answer.headers["Retry-After"]


def test_no_request_stops_the_service(attacked: Attacked) -> None:
    for name in NASTY:
        answer = attacked.send(name)
        assert answer.status_code != 503, name
        _sound(answer)
    attacked.check()


@pytest.mark.slow
def test_many_at_once_do_not_either(attacked: Attacked) -> None:
    names = [*NASTY] * 2
    random.Random(34).shuffle(names)
    answers = _at_once(len(names), lambda place: attacked.send(names[place]))
    for answer in answers:
        _sound(answer)
    attacked.check()
    # afterwards it takes what is right, as if nothing had been
    assert attacked.send("gap").status_code == 422


@pytest.mark.slow
def test_many_readers_of_one_large_network_do_not(patient: Attacked) -> None:
    job: dict[str, Any] = patient.send("a random graph").json()
    networks = _at_once(20, lambda _: patient.get(f"{job['links']['network']}"))
    assert {answer.status_code for answer in networks} == {200}
    assert len({answer.headers["ETag"] for answer in networks}) == 1
    tag = networks[0].headers["ETag"]
    again = patient.get(job["links"]["network"], **{"If-None-Match": tag})
    assert again.status_code == 304
    patient.check()


def test_many_who_poll_a_large_request_do_not(patient: Attacked) -> None:
    here = patient.send("links").headers["Location"]
    polls = _at_once(20, lambda place: patient.get(here, **_wish(place)))
    assert Counter(answer.status_code for answer in polls) == {200: 20}
    assert all(len(answer.json()["request"]["topology"]["links"]) > 90_000 for answer in polls[:2])
    listed = _at_once(10, lambda _: patient.get("/v1/jobs?limit=100"))
    assert max(len(answer.content) for answer in listed) < 1_000_000
    patient.check()


def _wish(place: int) -> dict[str, str]:
    return {"Prefer": "wait=1"} if place % 2 else {}


@pytest.mark.slow
def test_a_minute_of_them_does_not(attacked: Attacked) -> None:
    chosen = random.Random(35)
    end = time.monotonic() + 60
    while time.monotonic() < end:
        names = chosen.choices([*NASTY], k=24)
        for answer in _at_once(len(names), lambda place, names=names: attacked.send(names[place])):  # type: ignore[misc]
            _sound(answer)
    attacked.check()


@pytest.mark.parametrize("name", SMALL)
def test_a_small_request_is_small_work(name: str) -> None:
    assert len(body_of(name)[1]) < 30_000
