"""Processes that die at the worst moment, and what becomes of the jobs."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING, Any

from alphacut.jobs.states import State
from alphacut.solver.bisection.verify.document import verify_document

if TYPE_CHECKING:
    import subprocess

    from alphacut.jobs.store import Store
    from tests.acceptance.conftest import Machine

PATIENCE = 180.0  # seconds for what takes few on a machine with nothing else to do
REQUEST: dict[str, Any] = {
    "kind": "bisection-curve",
    "topology": {"family": "dragonfly", "a": 4, "h": 2, "arrangement": "relative"},
    "alpha": {"min": "0", "max": "inf"},
    "limits": {"seconds": 600, "gap": "0"},
    "engine": "branch_and_bound",  # whose steps take long enough to be met at work
    "balance": "switches",
}


def solved(store: Store, job_id: str) -> list[str]:
    """Return the α that have been answered, in order."""
    return [answer["alpha"] for answer in store.answers(job_id) if answer["alpha"] is not None]


def frozen_in_mid_solve(
    machine: Machine, store: Store, job_id: str, worker: subprocess.Popen[bytes]
) -> int:
    """Stop the solver once an α is answered and another is being worked on."""
    solver: int = machine.soon(lambda: machine.solvers(worker.pid), 60)[0]
    machine.soon(lambda: solved(store, job_id), 120)
    os.kill(solver, signal.SIGSTOP)
    assert store.get(job_id).state is State.RUNNING
    return solver


def test_after_kill_9_of_a_worker_another_goes_on_from_the_last_answer(machine: Machine) -> None:
    store = machine.store()
    job_id = store.submit(REQUEST["kind"], REQUEST).id
    first = machine.work(lease_seconds=1)
    solver = frozen_in_mid_solve(machine, store, job_id, first)
    first.kill()
    first.wait()
    kept = solved(store, job_id)
    machine.soon(lambda: not machine.runs(solver), 2)

    machine.work(lease_seconds=1)
    machine.soon(lambda: store.get(job_id).state.terminal, 180)
    assert store.get(job_id).state is State.SUCCEEDED
    asked = solved(store, job_id)
    assert asked[: len(kept)] == kept
    assert len(asked) > len(kept)
    assert len(set(asked)) == len(asked)
    document = store.result(job_id)
    assert document is not None
    assert document["status"] == "exact"
    assert verify_document(dict(document)).status == "exact"


def test_a_worker_told_to_leave_gives_its_job_back(machine: Machine) -> None:
    store = machine.store()
    job_id = store.submit(REQUEST["kind"], REQUEST).id
    worker = machine.work()
    solver = frozen_in_mid_solve(machine, store, job_id, worker)
    kept = solved(store, job_id)
    worker.send_signal(signal.SIGTERM)
    assert worker.wait(PATIENCE) == 0
    assert not machine.runs(solver)
    assert store.get(job_id).state is State.QUEUED
    assert solved(store, job_id)[: len(kept)] == kept


def test_a_killed_solver_fails_its_job_and_spares_the_next(machine: Machine) -> None:
    store = machine.store()
    broken, whole = (store.submit(REQUEST["kind"], request).id for request in (REQUEST, _SMALL))
    worker = machine.work()
    (solver,) = machine.soon(lambda: machine.solvers(worker.pid), 60)
    os.kill(solver, signal.SIGKILL)
    machine.soon(lambda: store.get(broken).state.terminal, 30)
    job = store.get(broken)
    assert job.state is State.FAILED
    assert job.error is not None
    assert "killed by signal 9" in job.error.detail
    assert store.result(broken) is None
    machine.soon(lambda: store.get(whole).state.terminal, 60)
    assert store.get(whole).state is State.SUCCEEDED
    assert worker.poll() is None


_SMALL = {**REQUEST, "topology": {"family": "complete", "switches": 4}}


def test_a_worker_that_dies_is_replaced_by_the_service(machine: Machine) -> None:
    service, address = machine.serve(workers=1, lease_seconds=1)
    client = machine.client(address)
    (worker,) = machine.soon(lambda: machine.workers(service.pid), 30)
    os.kill(worker, signal.SIGKILL)
    job = client.post(_SMALL)
    client.wait_for(job, ("succeeded",), 15)
    assert machine.workers(service.pid) != [worker]


def test_nothing_outlives_a_killed_service(machine: Machine) -> None:
    service, address = machine.serve(workers=1)
    client = machine.client(address)
    client.post(REQUEST)
    (worker,) = machine.soon(lambda: machine.workers(service.pid), 30)
    (solver,) = machine.soon(lambda: machine.solvers(worker), 60)
    service.kill()
    service.wait()
    machine.soon(lambda: not machine.runs(worker) and not machine.runs(solver), 4)
    assert machine.store().counts()[State.QUEUED] == 1
