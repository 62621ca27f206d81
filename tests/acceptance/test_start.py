"""The start of a process takes nothing from the time and the memory that a job has."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing

import pytest

from alphacut.service.kinds import kinds
from alphacut.solver.common.kind import StepKind
from tests.acceptance.conftest import Client, Machine

SMALL = {"family": "dragonfly", "a": 2, "h": 1, "arrangement": "relative"}
STEPWISE = [kind for kind in kinds().values() if isinstance(kind, StepKind)]
HEAVY = {"highspy", "igraph", "llvmlite", "networkx", "numpy", "ortools", "scipy"}


LOADED_LATE = """
import json, os, sys
from alphacut.jobs.tasks.stepping import Advance
from alphacut.service.checking import Allowed, _complete
from alphacut.service.kinds import kinds
from alphacut.service.schemas.request import JOB
from alphacut.service.settings import Settings
from alphacut.service.validation import read

allowed = Allowed.by(Settings(database_url="sqlite:///x"))
for line in sys.stdin:
    if child := os.fork():
        if os.waitpid(child, 0)[1]:
            sys.exit(line)
        continue
    request, _ = _complete(read(JOB, json.loads(line)), allowed)
    kind = kinds()[request["kind"]]
    task = Advance(kind=kind, request=request, number=0, earlier=(), seconds=9, doing="")
    task.load_libraries()
    before = set(sys.modules)
    task.work(lambda _: True)
    print(kind.name, *(set(sys.modules) - before))
    sys.exit()
"""


def test_time_begins_when_libraries_are_loaded() -> None:
    """Whatever a step would load by itself is there before: else it would count as work."""
    examples = [json.dumps({**kind.example, "limits": {"seconds": 60}}) for kind in STEPWISE]
    run = subprocess.run(
        [sys.executable, "-c", LOADED_LATE],
        input="\n".join(examples), stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    late = {name: loaded for name, *loaded in map(str.split, run.stdout.splitlines())}
    assert set(late) == {kind.name for kind in STEPWISE}
    for name, loaded in late.items():
        heavy = {each.partition(".")[0] for each in loaded} & HEAVY
        assert not heavy, f"{name} loads {heavy} while it works"


def test_memory_that_no_job_could_begin_with_is_refused(machine: Machine) -> None:
    worker = machine.work(job_memory_mb=100)
    assert worker.wait(120) != 0
    assert "must be 0, for no limit, or at least 320" in machine.log(worker)


@pytest.fixture(scope="module")
def frugal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A user of a service whose worker gives each job as little memory as it may."""
    with closing(Machine(tmp_path_factory.mktemp("frugal"))) as machine:
        _, address = machine.serve()
        machine.work(job_memory_mb=320)
        yield machine.client(address)


@pytest.mark.parametrize("kind", STEPWISE, ids=lambda kind: kind.name)
def test_the_least_memory_is_enough_for_a_small_network(frugal: Client, kind: object) -> None:
    client = frugal
    job = client.post(dict(kind.example))  # type: ignore[attr-defined]
    ended = client.wait_for(job, ("succeeded", "failed"), 180)
    assert ended["state"] == "succeeded", ended["error"]
