"""One road: each kind of question through all three doors, a row of one table.

Asked, refused at its field, progress seen, stopped and kept, resumed, out of time, out of memory,
killed and taken over, verified, forged and refused, shown in words and in pictures. One service
and one answer of each door serve most cells; where a cell takes processes of its own, it is slow
for all kinds but one. Curves and points have a driver of their own: how they are stopped, resumed
and taken over stands in test_service.py and test_crashes.py, and comparisons in test_kinds.py.
"""

from __future__ import annotations

import copy
import json
import os
import pty
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import alphacut
from alphacut.jobs.verifying import rests_on_proof
from alphacut.service.kinds import entry_of, kinds
from alphacut.solver.common.errors import DocumentError, QuestionError, Refused, SolverError
from tests.acceptance.conftest import Client, Machine
from tests.cli.conftest import call_command

Json = dict[str, Any]
Ask = Callable[..., Any]
RING: Json = {"family": "dragonfly", "a": 2, "h": 1, "p": 2, "arrangement": "relative"}
RELATIVE: Json = {"family": "dragonfly", "a": 4, "h": 2, "arrangement": "relative"}
NOTHING: Json = {"family": "torus", "sides": [0, 4]}
RING_SPEC = "dragonfly:a=2,h=1,p=2,arrangement=relative"
RELATIVE_SPEC = "dragonfly:a=4,h=2,arrangement=relative"
NOTHING_SPEC = "torus:sides=0x4"
COMPUTED = ("provenance", "seconds")  # members that tell of the computation
FEW = 20  # megabytes, which no process gets by with


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A question, as each door is asked it."""

    body: Json  # of a POST
    command: tuple[str, ...]  # the whole command line
    call: Ask | None = None  # of the library; takes what all calls take

    def run(self, *more: str | Path) -> Any:
        """Ask on the command line."""
        return call_command(*self.command, *more)


@dataclass(frozen=True, kw_only=True, eq=False)
class Case:
    """A row of the table."""

    name: str
    asked: Asked
    wrong: Asked  # the same with one field that is wrong
    field: str
    forged: tuple[Any, ...]  # a place in the document, and what is false there
    long: Asked | None = None  # whose first step is soon done, and the others are not
    resumed: bool = False  # whether documents are gone on from
    hurried: str | None = None  # the status of what had no time; None: it is an error

    def __str__(self) -> str:
        return self.name


CURVE = Case(
    name="curve",
    asked=Asked(
        body={"kind": "bisection-curve", "topology": RING},
        command=("curve", RING_SPEC),
        call=lambda **more: alphacut.curve(RING_SPEC, **more),
    ),
    wrong=Asked(
        body={"kind": "bisection-curve", "topology": NOTHING}, command=("curve", NOTHING_SPEC)
    ),
    field="topology.sides.0",
    forged=("segments", 0, "slope", 0),
    hurried="bounded",
)
POINT = Case(
    name="point",
    asked=Asked(
        body={"kind": "bisection-point", "topology": RING, "alpha": "5/4"},
        command=("point", RING_SPEC, "--alpha", "5/4"),
        call=lambda **more: alphacut.bisection(RING_SPEC, "5/4", **more),
    ),
    wrong=Asked(
        body={"kind": "bisection-point", "topology": NOTHING, "alpha": "5/4"},
        command=("point", NOTHING_SPEC, "--alpha", "5/4"),
    ),
    field="topology.sides.0",
    forged=("point", "lower", "1000"),
    hurried="bounded",
)
STRUCTURE = Case(
    name="structure",
    asked=Asked(
        body={"kind": "structure", "topology": RELATIVE},
        command=("describe", RELATIVE_SPEC, "--json"),
    ),
    wrong=Asked(
        body={"kind": "structure", "topology": NOTHING}, command=("describe", NOTHING_SPEC)
    ),
    field="topology.sides.0",
    forged=(),  # nobody checks it
)
RATES = {"kind": "throughput", "topology": RING, "traffic": "shift:1", "alpha": 1}
SLOW_SPEC = "dragonfly:a=6,h=3,p=3,arrangement=relative"  # of three models, the last takes long
THROUGHPUT = Case(
    name="throughput",
    asked=Asked(
        body={**RATES, "model": "3,mcf"},
        command=("throughput", RING_SPEC, "--traffic", "shift:1", "--alpha", "1",
                 "--model", "3,mcf"),
        call=lambda **more: alphacut.throughput(
            RING_SPEC, "shift:1", alpha=1, model="3,mcf", **more
        ),
    ),
    wrong=Asked(
        body={**RATES, "traffic": "wurst"},
        command=("throughput", RING_SPEC, "--traffic", "wurst", "--alpha", "1"),
        call=lambda **more: alphacut.throughput(RING_SPEC, "wurst", alpha=1, **more),
    ),
    field="traffic",
    forged=("models", 0, "rate", {"lower": "1", "upper": "1"}),
    long=Asked(
        body={**RATES, "topology": {**RING, "a": 6, "h": 3, "p": 3}, "model": "5,3,mcf",
              "traffic": "permutation:seed=1"},
        command=("throughput", SLOW_SPEC, "--traffic", "permutation:seed=1", "--alpha", "1",
                 "--model", "5,3,mcf"),
    ),
    resumed=True,
)  # fmt: skip
ROUTES = {"kind": "routing", "topology": RING, "mechanism": "up-down", "traffic": "uniform"}
ROUTING = Case(
    name="routing",
    asked=Asked(
        body=ROUTES,
        command=("route", RING_SPEC, "--mechanism", "up-down", "--traffic", "uniform"),
        call=lambda **more: alphacut.routes(RING_SPEC, "up-down", traffic="uniform", **more),
    ),
    wrong=Asked(
        body={**ROUTES, "vcs": "0/1"},
        command=("route", RING_SPEC, "--mechanism", "up-down", "--vcs", "0/1"),
        call=lambda **more: alphacut.routes(RING_SPEC, "up-down", vcs="0/1", **more),
    ),
    field="vcs",
    forged=("load", "saturation", "7"),
)
GRID = Case(
    name="grid",
    asked=Asked(
        body={"kind": "placement", "topology": RING, "grid": [16, 16], "count": 8},
        command=("place", RING_SPEC, "--grid", "16x16", "--count", "8"),
        call=lambda **more: alphacut.place(RING_SPEC, (16, 16), count=8, **more),
    ),
    wrong=Asked(
        body={"kind": "placement", "topology": RING, "grid": [0, 4]},
        command=("place", RING_SPEC, "--grid", "0x4"),
        call=lambda **more: alphacut.place(RING_SPEC, (0, 4), **more),
    ),
    field="grid",
    forged=("placed", "seconds", "1/1000000000"),
)
STENCIL = Case(
    name="stencil",
    asked=Asked(
        body={"kind": "placement", "topology": RELATIVE, "stencil": [6, 6], "torus": True,
              "regular": "B5", "limits": {"seconds": 0.01}},
        command=("place", RELATIVE_SPEC, "--stencil", "6x6", "--torus", "--regular", "B5",
                 "--time-limit", "0.01"),
        call=lambda **more: alphacut.mapping(
            RELATIVE_SPEC, (6, 6), torus=True, regular="B5", **{"time_limit": 0.01, **more}
        ),
    ),
    wrong=Asked(
        body={"kind": "placement", "topology": RING, "stencil": [9, 9]},
        command=("place", RING_SPEC, "--stencil", "9x9"),
        call=lambda **more: alphacut.mapping(RING_SPEC, "9x9", **more),
    ),
    field="stencil",
    forged=("answer", "none"),
    hurried="bounded",
)  # fmt: skip
RUNS = {"kind": "simulation", "topology": RING, "mechanism": "minimal", "cycles": 900,
        "warm_up": 300}  # fmt: skip
SIMULATE = ("simulate", RING_SPEC, "--mechanism", "minimal", "--warm-up", "300")
SIMULATION = Case(
    name="simulation",
    asked=Asked(
        body={**RUNS, "loads": ["1/10", "1/2"]},
        command=(*SIMULATE, "--cycles", "900", "--loads", "1/10,0.5"),
        call=lambda **more: alphacut.simulate(
            RING_SPEC, "minimal", loads=("1/10", "1/2"), cycles=900, warm_up=300, **more
        ),
    ),
    wrong=Asked(
        body={**RUNS, "loads": [2]},
        command=("simulate", RING_SPEC, "--mechanism", "minimal", "--loads", "2"),
        call=lambda **more: alphacut.simulate(RING_SPEC, "minimal", loads=[2], **more),
    ),
    field="loads",
    forged=("runs", 0, "delivered", 10**6),
    long=Asked(
        body={**RUNS, "loads": ["1/10", "1"] * 20, "cycles": 300_000},
        command=(*SIMULATE, "--cycles", "300000", "--loads", ",".join(["1/10", "1"] * 20)),
    ),
    resumed=True,
)
SYNTHESIS = Case(
    name="synthesis",
    asked=Asked(
        body={"kind": "synthesis", "topology": {**RING, "h": 2, "p": 1}, "alpha": 3},
        command=("synthesise", "a=2,h=2", "--alpha", "3"),
        call=lambda **more: alphacut.synthesise(a=2, h=2, alpha=3, **more),
    ),
    wrong=Asked(
        body={"kind": "synthesis", "topology": RING, "alpha": 0},
        command=("synthesise", "a=2,h=2", "--alpha", "0"),
        call=lambda **more: alphacut.synthesise(a=2, h=2, alpha=0, **more),
    ),
    field="alpha",
    forged=("upper", 0, "value", "1"),
    long=Asked(
        body={"kind": "synthesis", "topology": {**RING, "a": 4, "h": 2, "p": 1},
              "alpha": ["3", "1", "2", "5", "1/2"]},
        command=("synthesise", "a=4,h=2", "--alpha", "3,1,2,5,1/2"),
    ),
    hurried="bounded",
)  # fmt: skip
MACHINES = {"kind": "design", "hosts": 20, "radix": 6, "families": "hyperx"}
DESIGN = Case(
    name="design",
    asked=Asked(
        body={**MACHINES, "prove": 60, "limit": 2},
        command=("design", "--hosts", "20", "--radix", "6", "--families", "hyperx",
                 "--limit", "2", "--time-limit", "60", "--json"),
        call=lambda **more: alphacut.design(
            20, 6, families="hyperx", limit=2, **{"time_limit": 60, **more}
        ),
    ),
    wrong=Asked(
        body={**MACHINES, "radix": 0},
        command=("design", "--hosts", "20", "--radix", "0"),
        call=lambda **more: alphacut.design(20, 0, **more),
    ),
    field="radix",
    forged=("designs", 0, "bisection", "1"),
    long=Asked(
        body={"kind": "design", "hosts": 2000, "radix": 24, "families": "dragonfly,slingshot",
              "prove": 600, "limit": 9},
        command=("design", "--hosts", "2000", "--radix", "24", "--families",
                 "dragonfly,slingshot", "--limit", "9", "--time-limit", "10m"),
    ),
    resumed=True,
    hurried="exact",  # its time is that of proofs, of which none is needed
)  # fmt: skip
COUNTED = {"kind": "conjecture", "arrangement": "helix", "method": "rotation"}
CONJECTURE = Case(
    name="conjecture",
    asked=Asked(
        body={**COUNTED, "h": "2:3", "a_max": 9},
        command=("conjecture", "helix", "--h", "2:3", "--a-max", "9", "--method", "rotation"),
        call=lambda **more: alphacut.conjecture(
            "helix", h="2:3", a_max=9, method="rotation", **more
        ),
    ),
    wrong=Asked(
        body={**COUNTED, "h": "3:2", "a_max": 9},
        command=("conjecture", "helix", "--h", "3:2", "--a-max", "9"),
        call=lambda **more: alphacut.conjecture("helix", h="3:2", a_max=9, **more),
    ),
    field="h",
    forged=("lanes", 0, "failures", 1),
    long=Asked(
        body={**COUNTED, "h": "1:64", "a_max": 150},
        command=("conjecture", "helix", "--h", "1:64", "--a-max", "150", "--method", "rotation"),
    ),
    resumed=True,
    hurried="bounded",
)
FAILING = {"kind": "resilience", "topologies": [RING], "fail": "links=0:2", "samples": 6}
RESILIENCE = Case(
    name="resilience",
    asked=Asked(
        body=FAILING,
        command=("resilience", RING_SPEC, "--fail", "links=0:2", "--samples", "6"),
        call=lambda **more: alphacut.resilience(RING_SPEC, "links=0:2", samples=6, **more),
    ),
    wrong=Asked(
        body={**FAILING, "fail": "links=99"},
        command=("resilience", RING_SPEC, "--fail", "links=99"),
        call=lambda **more: alphacut.resilience(RING_SPEC, "links=99", **more),
    ),
    field="fail",
    forged=("networks", 0, "intact", "switches", 7),
    long=Asked(
        body={**FAILING, "topologies": [RELATIVE], "fail": "links=0:10", "samples": 400},
        command=("resilience", RELATIVE_SPEC, "--fail", "links=0:10", "--samples", "400"),
    ),
    resumed=True,
)
PROFILE = Case(
    name="profile",
    asked=Asked(
        body={"kind": "profile", "topology": RING, "alpha": "5/4"},
        command=("profile", RING_SPEC, "--alpha", "5/4"),
        call=lambda **more: alphacut.profile(RING_SPEC, "5/4", **more),
    ),
    wrong=Asked(
        body={"kind": "profile", "topology": RING, "alpha": "-1"},
        command=("profile", RING_SPEC, "--alpha", "-1"),
        call=lambda **more: alphacut.profile(RING_SPEC, -1, **more),
    ),
    field="alpha",
    forged=("cuts", 0, "side", [0, 1, 2]),
    long=Asked(
        body={"kind": "profile", "topology": {**RELATIVE, "a": 6, "h": 3}, "alpha": "1"},
        command=("profile", "dragonfly:a=6,h=3,arrangement=relative", "--alpha", "1"),
    ),
    hurried="bounded",
)
CASES = (
    CURVE, POINT, STRUCTURE, THROUGHPUT, ROUTING, GRID, STENCIL, SIMULATION, SYNTHESIS, DESIGN,
    CONJECTURE, RESILIENCE, PROFILE,
)  # fmt: skip
ELSEWHERE = {"compare"}  # in test_kinds.py

each_case = pytest.mark.parametrize("case", CASES, ids=str)
STEPWISE = [case for case in CASES if case.long is not None]
# the quickest of those that have several steps in each run, all others with the slow tests
one_case = pytest.mark.parametrize(
    "case",
    [pytest.param(case, marks=[pytest.mark.slow] * (case is not CONJECTURE)) for case in STEPWISE],
    ids=str,
)


def test_every_kind_is_a_row() -> None:
    """A new kind has a row here, before anything else is asked of it."""
    ours = {name for name, kind in kinds().items() if kind.format.startswith("alphacut-")}
    assert {case.asked.body["kind"] for case in CASES} | ELSEWHERE == ours


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A user of a service with one worker."""
    own = Machine(tmp_path_factory.mktemp("road"))
    _, address = own.serve(workers=1)
    yield own.client(address)
    own.close()


