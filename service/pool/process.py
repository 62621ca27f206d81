"""One process of the pool, as the server sees it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any

from alphacut.service.pool.messages import Broke, Declined, NoMemory, Outcome, Ready, Reply, Task
from alphacut.service.problems import Problem

START = 120.0  # seconds that a process may take to import what it needs
_LOST = (EOFError, OSError)
_KILLED = Problem(
    status=503,
    name="killed",
    title="The work on the request was broken off",
    detail="the process that worked on the request was killed from outside, as systems do that "
    "have no memory left; try again in a moment",
    headers={"Retry-After": "2"},
)


class Overdue(Exception):
    """A task has not ended within its time."""


class TaskProcess:
    """A process that performs one task at a time.

    It is in a process group of its own, so that Ctrl-C in a terminal reaches the server
    alone, and it ends when the server closes the connection, however that comes about.

    Parameters
    ----------
    memory
        How many bytes its tasks may use.
    """

    def __init__(self, memory: int) -> None:
        ours, theirs = Pipe(duplex=True)
        self._socket: Connection[Any, Any] = ours
        self._usable = True
        with theirs:
            self._process = subprocess.Popen(
                [
                    sys.executable,
                    "-P",
                    "-m",
                    "alphacut.service.pool.child",
                    f"{theirs.fileno()}",
                    f"{memory}",
                ],
                stdin=subprocess.DEVNULL,
                stdout=2,
                pass_fds=(theirs.fileno(),),
                process_group=0,
                env={
                    **os.environ,
                    "OPENBLAS_NUM_THREADS": "1",  # each thread would take memory of its own
                    "OMP_NUM_THREADS": "1",
                },
            )

    @property
    def usable(self) -> bool:
        """Whether the process can be given another task."""
        return self._usable and self._process.poll() is None

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    def perform(self, task: Task) -> Outcome:
        """Have a task done.

        Raises
        ------
        Overdue
            If it takes longer than it may; the process has been ended then.
        """
        try:
            self._socket.send(task)
            if not self._socket.poll(task.seconds):
                self.end()
                raise Overdue
            reply: Reply = self._socket.recv()
        except _LOST:
            return self._loss()
        self._usable = not reply.last
        return reply.outcome

    def is_ready(self) -> bool:
        """Wait until all is imported; tell whether it is, and the process has not ended instead."""
        try:
            return self._socket.poll(START) and isinstance(self._socket.recv(), Ready)
        except _LOST:
            return False

    def _loss(self) -> Outcome:
        """Tell what it means that the process has ended instead of answering."""
        self.end()
        code = self._process.returncode
        if code == -signal.SIGALRM:
            raise Overdue
        if code == -signal.SIGABRT:  # how memory that is refused shows in libraries
            return NoMemory()
        if code == -signal.SIGKILL:  # by somebody, or by a system without memory
            return Declined(problem=_KILLED)
        return Broke(trace=f"the process {self.pid} ended with code {code}")

    def kill(self) -> None:
        """End the process at once, in the midst of a task or not."""
        self._usable = False
        self._process.kill()
        self._process.wait()

    def end(self) -> None:
        """End the process at once, and close the connection to it."""
        self.kill()
        self._socket.close()
