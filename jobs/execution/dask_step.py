"""One task on a Dask cluster."""

from __future__ import annotations

import queue
from typing import Any, Generic

from distributed import Event
from distributed.scheduler import KilledWorker

from alphacut.arrangements.words import fault
from alphacut.jobs.errors import ExecutionError, ExecutionLost, JobsError
from alphacut.jobs.execution._base import News, Result, Task
from alphacut.jobs.execution.messages import Done
from alphacut.jobs.execution.watch import Watch

OBEY = 1.6  # seconds that a step has to answer once it is told to stop, all ways included


class DaskStep(Generic[Result, News]):
    """Implements `Step`.

    Parameters
    ----------
    future
        Of the task that runs `jobs.execution.remote.work`.
    messages
        Where what the task tells arrives.
    """

    def __init__(
        self,
        task: Task[Result, News],
        *,
        client: Any,
        future: Any,
        messages: queue.SimpleQueue[object],
        grace: float,
    ) -> None:
        self.answer: Result | None = None
        self.ended = False
        self._client = client
        self._future = future
        self._messages = messages
        self._watch = Watch(task, grace=grace, obey=OBEY)

    def poll(self, wait: float) -> list[News]:
        """Listen to the task; see `Step.poll`."""
        news: list[News] = []
        if self.ended:
            return news
        try:
            self._hear(wait, news)
            self._look()
            self._enforce()
        except BaseException:
            self.abandon()
            raise
        return news

    def stop(self) -> None:
        """Tell the task to stop; see `Step.stop`."""
        if not self.ended and self._watch.stop():
            self._tell_to_stop()

    def abandon(self) -> None:
        """Cancel the task, which then ends its child."""
        if not self.ended:
            self.ended = True
            if self._client.status == "running":
                self._future.cancel()

    def _hear(self, wait: float, news: list[News]) -> None:
        try:
            while True:
                news += self._watch.hear(self._messages.get(timeout=max(wait, 0.001)))
                wait = 0
        except queue.Empty:
            pass  # all that has come is heard

    def _look(self) -> None:
        """See whether the task has ended, and how."""
        if self._client.status != "running":
            raise ExecutionLost("the connection to the Dask scheduler is lost")
        status = self._future.status
        if status == "finished":
            self._take(self._future.result())
        elif status == "error":
            raise _failure(self._future.exception())
        elif status != "pending":
            raise ExecutionLost(f"the Dask scheduler has dropped a step ({status})")

    def _take(self, result: object) -> None:
        if isinstance(result, JobsError):
            raise result
        if isinstance(result, Done):
            self.answer = self._watch.labelled(result.answer)
            self.ended = True
            self._future.release()
        else:
            self._watch.hear(result)

    def _enforce(self) -> None:
        if self.ended:
            return
        if self._watch.overdue:
            self.stop()
        if self._watch.abandoned:
            self.answer = self._watch.best_so_far()
            self.abandon()

    def _tell_to_stop(self) -> None:
        try:
            Event(self._future.key, client=self._client).set()
        except (OSError, TimeoutError) as error:
            raise ExecutionLost(f"the Dask scheduler cannot be reached: {error}") from error


def _failure(error: BaseException) -> ExecutionError:
    if isinstance(error, KilledWorker):
        return ExecutionError(f"Dask workers died while they worked on it: {error}")
    return ExecutionError(f"the step failed on its Dask worker: {fault(error)}")
