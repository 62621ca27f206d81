"""The loop of a worker: claim a job, work on it, claim the next."""

from __future__ import annotations

import logging
import os
import secrets
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Protocol

from alphacut.jobs.errors import StoreUnavailable
from alphacut.jobs.execution import Execution
from alphacut.jobs.job import Claim
from alphacut.jobs.log_context import log_context
from alphacut.jobs.runner import carry_out
from alphacut.jobs.store import MOST_LOSSES, Store
from alphacut.jobs.supervisor import PATIENCE
from alphacut.solver.common.kind import Kind

logger = logging.getLogger(__name__)

IDLE = 0.3  # seconds between two looks into an empty queue
HOUSEKEEPING = 3600.0  # seconds between two removals of what ended long ago
PAUSE = 1.0  # seconds before a store that is away is tried again
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
    store: Store,
    execution: Execution,
    leaving: Leaving,
    *,
    kinds: Mapping[str, Kind],
    lease_seconds: float = LEASE_SECONDS,
    most_losses: int = MOST_LOSSES,
    retention_seconds: float | None = None,
    short_seconds: float | None = None,
) -> None:
    """Work on jobs until told to leave.

    A store that is away is waited for, for a minute. Any other error that no
    job is to blame for is raised, and so ends the worker: one that goes on as if
    nothing had happened would look alive and do nothing.

    Parameters
    ----------
    kinds
        Of question that are known here, by name; jobs of others are left alone.
    lease_seconds
        How long after a worker's death others may take its job.
    most_losses
        How often in a row a job may lose its worker; see `Store.claim`.
    retention_seconds
        How long jobs are kept after their end; None: for ever.
    short_seconds
        If given, only jobs are taken that are expected to be short. One that takes longer
        than this is given back, and is not short any more.
    """
    owner = f"worker-{os.getpid()}-{secrets.token_hex(2)}"
    logger.info("%s waits for jobs", owner)
    known = tuple(kinds)

    def claim_next() -> Claim | None:
        return store.claim(
            owner, lease_seconds, most_losses=most_losses, kinds=known,
            short_only=short_seconds is not None,
        )  # fmt: skip

    housekeeping = Housekeeping(store, retention_seconds)
    while not leaving.is_set():
        housekeeping.look()
        claim = waiting(claim_next, leaving)
        if claim is None:
            leaving.wait(IDLE)
            continue
        with log_context(claim.job.id):
            logger.info("job %s: claimed, epoch %d", claim.job.id, claim.epoch)
            carry_out(
                claim,
                kinds=kinds,
                store=store,
                execution=execution,
                lease_seconds=lease_seconds,
                leaving=leaving.is_set,
                patience=short_seconds,
            )
    with suppress(StoreUnavailable):
        store.leave(owner)
    logger.info("%s leaves", owner)


class Housekeeping:
    """Removes jobs that ended long ago, now and then."""

    def __init__(self, store: Store, retention_seconds: float | None) -> None:
        self._store = store
        self._retention = retention_seconds
        self._due = time.monotonic()

    def look(self) -> None:
        """Remove what is to be removed, unless that was done a short while ago."""
        if self._retention is None or time.monotonic() < self._due:
            return
        self._due = time.monotonic() + min(HOUSEKEEPING, self._retention)
        try:
            removed = self._store.purge(self._retention)
        except StoreUnavailable as away:
            logger.warning("%s; nothing was removed", away)
        else:
            logger.info("%d jobs removed that ended long ago", removed)


def waiting(claim: Callable[[], Claim | None], leaving: Leaving) -> Claim | None:
    """Claim a job, and try again for a while if the store is away."""
    give_up = time.monotonic() + PATIENCE
    while True:
        try:
            return claim()
        except StoreUnavailable as away:
            if time.monotonic() > give_up or leaving.is_set():
                raise
            logger.warning("%s; trying again", away)
        leaving.wait(PAUSE)
