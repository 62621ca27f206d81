"""Dying with one's parent process.

A killed process cannot take its children along, so they have to notice by
themselves. Linux can send a signal when the parent ends; since it is sent when
the *thread* that started the child ends, it is of use only to children of a main
thread. Everywhere else, and in any case, a pipe that the parent holds closes:
the system then sends a signal that no native code can hold up.
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import os
import signal
import sys
from pathlib import Path

PR_SET_PDEATHSIG = 1  # from linux/prctl.h


def die_with_parent(parent: int, by: signal.Signals = signal.SIGKILL) -> None:
    """Ask to be sent a signal when the thread that started this process ends.

    Parameters
    ----------
    parent
        Process id of the parent; if that has ended already, this process ends.
    by
        The signal to be sent.
    """
    if sys.platform == "linux":
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.prctl(PR_SET_PDEATHSIG, int(by), 0, 0, 0):
            raise OSError(ctypes.get_errno(), "prctl(PR_SET_PDEATHSIG) failed")
    if os.getppid() != parent:
        os.kill(os.getpid(), by)


def die_with_pipe(end: int) -> None:
    """Ask to be sent SIGIO, which ends this process, when the other end of a pipe is closed.

    Parameters
    ----------
    end
        The end that is read; nothing must ever be written to the other one.
    """
    fcntl.fcntl(end, fcntl.F_SETOWN, os.getpid())
    flags = fcntl.fcntl(end, fcntl.F_GETFL)
    fcntl.fcntl(end, fcntl.F_SETFL, flags | os.O_ASYNC | os.O_NONBLOCK)
    with contextlib.suppress(BlockingIOError):
        if not os.read(end, 1):  # it has been closed already
            os.kill(os.getpid(), signal.SIGIO)


def be_the_first_to_go() -> None:
    """Have the system end this process before others when memory runs out (Linux)."""
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")
