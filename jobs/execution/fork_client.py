"""The warm process of this one, which forks its children (Linux); see `fork_server`.

There is one for all executions of a process, begun with the first child. When it has died, or the
environment has changed, another takes its place, and what its children work on goes on. One that
lives stays until its children have ended, since nobody else can tell how they did.
"""

from __future__ import annotations

import atexit
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol

from alphacut.jobs.execution.requests import FAILED, FORK, LONGEST, REAP
from alphacut.jobs.execution.title import retitle

PATIENCE = 5.0  # seconds in which a warm process has to answer: it forks, or loads one module
UNKNOWN = 256  # an exit code that nobody can tell any more

# Variables that a process heeds by their beginnings; with others of them it is another process.
HEEDED = (
    "ALPHACUT_",
    "OMP_",
    "OPENBLAS_",
    "MKL_",
    "NUMBA_",
    "PYTHON",
    "LD_",
    "TMP",
    "XDG_",
    "HOME",
)

_lock = threading.RLock()
_fork_server: ForkServer | None = None
_former: list[ForkServer] = []  # of another environment, with children that may still work


class Process(Protocol):
    """A process that was begun; `subprocess.Popen` is one."""

    @property
    def pid(self) -> int:
        """The process id."""
        ...

    def poll(self) -> int | None:
        """Return the exit code, None while the process runs."""
        ...

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end and return the exit code; raises `subprocess.TimeoutExpired`."""
        ...


@contextmanager
def held_back(*numbers: signal.Signals) -> Iterator[None]:
    """Hold signals back, also from a process that is started meanwhile.

    Between its start and the group of its own it would die of what is meant for the parent.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, numbers)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def forked(connection: int, lifeline: int) -> Process | None:
    """Have a child forked that is given two descriptors; None if there is no warm process.

    Where one has just died, another is begun.
    """
    if not hasattr(os, "pidfd_open"):
        return None
    with _lock:
        for _ in range(2):
            fork_server = _living()
            child = fork_server.fork(connection, lifeline)
            if child is not None:
                return child
    return None


def warm_from_here() -> None:
    """Let a fork of this process be the warm one: what is loaded here is loaded there.

    Only for a process with one thread, and no warm process yet; any other does without.
    """
    global _fork_server
    if hasattr(os, "pidfd_open") and _fork_server is None and threading.active_count() == 1:
        _fork_server = ForkServer(_fork_of_this)


@atexit.register
def end() -> None:
    """End the warm process; the next child brings a new one about."""
    global _fork_server
    with _lock:
        for each in (*_former, *filter(None, [_fork_server])):
            each.end()
        _former.clear()
        _fork_server = None


def _living() -> ForkServer:
    global _fork_server
    if _fork_server is None or not _fork_server.serves:
        if _fork_server is not None:
            _former.append(_fork_server)
        _end_childless()
        _fork_server = ForkServer(_of_its_own)
    return _fork_server


def _end_childless() -> None:
    for each in tuple(_former):
        if not (each.alive and each.children):
            each.end()
            _former.remove(each)


