"""Processes that solve do not load what igraph could draw with."""

from __future__ import annotations

import sys
from dataclasses import dataclass

import pytest

from alphacut.jobs.execution import LocalExecution
from alphacut.jobs.execution.igraph_without_plots import DRAWING
from alphacut.jobs.tasks.whole import Whole

pytestmark = pytest.mark.usefixtures("importable_tests")


@dataclass(frozen=True, kw_only=True)
class Loaded(Whole[list[str]]):
    """Finds automorphisms, and tells which libraries for drawing are loaded by then."""

    seconds: float | None = 60

    def work(self, on_progress: object) -> list[str]:  # noqa: ARG002
        from alphacut.arrangements.structure.symmetry import automorphisms
        from alphacut.arrangements.topologies.complete import complete

        assert automorphisms(complete(4), (1,) * 4)
        assert "igraph" in sys.modules
        return [name for name in DRAWING if name in sys.modules]


def test_no_library_for_drawing_is_loaded() -> None:
    with LocalExecution() as local:
        assert local.ask(Loaded()) == []
