"""Many clients, costly questions, a held database, and the end of the service amid all that."""

from __future__ import annotations

import signal
import sqlite3
from collections import Counter
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import psutil
import pytest

from tests.acceptance.nasty import body_of
from tests.acceptance.pulse import Pulse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.acceptance.conftest import Machine

CURVE = {"kind": "bisection-curve", "topology": {"family": "torus", "sides": [4, 4]}}
RELATIVE: dict[str, Any] = {"family": "dragonfly", "a": 4, "h": 2, "arrangement": "relative"}
JSON = {"Content-Type": "application/json"}


MANY = {**RELATIVE, "p": 90_000}
PAIR: dict[str, Any] = {
    "family": "graph", "switches": 2, "links": [[0, 1]], "hosts": [3_000_000, 1],
}  # fmt: skip


def _throughput(hosts: int) -> dict[str, Any]:
    topology = {**RELATIVE, "p": hosts}
    return {"kind": "throughput", "topology": topology, "traffic": "permutation:seed=1", "alpha": 1}


def _post(address: str, **sent: Any) -> httpx.Response:
    return httpx.post(f"{address}/v1/jobs", timeout=300, **sent)


@contextmanager
def _held(machine: Machine) -> Iterator[None]:
    """Hold the database, as another process with a long transaction does."""
    with closing(sqlite3.connect(machine.url.removeprefix("sqlite:///"))) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.rollback()


def test_a_hundred_clients_at_once_are_all_served(machine: Machine) -> None:
    _, address = machine.serve()
    with ThreadPoolExecutor(100) as clients:
        answers = list(clients.map(lambda _: _post(address, json=CURVE), range(200)))
    assert Counter(each.status_code for each in answers) == {202: 200}


@pytest.mark.parametrize("request_", [
    _throughput(90_000),
    {"kind": "routing", "topology": MANY, "mechanism": "up-down",
     "traffic": "uniform"},
    {"kind": "placement", "topology": MANY, "stencil": [4, 4]},
    _throughput(1) | {"topology": PAIR},
], ids=["throughput", "routing", "placement", "graph"])  # fmt: skip
def test_hosts_count_before_any_work(request_: dict[str, Any], served: str) -> None:
    """A check that builds anything would take longer than it may."""
    answer = _post(served, json=request_)
    assert answer.status_code == 422, answer.text
    [told] = answer.json()["errors"]
    assert "hosts" in told["problem"]
    assert "at most 1,000,000" in told["problem"]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    from tests.acceptance.conftest import Machine

    own = Machine(tmp_path_factory.mktemp("hosts"))
    _, address = own.serve(check_seconds=2)
    yield address
    own.close()


def test_costly_questions_leave_room_for_others(machine: Machine, tmp_path: Path) -> None:
    service, address = machine.serve(check_waiting_seconds=180, check_processes=2)
    costly = _throughput(20_000)  # 720,000 hosts, in as few bytes; a check takes a second
    with Pulse(service, address, tmp_path), ThreadPoolExecutor(8) as senders:
        large = [senders.submit(_post, address, json=costly) for _ in range(8)]
        small = [_post(address, json=CURVE).status_code for _ in range(20)]
        assert not all(each.done() for each in large), "what is small must pass what is large"
        assert Counter(small) == {202: 20}
        assert {each.result().status_code for each in large} == {202}


def test_documents_are_written_within_the_limit_of_memory(machine: Machine) -> None:
    """A document with more than its job may hold ends the job, and not the worker."""
    _, address = machine.serve()
    worker = machine.work(job_memory_mb=400)
    client = machine.client(address)
    small = client.post({**_throughput(2), "traffic": "shift:18", "model": "3"})
    assert client.wait_for(small, ("succeeded", "failed"), 120)["state"] == "succeeded"
    assert psutil.Process(worker.pid).memory_info().rss < 400 << 20


def test_a_held_database_keeps_no_reader_waiting(machine: Machine) -> None:
    service, address = machine.serve()
    client = machine.client(address)
    job = client.post(CURVE)
    with ThreadPoolExecutor(30) as writers:
        with _held(machine):
            posts = [writers.submit(_post, address, json=CURVE) for _ in range(30)]
            machine.soon(lambda: _sleepers(service.pid) >= 4, 60)
            for _ in range(20):
                assert client.poll(job)["state"] == "queued"
                assert client.http.get("/v1/jobs").status_code == 200
            assert not any(each.done() for each in posts)  # it was held all the while
        assert {each.result().status_code for each in posts} <= {202, 503}


def test_who_waits_when_the_service_ends_is_told_to_try_again(machine: Machine) -> None:
    service, address = machine.serve()
    _post(address, json=CURVE)  # until what checks requests is there
    _, body = body_of("a complete graph")
    with ThreadPoolExecutor(12) as senders:
        posts = [senders.submit(_post, address, content=body, headers=JSON) for _ in range(12)]
        _all_are_connected(machine, service.pid, 12, posts)
        service.send_signal(signal.SIGTERM)
        answers = [each.result() for each in posts]
    _check_end(answers)
    assert service.wait(60) == 0
    assert "Traceback" not in machine.log(service)


def test_so_is_who_waits_for_the_database(machine: Machine) -> None:
    service, address = machine.serve()
    _post(address, json=CURVE)
    with ThreadPoolExecutor(8) as senders, _held(machine):
        posts = [senders.submit(_post, address, json=CURVE) for _ in range(8)]
        _all_are_connected(machine, service.pid, 8, posts)
        machine.soon(lambda: _sleepers(service.pid) >= 4, 60)
        service.send_signal(signal.SIGTERM)
        answers = [each.result() for each in posts]
    _check_end(answers)
    assert service.wait(60) == 0
    assert "Traceback" not in machine.log(service)


def _sleepers(pid: int) -> int:
    """Count the threads that wait for the database, which SQLite lets sleep between two tries."""
    threads = Path(f"/proc/{pid}/task").iterdir()
    found = 0
    for each in threads:
        with suppress(OSError):  # it has just ended
            found += (each / "wchan").read_text() == "hrtimer_nanosleep"
    return found


def _all_are_connected(
    machine: Machine, pid: int, number: int, posts: list[Future[httpx.Response]]
) -> None:
    def arrived() -> bool:
        connections = psutil.Process(pid).net_connections()
        there = sum(each.status == psutil.CONN_ESTABLISHED for each in connections)
        return there >= number or any(each.done() for each in posts)

    machine.soon(arrived, 60)


def _check_end(answers: list[httpx.Response]) -> None:
    for each in answers:
        assert each.status_code in (202, 503), each.text
        if each.status_code == 503:
            assert each.headers["Retry-After"]
            assert each.headers["Content-Type"] == "application/problem+json"
    assert any(each.status_code == 503 for each in answers)
