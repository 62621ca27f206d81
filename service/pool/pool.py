"""The processes to which the server leaves what takes long, and the limits that they have.

The event loop waits for a task without a thread of the server's common ones, and
another process holds its own interpreter: whatever a task does, all else goes on.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

import anyio
import anyio.to_thread

from alphacut.service.pool.messages import (
    Broke,
    Costly,
    Declined,
    Deferred,
    NoMemory,
    Outcome,
    Returned,
    Task,
)
from alphacut.service.pool.process import Overdue, TaskProcess
from alphacut.service.pool.turns import Turns, Waiter
from alphacut.service.problems import Problem

logger = logging.getLogger(__name__)
PAUSE = 1.0  # seconds before a process that did not start is tried again
Made = TypeVar("Made")


class Refused(Exception):
    """A task has ended with a problem that the client is told."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        super().__init__(problem.detail)


class Busy(Exception):
    """A task did not get its turn in time, or the server is about to end."""


class TaskError(Exception):
    """A task has failed by a fault of this software; the message has its trace."""


class Pool:
    """A bounded number of processes; tasks wait for one for a bounded time.

    Callers take turns, so that one with many tasks does not keep the others waiting. A process
    that is at work is soon free, and another takes seconds to start: so each task is given the
    first that is free, while as many as there may be are brought up beside.

    Parameters
    ----------
    name
        What the tasks are doing, as in "checking the request".
    processes
        How many there are at most; each is started when it is needed first.
    waiting
        For how many seconds a task waits for its turn.
    room
        How many bytes the arguments of all tasks may hold together.
    seconds
        How long a task may take.
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
        waiting: float,
        room: int,
        seconds: float,
        memory: int,
        too_much: int,
    ) -> None:
        self._name = name
        self._too_much = too_much
        self._most = processes
        self._waiting = waiting
        self._room = room
        self._seconds = seconds
        self._memory = memory
        self._threads = anyio.CapacityLimiter(processes)
        self._lock = threading.RLock()  # of all that follows
        # of the large tasks so many at once that one process is left for the others
        self._turns = Turns(max(1, processes - 1))
        self._idle: list[TaskProcess] = []
        self._all: set[TaskProcess] = set()
        self._starting = 0
        self._leaving = self._closed = False

    def start(self) -> None:
        """Start a process ahead of its first task."""
        with self._lock:
            self._bring_up()

    def leave(self) -> None:
        """Begin no task any more: those that wait are turned away, others may end."""
        with self._lock:
            self._leaving = True
            for waiter in self._turns.clear():
                waiter.wake()

    def close(self) -> None:
        """End all processes; whatever they are doing is given up."""
        self.leave()
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
        self,
        function: Callable[..., Made],
        *arguments: Any,
        caller: str = "",
        large: bool = False,
    ) -> Made:
        """Call a function in a process of the pool.

        Parameters
        ----------
        caller
            For whom; callers take turns.
        large
            Whether it may take long, so that others should be able to pass it by.

        Raises
        ------
        Refused
            If the function has declined, or has reached one of the limits.
        Costly
            If the function has raised it.
        Busy
            If it does not get its turn.
        TaskError
            If it has raised any other error.
        """
        task = Task(function=function, arguments=arguments, seconds=self._seconds)
        held = sum(len(each) for each in arguments if isinstance(each, bytes))
        with self._lock:
            if self._leaving or held > self._room:
                raise Busy
            self._room -= held
        try:
            outcome = await self._in_turn(task, Waiter(caller, large=large))
        finally:
            with self._lock:
                self._room += held
        made: Made = self._value(outcome)
        return made

    async def _in_turn(self, task: Task, waiter: Waiter) -> Outcome:
        with self._lock:
            self._turns.add(waiter)
            self._serve()
        try:
            with anyio.move_on_after(self._waiting):
                await waiter.wait()
            with self._lock:
                process = self._given(waiter)
            return await anyio.to_thread.run_sync(
                self._perform, process, task, limiter=self._threads
            )
        finally:
            with self._lock:
                if waiter.process is None:
                    self._withdraw(waiter)
                else:
                    self._turns.ended(waiter)
                    self._put_back(waiter.process)

    def _given(self, waiter: Waiter) -> TaskProcess:
        if waiter.process is None:
            raise Busy
        return waiter.process

    def _withdraw(self, waiter: Waiter) -> None:
        """Have a task that was given no process wait no more, unless all were turned away."""
        with suppress(KeyError, ValueError):
            self._turns.remove(waiter)

    def _perform(self, process: TaskProcess, task: Task) -> Outcome:
        try:
            outcome = process.perform(task)
        except Overdue:
            outcome = Declined(problem=self._overdue())
        if self._closed:
            raise Busy
        return outcome

    def _serve(self) -> None:
        """Give the processes that are free to those whose turn it is."""
        while self._idle and (waiter := self._turns.next()):
            process = self._idle.pop()
            waiter.process = process
            waiter.wake()
        if self._turns and not self._idle:
            self._bring_up()

    def _put_back(self, process: TaskProcess) -> None:
        """Keep a process for the next task, or start one in place of it."""
        if self._closed:
            self._forget(process)
        elif process.usable:
            self._idle.append(process)
        else:
            self._forget(process)
            self._bring_up()
        self._serve()

    def _bring_up(self) -> None:
        """Start a process beside all else, if there may be one more."""
        if self._leaving or len(self._all) + self._starting >= self._most:
            return
        self._starting += 1
        threading.Thread(target=self._begin, name="pool", daemon=True).start()

    def _begin(self) -> None:
        process = TaskProcess(self._memory)
        with self._lock:
            self._starting -= 1
            self._all.add(process)
            if self._closed:
                self._forget(process)
                return
        ready = process.is_ready()
        with self._lock:
            if ready and not self._closed:
                self._idle.append(process)
                self._serve()
                return
            self._forget(process)
        if not self._closed:
            logger.error("a process for %s did not start", self._name)
            time.sleep(PAUSE)
            with self._lock:
                self._serve()

    def _forget(self, process: TaskProcess) -> None:
        self._all.discard(process)
        process.end()

    def _value(self, outcome: Outcome) -> Any:
        if isinstance(outcome, Returned):
            return outcome.value
        if isinstance(outcome, Deferred):
            raise Costly
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
