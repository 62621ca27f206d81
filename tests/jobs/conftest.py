"""Questions, easy and hard, for the tests of jobs."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from alphacut.arrangements.formats.spec import build, parse
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.heuristics.starts import trivial_cut
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.common.alpha import Alpha


def _question(topology: dict[str, Any]) -> PointProblem:
    """Ask about α = 1."""
    network = build(parse(topology))
    return PointProblem(network=network, balance=Balance.of(network), alpha=Alpha(1, 1))


@pytest.fixture
def easy() -> PointProblem:
    """A path of four switches, answered at once: the best bisection cuts one link."""
    return _question({"family": "graph", "switches": 4, "links": [[0, 2], [2, 1], [1, 3]]})


@pytest.fixture
def hard() -> PointProblem:
    """A question whose answer takes much longer than a test may; one cut is known."""
    question = _question({"family": "jellyfish", "switches": 120, "degree": 10})
    return replace(question, cuts=(trivial_cut(question.network, question.balance),))


@pytest.fixture
def importable_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let child processes find the tasks that are defined in tests."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]), prepend=os.pathsep)