def ended(client: Client, job: str) -> Json:
    return client.wait_for(job, ("succeeded", "failed", "cancelled"), 120)


@dataclass(frozen=True, kw_only=True)
class Answered:
    """What came of a question at each door."""

    job: str
    polled: Json
    run: Any
    found: Any  # of the library
    heard: list[Json]  # by the function that is told of progress
    documents: list[Json]


@pytest.fixture(scope="module")
def answers(client: Client) -> Callable[[Case], Answered]:
    """Ask a question once at each door, for all cells."""

    @cache
    def answered(case: Case) -> Answered:
        job = client.post(case.asked.body)
        polled = ended(client, job)
        run = case.asked.run()
        documents = [client.result(job), json.loads(run.stdout)]
        heard: list[Json] = []
        found = None
        if case.asked.call is not None:
            stepwise = case.name not in ("curve", "point")
            told = {"progress": lambda seen: heard.append(seen["points"])} if stepwise else {}
            found = case.asked.call(**told)
            documents.append(json.loads(json.dumps(found.document)))
        return Answered(
            job=job, polled=polled, run=run, found=found, heard=heard, documents=documents
        )

    return answered


def without_times(told: Any) -> Any:
    """Leave out what tells of the computation."""
    if isinstance(told, dict):
        return {n: without_times(each) for n, each in told.items() if n not in COMPUTED}
    return [*map(without_times, told)] if isinstance(told, list) else told


