"""From `alphacut point` a reader passes few functions to what any method does of bisections."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import Any

import pytest

import alphacut.jobs
from alphacut.jobs.execution import LocalExecution
from alphacut.service.cli import results, solving
from alphacut.solver.bisection.bounds.warm_start_cache import WarmStartCache
from alphacut.solver.bisection.engines import catalogue
from alphacut.solver.bisection.engines._base import Method
from alphacut.solver.bisection.outcome import Budget, OnProgress, Outcome
from alphacut.solver.bisection.parameters import USUAL
from alphacut.solver.bisection.problem import PointProblem
from tests.cli.conftest import call_command

OURS = tuple(
    f"{Path(str(alphacut.jobs.__file__)).parents[1] / name}/"
    for name in ("arrangements", "jobs", "service", "solver")
)
METHODS = catalogue.all_methods(USUAL, WarmStartCache())
MOST = 12  # frames, both ends included


class Done:
    """A step of which all is done when it begins."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def poll(self, _: float) -> list[Any]:
        return []

    def stop(self) -> None:
        pass

    abandon = stop


class Here(LocalExecution):
    """Works on tasks in this process, so that whoever asks stands in their stack."""

    def start(self, task: Any) -> Any:
        return Done(task.work(lambda _: True))


@pytest.mark.parametrize("method", METHODS, ids=lambda each: type(each).__name__)
def test_every_method_is_near(method: Method, monkeypatch: pytest.MonkeyPatch) -> None:
    walks: list[list[str]] = []
    true = type(method).bound

    def bound(
        self: Method, problem: PointProblem, budget: Budget, on_progress: OnProgress
    ) -> Outcome:
        frames = [f for f in traceback.extract_stack() if f.filename.startswith(OURS)]
        names = [f"{Path(f.filename).stem}.{f.name}" for f in frames]
        walks.append([*names[names.index("point.point") :], "bound"])
        return true(self, problem, budget, on_progress)

    def alone(*_: object) -> tuple[Method]:
        return (catalogue.Unconditional(method),)

    monkeypatch.setattr(type(method), "bound", bound)
    monkeypatch.setattr(catalogue, "all_methods", alone)
    monkeypatch.setattr(solving, "LocalExecution", Here)
    monkeypatch.setattr(results, "warm_from_here", lambda: None)  # it would outlive what is changed
    run = call_command("point", "dragonfly:a=3,h=1,p=2,arrangement=relative", "--alpha", "1")
    assert run.returncode in (0, 3), run.stderr
    assert walks
    assert {walk[-2] for walk in walks} == {"search.solve"}
    longest = max(walks, key=len)
    assert len(longest) <= MOST, " → ".join(longest)
