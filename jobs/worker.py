"""The loop of a worker: claim a job, work on it, claim the next."""

from __future__ import annotations

import logging
import os
import secrets
from typing import Protocol

from jobs.about import about
from jobs.execution import Execution
from jobs.running import carry_out
from jobs.store import Store

logger = logging.getLogger(__name__)

IDLE = 0.3  # seconds between two looks into an empty queue
LEASE_SECONDS = 15.0


class Leaving(Protocol):
    """Tells a worker to give its work back and end."""

    def is_set(self) -> bool:
        """Whether the worker is to end."""
        ...

    def wait(self, seconds: float, /) -> object:
        """Wait for so many seconds, or less if the worker is to end."""
        ...


def work(
    store: Store, execution: Execution, leaving: Leaving, *, lease_seconds: float = LEASE_SECONDS
) -> None:
    """Work on jobs until told to leave.

    An error that no job is to blame for is raised, and so ends the worker: one
    that goes on as if nothing had happened would look alive and do nothing.

    Parameters
    ----------
    lease_seconds
        How long after a worker's death others may take its job.
    """
    owner = f"worker-{os.getpid()}-{secrets.token_hex(2)}"
    logger.info("%s waits for jobs", owner)
    while not leaving.is_set():
        claim = store.claim(owner, lease_seconds)
        if claim is None:
            leaving.wait(IDLE)
            continue
        with about(claim.job.id):
            logger.info("job %s: claimed, epoch %d", claim.job.id, claim.epoch)
            carry_out(
                claim,
                store=store,
                execution=execution,
                lease_seconds=lease_seconds,
                leaving=leaving.is_set,
            )
    logger.info("%s leaves", owner)
