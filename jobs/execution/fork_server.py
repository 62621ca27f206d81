"""A warm process: it has loaded what most work needs, and forks a child for whoever asks.

It has one thread, does no work itself, and ends with the process that it serves. A child that it
has forked belongs to that process: it hears it, and ends with it, whatever becomes of the fork
server.

Requests come on a socket that keeps messages apart; see `requests`.
"""

from __future__ import annotations

import gc
import importlib
import os
import select
import signal
import socket
import sys
import traceback
from collections.abc import Iterator
from contextlib import suppress
from typing import NoReturn

from alphacut.jobs.execution.child import serve_parent
from alphacut.jobs.execution.igraph_without_plots import load_undrawn
from alphacut.jobs.execution.parent_death import be_the_first_to_go, die_with_pipe
from alphacut.jobs.execution.requests import FAILED, FORK, LONGEST
from alphacut.jobs.execution.title import retitle

IDLE = 5.0  # seconds without a request, after which it loads what only few questions need

# Loaded while nobody asks, in this order.
SMALL = (  # what all questions need, or most
    "alphacut.jobs.tasks.preparing",
    "alphacut.solver.bisection.answer",
    "alphacut.solver.bisection.engines.catalogue",
    "alphacut.solver.bisection.bounds.sweep.run",
)
LARGE = (  # what hard ones need, which takes long to load
    "igraph",
    "scipy.sparse.csgraph",
    "numba",
    "numba.np.arraymath",
    "numba.np.arrayobj",
    "alphacut.solver.bisection.bounds.tree_run",
    "alphacut.solver.bisection.bounds.elimination.run",
    "alphacut.solver.bisection.bounds.packing.run",
    "alphacut.solver.bisection.verify.tree",
)


def loading(modules: tuple[str, ...]) -> Iterator[None]:
    """Load modules, one at each step; one that is not there is left to whoever needs it."""
    for name in modules:
        with suppress(ImportError):
            importlib.import_module(name)
        yield
    gc.collect()
    gc.freeze()  # a collection in a child would copy all pages


def serve(requests: socket.socket, soon: Iterator[None], later: Iterator[None]) -> NoReturn:
    """Fork children and tell how they ended, until the other end is closed.

    Parameters
    ----------
    soon, later
        What is loaded while there is no request, step by step: at once, and when there has been
        none for a while.
    """
    while True:
        while not _waiting(requests, 0) and _step(soon):
            pass
        while not _waiting(requests, IDLE) and _step(later):
            pass
        message, descriptors, _, _ = socket.recv_fds(requests, LONGEST, 2)
        if not message:
            os._exit(0)
        if message == FORK:
            answer = _forked(requests, *descriptors)
        else:
            answer = _exit_code(int(message.split()[1]))
        requests.send(answer)


def _waiting(requests: socket.socket, seconds: float) -> bool:
    return bool(select.select([requests], [], [], seconds)[0])


def _step(steps: Iterator[None]) -> bool:
    try:
        next(steps)
    except StopIteration:
        return False
    return True


def _forked(requests: socket.socket, connection: int, lifeline: int) -> bytes:
    try:
        pid = os.fork()
    except OSError:  # too many processes, or too little memory
        return FAILED
    if pid:
        with suppress(OSError):  # the child has done it, or has ended
            os.setpgid(pid, pid)
        os.close(connection)
        os.close(lifeline)
        return str(pid).encode()
    try:
        requests.close()
        os.setpgid(0, 0)
        retitle("alphacut.jobs.execution.child")
        die_with_pipe(lifeline)
        serve_parent(connection)
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(1)


def _exit_code(pid: int) -> bytes:
    try:
        _, status = os.waitpid(pid, 0)
    except ChildProcessError:
        return FAILED
    return str(os.waitstatus_to_exitcode(status)).encode()


def begin(
    requests: socket.socket,
    lifeline: int,
    soon: tuple[str, ...] = (),
    later: tuple[str, ...] = (),
) -> NoReturn:
    """Be a fork server from now on, which loads modules while there is nothing else to do."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)  # whoever is served decides what they mean
    signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT, signal.SIGTERM))
    gc.freeze()  # looking for garbage among what was there before would copy all its pages
    die_with_pipe(lifeline)
    be_the_first_to_go()
    load_undrawn()
    serve(requests, loading(soon), loading(later))


def main() -> NoReturn:
    """Run as `python -m alphacut.jobs.execution.fork_server SOCKET LIFELINE`, by `warm` alone."""
    requests, lifeline = map(int, sys.argv[1:])
    begin(socket.socket(fileno=requests), lifeline, SMALL, LARGE)


if __name__ == "__main__":
    main()
