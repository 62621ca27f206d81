"""Jobs of kinds that are done in one piece end like all others: at once, and with a reason."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import psutil
import pytest

from alphacut.jobs.states import State

if TYPE_CHECKING:
    import subprocess

    from alphacut.jobs.job import Job
    from alphacut.jobs.store import Store
    from tests.acceptance.conftest import Machine

# Describing it takes libraries a quarter of a minute and 400 MB, in which they hear nothing.
LARGE = {"family": "hamming", "sides": [14, 14, 14]}
WIDE = {"family": "complete", "switches": 1200}  # needs 300 MB soon
SMALL = {"family": "dragonfly", "a": 2, "h": 2, "arrangement": "relative"}
STRUCTURE: dict[str, Any] = {"kind": "structure", "topology": LARGE}
COMPARE: dict[str, Any] = {
    "kind": "compare",
    "topologies": [SMALL, LARGE],
    "alpha": "1",
    "only_alpha": True,
    "injection": "1",
    "limits": {"seconds": 3600, "gap": "0"},
    "engine": "auto",
    "balance": "switches",
}
NEXT: dict[str, Any] = {"kind": "structure", "topology": SMALL}
AT_WORK = 1.0  # seconds of processor time after which a child has loaded its libraries

each_kind = pytest.mark.parametrize("asked", [STRUCTURE, COMPARE], ids=["structure", "compare"])


def submitted(store: Store, asked: dict[str, Any]) -> str:
    return store.submit(asked["kind"], asked).id


def at_work(machine: Machine, worker: subprocess.Popen[bytes]) -> int:
    """Wait until a child of the worker is busy; return its process id."""

    def busy() -> int | None:
        for pid in machine.solvers(worker.pid):
            with suppress(psutil.Error):
                if psutil.Process(pid).cpu_times().user > AT_WORK:
                    return pid
        return None

    return int(machine.soon(busy, 180))


def ended(machine: Machine, store: Store, job_id: str, seconds: float = 180) -> Job:
    machine.soon(lambda: store.get(job_id).state.terminal, seconds)
    return store.get(job_id)


@pytest.mark.parametrize(
    ("asked", "how"),
    [
        pytest.param(STRUCTURE, "delete", id="delete-structure", marks=pytest.mark.slow),
        pytest.param(COMPARE, "cancel", id="cancel-compare"),
        pytest.param(STRUCTURE, "cancel", id="cancel-structure", marks=pytest.mark.slow),
        pytest.param(COMPARE, "delete", id="delete-compare", marks=pytest.mark.slow),
    ],
)
def test_one_that_is_not_wanted_leaves_its_worker_to_the_next(
    machine: Machine, asked: dict[str, Any], how: str
) -> None:
    store = machine.store()
    job_id, following = submitted(store, asked), submitted(store, NEXT)
    worker = machine.work()
    child = at_work(machine, worker)
    if how == "delete":
        store.delete(job_id)
    else:
        store.cancel(job_id)
    machine.soon(lambda: not machine.runs(child), 10)
    assert ended(machine, store, following).state is State.SUCCEEDED
    assert worker.poll() is None
    if how == "cancel":
        assert store.get(job_id).state is State.CANCELLED
        assert store.result(job_id) is None


@pytest.mark.slow
@each_kind
def test_a_worker_that_is_told_to_leave_gives_it_back(
    machine: Machine, asked: dict[str, Any]
) -> None:
    store = machine.store()
    job_id = submitted(store, asked)
    worker = machine.work()
    child = at_work(machine, worker)
    worker.terminate()
    machine.soon(lambda: worker.poll() is not None, 10)
    assert worker.returncode == 0
    assert not machine.runs(child)
    assert store.get(job_id).state is State.QUEUED


@pytest.mark.slow
@each_kind
def test_a_child_that_is_killed_fails_its_job_alone(
    machine: Machine, asked: dict[str, Any]
) -> None:
    store = machine.store()
    job_id, following = submitted(store, asked), submitted(store, NEXT)
    worker = machine.work()
    os.kill(at_work(machine, worker), signal.SIGKILL)
    error = ended(machine, store, job_id).error
    assert error is not None
    assert error.type == "execution"
    assert "killed by signal 9" in error.detail
    assert ended(machine, store, following).state is State.SUCCEEDED


@pytest.mark.slow
@each_kind
def test_a_child_does_not_outlive_its_worker(machine: Machine, asked: dict[str, Any]) -> None:
    store = machine.store()
    job_id = submitted(store, asked)
    worker = machine.work(lease_seconds=1)
    child = at_work(machine, worker)
    worker.kill()
    worker.wait()
    machine.soon(lambda: not machine.runs(child), 10)
    other = machine.work(lease_seconds=5)
    at_work(machine, other)
    assert "epoch 2" in machine.log(other)
    assert store.get(job_id).state is State.RUNNING


@pytest.mark.slow
@pytest.mark.parametrize(
    "asked",
    [
        pytest.param({**STRUCTURE, "topology": WIDE}, id="structure"),
        pytest.param({**COMPARE, "topologies": [SMALL, WIDE]}, id="compare"),
    ],
)
def test_one_that_takes_too_much_memory_fails_with_that_reason(
    machine: Machine, asked: dict[str, Any]
) -> None:
    store = machine.store()
    job_id, following = submitted(store, asked), submitted(store, NEXT)
    worker = machine.work(job_memory_mb=320)
    error = ended(machine, store, job_id).error
    assert error is not None
    assert error.type == "memory"
    assert ended(machine, store, following).state is State.SUCCEEDED
    assert worker.poll() is None


@pytest.mark.slow
def test_a_structure_that_takes_too_long_fails_with_that_reason(machine: Machine) -> None:
    store = machine.store()
    job_id = submitted(store, {**STRUCTURE, "limits": {"seconds": 2}})
    following = submitted(store, NEXT)
    machine.work()
    error = ended(machine, store, job_id).error
    assert error is not None
    assert (error.type, error.detail) == ("time", "describing the network took longer than 2 s")
    assert ended(machine, store, following).state is State.SUCCEEDED


def test_a_comparison_that_takes_too_long_leaves_out_what_is_not_described(
    machine: Machine,
) -> None:
    store = machine.store()
    job_id = submitted(store, {**COMPARE, "limits": {"seconds": 60, "gap": "0"}})
    machine.work()
    assert ended(machine, store, job_id).state is State.SUCCEEDED
    document = store.result(job_id)
    assert document is not None
    small, large = document["networks"]
    assert (small["diameter"], small["switches"]) == (3, 10)
    # distances take seconds, which may be enough; components, after symmetry, take minutes
    assert large["gccs"] is None
    assert (large["diameter"] is None) == (large["average_distance"] is None)
    assert (large["switches"], large["radix"]) == (2744, 40)
    assert large["status"] in ("bounded", "exact")


def test_the_service_gives_a_structure_its_limit(machine: Machine) -> None:
    _, address = machine.serve(default_seconds=50, max_seconds=100)
    client = machine.client(address)
    plain, limited = (client.post({**NEXT, **more}) for more in ({}, {"limits": {"seconds": 9}}))
    assert client.poll(plain)["request"]["limits"] == {"seconds": 50}
    assert client.poll(limited)["request"]["limits"] == {"seconds": 9}
    refused = client.http.post("/v1/jobs", json={**NEXT, "limits": {"seconds": 101}})
    assert refused.status_code == 422
    assert "limits.seconds" in refused.text
