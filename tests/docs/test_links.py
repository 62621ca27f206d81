"""Links between the documents lead somewhere, and what was measured is shown."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.readme_table import RESULTS, filled

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
SHOWN = ROOT / "docs" / "results.md"
PAGES = [README, *sorted((ROOT / "docs").rglob("*.md"))]


def links(page: Path) -> Iterator[tuple[Path, str]]:
    """The files that a page links to, each with the anchor in it."""
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if not target.startswith(("http://", "https://")):
            name, _, anchor = target.partition("#")
            yield (page.parent / name if name else page), anchor


def anchors(page: Path) -> set[str]:
    """The anchors that GitHub makes of a page's headings."""
    text = page.read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.*)$", text, flags=re.MULTILINE)
    return set(re.findall(r'<a id="([^"]+)">', text)) | {
        re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings
    }


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for target, anchor in links(page):
        assert target.exists(), target
        if anchor:
            assert anchor in anchors(target), f"{target}#{anchor}"


def test_the_results_are_shown() -> None:
    results = json.loads(RESULTS.read_text(encoding="utf-8"))
    text = SHOWN.read_text(encoding="utf-8")
    assert filled(text, results) == text, "run: python -m benchmarks.readme_table"


def test_the_readme_is_short_and_its_table_is_of_the_results() -> None:
    text = README.read_text(encoding="utf-8")
    assert len(text.split()) < 1000
    assert len(re.findall(r"!\[", text)) == 1
    rows = re.findall(r"^\| \(p.*$", text, flags=re.MULTILINE)
    shown = SHOWN.read_text(encoding="utf-8").splitlines()
    assert len(rows) > 3
    assert [row for row in rows if row not in shown] == []
