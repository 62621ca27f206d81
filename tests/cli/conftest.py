"""The real command: called here, or in a process of its own as users run it."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from alphacut.service.cli.main import run

Run = Callable[..., "subprocess.CompletedProcess[str]"]
COMMAND = (sys.executable, "-W", "error", "-m", "alphacut.service.cli.main")
SMALL = "dragonfly:a=2,h=1,arrangement=relative"  # a ring of 6 switches: B = 1 + α
BENT = {  # B = min(3α, 4), with a breakpoint at 4/3
    "family": "graph",
    "switches": 4,
    "links": [[0, 2, "local", 4], [0, 1, "global", 3]],
}


def run_command(*arguments: str | Path, timeout: float = 180.0, **environment: str) -> Any:
    """Run `alphacut` in a process of its own, and return what came of it."""
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


def call_command(*arguments: str | Path, **environment: str) -> Any:
    """Call `alphacut` here, where its libraries are loaded, and return what came of it."""
    given = list(map(str, arguments))
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    with patch.dict(os.environ, environment), redirect_stdout(out), redirect_stderr(err):
        code = run(given)
    return subprocess.CompletedProcess(given, code, _text(out), _text(err))


def _text(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


@pytest.fixture(scope="session")
def command() -> Run:
    """Run the command in a process, with arguments, environment variables and a timeout."""
    return run_command


@pytest.fixture(scope="session")
def alphacut() -> Run:
    """Call the command with arguments and environment variables.

    What depends on its process (its start, signals, memory, how words are encoded) is tested
    with `command`.
    """
    return call_command


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
