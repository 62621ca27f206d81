"""The memory of a child: that of all it has started, and the system's own limit."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

import psutil
import pytest

from alphacut.jobs.errors import ExecutionError, OutOfMemory
from alphacut.jobs.execution import LocalExecution
from alphacut.jobs.execution.memory import MEGABYTE, held
from alphacut.jobs.tasks.whole import Whole

pytestmark = pytest.mark.usefixtures("importable_tests")

# Holds so many megabytes until it is killed.
HOLD = """
import sys, time
held = bytearray(int(sys.argv[1]) << 20)
held[::4096] = b"1" * len(held[::4096])
print("holding", flush=True)
time.sleep(600)
"""
START = """
import subprocess, sys
with subprocess.Popen([sys.executable, *sys.argv[1:]]) as started:
    started.wait()
"""


@dataclass(frozen=True, kw_only=True)
class Take(Whole[int]):
    """Takes so many megabytes at once, and touches none of them."""

    megabytes: int
    seconds: float | None = 60

    def work(self, on_progress: object) -> int:  # noqa: ARG002
        return len(bytearray(self.megabytes * MEGABYTE))


@dataclass(frozen=True, kw_only=True)
class TakeBy(Whole[int]):
    """Has another process hold so many megabytes."""

    megabytes: int
    seconds: float | None = 60

    def work(self, on_progress: object) -> int:  # noqa: ARG002
        command = [sys.executable, "-c", HOLD, str(self.megabytes)]
        return subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode


def soon(condition: Callable[[], bool], seconds: float = 60.0) -> bool:
    """Wait until something holds; tell whether it did in time."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def test_what_a_process_has_started_counts_as_its_own() -> None:
    command = [sys.executable, "-c", START, "-c", HOLD, "100"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as starter:
        assert starter.stdout is not None
        assert starter.stdout.readline() == b"holding\n"
        alone = psutil.Process(starter.pid).memory_info().rss
        assert held(starter.pid) > alone + 100 * MEGABYTE
        (holder,) = psutil.Process(starter.pid).children()
        holder.kill()
    assert held(starter.pid) == 0


def test_memory_that_is_taken_at_once_is_refused_by_the_system() -> None:
    with LocalExecution(memory=300 * MEGABYTE) as execution:
        with pytest.raises(OutOfMemory, match="ran out of memory"):
            execution.ask(Take(megabytes=1024))
        assert execution.ask(Take(megabytes=100)) == 100 * MEGABYTE


def test_without_a_limit_the_system_refuses_nothing() -> None:
    with LocalExecution() as execution:
        assert execution.ask(Take(megabytes=1024)) == 1024 * MEGABYTE


def test_a_process_that_a_child_has_started_is_weighed_and_ended_with_it() -> None:
    def ours() -> set[int]:
        return {each.pid for each in psutil.Process(os.getpid()).children(recursive=True)}

    with LocalExecution(memory=300 * MEGABYTE) as execution:
        assert execution.ask(Take(megabytes=1))
        before = ours()  # with the child, and the warm process
        with pytest.raises(OutOfMemory, match=r"used \d+ MB of memory, and 300 MB are allowed"):
            execution.ask(TakeBy(megabytes=400))
        assert soon(lambda: ours() < before)


def test_a_library_that_gives_up_for_want_of_memory_says_so() -> None:
    with LocalExecution() as execution, pytest.raises(ExecutionError, match="out of memory"):
        execution.ask(Abort())


@dataclass(frozen=True, kw_only=True)
class Abort(Whole[int]):
    """Ends as a C++ library does that finds no memory."""

    seconds: float | None = 60

    def work(self, on_progress: object) -> int:  # noqa: ARG002
        os.abort()
