"""The real command, run as users run it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., "subprocess.CompletedProcess[str]"]
COMMAND = (sys.executable, "-W", "error", "-m", "alphacut.service.cli.main")
SMALL = "dragonfly:a=2,h=1,arrangement=relative"  # a ring of 6 switches: B = 1 + α
BENT = {  # B = min(3α, 4), with a breakpoint at 4/3
    "family": "graph",
    "switches": 4,
    "links": [[0, 2, "local", 4], [0, 1, "global", 3]],
}


def run_command(*arguments: str | Path, timeout: float = 180.0, **environment: str) -> Any:
    """Run `alphacut` and return what came of it."""
    return subprocess.run(
        [*COMMAND, *map(str, arguments)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=timeout,
        stdin=subprocess.DEVNULL,
        env={**os.environ, **environment},
        check=False,
    )


@pytest.fixture(scope="session")
def alphacut() -> Run:
    """Run the command with arguments, environment variables and a timeout."""
    return run_command


@pytest.fixture(scope="session")
def small() -> str:
    """The spec of a dragonfly that is solved at once."""
    return SMALL


@pytest.fixture(scope="session")
def exact_text() -> str:
    """A proven curve of two segments, as the command writes it."""
    run = run_command("curve", json.dumps(BENT), "--quiet")
    assert run.returncode == 0, run.stderr
    return str(run.stdout)


@pytest.fixture
def exact(exact_text: str) -> dict[str, Any]:
    """A proven curve, to be changed at will."""
    document: dict[str, Any] = json.loads(exact_text)
    return document
