"""Server-sent events: each change of a job or a batch, as it comes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header
from fastapi.sse import EventSourceResponse, ServerSentEvent

from alphacut.jobs.batch import Batch
from alphacut.jobs.errors import StoreError, StoreUnavailable, UnknownBatch, UnknownJob
from alphacut.jobs.job import Job
from alphacut.service.access import NotAuthorized, StandingOf, caller
from alphacut.service.looks import Followed, batch_followed, job_followed
from alphacut.service.schemas.identifiers import BatchId, JobId
from alphacut.service.schemas.problem import problems
from alphacut.service.state import StoreOf, WatcherOf
from alphacut.service.watching import Seen, Watcher

logger = logging.getLogger(__name__)
router = APIRouter(prefix="/v1", tags=["events"], dependencies=[Depends(caller)])

AGAIN = 1.0  # seconds until a database that cannot be used is asked again
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
    return store.get(job_id, requests=False, place=False)


def _batch(batch_id: BatchId, store: StoreOf) -> Batch:
    return store.batch(batch_id, members=False)


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
    watcher: WatcherOf,
    last_seen: _LastSeen = None,
) -> AsyncIterator[ServerSentEvent]:
    """Send the job whenever it changes, until it has ended or is deleted."""
    async for event in _events(job_followed(job.id, store, standing), last_seen, watcher):
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
    watcher: WatcherOf,
    last_seen: _LastSeen = None,
) -> AsyncIterator[ServerSentEvent]:
    """Send the batch, without its members, whenever its sums change."""
    async for event in _events(batch_followed(batch.id, store, standing), last_seen, watcher):
        yield event


async def _events(
    thing: Followed, last: str | None, watcher: Watcher
) -> AsyncIterator[ServerSentEvent]:
    """Send what is new, and at last the end.

    The stream ends with the server; clients come back to the next one.
    """
    while not thing.standing.over:
        try:
            async for seen in _until_the_server_ends(thing, watcher):
                tag = seen.tag.strip('"')
                if tag != last or seen.ended:
                    name = "end" if seen.ended else "progress"
                    data = seen.data.decode()
                    yield ServerSentEvent(raw_data=data, event=name, id=tag, retry=RECONNECT)
                if seen.ended:
                    return
                last = tag
        except StoreUnavailable:  # it may be back soon; other requests are told, and the log
            await _pause(thing)
        except (UnknownJob, UnknownBatch, NotAuthorized):
            return  # deleted, or no longer for this client, who is told when it asks again
        except StoreError as error:  # the client comes back, and is told then
            logger.error("a stream of events ends: %s", error)
            return


async def _pause(thing: Followed) -> None:
    """Wait before the next look, unless the server ends."""
    with suppress(TimeoutError):
        await asyncio.wait_for(thing.standing.ends(), AGAIN)


async def _until_the_server_ends(thing: Followed, watcher: Watcher) -> AsyncIterator[Seen]:
    ends = asyncio.ensure_future(thing.standing.ends())
    with watcher.following(thing.key, thing.look) as following:
        ends.add_done_callback(lambda _: following.close())
        try:
            async for seen in following:
                yield seen
        finally:
            ends.cancel()
