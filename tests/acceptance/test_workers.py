"""Several workers on one store: each job is done once, whatever happens to whom."""

from __future__ import annotations

import os
import re
import signal
import time
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any

from alphacut.jobs.states import State
from alphacut.solver.bisection.verify.document import verify_document
from tests.acceptance.conftest import WORK, on_postgresql, on_sqlite

if TYPE_CHECKING:
    from alphacut.jobs.store import Store
    from tests.acceptance.conftest import Machine

REQUEST: dict[str, Any] = {
    "kind": "bisection-curve",
    "topology": {"family": "dragonfly", "a": 2, "h": 6, "arrangement": "relative"},
    "alpha": {"min": "0", "max": "inf"},
    "limits": {"seconds": 600, "gap": "0"},
    "engine": "branch_and_bound",  # whose steps take long enough to be met at work
    "balance": "switches",
}
HARD = {  # its proof takes far longer than any test here
    **REQUEST,
    "kind": "bisection-point",
    "topology": {"family": "dragonfly", "a": 8, "h": 4, "arrangement": "absolute"},
    "alpha": "1",
}


def small(number: int) -> dict[str, Any]:
    """Return a question that takes no time: a pair of switches with so many links."""
    topology = {"family": "graph", "switches": 2, "links": [[0, 1, "local", number + 1]]}
    return {**REQUEST, "kind": "bisection-point", "alpha": "1", "topology": topology}


def proven(store: Store, job_id: str) -> list[str]:
    """Return the α that have been answered, in order."""
    return [answer["alpha"] for answer in store.answers(job_id) if answer["alpha"] is not None]


@on_sqlite
def test_a_worker_paused_past_its_lease_writes_nothing_when_it_wakes(
    either_machine: Machine,
) -> None:
    machine = either_machine
    store = machine.store()
    job_id = store.submit(REQUEST["kind"], REQUEST).id
    sleeper = machine.work(lease_seconds=1)
    machine.soon(lambda: proven(store, job_id), 120)
    machine.pause(sleeper)
    assert store.get(job_id).state is State.RUNNING
    machine.work(lease_seconds=5)  # on a busy machine a worker may not come to renew a shorter one
    machine.soon(lambda: store.get(job_id).state.terminal, 180)
    before = (store.get(job_id), store.answers(job_id), store.result(job_id))

    os.kill(sleeper.pid, signal.SIGCONT)
    machine.soon(lambda: "no longer held" in machine.log(sleeper), 60)
    assert (store.get(job_id), store.answers(job_id), store.result(job_id)) == before
    assert before[0].state is State.SUCCEEDED
    assert verify_document(dict(before[2] or {})).status == "exact"
    assert max(Counter(proven(store, job_id)).values()) == 1
    assert sleeper.poll() is None


@on_postgresql
def test_two_workers_do_each_of_60_jobs_once(either_machine: Machine) -> None:
    machine = either_machine
    store = machine.store()
    ids = [store.submit("bisection-point", small(number)).id for number in range(60)]
    workers = [machine.work() for _ in range(2)]
    machine.soon(lambda: store.counts()[State.SUCCEEDED] == len(ids), 180)
    claimed = [re.findall(r"job (\w+): claimed, epoch 1\b", machine.log(each)) for each in workers]
    assert sorted(claimed[0] + claimed[1]) == sorted(ids)
    assert all(claimed)
    values = [(store.result(job_id) or {})["point"]["value"] for job_id in ids]
    assert values == [str(number + 1) for number in range(60)]


def test_a_cancelled_job_ends_in_time_though_its_solver_hangs(machine: Machine) -> None:
    store = machine.store()
    job_id = store.submit(HARD["kind"], HARD).id
    worker = machine.work()
    machine.soon(lambda: proven(store, job_id) or _bound(store, job_id), 120)
    (solver,) = machine.solvers(worker.pid)
    os.kill(solver, signal.SIGSTOP)
    store.cancel(job_id)
    asked = time.monotonic()
    machine.soon(lambda: not machine.runs(solver), 2)
    machine.soon(lambda: store.get(job_id).state.terminal, 2)
    assert time.monotonic() - asked < 2.5
    assert store.get(job_id).state is State.CANCELLED
    document = store.result(job_id)
    assert document is not None
    assert verify_document(dict(document)).status == "bounded"


def _bound(store: Store, job_id: str) -> bool:
    progress = store.get(job_id).progress or {}
    return progress.get("phase") == "proving"


def test_a_job_that_ends_one_worker_after_another_is_given_up(machine: Machine) -> None:
    store = machine.store()
    job_id = store.submit(HARD["kind"], HARD).id
    whole = store.submit("bisection-point", small(1)).id
    for _ in range(2):
        worker = machine.work(lease_seconds=0.5, max_losses=2)
        machine.soon(partial(machine.solvers, worker.pid), 90)
        worker.kill()
        worker.wait()
    machine.work(lease_seconds=0.5, max_losses=2)
    machine.soon(lambda: store.get(job_id).state.terminal, 10)
    error = store.get(job_id).error
    assert error is not None
    assert error.type == "worker-lost"
    machine.soon(lambda: store.get(whole).state is State.SUCCEEDED, 90)


def test_a_job_that_takes_too_much_memory_fails_with_that_reason(machine: Machine) -> None:
    store = machine.store()
    job_id = store.submit(HARD["kind"], HARD).id
    # a limit that settings would not take: what is tested is that it is kept
    few = "Settings().model_copy(update={'job_memory_mb': 20})"
    worker = machine.work(WORK.replace("Settings())", f"{few})"))
    machine.soon(lambda: store.get(job_id).state.terminal, 90)
    job = store.get(job_id)
    assert job.state is State.FAILED
    assert job.error is not None
    assert job.error.type == "memory"
    assert "20 MB are allowed" in job.error.detail
    assert worker.poll() is None


def test_the_same_question_posted_twice_costs_one_solve(machine: Machine) -> None:
    _, address = machine.serve(workers=2)
    client = machine.client(address)
    jobs = [client.post(REQUEST) for _ in range(2)]
    first, second = (client.wait_for(job, ("succeeded",), 180) for job in jobs)
    assert first["reused"] is None
    assert second["reused"]["job"] == first["id"]
    assert second["progress"]["seconds"] == first["progress"]["seconds"]
    assert verify_document(client.result(jobs[1])).status == "exact"
    assert machine.store().answers(second["id"]) == []


def test_several_points_are_solved_at_once(machine: Machine) -> None:
    store = machine.store()
    job_id = store.submit(REQUEST["kind"], REQUEST).id
    worker = machine.work(processes=2)
    machine.soon(lambda: len(machine.solvers(worker.pid)) == 2, 120)
    machine.soon(lambda: store.get(job_id).state.terminal, 180)
    assert verify_document(dict(store.result(job_id) or {})).status == "exact"
