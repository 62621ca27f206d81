"""Questions with steps take one road: shell, HTTP and Python ask, refuse, stop and tell alike."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import alphacut
from alphacut.jobs.verifying import rests_on_proof
from alphacut.solver.common.errors import QuestionError, Refused, SolverError
from tests.acceptance.conftest import Client, Machine
from tests.cli.conftest import call_command

Json = dict[str, Any]
Ask = Callable[..., Any]
RING = "dragonfly:a=2,h=1,p=2,arrangement=relative"
LARGE = "dragonfly:a=8,h=4,arrangement=relative"  # its routes take a second
RELATIVE = "dragonfly:a=4,h=2,arrangement=relative"
SPECS: dict[str, Json] = {
    RING: {"family": "dragonfly", "a": 2, "h": 1, "p": 2, "arrangement": "relative"},
    RELATIVE: {"family": "dragonfly", "a": 4, "h": 2, "arrangement": "relative"},
    LARGE: {"family": "dragonfly", "a": 8, "h": 4, "arrangement": "relative"},
    "torus:sides=0x4": {"family": "torus", "sides": [0, 4]},
}


@dataclass(frozen=True, kw_only=True)
class Case:
    """One question, as each door is asked it."""

    name: str
    spec: str
    body: Json  # of a POST, without the network
    command: tuple[str, ...]  # after the network
    call: Ask | None = None  # takes the network, and more
    verified: bool = True  # whether its documents are checked

    @property
    def request(self) -> Json:
        return {**self.body, "topology": SPECS[self.spec]}

    def run(self, *more: str) -> Any:
        """Ask on the command line."""
        name, *options = self.command
        return call_command(name, self.spec, *options, *more)


THROUGHPUT = Case(
    name="throughput", spec=RING,
    body={"kind": "throughput", "traffic": "shift:1", "alpha": 1, "model": "3,mcf"},
    command=("throughput", "--traffic", "shift:1", "--alpha", "1", "--model", "3,mcf"),
    call=lambda spec, **more: alphacut.throughput(
        spec, "shift:1", alpha=1, model="3,mcf", **more
    ),
)  # fmt: skip
ROUTING = Case(
    name="routing", spec=RING,
    body={"kind": "routing", "mechanism": "up-down", "traffic": "uniform"},
    command=("route", "--mechanism", "up-down", "--traffic", "uniform"),
    call=lambda spec, **more: alphacut.routes(spec, "up-down", traffic="uniform", **more),
)  # fmt: skip
GRID = Case(
    name="grid", spec=RING, body={"kind": "placement", "grid": [16, 16], "count": 8},
    command=("place", "--grid", "16x16", "--count", "8"),
    call=lambda spec, **more: alphacut.place(spec, (16, 16), count=8, **more),
)  # fmt: skip
STENCIL = Case(
    name="stencil", spec=RING, body={"kind": "placement", "stencil": [3, 4]},
    command=("place", "--stencil", "3x4"),
    call=lambda spec, **more: alphacut.mapping(spec, (3, 4), **more),
)  # fmt: skip
STRUCTURE = Case(
    name="structure", spec=RELATIVE, body={"kind": "structure"}, command=("describe", "--json"),
    verified=False,
)  # fmt: skip
REGULAR = Case(  # not decided within a moment
    name="regular", spec=RELATIVE,
    body={"kind": "placement", "stencil": [6, 6], "torus": True, "regular": "B5"},
    command=("place", "--stencil", "6x6", "--torus", "--regular", "B5"),
    call=lambda spec, **more: alphacut.mapping(spec, (6, 6), torus=True, regular="B5", **more),
)  # fmt: skip
SIMULATION = Case(
    name="simulation", spec=RING,
    body={"kind": "simulation", "mechanism": "minimal", "loads": ["1/10", "1/2"], "cycles": 900,
          "warm_up": 300},
    command=("simulate", "--mechanism", "minimal", "--loads", "1/10,0.5", "--cycles", "900",
             "--warm-up", "300"),
    call=lambda spec, **more: alphacut.simulate(
        spec, "minimal", loads=("1/10", "1/2"), cycles=900, warm_up=300, **more
    ),
)  # fmt: skip
CASES = (
    THROUGHPUT, ROUTING, GRID, pytest.param(STENCIL, marks=pytest.mark.slow), STRUCTURE, SIMULATION
)  # fmt: skip
WRONG = (  # with the field that is wrong
    (Case(
        name="throughput", spec=RING, body={**THROUGHPUT.body, "traffic": "wurst"},
        command=("throughput", "--traffic", "wurst", "--alpha", "1"),
        call=lambda spec: alphacut.throughput(spec, "wurst", alpha=1),
    ), "traffic"),
    (Case(
        name="routing", spec=RING, body={**ROUTING.body, "vcs": "0/1"},
        command=(*ROUTING.command, "--vcs", "0/1"),
        call=lambda spec: alphacut.routes(spec, "up-down", vcs="0/1"),
    ), "vcs"),
    (Case(
        name="grid", spec=RING, body={**GRID.body, "grid": [0, 4]},
        command=("place", "--grid", "0x4"), call=lambda spec: alphacut.place(spec, (0, 4)),
    ), "grid"),
    (Case(
        name="stencil", spec=RING, body={**STENCIL.body, "stencil": [9, 9]},
        command=("place", "--stencil", "9x9"), call=lambda spec: alphacut.mapping(spec, "9x9"),
    ), "stencil"),
    (Case(
        name="simulation", spec=RING, body={**SIMULATION.body, "loads": [2]},
        command=("simulate", "--mechanism", "minimal", "--loads", "2"),
        call=lambda spec: alphacut.simulate(spec, "minimal", loads=[2]),
    ), "loads"),
    (Case(
        name="structure", spec="torus:sides=0x4", body=STRUCTURE.body, command=STRUCTURE.command,
    ), "topology.sides.0"),
)  # fmt: skip
SLOW = "dragonfly:a=6,h=3,p=3,arrangement=relative"  # of two models, the second takes long
SPECS[SLOW] = {"family": "dragonfly", "a": 6, "h": 3, "p": 3, "arrangement": "relative"}
LONG: Json = {"traffic": "permutation:seed=1", "alpha": 1, "model": "5,mcf"}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A user of a service with one worker."""
    own = Machine(tmp_path_factory.mktemp("doors"))
    _, address = own.serve(workers=1)
    yield own.client(address)
    own.close()