def accepted(document: Json) -> bool:
    """Whether the verifier says of a document what it tells of itself; rates tell it by model."""
    found = alphacut.verify(document).status
    return bool(document.get("status", found) == found)


@each_case
def test_asked(answers: Callable[[Case], Answered], case: Case) -> None:
    """The documents of all doors agree."""
    found = answers(case)
    assert found.polled["state"] == "succeeded"
    assert found.run.returncode in (0, 3), found.run.stderr
    first, *others = map(without_times, found.documents)
    for other in others:
        assert other == first


@each_case
def test_refused_at_its_field(client: Client, case: Case) -> None:
    refused = client.http.post("/v1/jobs", json=case.wrong.body)
    assert refused.status_code == 422
    assert [each["field"] for each in refused.json()["errors"]] == [case.field]
    run = case.wrong.run()
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith((f"alphacut: {case.field}: ", f"alphacut: --{case.field}: "))
    if case.wrong.call is not None:
        with pytest.raises(QuestionError) as told:
            case.wrong.call()
        assert told.value.field == case.field


@each_case
def test_progress_seen(answers: Callable[[Case], Answered], case: Case) -> None:
    found = answers(case)
    steps = found.polled["progress"]["points"]
    assert (steps["solved"] > 0, steps["open"]) == (True, 0)
    assert steps["solved"] > 1 or case.long is None
    if found.heard:
        assert found.heard[0] == {"solved": 0, "open": steps["solved"]}
        assert found.heard[-1] == steps


