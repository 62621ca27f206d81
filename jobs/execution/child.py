"""The child process: answers one question after another for its parent.

Run as `python -m jobs.execution.child SOCKET LIFELINE PARENT THREAD`, by `process.Child`
alone.
"""

from __future__ import annotations

import os
import queue
import signal
import sys
import threading
import time
import traceback
from multiprocessing.connection import Connection

from arrangements.words import fault
from jobs.execution.lifeline import be_the_first_to_go, die_with_parent, die_with_pipe
from jobs.execution.messages import Ask, Begun, Broke, Done, News, Refused, Stop
from solver.bisection.answer import answer
from solver.bisection.outcome import Progress
from solver.bisection.point import Question
from solver.errors import QuestionError

NEWS_EVERY = 0.2  # seconds between news that bring no better cut or bound


class Listener(threading.Thread):
    """Hears the parent while the main thread works."""

    def __init__(self, parent: Connection) -> None:
        super().__init__(name="listener", daemon=True)
        self.stop = threading.Event()
        self.questions: queue.Queue[Question] = queue.Queue()
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
                self.questions.put(message.question)


class Reporter:
    """Sends news to the parent, and carries its wish to stop the other way."""

    def __init__(self, parent: Connection, stop: threading.Event) -> None:
        self._parent = parent
        self._stop = stop
        self._last: tuple[object, int] | None = None
        self._sent = 0.0

    def observe(self, progress: Progress) -> bool:
        """Report progress, unless the same was reported just now."""
        state = (progress.incumbent, progress.lower_bound)
        now = time.monotonic()
        if state != self._last or now - self._sent > NEWS_EVERY:
            self._last, self._sent = state, now
            self._parent.send(News(progress=progress))
        return not self._stop.is_set()


def reply(question: Question, parent: Connection, stop: threading.Event) -> Done | Refused | Broke:
    """Work on one question and say what came of it."""
    parent.send(Begun())
    try:
        return Done(answer=answer(question, Reporter(parent, stop).observe))
    except QuestionError as error:
        return Refused(field=error.field, problem=error.problem)
    except Exception as error:
        return Broke(reason=fault(error), trace=traceback.format_exc())


def main() -> None:
    """Answer questions until the parent is gone."""
    socket, lifeline, parent_id, started_by_main_thread = map(int, sys.argv[1:])
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what Ctrl-C means
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # and what becomes of work at shutdown
    signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT, signal.SIGTERM))  # held at the start
    if started_by_main_thread:
        die_with_parent(parent_id)
    die_with_pipe(lifeline)
    be_the_first_to_go()
    parent = Connection(socket)
    listener = Listener(parent)
    listener.start()
    while True:
        question = listener.questions.get()
        parent.send(reply(question, parent, listener.stop))


if __name__ == "__main__":
    main()
