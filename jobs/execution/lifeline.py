"""Dying with one's parent process.

A killed process cannot take its children along, so they have to notice by
themselves. Linux can send a signal when the parent ends; since it is sent when
the *thread* that started the child ends, it is of use only to children of a main
thread. Everywhere else, and in any case, a pipe that the parent holds closes.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys

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
