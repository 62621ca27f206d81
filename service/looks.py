"""What can be followed, and how it is looked at: a job, or a batch with its sums."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace

from alphacut.jobs.job import Job
from alphacut.jobs.store import Store
from alphacut.service.access import Standing
from alphacut.service.conditional import entity_tag
from alphacut.service.schemas.batch import BatchView
from alphacut.service.schemas.job import with_request, written
from alphacut.service.watching import Look, Seen


@dataclass(frozen=True, kw_only=True)
class Followed:
    """Something that a request follows."""

    key: Hashable  # the same for requests that may share what is seen: whose key is the same, too
    look: Look
    standing: Standing


def tag_of(job: Job) -> str:
    """Name where a job stands: the tag of what is seen, which does not tell its place."""
    return entity_tag(written(replace(job, place=None)))


def job_followed(job_id: str, store: Store, standing: Standing) -> Followed:
    """Follow a job; its request is read only where something has changed."""

    def look(known: str | None) -> Seen | None:
        standing.check()
        job = store.get(job_id, requests=False, place=False)
        view = written(job)
        tag = entity_tag(view)
        if tag == known:
            return None
        request = store.get(job_id, place=False).request
        return Seen(tag=tag, data=with_request(view, request), ended=job.state.terminal)

    return Followed(key=("job", job_id, standing.key_id), look=look, standing=standing)


def batch_followed(batch_id: str, store: Store, standing: Standing) -> Followed:
    """Follow a batch, without its members."""

    def look(known: str | None) -> Seen | None:
        standing.check()
        batch = store.batch(batch_id, members=False)
        view = BatchView.of(batch).model_dump_json().encode()
        tag = entity_tag(view)
        return None if tag == known else Seen(tag=tag, data=view, ended=batch.state.terminal)

    return Followed(key=("batch", batch_id, standing.key_id), look=look, standing=standing)


def ended(seen: Seen) -> bool:
    """Tell whether nothing will change any more."""
    return seen.ended
