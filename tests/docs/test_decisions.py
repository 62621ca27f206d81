"""Decisions are short, on one page each, and say whether they still hold."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "docs" / "decisions"
PAGES = sorted(each for each in FOLDER.glob("*.md") if each.name != "README.md")
MOST_LINES = 25  # without the line that tells the status
MOST_CURRENT = 50  # more than that nobody reads
STATUS = re.compile(r"status: (current|record|superseded by (?P<by>\d{4}))")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_is_short_and_in_the_list(page: Path) -> None:
    assert len(page.read_text("utf-8").splitlines()) <= MOST_LINES + 1
    assert f"({page.name})" in (FOLDER / "README.md").read_text("utf-8")


def test_numbers_are_there_once() -> None:
    numbers = [re.match(r"\d{4}", page.name) for page in PAGES]
    assert all(numbers)
    found = [number.group() for number in numbers if number]
    assert len(set(found)) == len(found)


def _status(page: Path) -> re.Match[str]:
    found = STATUS.fullmatch(page.read_text("utf-8").splitlines()[1])
    assert found, f"{page.name}: line 2 should be 'status: current', 'record' or 'superseded by N'"
    return found


def test_each_page_tells_whether_it_holds() -> None:
    current = [page.name for page in PAGES if _status(page)[1] == "current"]
    assert 0 < len(current) <= MOST_CURRENT


def test_what_superseded_a_page_is_there_and_later() -> None:
    for page in PAGES:
        if by := _status(page)["by"]:
            assert by > page.name[:4]
            assert any(each.name.startswith(by) for each in PAGES)
