"""What results say of their making: a command that anyone can give, and no path of a machine."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from benchmarks.provenance import provenance, this_command

RESULTS = Path(__file__).parents[2] / "benchmarks" / "results"
PROGRAMS = ("make", "alphacut")  # beside "python -m" and a module that there is


def commands(part: Any) -> Iterator[str]:
    """Yield the commands of runs, wherever in a document they stand."""
    if isinstance(part, dict):
        if isinstance(part.get("command"), str):
            yield part["command"]
        for each in part.values():
            yield from commands(each)
    elif isinstance(part, list):
        for each in part:
            yield from commands(each)


@pytest.mark.parametrize("file", sorted(RESULTS.rglob("*.json")), ids=lambda path: str(path.name))
def test_commands_of_results_can_be_given_anywhere(file: Path) -> None:
    for command in commands(json.loads(file.read_text("utf-8"))):
        program, *arguments = shlex.split(command)
        if program == "python":
            assert arguments[0] == "-m", command
            assert find_spec(arguments[1]) is not None, command
        else:
            assert program in PROGRAMS, command
        assert not [each for each in arguments if Path(each).is_absolute()], command


def test_a_command_is_that_of_the_module_and_not_of_its_path(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "argv", ["/somewhere/benchmarks/narrow.py", "--only", "random tree 9"])
    told = provenance(this_command("narrow"))["command"]
    assert told == "python -m benchmarks.narrow --only 'random tree 9'"