@each_case
def test_verified(answers: Callable[[Case], Answered], case: Case) -> None:
    documents = answers(case).documents
    assert all(map(rests_on_proof, documents))
    if case.forged:
        assert len({alphacut.verify(each).status for each in documents}) == 1


@pytest.mark.parametrize("case", [case for case in CASES if case.forged], ids=str)
def test_forged_and_refused(
    answers: Callable[[Case], Answered], case: Case, tmp_path: Path
) -> None:
    document = copy.deepcopy(answers(case).documents[0])
    *place, name, value = case.forged
    holder: Any = document
    for each in place:
        holder = holder[each]
    assert holder[name] != value
    holder[name] = value
    with pytest.raises((Refused, DocumentError)):
        alphacut.verify(document)
    file = tmp_path / "forged.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    assert call_command("verify", file).returncode in (1, 2)


@each_case
def test_shown_in_words_and_pictures(
    client: Client, answers: Callable[[Case], Answered], case: Case
) -> None:
    found = answers(case)
    entry = entry_of(case.asked.body["kind"])
    assert entry is not None
    words = entry.words(found.documents[0], None)
    assert words
    for view in entry.views:
        shown = client.http.get(found.polled["links"][view.link])
        assert shown.status_code == 200, shown.text
        assert shown.headers["Content-Type"].partition(";")[0] == view.media_type.partition(";")[0]
        if view.media_type.startswith("text/plain"):
            assert shown.text.splitlines()[0]
        if view.media_type.startswith("image"):
            assert "<svg" in shown.text
    if found.found is not None and case.name not in ("curve", "point"):
        assert str(found.found).splitlines()[0] in found.run.stderr + "\n".join(words)


