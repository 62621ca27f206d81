"""Execution on a Dask cluster: many machines, or several processes of this one."""

from __future__ import annotations

import queue
import secrets
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, Self

from distributed import Client, LocalCluster
from distributed.protocol.pickle import loads

from alphacut.jobs.errors import ExecutionLost
from alphacut.jobs.execution._base import News, Result, ShouldStop, Task, never, unheard
from alphacut.jobs.execution.blocking import ask
from alphacut.jobs.execution.dask_step import DaskStep
from alphacut.jobs.execution.remote import work
from alphacut.jobs.execution.watch import GRACE

LOCAL = "local"  # in place of an address: a cluster of one's own, on this machine
PATIENCE = 30.0  # seconds in which a scheduler must be found


class DaskExecution:
    """Works on tasks on a Dask cluster, each in a child process of a Dask worker.

    Dask repeats a step whose worker has died, on another one, some times. The
    scheduler remembers nothing when it is started anew: then `ExecutionLost` is
    raised, and the step is started again from what the store holds.

    Parameters
    ----------
    address
        Of the scheduler, such as tcp://scheduler:8786; or "local".
    processes
        Workers of a local cluster.
    memory
        Bytes of memory that one task may use; None: no limit.
    grace
        Seconds that a cooperative task may take over its own time.

    Raises
    ------
    ExecutionLost
        If there is no scheduler at this address.
    """

    def __init__(
        self,
        address: str,
        *,
        processes: int = 1,
        memory: int | None = None,
        grace: float = GRACE,
    ) -> None:
        self._memory = memory
        self._grace = grace
        self._topic = f"alphacut-{secrets.token_hex(8)}"
        self._messages: dict[str, queue.SimpleQueue[object]] = {}
        self._steps: dict[str, DaskStep[Any, Any]] = {}
        self._stack = ExitStack()
        self._client = self._connect(address, processes)
        self._client.subscribe_topic(self._topic, self._hear)

    @property
    def slots(self) -> int:
        """How many threads the cluster's workers have, at least 1."""
        if self._client.status != "running":
            raise ExecutionLost("the connection to the Dask scheduler is lost")
        threads: dict[str, int] = self._client.nthreads()
        return max(1, sum(threads.values()))

    def start(self, task: Task[Result, News]) -> DaskStep[Result, News]:
        """Begin to work on a task; see `Execution.start`."""
        self._forget_ended()
        name = f"alphacut-step-{secrets.token_hex(8)}"
        messages: queue.SimpleQueue[object] = queue.SimpleQueue()
        self._messages[name] = messages
        try:
            future = self._client.submit(
                work,
                task,
                key=name,
                name=name,
                topic=self._topic,
                memory=self._memory,
                pure=False,
            )
        except (OSError, RuntimeError, TimeoutError) as error:
            raise ExecutionLost(f"the Dask scheduler cannot be reached: {error}") from error
        step = DaskStep(
            task, client=self._client, future=future, messages=messages, grace=self._grace
        )
        self._steps[name] = step
        return step

    def ask(
        self,
        task: Task[Result, News],
        on_progress: Callable[[News], None] = unheard,
        should_stop: ShouldStop = never,
    ) -> Result:
        """Work on one task to its end; see `Execution.ask`."""
        return ask(self, task, on_progress, should_stop)

    def close(self) -> None:
        """Cancel all steps, and leave the cluster; one of one's own is ended."""
        for step in self._steps.values():
            step.abandon()
        self._steps.clear()
        self._stack.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _connect(self, address: str, processes: int) -> Any:
        if address == LOCAL:
            cluster = self._stack.enter_context(_local_cluster(processes))
            return self._stack.enter_context(Client(cluster))
        try:
            return self._stack.enter_context(Client(address, timeout=PATIENCE))
        except (OSError, TimeoutError, ValueError) as error:
            raise ExecutionLost(f"no Dask scheduler at {address}: {error}") from error

    def _hear(self, event: tuple[float, Any]) -> None:
        """Sort what steps tell; called in a thread of Dask's."""
        _, told = event
        messages = self._messages.get(told["step"])
        if messages is not None:
            messages.put(loads(told["message"]))

    def _forget_ended(self) -> None:
        for name in [name for name, step in self._steps.items() if step.ended]:
            del self._steps[name], self._messages[name]


def _local_cluster(processes: int) -> Any:
    return LocalCluster(
        n_workers=processes, threads_per_worker=1, processes=True, dashboard_address=":0"
    )
