"""The examples of the client's page run, one after the other, against a real service."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from alphacut.service.cli.demo import running_service

PAGE = (Path(__file__).parents[2] / "docs" / "client.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)


def test_the_examples_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(BLOCKS) >= 5
    names: dict[str, object] = {}
    with running_service(tmp_path) as server:
        monkeypatch.setenv("ALPHACUT_SERVER", server)
        for block in BLOCKS:
            exec(block.replace("http://127.0.0.1:8000", server), names)
        names["client"].close()  # type: ignore[attr-defined]
    curves = names["curves"]
    assert isinstance(curves, list)
    assert [curve["status"] for curve in curves] == ["exact"] * 3
    assert "topology.sides.0" in capsys.readouterr().out
