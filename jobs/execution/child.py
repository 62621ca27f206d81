"""The child process: works on one task after another for its parent.

Forked by a warm process (`fork_server`), or run as `python -m alphacut.jobs.execution.child SOCKET
LIFELINE PARENT THREAD` where there is none, by `process.Child` alone.
"""

from __future__ import annotations

import os
import queue
import signal
import sys
import threading
import traceback
from multiprocessing.connection import Connection
from typing import NoReturn

from alphacut.arrangements.errors import ArrangementsError
from alphacut.arrangements.words import fault
from alphacut.jobs.execution.igraph_without_plots import load_undrawn
from alphacut.jobs.execution.memory import limit_data
from alphacut.jobs.execution.messages import Ask, Begun, Broke, Done, Refused, Stop, Told
from alphacut.jobs.execution.parent_death import be_the_first_to_go, die_with_parent, die_with_pipe
from alphacut.solver.common.errors import SolverError


class Listener(threading.Thread):
    """Hears the parent while the main thread works."""

    def __init__(self, parent: Connection) -> None:
        super().__init__(name="listener", daemon=True)
        self.stop = threading.Event()
        self.asked: queue.Queue[Ask] = queue.Queue()
        self._parent = parent

    def run(self) -> None:
        """Pass on what is heard; end the process when the parent is gone."""
        while True:
            try:
                message = self._parent.recv()
            except (EOFError, OSError):
                os._exit(0)
            if isinstance(message, Stop):
                self.stop.set()
            elif isinstance(message, Ask):
                self.stop.clear()
                self.asked.put(message)


def reply(asked: Ask, parent: Connection, stop: threading.Event) -> Done | Refused | Broke:
    """Work on one task and say what came of it."""

    def on_progress(news: object | None) -> bool:
        if news is not None:
            parent.send(Told(news=news))
        return not stop.is_set()

    limit_data(asked.memory)
    try:
        task = asked.task
        task.load_libraries()
        parent.send(Begun())
        return Done(answer=task.work(on_progress))
    except (ArrangementsError, SolverError) as error:
        return Refused(error=error)
    except Exception as error:
        return Broke(
            reason=fault(error),
            out_of_memory=isinstance(error, MemoryError),
            trace=traceback.format_exc(),
        )
    finally:
        limit_data(None)  # there must be some left to write the reply


def main() -> None:
    """Work on tasks until the parent is gone."""
    socket, lifeline, parent_id, started_by_main_thread = map(int, sys.argv[1:])
    if started_by_main_thread:
        die_with_parent(parent_id)
    die_with_pipe(lifeline)
    be_the_first_to_go()
    load_undrawn()
    serve_parent(socket)


def serve_parent(socket: int) -> NoReturn:
    """Work on one task after another, until the parent is gone.

    Parameters
    ----------
    socket
        The descriptor of the socket that leads to it.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)  # the parent decides what Ctrl-C and shutdown mean
    signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT, signal.SIGTERM))  # held at the start
    parent = Connection(socket)
    listener = Listener(parent)
    listener.start()
    while True:
        asked = listener.asked.get()
        parent.send(reply(asked, parent, listener.stop))


if __name__ == "__main__":
    main()
