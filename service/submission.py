"""Storing requests as jobs, once they are checked."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from alphacut.jobs.batch import Batch
from alphacut.jobs.job import Job
from alphacut.jobs.origin import Origin
from alphacut.jobs.raw_json import Written
from alphacut.jobs.store import Store
from alphacut.service.checking import Allowed, Checked, check_again, check_batch, check_job
from alphacut.service.pool import Pool
from alphacut.service.pool.messages import Costly
from alphacut.service.settings import Settings
from alphacut.service.writing import Writers

logger = logging.getLogger(__name__)

LARGE = 65_536  # bytes of a body from which others may pass it by
COSTLY = 50_000  # the same, of the size of its networks: a check takes some tenths of a second


async def checked_job(body: bytes, checks: Pool, settings: Settings, caller: str) -> Checked:
    """Check a request for a job in another process; its errors become problems."""
    return await _checked(check_job, (body,), len(body), checks, settings, caller)


async def checked_batch(body: bytes, checks: Pool, settings: Settings, caller: str) -> Checked:
    """Check a request for a batch in another process; its errors become problems."""
    return await _checked(check_batch, (body,), len(body), checks, settings, caller)


async def checked_again(
    job: Job, body: bytes, checks: Pool, settings: Settings, caller: str
) -> Checked:
    """Check a job's own request, with the limits that a body gives, in another process."""
    request = Written.of(job.request)
    return await _checked(check_again, (request, body), len(request.text), checks, settings, caller)


async def _checked(
    check: Callable[..., Checked],
    sent: tuple[Any, ...],
    length: int,
    checks: Pool,
    settings: Settings,
    caller: str,
) -> Checked:
    """Check a request, as a large one if it is long, or if its sizes are told to be large."""
    allowed = Allowed.by(settings)
    if length <= LARGE:
        try:
            return await checks.call(check, *sent, replace(allowed, at_once=COSTLY), caller=caller)
        except Costly:
            logger.debug("a request takes long to check")
    return await checks.call(check, *sent, allowed, caller=caller, large=True)


async def submit(checked: Checked, store: Store, writers: Writers, origin: Origin) -> Job:
    """Store what was checked as a job.

    Raises
    ------
    KeyReused, QuotaExceeded
        As the store says.
    """
    (asked,) = checked.submissions
    job = await writers.call(
        store.submit,
        asked.kind,
        asked.request,
        origin=_of(checked, origin),
        content=asked.content,
        name=asked.name,
        networks=asked.networks,
        label=asked.label,
        priority=asked.priority,
        short=asked.short,
        lacks=asked.lacks,
    )
    logger.info("job %s: accepted", job.id, extra={"job": job.id, "key": origin.owner or None})
    return job


async def submit_batch(checked: Checked, store: Store, writers: Writers, origin: Origin) -> Batch:
    """Store what was checked as the members of a batch: all of them, or none.

    Raises
    ------
    KeyReused, QuotaExceeded
        As the store says.
    """
    batch = await writers.call(
        store.submit_batch,
        checked.submissions,
        origin=_of(checked, origin),
    )
    about = {"batch": batch.id, "key": origin.owner or None}
    logger.info("batch %s: %d jobs accepted", batch.id, len(batch.members), extra=about)
    return batch


def _of(checked: Checked, origin: Origin) -> Origin:
    """Return an origin that knows what was submitted."""
    return replace(origin, fingerprint=checked.fingerprint, former=checked.former)
