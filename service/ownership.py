"""Whose jobs may be stopped, tried again and removed by whom: one's own, or by operators all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from fastapi import Depends

from alphacut.jobs.errors import JobsError
from alphacut.jobs.job import Job
from alphacut.jobs.origin import ApiKey
from alphacut.service.access import CallerOf
from alphacut.service.schemas.identifiers import BatchId, JobId
from alphacut.service.settings import Settings
from alphacut.service.state import SettingsOf, StoreOf

EVERYONE = "*"


class NotYours(JobsError):
    """A job belongs to another API key."""


def check_own(jobs: Iterable[Job], key: ApiKey | None, settings: Settings) -> None:
    """Refuse to change jobs of others, unless the key is an operator's.

    A job that nobody's key has asked for belongs to everyone.

    Raises
    ------
    NotYours
        If one of the jobs belongs to another key.
    """
    operators = operators_of(settings)
    if EVERYONE in operators or (key is not None and key.name in operators):
        return
    for job in jobs:
        if job.owner is not None and (key is None or key.id != job.owner.id):
            raise NotYours(
                f"job {job.id} belongs to the API key {job.owner.name!r}, which alone may do so"
            )


def operators_of(settings: Settings) -> frozenset[str]:
    """Return the names of the keys that may change every job."""
    return frozenset(filter(None, map(str.strip, (settings.operators or "").split(","))))


def _own_job(job_id: JobId, store: StoreOf, settings: SettingsOf, key: CallerOf) -> str:
    check_own([store.get(job_id, requests=False)], key, settings)
    return job_id


def _own_batch(batch_id: BatchId, store: StoreOf, settings: SettingsOf, key: CallerOf) -> str:
    check_own(store.batch(batch_id).members, key, settings)
    return batch_id


OwnJobId = Annotated[str, Depends(_own_job)]
OwnBatchId = Annotated[str, Depends(_own_batch)]
