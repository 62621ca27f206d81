"""A child process that works on tasks, as its parent sees it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any

from alphacut.jobs.errors import ExecutionError
from alphacut.jobs.execution.fork_client import UNKNOWN, Process, forked, held_back
from alphacut.jobs.execution.memory import held

_LOST = (EOFError, ConnectionError)
# Out of memory, a process is killed by the system, or a library in it gives up.
_WITHOUT_MEMORY = (-signal.SIGKILL, -signal.SIGABRT)


class Child:
    """One child process and the socket that leads to it.

    The child is in a process group of its own, so that Ctrl-C in a terminal
    reaches the parent alone. What it prints goes to standard error, because
    standard output may be carrying a result.

    Parameters
    ----------
    warm
        Whether it is forked by a warm process, where there can be one, and need not load again
        what that has loaded.
    """

    def __init__(self, *, warm: bool = True) -> None:
        ours, theirs = Pipe(duplex=True)
        self._socket: Connection[Any, Any] = ours
        end_of_life, self._lifeline = os.pipe()
        with theirs:
            child = forked(theirs.fileno(), end_of_life) if warm else None
            self._process: Process = child or _started(theirs.fileno(), end_of_life)
        os.close(end_of_life)

    @property
    def alive(self) -> bool:
        """Whether the process still runs."""
        return self._process.poll() is None

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    def memory(self) -> int:
        """Return the bytes that the process and all that it started hold; 0 after its end."""
        return held(self.pid)

    def send(self, message: object) -> None:
        """Send a message.

        Raises
        ------
        ExecutionError
            If the process has ended.
        """
        try:
            self._socket.send(message)
        except _LOST:
            raise ExecutionError(self._how_it_ended()) from None

    def receive(self, wait: float) -> object | None:
        """Return the next message, or None if there is none within `wait` seconds.

        Raises
        ------
        ExecutionError
            If the process has ended.
        """
        try:
            return self._socket.recv() if self._socket.poll(wait) else None
        except _LOST:
            raise ExecutionError(self._how_it_ended()) from None

    def kill(self) -> None:
        """End the process, and whatever it has started, at once."""
        if self.alive:
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        if not self._socket.closed:
            self._socket.close()
            os.close(self._lifeline)

    def _how_it_ended(self) -> str:
        try:
            code = self._process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            return "the working process closed its connection"
        if code == UNKNOWN:
            return "the working process ended, and so did the one that could tell how"
        if code in _WITHOUT_MEMORY:
            return (
                f"the working process was killed by signal {-code}; it may have run out of memory"
            )
        if code < 0:
            return f"the working process was killed by signal {-code} ({signal.strsignal(-code)})"
        return f"the working process ended by itself with exit code {code}"


def _started(socket: int, lifeline: int) -> Process:
    """Start a process that has nothing loaded yet."""
    by_main_thread = threading.current_thread() is threading.main_thread()
    arguments = [socket, lifeline, os.getpid(), int(by_main_thread)]
    module = "alphacut.jobs.execution.child"
    with held_back(signal.SIGINT, signal.SIGTERM):
        return subprocess.Popen(
            [sys.executable, "-P", "-m", module, *map(str, arguments)],
            stdin=subprocess.DEVNULL,
            stdout=2,
            pass_fds=(socket, lifeline),
            process_group=0,
        )
