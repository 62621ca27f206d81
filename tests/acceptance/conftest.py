"""A machine of one's own: real server and worker processes on one database."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from alphacut.jobs.store import SqlStore, Store
from alphacut.jobs.store.engine import connect, transaction

SERVE = (
    "from alphacut.service.serve import serve; from alphacut.service.settings import Settings; "
    "serve(Settings())"
)
WORK = SERVE.replace("import serve", "import run_worker").replace("serve(S", "run_worker(S")
_DESCRIPTORS = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({0}, {0})); "
SOLVER, WORKER = (
    "alphacut.jobs.execution.child",
    "alphacut.service.worker_main",
)  # in their command lines
WARM = "alphacut.jobs.execution.fork_server"  # the same, of what forks solvers
PATIENCE = 180.0  # seconds
LOOKS = 0.005, 0.05  # seconds between two looks at what is waited for, at first and at most
LISTENING = re.compile(r"listening on (http://\S+),")


def soon(condition: Callable[[], Any], seconds: float) -> Any:
    """Wait until something holds, and return it; fail if it does not in a busy machine's time."""
    end = time.monotonic() + max(seconds, PATIENCE)
    pause, longest = LOOKS
    while not (found := condition()):
        assert time.monotonic() < end, f"not within {seconds} seconds"
        time.sleep(pause)  # a look may cost what is waited for its processor
        pause = min(longest, 1.5 * pause)
    return found


class Machine:
    """Starts processes on one database, follows them, and ends them all."""

    def __init__(self, folder: Path, url: str = "") -> None:
        self.url = url or f"sqlite:///{folder / 'jobs.sqlite3'}"
        self._folder = folder
        self._logs: dict[int, Path] = {}  # by process id
        self._started: list[subprocess.Popen[bytes]] = []
        self._stack = ExitStack()

    def serve(
        self, workers: int = 0, descriptors: int = 0, **settings: object
    ) -> tuple[subprocess.Popen[bytes], str]:
        """Start the service, with so many file descriptors; return its process and its address."""
        program = f"{_DESCRIPTORS.format(descriptors)}{SERVE}" if descriptors else SERVE
        usual = {
            "port": 0,
            "workers": workers,
            "short_workers": 0,
            "check_processes": 1,
            "check_waiting_seconds": PATIENCE,
        }
        process, log = self._start(program, **{**usual, **settings})
        found = soon(lambda: LISTENING.search(log.read_text()) or process.poll(), 90)
        assert isinstance(found, re.Match), log.read_text()
        return process, found[1]

    def work(self, program: str = WORK, **settings: object) -> subprocess.Popen[bytes]:
        """Start a worker."""
        return self._start(program, **settings)[0]

    def _start(self, program: str, **settings: object) -> tuple[subprocess.Popen[bytes], Path]:
        log = self._folder / f"log-{len(self._started)}"
        settings = {"database_url": self.url, **settings}
        given = {f"ALPHACUT_{name.upper()}": str(value) for name, value in settings.items()}
        with log.open("wb") as sink:
            process = subprocess.Popen(
                [sys.executable, "-c", program],
                stdin=subprocess.DEVNULL,
                stderr=sink,
                env={**os.environ, **given},
            )
        self._started.append(process)
        self._logs[process.pid] = log
        return process, log

    def pause(self, process: subprocess.Popen[bytes]) -> None:
        """Stop a process between its transactions.

        Stopped in the middle of one, it would hold SQLite's only lock until it
        goes on, and nobody else could write.
        """
        engine = connect(self.url)
        self._stack.callback(engine.dispose)
        with transaction(engine):
            process.send_signal(signal.SIGSTOP)
            soon(lambda: status(process.pid)[0] == "T", 30)

    def log(self, process: subprocess.Popen[bytes]) -> str:
        """Return what a process has said on standard error."""
        return self._logs[process.pid].read_text()

    def client(self, address: str) -> Client:
        """Return a user's view of a service."""
        return self._stack.enter_context(closing(Client(address)))

    def store(self) -> Store:
        """Open the store that all processes share."""
        return self._stack.enter_context(closing(SqlStore(self.url)))

    def solvers(self, worker: int) -> list[int]:
        """Return the solver processes of a worker."""
        parents = [worker, *self.warm(worker)]
        return [solver for parent in parents for solver in children(parent, SOLVER)]

    def warm(self, worker: int) -> list[int]:
        """Return the process that forks a worker's solvers, if it has one now."""
        return children(worker, WARM)

    def workers(self, service: int) -> list[int]:
        """Return the worker processes of a service."""
        return children(service, WORKER)

    def runs(self, pid: int) -> bool:
        """Tell whether a process runs."""
        return running(pid)

    def soon(self, condition: Callable[[], Any], seconds: float) -> Any:
        """Wait until something holds, and return it; fail if it does not in time."""
        return soon(condition, seconds)

    def close(self) -> None:
        """End every process that was started; what they started ends with them."""
        self._stack.close()
        for process in self._started:
            doomed = children(process.pid)
            process.kill()
            process.wait()
            soon(partial(_none_runs, doomed), 30)


