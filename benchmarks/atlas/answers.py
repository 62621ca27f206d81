"""Answers of a curve that took several runs, kept as lines of JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from alphacut.jobs.stored_envelope import resumed
from alphacut.solver.bisection.curve import CurveProblem
from alphacut.solver.bisection.envelope import Envelope
from alphacut.solver.bisection.outcome import Outcome
from alphacut.solver.bisection.question import Question
from alphacut.solver.bisection.stored import outcome_json


class Answers:
    """What was answered about one network, in a file.

    They are believed, as a store is; a document made of them is verified.

    Parameters
    ----------
    path
        Of the file; None: nothing is kept.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path

    def read(self) -> list[dict[str, Any]]:
        """Return the answers so far; a line that a run did not finish is left out."""
        if self._path is None or not self._path.exists():
            return []
        lines = self._path.read_text("utf-8").split("\n")
        return [json.loads(line) for line in lines[:-1] if line]

    @property
    def seconds(self) -> float:
        """Wall time that they took."""
        return float(sum(each["seconds"] for each in self.read()))

    def envelope(self, problem: CurveProblem) -> Envelope:
        """Return what they tell of the curve."""
        return resumed(problem, self.read())

    def keeping(self, ask: Callable[[Question], Outcome]) -> Callable[[Question], Outcome]:
        """Return what asks, and keeps each answer."""

        def asked(question: Question) -> Outcome:
            outcome = ask(question)
            self._append(outcome)
            return outcome

        return asked

    def _append(self, outcome: Outcome) -> None:
        if self._path is None:
            return
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a+b") as file:
            file.seek(0)
            file.truncate(file.read().rfind(b"\n") + 1)
            file.write(json.dumps(outcome_json(outcome)).encode() + b"\n")
