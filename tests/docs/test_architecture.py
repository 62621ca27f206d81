"""The page on architecture names what is there."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from alphacut.jobs.store.tables import metadata
from alphacut.service.kinds import Entry, entries
from alphacut.solver.common.kind import StepKind

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/architecture.md").read_text()


def test_every_path_exists() -> None:
    named = re.findall(r"[`>]((?:arrangements|solver|jobs|service|tests)/[\w/.]+)", PAGE)
    assert len(named) > 20
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_every_table_is_told() -> None:
    told = set(re.findall(r"`(\w+)`", PAGE.partition("## Tables")[2].partition("## Where")[0]))
    assert set(metadata.tables) <= told


FOLDERS = ("arrangements", "solver", "jobs", "service")
STEPWISE = [each for each in entries().values() if isinstance(each.kind, StepKind)]
# what a network is like is asked there as well, of every command that is given one
DESCRIBED = {"arrangements/structure/description.py"}


@pytest.mark.parametrize("entry", STEPWISE, ids=lambda each: each.kind.name)
def test_a_kind_is_named_where_the_list_says_and_nowhere_else(entry: Entry) -> None:
    listed = PAGE.partition("## A new kind")[2].partition("With that")[0]
    told = {path for path in re.findall(r"`([\w/.]+\.\w+)`", listed) if (ROOT / path).is_file()}
    commands = {f"service/cli/{command.name}.py" for command in entry.commands}
    module = type(entry.kind).__module__.removeprefix("alphacut.")
    own = f"{module.rpartition('.')[0].replace('.', '/')}/"
    naming = {
        str(file.relative_to(ROOT))
        for folder in FOLDERS
        for file in (ROOT / folder).rglob("*.py")
        if {f"alphacut.{module}", entry.kind.format} & set(_words(file))
    }
    assert f"{own}kind.py" in naming
    assert "service/kinds/table.py" in told & naming
    elsewhere = {path for path in naming if not path.startswith(own)}
    assert elsewhere - told - commands - DESCRIBED == set()


def _words(file: Path) -> list[str]:
    return re.findall(r"[\w./-]+", file.read_text(encoding="utf-8"))


BISECTION = ROOT / "solver" / "bisection"
TOLD = dict(
    re.findall(r"\| (.+) \| ([\d,]+) \| .+ \|", PAGE.partition("## Lines of the solver")[2])
)
BESIDE = "the files beside these folders"


@pytest.mark.parametrize(
    "folder", sorted(file.parent.name for file in BISECTION.glob("*/__init__.py"))
)
def test_lines_of_each_folder_are_told(folder: str) -> None:
    _within_a_tenth(TOLD[f"`{folder}`"], (BISECTION / folder).rglob("*.py"))


def test_lines_beside_the_folders_are_told() -> None:
    _within_a_tenth(TOLD[BESIDE], BISECTION.glob("*.py"))


def _within_a_tenth(told: str, files: Iterable[Path]) -> None:
    there = sum(len(file.read_text("utf-8").splitlines()) for file in files)
    assert abs(int(told.replace(",", "")) - there) <= max(50, there / 10), there
