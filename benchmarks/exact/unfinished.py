"""What is known of a question that is not settled yet, so that a run that was killed goes on."""

from __future__ import annotations

import json
import os
import shutil
from dataclasses import asdict
from pathlib import Path
from typing import Any

from alphacut.solver.bisection.outcome import Outcome
from alphacut.solver.bisection.stored import outcome_json
from benchmarks.meter import Spent

ANSWERS = "answers.jsonl"  # one answer a line, in the order in which they came
KEY = "key"


class Unfinished:
    """The answers of one question so far, and what its runs have spent, in a folder.

    Everything is on the disk as soon as it is told. A line that a killed run had
    not ended is dropped.

    Parameters
    ----------
    key
        Names the network and the form of its proofs; what a folder holds under
        another key is thrown away.
    """

    def __init__(self, folder: Path, key: str) -> None:
        self._folder = folder
        if folder.exists() and not self._fits(key):
            shutil.rmtree(folder)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / KEY).write_text(key, "utf-8")
        self._answers = folder / ANSWERS
        self.answers = self._whole_lines()  # as `outcome_json` wrote them
        before = sorted(folder.glob("run-*.json"))
        self.earlier = Spent()  # by the runs before this one
        for each in before:
            self.earlier = self.earlier.plus(Spent(**json.loads(each.read_text("utf-8"))))
        self.runs = len(before) + 1  # this one included
        self._run = folder / f"run-{self.runs:04}.json"
        self.spend(Spent())

    def _fits(self, key: str) -> bool:
        written = self._folder / KEY
        return written.exists() and written.read_text("utf-8") == key

    def _whole_lines(self) -> list[dict[str, Any]]:
        if not self._answers.exists():
            return []
        text = self._answers.read_text("utf-8")
        whole = text[: text.rfind("\n") + 1]
        if whole != text:
            _replace(self._answers, whole)
        return [json.loads(line) for line in whole.splitlines()]

    def keep(self, answer: Outcome) -> None:
        """Add an answer."""
        with self._answers.open("a", encoding="utf-8") as file:
            file.write(json.dumps(outcome_json(answer)) + "\n")
            file.flush()
            os.fsync(file.fileno())

    def spend(self, spent: Spent) -> None:
        """Tell what this run has spent, up to now."""
        _replace(self._run, json.dumps(asdict(spent)))


def _replace(file: Path, text: str) -> None:
    """Write a file so that a reader finds either the old text or the new one."""
    beside = file.with_suffix(".tmp")
    beside.write_text(text, "utf-8")
    beside.replace(file)
