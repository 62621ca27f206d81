"""The examples of the page on Python run, and print what the page says."""

from __future__ import annotations

import re
from pathlib import Path

import matplotlib as mpl
import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "python.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)


def test_the_examples_run(capsys: pytest.CaptureFixture[str]) -> None:
    mpl.use("agg")
    names: dict[str, object] = {}
    for block in BLOCKS:
        exec(block, names)
    told = [line.partition(",")[0] for line in re.findall(r"print\(.*\)  # (.*)", PAGE)]
    printed = capsys.readouterr().out
    assert len(told) > 5
    assert [line for line in told if line not in printed] == []
