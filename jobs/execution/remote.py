"""What runs on a Dask worker: one task, worked on in a child process of that worker.

The child makes sure that native code which holds the interpreter never holds up
Dask's own threads, and that the work can be ended at any time. Dask forgets a
task that is cancelled while it runs, and gives its worker more to do; so the task
itself looks at what has become of it, several times a second.
"""

from __future__ import annotations

import threading
import time
from typing import Any

from distributed import Event, get_worker
from distributed.protocol.pickle import dumps

from alphacut.arrangements.errors import ArrangementsError
from alphacut.jobs.errors import Cancelled, ExecutionError
from alphacut.jobs.execution._base import AnyTask
from alphacut.jobs.execution.local import LocalExecution
from alphacut.jobs.execution.messages import Begun, Done, Refused, Told
from alphacut.solver.common.errors import SolverError

ASK = 0.25  # seconds between two questions to the scheduler whether to stop
_OWN = threading.local()


class Dropped(Exception):
    """Nobody waits for this task any more."""


def work(
    task: AnyTask, *, name: str, topic: str, memory: int | None
) -> Done | Refused | ExecutionError | Cancelled:
    """Work on a task; tell of progress under a topic on the scheduler.

    Parameters
    ----------
    name
        Of this step, in what is told; an event of this name says that it is to stop.
    memory
        Bytes of memory that may be used; None: no limit.
    """
    step = RemoteStep(name, topic)
    step.tell(Begun())
    try:
        return Done(answer=_own_execution(memory).ask(task, step.on_progress, step.should_stop))
    except (ArrangementsError, SolverError) as error:
        return Refused(error=error)
    except (ExecutionError, Cancelled) as error:
        return error


def _own_execution(memory: int | None) -> LocalExecution:
    """Return what this thread of the Dask worker keeps, so that libraries are loaded once."""
    kept: dict[int | None, LocalExecution] = _OWN.__dict__.setdefault("kept", {})
    return kept.setdefault(memory, LocalExecution(memory=memory))


class RemoteStep:
    """A step, as seen from within the Dask worker."""

    def __init__(self, name: str, topic: str) -> None:
        self._worker: Any = get_worker()
        self._key = self._worker.get_current_task()
        self._name = name
        self._topic = topic
        self._stop = Event(name)
        self._ask_at = 0.0

    def tell(self, message: object) -> None:
        """Send a message to whoever has asked."""
        self._worker.log_event(self._topic, {"step": self._name, "message": dumps(message)})

    def on_progress(self, news: object) -> None:
        """Pass news on."""
        self.tell(Told(news=news))

    def should_stop(self) -> bool:
        """Tell whether whoever has asked wants the work stopped.

        Raises
        ------
        Dropped
            If the task was cancelled, or whoever has asked is gone.
        """
        task = self._worker.state.tasks.get(self._key)
        if task is None or task.state == "cancelled":
            raise Dropped
        if time.monotonic() < self._ask_at:
            return False
        self._ask_at = time.monotonic() + ASK
        return bool(self._stop.is_set())
