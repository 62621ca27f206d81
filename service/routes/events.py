"""Server-sent events: each change of a job or a batch, as it comes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Annotated, Any

import anyio
from fastapi import APIRouter, Depends, Header
from fastapi.sse import EventSourceResponse, ServerSentEvent
from pydantic import BaseModel
from starlette.concurrency import run_in_threadpool

from jobs.batch import Batch
from jobs.errors import StoreError, StoreUnavailable, UnknownBatch, UnknownJob
from jobs.job import Job
from service.access import NotAuthorized, StandingOf, caller
from service.conditional import entity_tag
from service.schemas.batch import BatchView
from service.schemas.identifiers import BatchId, JobId
from service.schemas.job import JobDetail
from service.schemas.problem import problems
from service.state import StoreOf

router = APIRouter(prefix="/v1", tags=["events"], dependencies=[Depends(caller)])

LOOK = 0.5  # seconds between two looks at the store
RECONNECT = 2000  # milliseconds after which a browser that was cut off comes back
_STREAM: dict[int | str, dict[str, Any]] = {
    200: {"description": "Events `progress`, and at last one `end`; their data is the JSON object"},
    **problems(404),
}
_LastSeen = Annotated[
    str | None, Header(alias="Last-Event-ID", description="the last event that a client has had")
]


def _job(job_id: JobId, store: StoreOf) -> Job:
    """Have a job that is not there told before the stream begins."""
    return store.get(job_id)


def _batch(batch_id: BatchId, store: StoreOf) -> Batch:
    return store.batch(batch_id)


@router.get(
    "/jobs/{job_id}/events",
    response_class=EventSourceResponse,
    summary="Follow a job",
    responses=_STREAM,
)
async def job_events(
    job: Annotated[Job, Depends(_job)],
    store: StoreOf,
    standing: StandingOf,
    last_seen: _LastSeen = None,
) -> AsyncIterator[ServerSentEvent]:
    """Send the job whenever it changes, until it has ended or is deleted."""

    def look() -> tuple[BaseModel, bool]:
        standing.check()
        seen = store.get(job.id)
        return JobDetail.of(seen), seen.state.terminal

    async for event in _events(look, last_seen):
        yield event


@router.get(
    "/batches/{batch_id}/events",
    response_class=EventSourceResponse,
    summary="Follow a batch",
    responses=_STREAM,
)
async def batch_events(
    batch: Annotated[Batch, Depends(_batch)],
    store: StoreOf,
    standing: StandingOf,
    last_seen: _LastSeen = None,
) -> AsyncIterator[ServerSentEvent]:
    """Send the batch, without its members, whenever its sums change."""

    def look() -> tuple[BaseModel, bool]:
        standing.check()
        seen = store.batch(batch.id)
        return BatchView.of(seen), seen.state.terminal

    async for event in _events(look, last_seen):
        yield event


async def _events(
    look: Callable[[], tuple[BaseModel, bool]], last: str | None
) -> AsyncIterator[ServerSentEvent]:
    while True:
        try:
            view, ended = await run_in_threadpool(look)
        except StoreUnavailable:
            await anyio.sleep(LOOK)  # it may be back soon
            continue
        except (UnknownJob, UnknownBatch, NotAuthorized, StoreError):
            return  # deleted, or no longer for this client, who is told when it asks again
        written = view.model_dump_json()
        tag = entity_tag(written.encode()).strip('"')
        if tag != last or ended:
            name = "end" if ended else "progress"
            yield ServerSentEvent(raw_data=written, event=name, id=tag, retry=RECONNECT)
        if ended:
            return
        last = tag
        await anyio.sleep(LOOK)
