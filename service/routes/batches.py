"""Batches: several jobs asked for together, with one parent whose progress adds up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Response
from starlette.concurrency import run_in_threadpool

from alphacut.jobs.batch import Batch
from alphacut.service.access import SenderOf, StandingOf, caller
from alphacut.service.bodies import JsonBody, described
from alphacut.service.conditional import NOT_MODIFIED, IfNoneMatch, InPieces, tagged
from alphacut.service.looks import batch_followed, ended
from alphacut.service.ownership import OwnBatchId
from alphacut.service.routes.jobs import POLL_SECONDS
from alphacut.service.schemas.batch import (
    EXAMPLES,
    BatchDetail,
    BatchList,
    BatchView,
    batch_address,
)
from alphacut.service.schemas.headers import LOCATION, RETRY_AFTER, TAG
from alphacut.service.schemas.identifiers import BatchId
from alphacut.service.schemas.problem import problems
from alphacut.service.state import ChecksOf, SettingsOf, StoreOf, WatcherOf, WritersOf
from alphacut.service.submission import checked_batch, submit_batch
from alphacut.service.submission_headers import OriginOf
from alphacut.service.waiting import Prefer, applied, follow_until, wanted_wait

router = APIRouter(prefix="/v1/batches", tags=["batches"], dependencies=[Depends(caller)])


@router.post(
    "",
    status_code=202,
    response_model=BatchDetail,
    summary="Ask several questions at once",
    responses={
        202: {"headers": {**LOCATION, **RETRY_AFTER}},
        **problems(400, 413, 415, 422, 429),
    },
    openapi_extra=described(EXAMPLES),
)
async def post_batch(
    store: StoreOf,
    settings: SettingsOf,
    checks: ChecksOf,
    origin: OriginOf,
    sender: SenderOf,
    writers: WritersOf,
    body: JsonBody,
) -> Response:
    """Make a batch of jobs, from a list or a sweep over sizes and arrangements.

    Either all of its jobs are on the disk before the answer is sent, or, if
    something is wrong with any of them, none is made.
    """
    batch = await submit_batch(
        await checked_batch(body, checks, settings, sender), store, writers, origin
    )
    headers = {"Location": batch_address(batch.id), "Retry-After": POLL_SECONDS}
    return _answer(await run_in_threadpool(_detail, batch), headers)


@router.get(
    "",
    response_model=BatchList,
    summary="List batches, newest first",
    responses=problems(422),
)
def list_batches(
    store: StoreOf,
    limit: Annotated[int, Query(ge=1, le=100, description="batches on a page")] = 20,
    before: Annotated[
        int | None, Query(ge=0, le=2**53, description="given by the link to the next page")
    ] = None,
) -> BatchList:
    """List batches without their members, a page at a time."""
    found = store.newest_batches(limit=limit + 1, before=before)
    page = found[:limit]
    more = len(found) > limit
    following = f"/v1/batches?limit={limit}&before={page[-1].number}" if more else None
    return BatchList(batches=[BatchView.of(batch) for batch in page], next=following)


@router.get(
    "/{batch_id}",
    response_model=BatchDetail,
    summary="See how a batch is doing",
    responses={200: {"headers": {**TAG, **RETRY_AFTER}}, **NOT_MODIFIED, **problems(404)},
)
async def get_batch(
    batch_id: BatchId,
    store: StoreOf,
    settings: SettingsOf,
    standing: StandingOf,
    watcher: WatcherOf,
    if_none_match: IfNoneMatch = None,
    prefer: Prefer = None,
) -> Response:
    """Return a batch, its members, and their progress added up.

    With `Prefer: wait=N` the answer is kept until all members have ended.
    """
    wait = wanted_wait(prefer, settings.max_wait_seconds)
    if wait:
        await follow_until(batch_followed(batch_id, store, standing), ended, wait, watcher)
    batch = await run_in_threadpool(store.batch, batch_id)
    headers = applied(prefer, settings.max_wait_seconds)
    if not batch.state.terminal:
        headers["Retry-After"] = POLL_SECONDS
    content = await run_in_threadpool(_detail, batch)
    return tagged(content, if_none_match, headers=headers)


@router.post(
    "/{batch_id}/cancel",
    status_code=202,
    response_model=BatchDetail,
    summary="Stop all jobs of a batch and keep what they have found",
    responses=problems(403, 404),
)
async def cancel_batch(batch_id: OwnBatchId, store: StoreOf, writers: WritersOf) -> Response:
    """Cancel every member; those that have ended stay as they are."""
    batch = await writers.call(store.cancel_batch, batch_id)
    return _answer(await run_in_threadpool(_detail, batch))


@router.delete(
    "/{batch_id}", status_code=204, summary="Remove a batch for good", responses=problems(403, 404)
)
async def delete_batch(batch_id: OwnBatchId, store: StoreOf, writers: WritersOf) -> None:
    """Remove a batch with all its jobs and their results."""
    await writers.call(store.delete_batch, batch_id)


def _detail(batch: Batch) -> bytes:
    return BatchDetail.of(batch).model_dump_json().encode()


def _answer(content: bytes, headers: Mapping[str, str] | None = None) -> Response:
    return InPieces(content, 202, headers, media_type="application/json")
