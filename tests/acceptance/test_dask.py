"""A worker that solves on a Dask cluster of real processes, and the death of its parts."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil
import pytest

from alphacut.jobs.states import State
from alphacut.solver.bisection.verify.document import verify_document
from tests.acceptance.conftest import Machine, soon

if TYPE_CHECKING:
    from alphacut.jobs.store import Store

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
    "alpha": "3",
}
PATIENT = 180  # seconds


class Cluster:
    """A Dask scheduler and workers, each started as anyone would start them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._processes: list[subprocess.Popen[bytes]] = []
        self.scheduler, log = self._start("scheduler", "--port", "0", "--no-dashboard")
        found = soon(lambda: re.search(r"Scheduler at:\s+(tcp://\S+)", log.read_text()), PATIENT)
        self.address: str = found[1]

    def work(self) -> subprocess.Popen[bytes]:
        """Start a Dask worker."""
        options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--death-timeout", "60")
        return self._start("worker", self.address, *options)[0]

    def _start(self, *words: str) -> tuple[subprocess.Popen[bytes], Path]:
        log = self._folder / f"dask-{len(self._processes)}"
        with log.open("wb") as sink:
            command = [sys.executable, "-m", "dask", *words]
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=sink)
        self._processes.append(process)
        return process, log

    def close(self) -> None:
        """Kill everything."""
        for process in self._processes:
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    with closing(Cluster(tmp_path)) as own:
        yield own


def solvers(of: subprocess.Popen[bytes]) -> list[psutil.Process]:
    """Return the solver processes of a Dask worker."""
    children = psutil.Process(of.pid).children(recursive=True)
    return [each for each in children if "alphacut.jobs.execution.child" in each.cmdline()]


def proven(store: Store, job_id: str) -> list[str]:
    return [answer["alpha"] for answer in store.answers(job_id) if answer["alpha"] is not None]


def finished(machine: Machine, store: Store, job_id: str) -> None:
    """Wait for the end of a job, and check that it was worked on once and well."""
    machine.soon(lambda: store.get(job_id).state.terminal, PATIENT)
    assert store.get(job_id).state is State.SUCCEEDED
    assert verify_document(dict(store.result(job_id) or {})).status == "exact"
    assert max(Counter(proven(store, job_id)).values()) == 1


def test_kill_9_of_a_dask_worker_costs_one_step(machine: Machine, cluster: Cluster) -> None:
    store = machine.store()
    first = cluster.work()
    job_id = store.submit(REQUEST["kind"], REQUEST).id
    machine.work(dask=cluster.address)
    machine.soon(lambda: proven(store, job_id), PATIENT)
    (solver,) = machine.soon(lambda: solvers(first), PATIENT)
    first.kill()
    machine.soon(lambda: not machine.runs(solver.pid), PATIENT)
    cluster.work()
    finished(machine, store, job_id)


@pytest.mark.slow
def test_kill_9_of_the_dask_scheduler_gives_the_job_back(
    machine: Machine, cluster: Cluster, tmp_path: Path
) -> None:
    store = machine.store()
    on_dask = cluster.work()
    job_id = store.submit(REQUEST["kind"], REQUEST).id
    worker = machine.work(dask=cluster.address)
    machine.soon(lambda: proven(store, job_id), PATIENT)
    kept = proven(store, job_id)
    (solver,) = machine.soon(lambda: solvers(on_dask), PATIENT)
    cluster.scheduler.kill()
    assert worker.wait(PATIENT) == 1  # loudly
    assert "Dask scheduler" in machine.log(worker)
    assert store.get(job_id).state is State.QUEUED
    machine.soon(lambda: not machine.runs(solver.pid), PATIENT)
    (tmp_path / "second").mkdir()
    with closing(Cluster(tmp_path / "second")) as second:
        second.work()
        machine.work(dask=second.address)
        finished(machine, store, job_id)
    assert proven(store, job_id)[: len(kept)] == kept


@pytest.mark.slow
@pytest.mark.parametrize("end", ["kill -9 of the worker", "cancelling"])
def test_nothing_goes_on_burning_cores_on_the_cluster(
    machine: Machine, cluster: Cluster, end: str
) -> None:
    store = machine.store()
    on_dask = cluster.work()
    job_id = store.submit(HARD["kind"], HARD).id
    worker = machine.work(dask=cluster.address)
    phase = "proving"
    machine.soon(lambda: (store.get(job_id).progress or {}).get("phase") == phase, PATIENT)
    (solver,) = machine.soon(lambda: solvers(on_dask), PATIENT)
    if end == "cancelling":
        store.cancel(job_id)
        machine.soon(lambda: store.get(job_id).state is State.CANCELLED, PATIENT)
        assert (store.result(job_id) or {})["status"] == "bounded"
    else:
        worker.send_signal(signal.SIGKILL)
    machine.soon(lambda: _gone_or_idle(solver), PATIENT)


def _gone_or_idle(process: psutil.Process) -> bool:
    """Tell whether a process has ended, or waits for its next question."""
    try:
        before = process.cpu_times()
        idle = process.status() == psutil.STATUS_SLEEPING
        time.sleep(0.5)
        return idle and bool(process.cpu_times() == before)
    except psutil.Error:
        return True
