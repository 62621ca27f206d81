"""The page on architecture names what is there."""

from __future__ import annotations

import re
from pathlib import Path

from alphacut.jobs.store.tables import metadata

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/architecture.md").read_text()


def test_every_path_exists() -> None:
    named = re.findall(r"[`>]((?:arrangements|solver|jobs|service|tests)/[\w/.]+)", PAGE)
    assert len(named) > 20
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_every_table_is_told() -> None:
    told = set(re.findall(r"`(\w+)`", PAGE.partition("## Tables")[2].partition("## Where")[0]))
    assert set(metadata.tables) <= told
