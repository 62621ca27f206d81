"""Ctrl-C: the work stops at once and what is proven is kept."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

LARGE = "dragonfly:a=6,h=3,arrangement=absolute"  # 114 switches, which no test waits for
PATIENCE = 180.0  # seconds; on a machine with nothing else to do it takes 2


def started(*arguments: str | Path) -> subprocess.Popen[str]:
    """Start the command and wait until it says that it works."""
    process = subprocess.Popen(
        [sys.executable, "-m", "alphacut.service.cli.main", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
        process_group=0,
    )
    assert process.stderr is not None
    assert "114 switches" in process.stderr.readline()
    return process


def interrupt(process: subprocess.Popen[str], number: signal.Signals) -> tuple[str, str]:
    """Send a signal as a terminal does, to the whole group, and wait for the end."""
    os.killpg(process.pid, number)
    try:
        return process.communicate(timeout=PATIENCE)
    finally:
        process.kill()


@pytest.mark.parametrize("seconds", [0.0, 3.0], ids=["at once", "in the middle"])
def test_ctrl_c_keeps_what_there_is(alphacut: Any, tmp_path: Path, seconds: float) -> None:
    process = started("curve", LARGE)
    time.sleep(seconds)
    out, err = interrupt(process, signal.SIGINT)
    assert process.returncode == 3, err
    assert "Traceback" not in err
    document = json.loads(out)
    assert document["status"] == "bounded"
    assert document["segments"]
    file = tmp_path / "kept.json"
    file.write_text(out)
    assert alphacut("verify", file).returncode == 3


def test_sigterm_does_the_same(tmp_path: Path) -> None:
    out = tmp_path / "point.json"
    process = started("point", LARGE, "--alpha", "1", "--out", out)
    time.sleep(1.0)
    _, err = interrupt(process, signal.SIGTERM)
    assert process.returncode == 3, err
    assert json.loads(out.read_text())["status"] == "bounded"
    assert [path.name for path in tmp_path.iterdir()] == ["point.json"]


def test_networks_after_the_interrupted_one_are_left_out() -> None:
    process = started("curve", LARGE, "torus:sides=2x3")
    out, err = interrupt(process, signal.SIGINT)
    assert process.returncode == 3, err
    assert len(out.splitlines()) == 1
    assert "torus sides 2 × 3: not started" in err
