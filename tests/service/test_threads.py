"""Each process computes with one thread, unless another number is said."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from alphacut.service.threads import VARIABLES, one_thread

LOADING = """
import os
from alphacut.service.threads import one_thread
one_thread()
import numpy, scipy.linalg
print(len(os.listdir("/proc/self/task")))
"""


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """An environment in which nothing is said, and which is as before in the end."""
    for name in VARIABLES:
        monkeypatch.setenv(name, "")  # so that it is restored
        monkeypatch.delenv(name)


@pytest.mark.usefixtures("bare")
def test_it_is_one() -> None:
    one_thread()
    assert {os.environ[name] for name in VARIABLES} == {"1"}


@pytest.mark.usefixtures("bare")
def test_what_is_said_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    one_thread()
    assert [os.environ.get(name) for name in VARIABLES] == ["3", None, None]


@pytest.mark.usefixtures("bare")
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs Linux, which lists threads")
def test_libraries_start_no_other() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADING], capture_output=True, text=True, check=True
    )
    assert done.stdout == "1\n"