def ended(client: Client, job: str) -> Json:
    return client.wait_for(job, ("succeeded", "failed", "cancelled"), 120)


def answer_of(document: Json) -> Json:
    """Leave out what tells of the computation."""
    told = {name: each for name, each in document.items() if name != "provenance"}
    if "models" in told:
        told["models"] = [{**each, "seconds": 0} for each in told["models"]]
    return told


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case.name))
def test_the_documents_of_all_doors_agree(client: Client, case: Case) -> None:
    job = client.post(case.request)
    polled = ended(client, job)
    assert polled["state"] == "succeeded"
    steps = polled["progress"]["points"]
    assert (steps["solved"] > 0, steps["open"]) == (True, 0)
    documents = [client.result(job)]
    run = case.run()
    assert run.returncode in (0, 3), run.stderr
    documents.append(json.loads(run.stdout))
    if case.call is not None:
        heard: list[Json] = []
        found = case.call(case.spec, progress=lambda told: heard.append(told["points"]))
        documents.append(json.loads(json.dumps(found.document)))
        assert heard[0] == {"solved": 0, "open": steps["solved"]}
        assert heard[-1] == steps
        assert str(found).splitlines()[0] in run.stderr
    first, *others = map(answer_of, documents)
    assert all(other == first for other in others)
    if case.verified:
        assert all(map(rests_on_proof, documents))
        assert len({alphacut.verify(document).status for document in documents}) == 1


@pytest.mark.parametrize(("case", "field"), WRONG, ids=lambda each: getattr(each, "name", ""))
def test_what_is_wrong_is_refused_at_its_field(client: Client, case: Case, field: str) -> None:
    refused = client.http.post("/v1/jobs", json=case.request)
    assert refused.status_code == 422
    assert [each["field"] for each in refused.json()["errors"]] == [field]
    run = case.run()
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith(f"alphacut: {field}: ")
    if case.call is not None:
        with pytest.raises(QuestionError) as told:
            case.call(case.spec)
        assert told.value.field == field


@pytest.mark.parametrize(
    "more",
    [{"files": {"mechanism": "/etc/passwd"}}, {"beside": ["tables"]}],
    ids=["files", "beside"],
)
def test_what_only_the_command_line_asks_for_is_no_field_over_http(
    client: Client, more: Json
) -> None:
    refused = client.http.post("/v1/jobs", json={**ROUTING.request, **more})
    assert refused.status_code == 422
    assert [each["field"] for each in refused.json()["errors"]] == list(more)


def test_what_keeps_its_time_tells_what_it_has_when_that_is_over(client: Client) -> None:
    job = client.post({**REGULAR.request, "limits": {"seconds": 0.01}})
    assert ended(client, job)["state"] == "succeeded"
    run = REGULAR.run("--time-limit", "0.01")
    assert run.returncode == 3
    assert REGULAR.call is not None
    found = REGULAR.call(REGULAR.spec, time_limit=0.01)
    assert (found.status, found.exists) == ("bounded", None)
    for document in (client.result(job), json.loads(run.stdout), found.document):
        assert document["answer"] == "open"


def test_what_does_not_is_ended_by_force_with_the_same_words(client: Client) -> None:
    told = "answering the question took longer than 0.001 s"
    job = client.post({**ROUTING.body, "topology": SPECS[LARGE], "limits": {"seconds": 0.001}})
    error = ended(client, job)["error"]
    assert (error["type"].rpartition(":")[2], error["detail"]) == ("time", told)
    name, *options = ROUTING.command
    run = call_command(name, LARGE, *options, "--time-limit", "0.001")
    assert (run.returncode, run.stdout, run.stderr) == (1, "", f"alphacut: {told}\n")
    assert ROUTING.call is not None
    with pytest.raises(SolverError, match=told):
        ROUTING.call(LARGE, time_limit=0.001)


