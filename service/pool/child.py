"""A process of the pool: calls one function after another for the server.

Run as `python -m alphacut.service.pool.child SOCKET MEMORY`, by `process.TaskProcess` alone.
"""

from __future__ import annotations

import ctypes
import gc
import os
import signal
import sys
import traceback
from contextlib import suppress
from multiprocessing.connection import Connection

from alphacut.jobs.execution.memory import held, limit_address_space
from alphacut.jobs.execution.parent_death import be_the_first_to_go
from alphacut.service.checking import warm_up
from alphacut.service.pool.messages import (
    Broke,
    Costly,
    Declined,
    Deferred,
    NoMemory,
    Outcome,
    Ready,
    Reply,
    Returned,
    Task,
)
from alphacut.service.refusals import problem_of

GRACE = 1.0  # seconds after a task's limit at which this process ends by itself
SWOLLEN = 2  # times the memory after the imports from which a process is replaced


def main() -> None:
    """Do what the server asks for until it closes the connection."""
    server = Connection(int(sys.argv[1]))
    be_the_first_to_go()
    warm_up()  # so that the first task need not
    gc.collect()
    gc.freeze()  # what is there now stays; looking through it again would be waste
    limit_address_space(int(sys.argv[2]))
    slim = held(os.getpid())
    server.send(Ready())
    last = False
    while not last:
        try:
            task = server.recv()
        except EOFError:
            return
        signal.setitimer(signal.ITIMER_REAL, task.seconds + GRACE)  # ends us if nobody does
        outcome = perform(task)
        signal.setitimer(signal.ITIMER_REAL, 0)
        # what memory has run out of may be in any state
        last = isinstance(outcome, NoMemory) or _slimmed() > SWOLLEN * slim
        server.send(Reply(outcome=outcome, last=last))


def perform(task: Task) -> Outcome:
    """Call a function, and tell what came of it."""
    gc.disable()  # it would go through hundreds of thousands of links again and again
    try:
        return Returned(value=task.function(*task.arguments))
    except Costly:
        return Deferred()
    except MemoryError:
        return NoMemory()
    except Exception as error:
        problem = problem_of(error)
        return Declined(problem=problem) if problem else Broke(trace=traceback.format_exc())
    finally:
        gc.enable()


def _slimmed() -> int:
    """Give back what a task has left, and return how many bytes of memory are held."""
    with suppress(AttributeError):  # not in every C library
        ctypes.CDLL(None).malloc_trim(0)
    return held(os.getpid())


if __name__ == "__main__":
    main()
