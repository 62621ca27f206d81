"""The service as its users meet it: real processes, the real solver, HTTP."""

from __future__ import annotations

import signal
import time
from contextlib import closing
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from alphacut.solver.bisection.verify.document import verify_document
from tests.acceptance.conftest import Machine

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterator

    from tests.acceptance.conftest import Client

    Running = tuple[Machine, str, subprocess.Popen[bytes]]

DRAGONFLY = {"family": "dragonfly", "a": 4, "h": 2, "arrangement": "relative"}
CURVE = {"kind": "bisection-curve", "topology": DRAGONFLY}
HARD = {  # its proof takes far longer than any test here
    "kind": "bisection-point",
    "topology": {"family": "dragonfly", "a": 8, "h": 4, "arrangement": "absolute"},
    "alpha": 3,
}
ENDED = ("succeeded", "failed", "cancelled")


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service and a worker of it, with the machine that they run on and the address."""
    with closing(Machine(tmp_path_factory.mktemp("service"))) as machine:
        _, address = machine.serve()
        yield machine, address, machine.work()


@pytest.fixture
def client(running: Running) -> Client:
    machine, address, _ = running
    return machine.client(address)


def test_a_curve_is_asked_for_followed_downloaded_and_verified(machine: Machine) -> None:
    service, address = machine.serve(workers=1)
    client = machine.client(address)
    curve_job = client.post(CURVE)
    seen: list[dict[str, Any]] = []

    def ended() -> bool:
        seen.append(client.poll(curve_job))
        return seen[-1]["state"] in ENDED

    machine.soon(ended, 180)
    assert seen[-1]["state"] == "succeeded", seen[-1]
    _check_progress([each["progress"] for each in seen if each["state"] == "running"])
    document = client.result(curve_job)
    assert document["status"] == "exact"
    assert verify_document(document).status == "exact"
    assert "<svg" in client.http.get(f"{curve_job}/curve.svg").text
    lines = client.http.get(f"{curve_job}/curve.csv").text.splitlines()
    assert len(lines) > len(document["segments"])

    point_job = client.post({"kind": "bisection-point", "topology": DRAGONFLY, "alpha": "1"})
    client.wait_for(point_job, ("succeeded",), 20)
    point = client.result(point_job)
    assert verify_document(point).status == point["status"] == "exact"
    assert Fraction(point["point"]["value"]) == _value_at_one(document)

    mesh = {"family": "mesh", "sides": [3, 4]}
    mesh_job = client.post({"kind": "bisection-curve", "topology": mesh})
    client.wait_for(mesh_job, ("succeeded",), 60)
    theorem = client.result(mesh_job)["theorem"]
    assert (theorem["value"], theorem["verdict"]) == ("3", "agrees")

    processes = [*machine.workers(service.pid), service.pid]
    service.send_signal(signal.SIGTERM)
    assert service.wait(60) == 0
    assert not any(map(machine.runs, processes))


def _check_progress(told: list[dict[str, Any]]) -> None:
    gaps = [each["gap"] for each in told]
    seconds = [each["seconds"] for each in told]
    assert gaps == sorted(gaps, reverse=True)
    assert seconds == sorted(seconds)
    for each in told:
        if each["incumbent"] is not None:
            assert Fraction(each["bound"]) <= Fraction(each["incumbent"])


def _value_at_one(document: dict[str, Any]) -> int:
    return min(int(each["intercept"] + each["slope"]) for each in document["segments"])


def test_a_job_cancelled_in_mid_solve_keeps_its_best(running: Running, client: Client) -> None:
    machine, _, worker = running
    job = client.post(HARD)
    told: list[dict[str, Any]] = []

    def proving() -> bool:
        told.append(client.poll(job)["progress"])
        return bool(told[-1]["phase"] == "proving")

    machine.soon(proving, 90)
    _check_progress([each for each in told if each["phase"] != "waiting"])
    assert [phase for phase, _ in groupby(each["phase"] for each in told)] == [
        "waiting",
        "searching",
        "proving",
    ]
    asked = time.monotonic()
    client.http.post(f"{job}/cancel")
    (solver,) = machine.solvers(worker.pid)
    ended = client.wait_for(job, ENDED, 4)
    assert time.monotonic() - asked < 3
    assert ended["state"] == "cancelled"
    document = client.result(job)
    assert document["status"] == "bounded"
    assert verify_document(document).status == "bounded"
    assert Fraction(document["point"]["value"]) <= Fraction(told[-1]["incumbent"])
    assert client.http.post(f"{job}/cancel").json()["state"] == "cancelled"
    # Whether it obeyed or was killed, the solver is not working on it any more.
    machine.soon(lambda: not machine.runs(solver) or _idle(solver), 2)


def _idle(pid: int) -> bool:
    """Tell whether a process uses no processor time for a while."""
    before = _ticks(pid)
    time.sleep(0.3)
    return _ticks(pid) - before <= 3


def _ticks(pid: int) -> int:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def test_a_job_at_its_time_limit_has_succeeded_with_bounds(client: Client) -> None:
    job = client.post({**HARD, "kind": "bisection-curve", "alpha": {}, "limits": {"seconds": 2}})
    ended = client.wait_for(job, ENDED, 20)
    assert ended["state"] == "succeeded"
    document = client.result(job)
    assert document["status"] == "bounded"
    assert verify_document(document).status == "bounded"
    assert Fraction(document["gap"]) > 0


def test_a_deleted_job_is_worked_on_no_longer(running: Running, client: Client) -> None:
    machine, _, worker = running
    job = client.post(HARD)
    machine.soon(lambda: client.poll(job)["progress"]["phase"] != "waiting", 30)
    (solver,) = machine.soon(lambda: machine.solvers(worker.pid), 30)
    assert client.http.delete(job).status_code == 204
    machine.soon(lambda: not machine.runs(solver), 60)
    assert client.http.get(job).status_code == 404
    easy = client.post({**HARD, "topology": {"family": "complete", "switches": 4}})
    client.wait_for(easy, ("succeeded",), 60)


def test_a_port_that_is_taken_is_told(running: Running) -> None:
    machine, address, _ = running
    port = address.rpartition(":")[2]
    with pytest.raises(AssertionError, match=f"cannot listen on 127.0.0.1, port {port}"):
        machine.serve(port=port)