def children(parent: int, of: str = "") -> list[int]:
    """Return the running children of a process whose command line has some text in it."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                state, its_parent = status(int(entry.name))
                command = (entry / "cmdline").read_text(errors="replace")
            except OSError:  # it has just ended
                continue
            if state != "Z" and its_parent == parent and of in command:
                found.append(int(entry.name))
    return found


def running(pid: int) -> bool:
    """Tell whether a process runs."""
    try:
        return status(pid)[0] != "Z"
    except OSError:
        return False


def status(pid: int) -> tuple[str, int]:
    """Return the letter that the kernel has for what a process does, and its parent."""
    state, parent = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[:2]
    return state, int(parent)


def _none_runs(pids: list[int]) -> bool:
    return not any(map(running, pids))


class Client:
    """What a user does over HTTP."""

    def __init__(self, address: str) -> None:
        self.http = httpx.Client(base_url=address, timeout=60)

    def post(self, request: dict[str, Any]) -> str:
        """Ask; return the address of the job."""
        answer = self.http.post("/v1/jobs", json=request)
        assert answer.status_code == 202, answer.text
        return answer.headers["Location"]

    def poll(self, job: str) -> dict[str, Any]:
        """See how a job is doing."""
        return self.http.get(job).json()  # type: ignore[no-any-return]

    def wait_for(self, job: str, states: tuple[str, ...], seconds: float) -> dict[str, Any]:
        """Poll until a job is in one of some states."""

        def arrived() -> dict[str, Any] | None:
            polled = self.poll(job)
            return polled if polled["state"] in states else None

        return soon(arrived, seconds)  # type: ignore[no-any-return]

    def close(self) -> None:
        """Close the connections."""
        self.http.close()

    def result(self, job: str) -> dict[str, Any]:
        """Download a document."""
        answer = self.http.get(f"{job}/result")
        assert answer.status_code == 200, answer.text
        return answer.json()  # type: ignore[no-any-return]


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    """Give a machine, and leave nothing running on it."""
    own = Machine(tmp_path)
    yield own
    own.close()


# one kind of database in every run, the other with the slow tests
on_sqlite = pytest.mark.parametrize(
    "either_machine",
    ["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)],
    indirect=True,
)
on_postgresql = pytest.mark.parametrize(
    "either_machine",
    [pytest.param("sqlite", marks=pytest.mark.slow), "postgresql"],
    indirect=True,
)


@pytest.fixture(params=["sqlite", "postgresql"])
def either_machine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Machine]:
    """Give a machine with each kind of database."""
    own = Machine(tmp_path)
    if request.param == "postgresql":
        own = Machine(tmp_path, request.getfixturevalue("postgresql").database())
    yield own
    own.close()
