"""One worker process."""

from __future__ import annotations

import logging
import os
import signal
import sys
import time
from contextlib import closing

from alphacut.jobs.errors import JobsError
from alphacut.jobs.execution import Execution, LocalExecution
from alphacut.jobs.execution.parent_death import die_with_parent
from alphacut.jobs.store import SqlStore
from alphacut.jobs.worker import work
from alphacut.service.kinds import kinds
from alphacut.service.logs import log_to_stderr
from alphacut.service.settings import Settings
from alphacut.service.threads import one_thread

OVERRUN = 4  # times what a short job may take, after which it is left to the other workers
SHORT = "short"  # the argument of a worker that takes only short jobs
logger = logging.getLogger(__name__)


class _Notice:
    """Set by a signal; without a lock, which a signal handler could find taken."""

    def __init__(self) -> None:
        self._given = False

    def give(self, *_: object) -> None:
        """Tell the worker to leave."""
        self._given = True

    def is_set(self) -> bool:
        """Whether the worker is to leave."""
        return self._given

    def wait(self, seconds: float) -> None:
        """Wait for so many seconds; a worker leaves within that time."""
        time.sleep(seconds)


def run_worker(settings: Settings, *, short: bool = False) -> None:
    """Work on jobs until SIGTERM or SIGINT; then give back what is being worked on.

    Must be called in the main thread of its process.

    Parameters
    ----------
    short
        Whether it takes only jobs that are expected to be short.

    Raises
    ------
    StoreError
        If the database cannot be used.
    """
    log_to_stderr(settings.log_level, settings.log_format)
    one_thread()
    notice = _Notice()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, notice.give)
    with closing(SqlStore(settings.database_url)) as store, execution_of(settings) as execution:
        work(
            store,
            execution,
            notice,
            kinds=kinds(),
            lease_seconds=settings.lease_seconds,
            most_losses=settings.max_losses,
            retention_seconds=settings.retention_days * 86400 or None,
            short_seconds=OVERRUN * settings.short_seconds if short else None,
        )


def execution_of(settings: Settings) -> Execution:
    """Return what answers the questions of a worker."""
    memory = settings.job_memory_mb << 20 or None
    if not settings.dask:
        return LocalExecution(processes=settings.processes, memory=memory)
    from alphacut.jobs.execution.dask import DaskExecution  # loads distributed, which takes a while

    processes = settings.processes if settings.processes > 1 else os.cpu_count() or 1
    return DaskExecution(settings.dask, processes=processes, memory=memory)


def main() -> None:
    """Run as a child of `service.serve`, which gives its process id; end when it ends."""
    die_with_parent(int(sys.argv[1]), signal.SIGTERM)
    try:
        run_worker(Settings(), short=sys.argv[2:] == [SHORT])
    except JobsError as error:  # of its own, and no bug; the message says all
        logger.error("the worker ends: %s", error)
        sys.exit(1)


if __name__ == "__main__":
    main()
