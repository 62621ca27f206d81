"""From `drive` on, a question takes the same steps to its verdict, whichever door it came by."""

from __future__ import annotations

import json
import traceback
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import alphacut.jobs
from alphacut.arrangements.formats.spec import Limits
from alphacut.jobs.execution import LocalExecution
from alphacut.jobs.runner import carry_out
from alphacut.jobs.states import State
from alphacut.jobs.store import SqlStore
from alphacut.service.checking import Allowed, check_job
from alphacut.service.cli import answering
from alphacut.service.kinds import kinds
from alphacut.solver.common.kind import StepKind, Verifiable
from tests.cli.conftest import call_command

OURS = tuple(
    f"{Path(str(alphacut.jobs.__file__)).parents[1] / name}/"
    for name in ("arrangements", "jobs", "service", "solver")
)
STEPWISE = [kind for kind in kinds().values() if isinstance(kind, StepKind)]
SPEC = "dragonfly:a=2,h=1,p=2,arrangement=relative"
MOST = 8  # frames from `drive` to what the kind does, both ends included
COMMANDS: dict[str, list[str]] = {
    "structure": ["describe", SPEC, "--json"],
    "throughput": ["throughput", SPEC, "--traffic", "shift:1", "--alpha", "1", "--model", "mcf"],
    "placement": ["place", SPEC, "--stencil", "3x4"],
    "routing": ["route", SPEC, "--mechanism", "up-down"],
    "simulation": ["simulate", SPEC, "--mechanism", "minimal", "--loads", "1", "--cycles", "600",
                   "--warm-up", "0"],
    "synthesis": ["synthesise", SPEC, "--alpha", "3"],
    "resilience": ["resilience", SPEC, "--fail", "links=1", "--samples", "1"],
    "conjecture": ["conjecture", "helix", "--h", "2", "--a-max", "9", "--method", "rotation"],
    "design": ["design", "--hosts", "16", "--radix", "6", "--families", "hyperx"],
    "profile": ["profile", SPEC, "--alpha", "1"],
}  # fmt: skip
ASKED: dict[str, dict[str, Any]] = {
    "structure": {},
    "throughput": {"traffic": "shift:1", "alpha": 1, "model": "mcf"},
    "placement": {"stencil": [3, 4]},
    "routing": {"mechanism": "up-down"},
    "simulation": {"mechanism": "minimal", "loads": [1], "cycles": 600, "warm_up": 0},
    "synthesis": {"alpha": 3},
    "resilience": {"fail": "links=1", "samples": 1},
    "conjecture": {"arrangement": "helix", "h": 2, "a_max": 9, "method": "rotation"},
    "design": {"hosts": 16, "radix": 6, "families": "hyperx"},
    "profile": {"alpha": 1},
}
TOPOLOGY = {"family": "dragonfly", "a": 2, "h": 1, "p": 2, "arrangement": "relative"}
Walks = dict[str, list[str]]


class Here(LocalExecution):
    """Works on tasks in this process, so that whoever asks stands in their stack."""

    def ask(self, task: Any, *_: Any, **__: Any) -> Any:
        task.load_libraries()
        return task.work(lambda _: True)


@pytest.fixture
def walks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Walks:
    """The frames from `drive` to each thing that the kind does, as they come."""
    found: Walks = {}

    def watched(name: str, true: Any) -> Any:
        def method(*given: Any) -> Any:
            frames = [f for f in traceback.extract_stack() if f.filename.startswith(OURS)]
            names = [f"{Path(f.filename).stem}.{f.name}" for f in frames]
            found[name] = [*names[names.index("drive.drive") :], f"{name}"]
            return true(*given)

        return method

    kind = type(request.getfixturevalue("kind"))
    for name in ("work", "document", *(["verify"] if hasattr(kind, "verify") else [])):
        monkeypatch.setattr(kind, name, watched(name, getattr(kind, name)))
    return found


def by_http(kind: StepKind[Any], folder: Path) -> None:
    """Check a request as the service does, and work on its job as a worker does."""
    sizes = Limits(switches=1000, links=1000)
    allowed = Allowed(sizes=sizes, total=5000, batch=9, default_seconds=600, max_seconds=600)
    fields = kind.request().model_fields
    about: dict[str, Any] = {"topology": TOPOLOGY} if "topology" in fields else {}
    if "topologies" in fields:
        about = {"topologies": [TOPOLOGY]}
    body = {"kind": kind.name, **about, **ASKED[kind.name]}
    [asked] = check_job(json.dumps(body).encode(), allowed).submissions
    with closing(SqlStore(f"sqlite:///{folder / 'jobs.sqlite3'}")) as store:
        job = store.submit(asked.kind, asked.request)
        claim = store.claim("worker", 600)
        assert claim is not None
        with Here() as here:
            carry_out(
                claim, kinds=kinds(), store=store, execution=here, lease_seconds=600,
                leaving=lambda: False,
            )  # fmt: skip
        assert store.get(job.id).state is State.SUCCEEDED


@pytest.mark.parametrize("kind", STEPWISE, ids=[kind.name for kind in STEPWISE])
def test_a_command_and_its_twin_over_http_reach_the_verdict_by_the_same_frames(
    kind: StepKind[Any], walks: Walks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_http(kind, tmp_path)
    over_http = dict(walks)
    walks.clear()
    monkeypatch.setattr(answering, "LocalExecution", Here)
    # no process is left that was forked while the kind is watched
    monkeypatch.setattr(answering, "warm_from_here", lambda: None)
    run = call_command(*COMMANDS[kind.name])
    assert run.returncode in (0, 3), run.stderr
    assert walks == over_http
    assert walks.keys() >= {"work", "document"}
    assert ("verify" in walks) == isinstance(kind, Verifiable)
    assert {frames[0] for frames in walks.values()} == {"drive.drive"}
    longest = max(walks.values(), key=len)
    assert len(longest) <= MOST, " → ".join(longest)
