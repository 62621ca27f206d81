"""Clocks that are wrong: what a worker wrote whose clock was an hour ahead holds nothing up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.acceptance.conftest import WORK

if TYPE_CHECKING:
    from tests.acceptance.conftest import Machine

HARD = {
    "kind": "bisection-point",
    "topology": {"family": "dragonfly", "a": 6, "h": 3, "arrangement": "absolute"},
    "alpha": 3,
}
AHEAD = (
    "from sqlalchemy.ext.compiler import compiles; from alphacut.jobs.store.clock import now; "
    "compiles(now, 'sqlite')(lambda *_, **__: "
    "\"((julianday('now') - 2440587.5) * 86400.0 + 3600.0)\"); " + WORK
)


def test_a_lease_from_the_future_is_none(machine: Machine) -> None:
    _, address = machine.serve()
    client = machine.client(address)
    early = machine.work(AHEAD)
    job = client.post(HARD)
    client.wait_for(job, ("running",), 60)
    machine.soon(lambda: machine.solvers(early.pid), 60)  # it is at work, and beats
    early.kill()
    early.wait()
    worker = machine.work()
    machine.soon(lambda: "claimed, epoch 2" in machine.log(worker), 60)
    figures = client.http.get("/metrics").text.splitlines()
    assert 'alphacut_workers_alive{lane="all"} 1.0' in figures  # and not the one that is gone


def test_a_worker_goes_on_when_its_clock_is_set_back(machine: Machine) -> None:
    """With its next heartbeat its lease is a right one, which others respect."""
    _, address = machine.serve()
    client, store = machine.client(address), machine.store()
    worker = machine.work()
    job = client.post(HARD)
    client.wait_for(job, ("running",), 60)
    job_id = job.rpartition("/")[2]
    before = store.get(job_id).seconds
    machine.soon(lambda: store.get(job_id).seconds > before, 60)
    assert store.claim("another", 60) is None
    assert "claimed, epoch 1" in machine.log(worker)
    client.http.delete(job)