@pytest.mark.parametrize("case", [case for case in CASES if case.asked.call], ids=str)
def test_out_of_time(case: Case) -> None:
    """What keeps its time tells what it has; what does not is ended, with what is done."""
    assert case.asked.call is not None
    found = None
    with suppress(SolverError):
        found = case.asked.call(time_limit=0.001)
    if case.hurried is not None:
        assert found is not None
        assert found.document["status"] == case.hurried
    elif found is None:
        with pytest.raises(SolverError, match=r"took longer than 0\.001 s"):
            case.asked.call(time_limit=0.001)


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, marks=[pytest.mark.slow] * (case not in (CONJECTURE, THROUGHPUT)))
        for case in CASES
        if case.name not in ("curve", "point", "structure")
    ],
    ids=str,
)
def test_out_of_memory(case: Case) -> None:
    """A worker has a setting for it, whose test is that of all kinds."""
    asked = case.long if case.long and case.long.call else case.asked  # which is not over at once
    assert asked.call is not None
    with pytest.raises(SolverError, match=r"^the work.* memory"):
        asked.call(memory=FEW)


def test_out_of_memory_on_the_command_line() -> None:
    assert CONJECTURE.long is not None
    run = CONJECTURE.long.run("--memory", "64")
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr.startswith("alphacut: the work")


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, marks=[pytest.mark.slow] * (case not in (CONJECTURE, DESIGN)))
        for case in STEPWISE
    ],
    ids=str,
)
def test_stopped_in_python(case: Case) -> None:
    """The function that hears of progress stops the work after the first step."""
    assert case.asked.call is not None
    found = case.asked.call(progress=lambda told: told["points"]["solved"] < 1)
    assert found.document["provenance"]["stopped"]["because"] == "interrupted"
    assert rests_on_proof(found.document)
    assert accepted(found.document)


