"""A kind of question that another package adds has all that ours have.

The package lies in tests/installed, and is found there as pip would have installed it. Its steps
wait for files, so that they stand still where a test wants them to.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from alphacut.service.client import Client, NoResultError, RequestRefusedError
from tests.acceptance.conftest import Machine

INSTALLED = Path(__file__).parents[1] / "installed"
PATH = {"family": "graph", "switches": 3, "links": [[0, 1], [1, 2]]}
COUNTED = {"0": 1, "1": 2, "2": 1}
MOST_LINES = 60  # that a small kind takes


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(INSTALLED), prepend=os.pathsep)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Machine, int, str]]:
    """A service with a worker, by its machine, process and address."""
    with closing(Machine(tmp_path_factory.mktemp("served"))) as machine:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("PYTHONPATH", str(INSTALLED), prepend=os.pathsep)
            service, address = machine.serve(workers=1)
        yield machine, service.pid, address


@pytest.fixture
def gate(tmp_path: Path) -> Path:
    """A folder whose files let steps begin."""
    folder = tmp_path / "gate"
    folder.mkdir()
    return folder


def asked(gate: Path | None = None, parts: int = 2) -> dict[str, Any]:
    request = {"kind": "tally", "topology": PATH, "parts": parts}
    return request | ({"gate": str(gate)} if gate else {})


def begun(gate: Path) -> list[int]:
    """The steps that were begun, in order, each as often as it was."""
    log = gate / "begun"
    return [int(line) for line in log.read_text().split()] if log.exists() else []


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "alphacut.service.cli.main", *arguments],
        capture_output=True,
        text=True,
        check=False,
    )


def test_it_is_answered_by_service_client_and_command_alike(
    served: tuple[Machine, int, str], tmp_path: Path
) -> None:
    machine, _, address = served
    with Client(address) as client:
        assert "tally" in [kind["name"] for kind in client.kinds()]
        document = client.ask("tally", PATH, parts=2)
        [job, *_] = client._run(_jobs())
    assert (document["status"], document["links"]) == ("exact", COUNTED)
    assert job["title"] == "graph of 3 nodes, tally"
    http = machine.client(address).http
    assert "switch 1: 2 links\n" in http.get(job["links"]["text"]).text
    assert http.get(job["links"]["network"]).json()["switches"] == 3
    refused = http.get(f"{job['links']['self']}/curve")
    assert (refused.status_code, "is a tally, not a curve" in refused.text) == (409, True)
    described = http.get("/openapi.json").json()
    assert "TallyRequest" in described["components"]["schemas"]
    assert "/v1/jobs/{job_id}/tally.txt" in described["paths"]

    file = tmp_path / "tally.json"
    file.write_text(json.dumps(document))
    assert command("verify", str(file)).returncode == 0
    file.write_text(json.dumps({**document, "links": {**COUNTED, "1": 3}}))
    forged = command("verify", str(file))
    assert (forged.returncode, "switch 1 has 2 links, not 3" in forged.stderr) == (1, True)
    assert (
        json.loads(command("tally", json.dumps(PATH), "--set", "parts=2").stdout)["links"]
        == COUNTED
    )
    assert "how many links each switch has" in command("--help").stdout


def _jobs() -> Any:
    from alphacut.service.client import calls

    found = yield from calls.get("/v1/jobs")
    return found["jobs"]


def test_it_takes_few_lines() -> None:
    lines = (INSTALLED / "alphacut_tally" / "__init__.py").read_text().splitlines()
    assert len([line for line in lines if line.strip()]) <= MOST_LINES


def test_what_is_wrong_with_a_request_is_said_at_its_field(
    served: tuple[Machine, int, str],
) -> None:
    _, _, address = served
    with Client(address) as client:
        for parts in (0, 4):  # the first as the model says, the second as the check does
            with pytest.raises(RequestRefusedError) as refused:
                client.ask("tally", PATH, parts=parts)
            assert [error.field for error in refused.value.errors] == ["parts"]
        large = {"family": "complete", "switches": 10**6}
        with pytest.raises(RequestRefusedError, match="too large"):
            client.ask("tally", large)


@pytest.mark.parametrize(
    "number", [signal.SIGKILL, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)]
)
def test_what_was_done_before_a_worker_ended_is_not_done_again(
    machine: Machine, gate: Path, number: signal.Signals
) -> None:
    _, address = machine.serve()
    client = machine.client(address)
    worker = machine.work()
    job = client.post(asked(gate))
    (gate / "0").touch()
    machine.soon(lambda: begun(gate) == [0, 1], 180)
    machine.soon(lambda: client.poll(job)["progress"]["points"] == {"solved": 1, "open": 1}, 180)
    os.kill(worker.pid, number)
    worker.wait(60)
    machine.work()
    machine.soon(lambda: begun(gate) == [0, 1, 1], 180)
    (gate / "1").touch()
    assert client.wait_for(job, ("succeeded",), 180)["has_result"]
    assert client.result(job)["links"] == COUNTED


def test_cancelled_after_a_step_it_has_what_is_known(
    served: tuple[Machine, int, str], gate: Path
) -> None:
    machine, _, address = served
    client = machine.client(address)
    job = client.post(asked(gate))
    (gate / "0").touch()
    machine.soon(lambda: begun(gate) == [0, 1], 180)
    client.http.post(f"{job}/cancel")
    assert client.wait_for(job, ("cancelled",), 180)["has_result"]
    assert client.result(job)["status"] == "bounded"
    client.http.post(f"{job}/retry")
    (gate / "1").touch()
    client.wait_for(job, ("succeeded",), 180)
    assert begun(gate) == [0, 1, 1]
    assert client.result(job)["links"] == COUNTED


def test_cancelled_before_that_it_has_nothing(served: tuple[Machine, int, str], gate: Path) -> None:
    machine, _, address = served
    with Client(address) as client:
        job = client.submit(asked(gate))
        machine.soon(lambda: begun(gate) == [0], 180)
        client.cancel(job["id"])
        assert not client.follow(job["id"])["has_result"]


def test_deleted_its_work_ends(served: tuple[Machine, int, str], gate: Path) -> None:
    machine, service, address = served
    client = machine.client(address)
    job = client.post(asked(gate))
    machine.soon(lambda: begun(gate) == [0], 180)
    [worker] = machine.workers(service)
    [child] = machine.solvers(worker)
    assert client.http.delete(job).status_code == 204
    machine.soon(lambda: not machine.runs(child), 180)
    assert client.http.get(job).status_code == 404


def test_out_of_time_it_fails_and_says_so(served: tuple[Machine, int, str], gate: Path) -> None:
    _, _, address = served
    with Client(address) as client, pytest.raises(NoResultError, match="took longer than"):
        client.ask("tally", PATH, gate=str(gate), limits={"seconds": 0.5})


def test_a_worker_without_the_package_leaves_its_jobs_to_others(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, address = machine.serve()
    client = machine.client(address)
    job = client.post(asked())
    others = [each for each in os.environ["PYTHONPATH"].split(os.pathsep) if each != str(INSTALLED)]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(others))
    machine.work()
    other = client.post({"kind": "structure", "topology": PATH})
    client.wait_for(other, ("succeeded",), 180)
    assert client.poll(job)["state"] == "queued"
    without = machine.client(machine.serve()[1])
    shown = without.poll(job)
    assert (shown["kind"], shown["title"]) == ("tally", "graph of 3 nodes, tally")
    assert without.http.get(f"{job}/network").status_code == 409


def test_a_package_that_cannot_be_loaded_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "broken-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text("[alphacut.kinds]\nx = missing_module:KIND\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    run = command("--help")
    assert run.returncode == 1
    assert run.stderr.startswith("alphacut: broken: the kind 'x' cannot be loaded: ")