def stopped_job(client: Client, _: Path) -> Json:
    """Cancel a job once its first model is done."""
    job = client.post({"kind": "throughput", "topology": SPECS[SLOW], **LONG})
    client.wait_for(job, ("running",), 120)
    while client.poll(job)["progress"]["points"]["solved"] < 1:
        assert client.poll(job)["state"] == "running"
    assert client.http.post(f"{job}/cancel").status_code == 202
    assert ended(client, job)["state"] == "cancelled"
    return client.result(job)


def stopped_command(_: Client, folder: Path) -> Json:
    """Press Ctrl-C on a terminal that shows that the first model is done."""
    out, (screen, terminal) = folder / "rates.json", pty.openpty()
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "alphacut.service.cli.main", "throughput", SLOW),
            *("--traffic", LONG["traffic"], "--alpha", "1", "--model", LONG["model"]),
            *("--out", out),
        ],
        stdin=subprocess.DEVNULL, stderr=terminal, process_group=0,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "200"},
    )  # fmt: skip
    os.close(terminal)
    shown = b""
    try:
        while b"1 of 2 steps done" not in shown:
            shown += os.read(screen, 4096)
        os.killpg(process.pid, signal.SIGINT)
        with suppress(OSError):  # until nobody writes there
            while True:
                shown += os.read(screen, 4096)
        assert process.wait(60) == 3, shown
    finally:
        process.kill()
        os.close(screen)
    return dict(json.loads(out.read_text()))


def stopped_call(_: Client, __: Path) -> Json:
    """Have the function that hears of progress stop the work after the first model."""
    found = alphacut.throughput(
        SLOW, LONG["traffic"], alpha=1, model=LONG["model"],
        progress=lambda told: told["points"]["solved"] < 1,
    )  # fmt: skip
    assert (found.missing, found.status) == (("mcf",), "bounded")
    return found.document


@pytest.mark.slow
@pytest.mark.parametrize("stopped", [stopped_job, stopped_command, stopped_call])
def test_what_is_stopped_keeps_the_models_that_are_done(
    client: Client, tmp_path: Path, stopped: Callable[[Client, Path], Json]
) -> None:
    document = stopped(client, tmp_path)
    first, *others = document["models"]
    if stopped is stopped_job and not rests_on_proof(document):  # it has 1.5 seconds for the check
        assert "verifying the answer took longer" in document["provenance"]["unverified"]
        assert {each["status"] for each in document["models"]} == {"bounded"}
        return
    assert (first["model"], first["status"]) == (5, "optimal")
    assert all(each["status"] == "bounded" for each in others)  # what was found until then
    assert document["provenance"]["stopped"]["because"] == "interrupted"
    assert rests_on_proof(document)
    assert alphacut.verify(document).status in ("optimal", "bounded")


def test_finished_models_are_taken_over_once_they_are_verified(tmp_path: Path) -> None:
    file, more = tmp_path / "rates.json", tmp_path / "more.json"
    found = alphacut.throughput(RING, "shift:1", alpha=1, model=3)
    found.save(file)
    done = json.loads(file.read_text())["models"][0]
    run = call_command("throughput", "--resume", file, "--model", "mcf,3", "--out", more)
    assert run.returncode == 0, run.stderr
    first, second = json.loads(more.read_text())["models"]
    assert (first, second["model"]) == (done, "mcf")  # to the second that it took
    again = alphacut.throughput(RING, "shift:1", alpha=1, model="mcf,3", resume=found)
    assert again.document["models"][0] == done
    other = call_command("throughput", RING, "--traffic", "shift:2", "--resume", file)
    assert (other.returncode, "another traffic" in other.stderr) == (2, True)
    forged = json.loads(file.read_text())
    forged["models"][0]["rate"] = {"lower": "1", "upper": "1"}
    file.write_text(json.dumps(forged))
    refused = call_command("throughput", "--resume", file, "--model", "mcf,3", "--out", more)
    assert (refused.returncode, "--resume" in refused.stderr) == (1, True)
    found.document["models"][0]["rate"] = {"lower": "1", "upper": "1"}
    with pytest.raises(Refused):
        alphacut.throughput(RING, "shift:1", alpha=1, model="mcf,3", resume=found)


def test_what_takes_more_memory_than_it_may_is_ended() -> None:
    """A worker has a setting for it, whose test is that of all kinds."""
    asked = ("torus:sides=24x24", "up-down")
    run = call_command("route", asked[0], "--mechanism", asked[1], "--memory", "80")
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr.startswith("alphacut: the work")
    assert "memory" in run.stderr
    with pytest.raises(SolverError, match=r"^the work.* memory"):
        alphacut.routes(*asked, memory=80)
