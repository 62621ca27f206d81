"""Clocks that are wrong: what a worker wrote whose clock was an hour ahead holds nothing up."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from tests.acceptance.conftest import WORK

if TYPE_CHECKING:
    from tests.acceptance.conftest import Machine

HARD = {
    "kind": "bisection-point",
    "topology": {"family": "dragonfly", "a": 8, "h": 4, "arrangement": "absolute"},
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
    file = machine.url.removeprefix("sqlite:///")
    with closing(sqlite3.connect(file, timeout=60, isolation_level=None)) as database:

        def ahead() -> bool:
            """Whether the lease ends half an hour from now, or later."""
            query = (
                "SELECT lease_expiry > (julianday('now') - 2440587.5) * 86400.0 + 1800 FROM jobs"
            )
            return bool(database.execute(query).fetchone()[0])

        database.execute("UPDATE jobs SET lease_expiry = lease_expiry + 3600")
        machine.soon(lambda: not ahead(), 60)
    assert store.claim("another", 60) is None
    assert client.poll(job)["state"] == "running"
    assert machine.log(worker).count("claimed") == 1
    client.http.delete(job)
