"""Promises that only real processes can keep: durability, closed doors, retries, logs."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from alphacut.solver.bisection.verify.document import verify_document

if TYPE_CHECKING:
    from tests.acceptance.conftest import Machine

SMALL = {
    "kind": "bisection-curve",
    "topology": {"family": "dragonfly", "a": 2, "h": 1, "arrangement": "relative"},
}
LONG = {
    **SMALL,
    "topology": {"family": "dragonfly", "a": 2, "h": 6, "arrangement": "relative"},
    "engine": "branch_and_bound",
}
ENDED = ("succeeded", "failed", "cancelled")


def test_what_was_accepted_survives_kill_9_of_the_service(machine: Machine) -> None:
    service, address = machine.serve()
    client = machine.client(address)
    jobs = [client.post(SMALL) for _ in range(3)]
    batch = client.http.post("/v1/batches", json={"jobs": [SMALL] * 2}).headers["Location"]
    service.kill()
    service.wait()
    _, address = machine.serve()
    again = machine.client(address)
    assert [again.poll(job)["state"] for job in jobs] == ["queued"] * 3
    assert again.poll(batch)["progress"]["jobs"]["queued"] == 2


@pytest.mark.parametrize("host", ["0.0.0.0", pytest.param("::", marks=pytest.mark.slow)])
def test_no_door_is_opened_to_others_without_a_key(machine: Machine, host: str) -> None:
    with pytest.raises(AssertionError, match="alphacut keys add"):
        machine.serve(host=host)


def test_with_a_key_the_door_opens_to_those_who_have_one(machine: Machine) -> None:
    _, text = machine.store().keys.add("alice")
    _, address = machine.serve(host="0.0.0.0")
    client = machine.client(address.replace("0.0.0.0", "127.0.0.1"))
    assert client.http.get("/v1/jobs").status_code == 401
    allowed = client.http.get("/v1/jobs", headers={"Authorization": f"Bearer {text}"})
    assert allowed.status_code == 200


def test_a_job_whose_solver_was_killed_is_retried_to_its_end(machine: Machine) -> None:
    _, address = machine.serve()
    worker = machine.work()
    client, store = machine.client(address), machine.store()
    job = client.post(LONG)
    job_id = job.rpartition("/")[2]
    machine.soon(lambda: len(store.answers(job_id)) >= 2, 40)

    def failed() -> bool:
        """Kill the solver; one that dies between two questions is replaced, and killed again."""
        for solver in machine.solvers(worker.pid):
            os.kill(solver, signal.SIGKILL)
        return bool(client.poll(job)["state"] == "failed")

    machine.soon(failed, 20)
    kept = store.answers(job_id)
    for warm in machine.warm(worker.pid):  # what forked the solver dies as well, and is replaced
        os.kill(warm, signal.SIGKILL)
    assert client.http.post(f"{job}/retry").json()["state"] == "queued"
    ended = client.wait_for(job, ENDED, 60)
    assert (ended["state"], ended["error"]) == ("succeeded", None)
    assert store.answers(job_id)[: len(kept)] == kept
    assert verify_document(client.result(job)).status == "exact"


def test_a_sweep_is_solved_and_its_events_end(machine: Machine) -> None:
    _, address = machine.serve(workers=1)
    client = machine.client(address)
    sweep = {"sizes": [{"a": 2, "h": 1}, {"a": 2, "h": 2}], "arrangements": ["relative", "helix"]}
    batch = client.http.post("/v1/batches", json={"sweep": sweep}).headers["Location"]
    with client.http.stream("GET", f"{batch}/events", timeout=60) as response:
        lines = [line for line in response.iter_lines() if line.startswith(("event", "data"))]
    assert lines[-2] == "event: end"
    told = [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data")]
    solved = [each["progress"]["points"]["solved"] for each in told]
    assert solved == sorted(solved)
    assert told[-1]["progress"]["jobs"]["succeeded"] == 4
    documents = [each["document"] for each in client.result(batch)["jobs"]]
    assert [verify_document(each).status for each in documents] == ["exact"] * 4
    metrics = client.http.get("/metrics").text
    total = sum(_figures(metrics, "alphacut_points_solved_total"))
    assert total >= 4
    assert sum(_figures(metrics, "alphacut_engine_seconds_total")) > 0


def _figures(text: str, name: str) -> list[float]:
    return [float(line.split()[-1]) for line in text.splitlines() if line.startswith(name + "{")]


def test_the_log_names_the_job_from_end_to_end(machine: Machine, tmp_path: Path) -> None:
    _, address = machine.serve(workers=1, log_level="debug")
    client = machine.client(address)
    job = client.post(SMALL)
    client.wait_for(job, ENDED, 30)
    lines: list[dict[str, Any]] = [
        json.loads(line) for line in (tmp_path / "log-0").read_text().splitlines()
    ]
    about = [line for line in lines if line.get("job") == job.rpartition("/")[2]]
    messages = " ".join(line["message"] for line in about)
    assert "accepted" in messages
    assert "claimed" in messages
    assert len({line["process"] for line in about}) == 2
    polls = [line for line in about if line.get("method") == "GET"]
    assert polls
    assert all(line["status"] == 200 and line["seconds"] >= 0 for line in polls)
