"""Server-sent events: each change of a job or a batch, as it comes."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable
from typing import Annotated, Any

import anyio
from fastapi import APIRouter, Depends, Header
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.concurrency import run_in_threadpool

from alphacut.jobs.batch import Batch
from alphacut.jobs.errors import StoreError, StoreUnavailable, UnknownBatch, UnknownJob
from alphacut.jobs.job import Job
from alphacut.service.access import NotAuthorized, Standing, StandingOf, caller
from alphacut.service.conditional import entity_tag
from alphacut.service.schemas.batch import BatchView
from alphacut.service.schemas.identifiers import BatchId, JobId
from alphacut.service.schemas.job import with_request, written
from alphacut.service.schemas.problem import problems
from alphacut.service.state import StoreOf

logger = logging.getLogger(__name__)
router = APIRouter(prefix="/v1", tags=["events"], dependencies=[Depends(caller)])

LOOK = 0.5  # seconds between two looks at the store
RECONNECT = 2000  # milliseconds after which a browser that was cut off comes back


def _stream(what: str, view: str) -> dict[int | str, dict[str, Any]]:
    """Describe a stream whose events have some view as their data."""
    data = {
        "description": f"{what} as JSON, in one line",
        "contentMediaType": "application/json",
        "contentSchema": {"$ref": f"#/components/schemas/{view}"},
    }
    event = {"enum": ["progress", "end"], "description": "`end` is the last one"}
    item = {"properties": {"data": data, "event": event}, "required": ["data", "event", "id"]}
    stream = {"text/event-stream": {"itemSchema": item}}
    return {
        200: {"description": f"{what}, whenever it changes, and at last", "content": stream},
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
    responses=_stream("the job", "JobDetail"),
)
async def job_events(
    job: Annotated[Job, Depends(_job)],
    store: StoreOf,
    standing: StandingOf,
    last_seen: _LastSeen = None,
) -> AsyncIterator[ServerSentEvent]:
    """Send the job whenever it changes, until it has ended or is deleted."""

    def look() -> tuple[bytes, bool]:
        standing.check()
        seen = store.get(job.id, requests=False)
        return written(seen), seen.state.terminal

    def complete(view: bytes) -> bytes:
        return with_request(view, store.get(job.id).request)

    async for event in _events(look, complete, last_seen, standing):
        yield event


@router.get(
    "/batches/{batch_id}/events",
    response_class=EventSourceResponse,
    summary="Follow a batch",
    responses=_stream("the batch", "BatchView"),
)
async def batch_events(
    batch: Annotated[Batch, Depends(_batch)],
    store: StoreOf,
    standing: StandingOf,
    last_seen: _LastSeen = None,
) -> AsyncIterator[ServerSentEvent]:
    """Send the batch, without its members, whenever its sums change."""

    def look() -> tuple[bytes, bool]:
        standing.check()
        seen = store.batch(batch.id)
        return BatchView.of(seen).model_dump_json().encode(), seen.state.terminal

    async for event in _events(look, bytes, last_seen, standing):
        yield event


async def _events(
    look: Callable[[], tuple[bytes, bool]],
    complete: Callable[[bytes], bytes],
    last: str | None,
    standing: Standing,
) -> AsyncIterator[ServerSentEvent]:
    """Look again and again; what is seen is completed only where it is new.

    The stream ends with the server; clients come back to the next one.
    """
    while not standing.over:
        try:
            view, ended = await run_in_threadpool(look)
            tag = entity_tag(view).strip('"')
            if tag != last or ended:
                data = (await run_in_threadpool(complete, view)).decode()
                name = "end" if ended else "progress"
                yield ServerSentEvent(raw_data=data, event=name, id=tag, retry=RECONNECT)
        except StoreUnavailable:
            await anyio.sleep(LOOK)  # it may be back soon
            continue
        except (UnknownJob, UnknownBatch, NotAuthorized):
            return  # deleted, or no longer for this client, who is told when it asks again
        except StoreError as error:  # the client comes back, and is told then
            logger.error("a stream of events ends: %s", error)
            return
        if ended:
            return
        last = tag
        await anyio.sleep(LOOK)
