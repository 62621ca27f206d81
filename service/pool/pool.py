"""The processes to which the server leaves what takes long, and the limits that they have.

The event loop waits for a task without a thread of the server's common ones, and
another process holds its own interpreter: whatever a task does, all else goes on.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, TypeVar

import anyio
import anyio.to_thread

from alphacut.service.pool.messages import Broke, Declined, NoMemory, Outcome, Returned, Task
from alphacut.service.pool.process import Overdue, TaskProcess
from alphacut.service.problems import Problem

Made = TypeVar("Made")


class Refused(Exception):
    """A task has ended with a problem that the client is told."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        super().__init__(problem.detail)


class Busy(Exception):
    """So many tasks wait already that another one is turned away."""


class TaskError(Exception):
    """A task has failed by a fault of this software; the message has its trace."""


class Pool:
    """A bounded number of processes, and a bounded number of tasks that wait for one.

    Parameters
    ----------
    name
        What the tasks are doing, as in "checking the request".
    processes
        How many there are at most; each is started when it is needed first.
    waiting
        How many tasks may wait at most.
    seconds
        How long a task may take, and may wait for its turn.
    memory
        How many bytes a task may use.
    too_much
        HTTP's status where a task reaches one of these limits.
    """

    def __init__(
        self,
        name: str,
        *,
        processes: int,
        waiting: int,
        seconds: float,
        memory: int,
        too_much: int,
    ) -> None:
        self._name = name
        self._too_much = too_much
        self._most = processes + waiting
        self._seconds = seconds
        self._memory = memory
        self._turns = anyio.Semaphore(processes)
        # of the large tasks so many at once that one process is left for the others
        self._large_turns = anyio.Semaphore(max(1, processes - 1))
        self._threads = anyio.CapacityLimiter(processes)
        self._asked = 0
        self._lock = threading.Lock()
        self._idle: list[TaskProcess] = []
        self._all: set[TaskProcess] = set()
        self._closed = False

    def start(self) -> None:
        """Start a process ahead of its first task."""
        with self._lock:
            self._idle.append(self._new())

    def close(self) -> None:
        """End all processes; whatever they are doing is given up."""
        with self._lock:
            self._closed = True
            for process in self._idle:
                self._forget(process)
            for process in self._all:  # their tasks end with an error
                process.kill()
            self._idle.clear()

    @property
    def pids(self) -> list[int]:
        """The ids of the processes that there are."""
        with self._lock:
            return [process.pid for process in self._all]

    async def call(
        self, function: Callable[..., Made], *arguments: Any, large: bool = False
    ) -> Made:
        """Call a function in a process of the pool.

        Parameters
        ----------
        large
            Whether it may take long, so that others should be able to pass it by.

        Raises
        ------
        Refused
            If the function has declined, or has reached one of the limits.
        Busy
            If it does not get its turn.
        TaskError
            If it has raised any other error.
        """
        if self._asked >= self._most:
            raise Busy
        self._asked += 1
        try:
            outcome = await self._in_turn(
                Task(function=function, arguments=arguments, seconds=self._seconds), large
            )
        finally:
            self._asked -= 1
        made: Made = self._value(outcome)
        return made

    async def _in_turn(self, task: Task, large: bool) -> Outcome:
        turns = [*([self._large_turns] if large else []), self._turns]
        taken: list[anyio.Semaphore] = []
        try:
            with anyio.move_on_after(self._seconds):
                for turn in turns:
                    await turn.acquire()
                    taken.append(turn)
            if len(taken) < len(turns):
                raise Busy
            return await anyio.to_thread.run_sync(self._perform, task, limiter=self._threads)
        finally:
            for turn in reversed(taken):
                turn.release()

    def _perform(self, task: Task) -> Outcome:
        process = self._process()
        try:
            outcome = process.perform(task)
            if self._closed:
                raise Busy
            return outcome
        except Overdue:
            return Declined(problem=self._overdue())
        finally:
            self._put_back(process)

    def _process(self) -> TaskProcess:
        with self._lock:
            while self._idle:
                process = self._idle.pop()
                if process.usable:
                    return process
                self._forget(process)
            return self._new()

    def _put_back(self, process: TaskProcess) -> None:
        """Keep a process for the next task, or start one in place of it."""
        with self._lock:
            if not process.usable:
                self._forget(process)
                if self._closed:
                    return
                process = self._new()
            self._idle.append(process)

    def _new(self) -> TaskProcess:
        if self._closed:
            raise Busy
        process = TaskProcess(self._memory)
        self._all.add(process)
        return process

    def _forget(self, process: TaskProcess) -> None:
        self._all.discard(process)
        process.end()

    def _value(self, outcome: Outcome) -> Any:
        if isinstance(outcome, Returned):
            return outcome.value
        if isinstance(outcome, Broke):
            raise TaskError(outcome.trace)
        raise Refused(self._no_memory() if isinstance(outcome, NoMemory) else outcome.problem)

    def _overdue(self) -> Problem:
        return self._beyond(f"longer than {self._seconds:g} seconds")

    def _no_memory(self) -> Problem:
        return self._beyond(f"more than {self._memory >> 20:,} MB of memory")

    def _beyond(self, limit: str) -> Problem:
        return Problem(
            status=self._too_much,
            name="too-much-work",
            title="The request needs more work than is allowed",
            detail=f"{self._name} took {limit}; ask about fewer or smaller networks at once",
        )
