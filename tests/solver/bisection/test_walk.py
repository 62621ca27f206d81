"""From the loop over α to the first step of a relaxation a reader passes few functions."""

from __future__ import annotations

import traceback
from pathlib import Path

import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.solver.bisection import curve
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.semidefinite.splitting import Splitting
from alphacut.solver.bisection.heuristics.starts import trivial_cut
from alphacut.solver.bisection.outcome import Outcome
from alphacut.solver.bisection.solver import Solver
from alphacut.solver.common.alpha import Alpha

OURS = str(Path(curve.__file__).parent)
MOST = 8  # frames, both ends included


class Reached(Exception):
    """The first step."""

    def __init__(self, frames: list[str]) -> None:
        super().__init__(" → ".join(frames))
        self.frames = frames


def step(_: Splitting, steps: int) -> None:  # noqa: ARG001
    frames = [f.name for f in traceback.extract_stack() if f.filename.startswith(OURS)]
    raise Reached([*frames, "run"])


def test_the_first_step_is_near(monkeypatch: pytest.MonkeyPatch) -> None:
    """At (p,6,3) relative, where sweeps are given up and the semidefinite relaxation is first."""
    monkeypatch.setattr(Splitting, "run", step)
    network = Dragonfly(a=6, h=3, arrangement="relative").network()
    one = Alpha(1, 1)
    problem = curve.CurveProblem(network=network, balance=Balance.of(network), low=one, high=one)
    cut = trivial_cut(network, problem.balance)  # the search for a better one takes longer
    known = problem.start().absorb(Outcome(cuts=(cut,)))
    with pytest.raises(Reached) as reached:
        curve.trace(problem, Solver().answer, envelope=known)
    frames = reached.value.frames
    assert (frames[0], frames[-1]) == ("trace", "run")
    assert "prove_in" in frames
    assert len(frames) <= MOST, str(reached.value)
