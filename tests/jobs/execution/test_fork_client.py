"""The warm process that forks children: its death, its threads, and what it leaves to others."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from alphacut.jobs.errors import ExecutionError
from alphacut.jobs.execution import LocalExecution, fork_client
from alphacut.jobs.execution.process import Child
from alphacut.jobs.tasks.whole import Whole

pytestmark = [
    pytest.mark.usefixtures("importable_tests"),
    pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="there are warm processes on Linux"),
]


@dataclass(frozen=True, kw_only=True)
class WaitFor(Whole[int]):
    """Tells that it has begun by a file, waits for another, and tells its own process id."""

    begun: Path
    go: Path
    seconds: float | None = 120

    def work(self, on_progress: object) -> int:  # noqa: ARG002
        self.begun.touch()
        while not self.go.exists():
            time.sleep(0.01)
        return os.getpid()


@dataclass(frozen=True, kw_only=True)
class Tell(Whole[str]):
    """Tells a variable of its environment."""

    name: str
    seconds: float | None = 120

    def work(self, on_progress: object) -> str:  # noqa: ARG002
        return os.environ.get(self.name, "")


@pytest.fixture
def execution() -> Iterator[LocalExecution]:
    with LocalExecution() as local:
        yield local


@pytest.fixture
def waiting(tmp_path: Path) -> WaitFor:
    return WaitFor(begun=tmp_path / "begun", go=tmp_path / "go")


def fork_server() -> int:
    """Return the process id of the warm process that serves this one."""
    assert fork_client._fork_server is not None
    return fork_client._fork_server.pid


def soon(condition: Callable[[], object], seconds: float = 60.0) -> bool:
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def parent_of(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def test_children_are_forked_and_named(execution: LocalExecution, waiting: WaitFor) -> None:
    waiting.go.touch()
    child = execution.ask(waiting)
    assert parent_of(child) == fork_server()
    assert Path(f"/proc/{child}/cmdline").read_bytes().startswith(b"alphacut.jobs.execution.child")
    assert os.getpgid(child) == child  # Ctrl-C in a terminal does not reach it


def test_it_has_one_thread_when_it_forks(
    execution: LocalExecution, waiting: WaitFor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """NumPy's BLAS starts some as it is loaded, and ends them before a fork."""
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        monkeypatch.delenv(name, raising=False)
    waiting.go.touch()
    execution.ask(waiting)
    assert soon(lambda: "openblas" in Path(f"/proc/{fork_server()}/maps").read_text())

    def alone_after_a_fork() -> bool:
        """Tell whether it is; a library that it has loaded since the fork may have begun one."""
        with LocalExecution() as other:
            other.ask(waiting)
        return len(list(Path(f"/proc/{fork_server()}/task").iterdir())) == 1

    assert soon(alone_after_a_fork)


def test_work_goes_on_when_it_dies_and_another_takes_its_place(
    execution: LocalExecution, waiting: WaitFor
) -> None:
    step = execution.start(waiting)
    assert soon(lambda: step.poll(0.01) is not None and waiting.begun.exists())
    died = fork_server()
    os.kill(died, signal.SIGKILL)
    waiting.go.touch()
    assert soon(lambda: step.poll(0.01) is not None and step.answer is not None)
    with LocalExecution() as other:
        child = other.ask(waiting)
    assert child != step.answer
    assert fork_server() != died


def test_without_it_nobody_can_tell_how_a_child_ended(
    execution: LocalExecution, waiting: WaitFor
) -> None:
    step = execution.start(waiting)
    assert soon(lambda: step.poll(0.01) is not None and waiting.begun.exists())
    os.kill(fork_server(), signal.SIGKILL)
    assert step._child is not None
    os.kill(step._child.pid, signal.SIGKILL)
    with pytest.raises(ExecutionError, match="and so did the one that could tell how"):
        soon(lambda: step.poll(0.01) is None)
    waiting.go.touch()
    assert execution.ask(waiting)


def test_one_that_hangs_is_replaced(
    execution: LocalExecution, waiting: WaitFor, monkeypatch: pytest.MonkeyPatch
) -> None:
    # of the one that comes: a busy machine is slow
    monkeypatch.setattr(fork_client, "PATIENCE", 20.0)
    waiting.go.touch()
    first = execution.ask(waiting)
    hanging = fork_client._fork_server
    assert hanging is not None
    hanging._requests.settimeout(0.1)
    os.kill(hanging.pid, signal.SIGSTOP)
    with LocalExecution() as other:
        assert other.ask(waiting) not in (first, os.getpid())
    assert fork_server() != hanging.pid


def test_children_find_themselves_in_the_environment_of_their_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for value in ("one", "two"):
        monkeypatch.setenv("ALPHACUT_TEST", value)
        with LocalExecution() as execution:
            assert execution.ask(Tell(name="ALPHACUT_TEST")) == value


def test_one_of_another_environment_still_tells_how_its_children_end(
    execution: LocalExecution, waiting: WaitFor, monkeypatch: pytest.MonkeyPatch
) -> None:
    step = execution.start(waiting)
    assert soon(lambda: step.poll(0.01) is not None and waiting.begun.exists())
    former = fork_client._fork_server
    assert former is not None
    monkeypatch.setenv("ALPHACUT_TEST", "another")
    with LocalExecution() as other:
        assert other.ask(Tell(name="ALPHACUT_TEST")) == "another"
    assert step._child is not None
    os.kill(step._child.pid, signal.SIGKILL)
    with pytest.raises(ExecutionError, match="killed by signal 9"):
        soon(lambda: step.poll(0.01) is None)
    monkeypatch.delenv("ALPHACUT_TEST")
    with LocalExecution() as third:
        assert third.ask(Tell(name="ALPHACUT_TEST")) == ""
    assert not former.alive


def test_a_child_without_it_works_as_well(waiting: WaitFor) -> None:
    waiting.go.touch()
    with LocalExecution(warm=False) as execution:
        assert parent_of(execution.ask(waiting)) == os.getpid()


def test_a_killed_child_is_gone_at_once() -> None:
    child = Child()
    assert child.alive
    child.kill()
    assert not child.alive
    assert not Path(f"/proc/{child.pid}").exists()


# The warm process is a fork of this one, which then ends without a word.
FORK = """
import os
from alphacut.jobs.execution import LocalExecution, fork_client
from tests.jobs.execution.test_fork_client import Tell
fork_client.warm_from_here()
execution = LocalExecution()
assert execution.ask(Tell(name="ALPHACUT_TEST")) == "here"
(child,) = execution._idle
print(fork_client._fork_server.pid, child.pid, flush=True)
os.kill(os.getpid(), 9)
"""


def test_a_fork_of_a_process_serves_it_and_ends_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALPHACUT_TEST", "here")
    run = subprocess.run([sys.executable, "-c", FORK], capture_output=True, text=True)
    assert run.returncode == -signal.SIGKILL, run.stderr
    pids = [int(pid) for pid in run.stdout.split()]
    assert len(pids) == 2
    assert soon(lambda: not any(map(running, pids)))


def running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"
