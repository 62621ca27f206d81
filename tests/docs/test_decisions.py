"""Decisions are short: context, choice, evidence, consequence, on one page each."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "docs" / "decisions"
PAGES = sorted(each for each in FOLDER.glob("*.md") if each.name != "README.md")
MOST_LINES = 25


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_is_short_and_in_the_list(page: Path) -> None:
    assert len(page.read_text("utf-8").splitlines()) <= MOST_LINES
    assert f"({page.name})" in (FOLDER / "README.md").read_text("utf-8")


def test_numbers_are_there_once() -> None:
    numbers = [re.match(r"\d{4}", page.name) for page in PAGES]
    assert all(numbers)
    found = [number.group() for number in numbers if number]
    assert len(set(found)) == len(found)