@one_case
def test_cancelled_and_kept(client: Client, case: Case) -> None:
    """A job is cancelled once its first step is done."""
    assert case.long is not None
    job = client.post(case.long.body)
    client.wait_for(job, ("running",), 120)
    while client.poll(job)["progress"]["points"]["solved"] < 1:
        assert client.poll(job)["state"] == "running"
    assert client.http.post(f"{job}/cancel").status_code == 202
    assert ended(client, job)["state"] == "cancelled"
    document = client.result(job)
    assert document["provenance"]["stopped"]["because"] == "interrupted"
    if not rests_on_proof(document):  # it has 1.5 seconds for the check
        assert "unverified" in document["provenance"]


@one_case
def test_interrupted_and_kept(case: Case, tmp_path: Path) -> None:
    """Ctrl-C is pressed on a terminal that shows that the first step is done."""
    assert case.long is not None
    out, (screen, terminal) = tmp_path / "kept.json", pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "alphacut.service.cli.main", *case.long.command, "--out", out],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=terminal, process_group=0,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "200"},
    )  # fmt: skip
    os.close(terminal)
    shown = b""
    try:
        while b"1 of " not in shown:
            shown += os.read(screen, 4096)
        os.killpg(process.pid, signal.SIGINT)
        with suppress(OSError):  # until nobody writes there
            while True:
                shown += os.read(screen, 4096)
        assert process.wait(60) in (1, 3), shown
    finally:
        process.kill()
        os.close(screen)
    document = json.loads(out.read_text(encoding="utf-8"))
    assert document["provenance"]["stopped"]["because"] == "interrupted"
    if not rests_on_proof(document):  # the check of what is done has ten seconds
        assert "unverified" in document["provenance"]