class ForkServer:
    """A warm process, as the process that it serves sees it.

    Parameters
    ----------
    start
        Begins it, with a socket for requests and its end of a lifeline.
    """

    def __init__(self, start: Start) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.settimeout(PATIENCE)
        end_of_life, self._lifeline = os.pipe()
        self._requests = ours
        self._owner = os.getpid()
        self.children: set[int] = set()  # whose ends nobody has asked for
        self._environment = _heeded()  # in which its children find themselves
        with theirs, held_back(signal.SIGINT, signal.SIGTERM):
            self._process = start(theirs, end_of_life)
        os.close(end_of_life)

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    @property
    def serves(self) -> bool:
        """Whether what it forks is as if this process had started it now."""
        return self.alive and self._environment == _heeded()

    @property
    def alive(self) -> bool:
        """Whether it runs, and is that of this process: a fork of this one has none yet."""
        return self._owner == os.getpid() and self._process.poll() is None

    def fork(self, connection: int, lifeline: int) -> Process | None:
        """Have a child forked; None, and the end of the fork server, if it does not answer."""
        answer = self._asked(FORK, [connection, lifeline])
        if answer is None or answer == FAILED:
            return None
        try:
            child = Forked(int(answer), self)
        except ProcessLookupError:  # it went with the fork server
            return None
        self.children.add(child.pid)
        return child

    def exit_code(self, pid: int) -> int:
        """Return how a child ended, which it must have."""
        answer = self._asked(REAP + b" " + str(pid).encode(), []) if self.alive else None
        self.children.discard(pid)
        return UNKNOWN if answer is None or answer == FAILED else int(answer)

    def end(self) -> None:
        """End the process, unless it is another one's."""
        if self._owner == os.getpid():
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            self._process.wait()
            os.close(self._lifeline)
        self._requests.close()

    def _asked(self, message: bytes, descriptors: list[int]) -> bytes | None:
        with _lock:
            try:
                socket.send_fds(self._requests, [message], descriptors)
                answer = self._requests.recv(LONGEST)
            except OSError:  # it is gone, or hangs
                answer = b""
            if not answer and self.alive:
                os.kill(self.pid, signal.SIGKILL)  # or it would answer later
                self._process.wait()
            return answer or None


def _heeded() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name.startswith(HEEDED)}


class Start(Protocol):
    """Begins a warm process."""

    def __call__(self, requests: socket.socket, lifeline: int) -> Process: ...


def _of_its_own(requests: socket.socket, lifeline: int) -> Process:
    passed = (requests.fileno(), lifeline)
    module = "alphacut.jobs.execution.fork_server"
    return subprocess.Popen(
        [sys.executable, "-P", "-m", module, *map(str, passed)],
        stdin=subprocess.DEVNULL,
        stdout=2,
        pass_fds=passed,
        process_group=0,
    )


def _fork_of_this(requests: socket.socket, lifeline: int) -> Process:
    from alphacut.jobs.execution.fork_server import begin  # here, for it is a program as well

    pid = os.fork()
    if pid:
        return _Own(pid)
    try:
        os.setpgid(0, 0)
        with Path(os.devnull).open("rb") as nothing:
            os.dup2(nothing.fileno(), 0)
        os.dup2(2, 1)  # standard output may be carrying a result
        os.closerange(3, min(requests.fileno(), lifeline))
        retitle("alphacut.jobs.execution.fork_server")
        begin(requests, lifeline)
    finally:
        os._exit(1)


class _Own:
    """A child of this process that was forked."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._code: int | None = None

    def poll(self) -> int | None:
        """Return the exit code, None while the process runs."""
        return self._look(os.WNOHANG)

    def wait(self, timeout: float | None = None) -> int:  # noqa: ARG002
        """Wait for the end, which must be near."""
        code = self._look(0)
        assert code is not None
        return code

    def _look(self, options: int) -> int | None:
        if self._code is None:
            pid, status = os.waitpid(self.pid, options)
            self._code = os.waitstatus_to_exitcode(status) if pid else None
        return self._code


class Forked:
    """A child that a fork server has forked. Implements `Process`."""

    def __init__(self, pid: int, fork_server: ForkServer) -> None:
        self.pid = pid
        self._fork_server = fork_server
        self._code: int | None = None
        self._descriptor = os.pidfd_open(pid)  # readable once the process has ended
        self._over = select.poll()
        self._over.register(self._descriptor, select.POLLIN)

    def poll(self) -> int | None:
        """Return the exit code, None while the process runs."""
        return self._ended(0)

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end and return the exit code."""
        code = self._ended(timeout)
        if code is None:
            raise subprocess.TimeoutExpired("the working process", timeout or 0)
        return code

    def _ended(self, timeout: float | None) -> int | None:
        if self._code is None and self._over.poll(None if timeout is None else 1000 * timeout):
            os.close(self._descriptor)
            self._code = self._fork_server.exit_code(self.pid)
        return self._code
