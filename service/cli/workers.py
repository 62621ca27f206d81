"""Processes that share the work of one command, and end with it."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager

from alphacut.jobs.execution.parent_death import die_with_parent


def _begin(parent: int) -> None:
    """Die with the parent, and of Ctrl-C, without a word."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    die_with_parent(parent)


@contextmanager
def workers(processes: int) -> Iterator[Executor]:
    """Give a pool of processes, none of which is started before there is something to do."""
    with ProcessPoolExecutor(
        processes,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_begin,
        initargs=(os.getpid(),),
    ) as pool:
        yield pool