@one_case
def test_killed_and_taken_over(machine: Machine, case: Case) -> None:
    """A worker is killed after the first step; the next one begins with the second."""
    assert case.long is not None
    _, address = machine.serve()
    client = machine.client(address)
    job = client.post(case.long.body)
    worker = machine.work(lease_seconds=1)
    machine.soon(lambda: client.poll(job)["progress"]["points"]["solved"] >= 1, 180)
    worker.kill()
    worker.wait()
    known = client.poll(job)["progress"]["points"]["solved"]
    other = machine.work(lease_seconds=5)
    machine.soon(lambda: "epoch 2" in machine.log(other), 180)
    machine.soon(lambda: client.poll(job)["progress"]["points"]["solved"] > known, 180)
    assert client.http.post(f"{job}/cancel").status_code == 202
    assert ended(client, job)["state"] == "cancelled"
    assert client.result(job)["provenance"]["stopped"]["because"] == "interrupted"


@pytest.mark.parametrize("case", [case for case in CASES if case.resumed], ids=str)
def test_resumed(answers: Callable[[Case], Answered], case: Case) -> None:
    """What was stopped after its first step ends as what was not; what is forged is refused."""
    assert case.asked.call is not None
    whole = answers(case).found
    first = case.asked.call(progress=lambda told: told["points"]["solved"] < 1)
    heard: list[Json] = []
    again = case.asked.call(resume=first, progress=lambda told: heard.append(told["points"]))
    assert without_times(again.document) == without_times(whole.document)
    if case is not CONJECTURE:  # whose lanes go on from where they were
        assert heard[0]["solved"] >= 1
    assert accepted(again.document)
    forged = replace(first, document=copy.deepcopy(first.document))
    *place, name, value = case.forged
    holder: Any = forged.document
    for each in place:
        holder = holder[each]
    holder[name] = value
    with pytest.raises((Refused, DocumentError)):
        case.asked.call(resume=forged)


def test_resumed_on_the_command_line(tmp_path: Path) -> None:
    file, more = tmp_path / "rates.json", tmp_path / "more.json"
    found = alphacut.throughput(RING_SPEC, "shift:1", alpha=1, model=3)
    found.save(file)
    done = json.loads(file.read_text())["models"][0]
    run = call_command("throughput", "--resume", file, "--model", "mcf,3", "--out", more)
    assert run.returncode == 0, run.stderr
    first, second = json.loads(more.read_text())["models"]
    assert (first, second["model"]) == (done, "mcf")  # to the second that it took
    other = call_command("throughput", RING_SPEC, "--traffic", "shift:2", "--resume", file)
    assert (other.returncode, "another traffic" in other.stderr) == (2, True)
    file.write_text(json.dumps({**json.loads(file.read_text()), "models": [{**done, "rate": {}}]}))
    refused = call_command("throughput", "--resume", file, "--model", "mcf,3", "--out", more)
    assert (refused.returncode in (1, 2), "--resume" in refused.stderr) == (True, True)


@pytest.mark.parametrize(
    "more",
    [{"files": {"mechanism": "/etc/passwd"}}, {"beside": ["tables"]}],
    ids=["files", "beside"],
)
def test_what_only_the_command_line_asks_for_is_no_field_over_http(
    client: Client, more: Json
) -> None:
    refused = client.http.post("/v1/jobs", json={**ROUTING.asked.body, **more})
    assert refused.status_code == 422
    assert [each["field"] for each in refused.json()["errors"]] == list(more)


def test_what_does_not_keep_its_time_is_ended_by_force_with_the_same_words(client: Client) -> None:
    large = "dragonfly:a=8,h=4,arrangement=relative"  # its routes take a second
    told = "answering the question took longer than 0.001 s"
    topology = {**RELATIVE, "a": 8, "h": 4}
    job = client.post({**ROUTES, "topology": topology, "limits": {"seconds": 0.001}})
    error = ended(client, job)["error"]
    assert (error["type"].rpartition(":")[2], error["detail"]) == ("time", told)
    run = call_command("route", large, "--mechanism", "up-down", "--time-limit", "0.001")
    assert (run.returncode, run.stdout, run.stderr) == (1, "", f"alphacut: {told}\n")
