"""Jobs: ask, list, poll, cancel, retry, delete."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Response
from starlette.concurrency import run_in_threadpool

from alphacut.jobs.job import Job
from alphacut.jobs.origin import Origin
from alphacut.jobs.states import State
from alphacut.jobs.store import Store
from alphacut.service.access import CallerOf, SenderOf, StandingOf, caller
from alphacut.service.bodies import JsonBody, OptionalJsonBody, described
from alphacut.service.conditional import (
    NOT_MODIFIED,
    IfNoneMatch,
    InPieces,
    entity_tag,
    holds,
    tagged,
    unchanged,
)
from alphacut.service.errors import NotRetryable
from alphacut.service.looks import ended, job_followed, tag_of
from alphacut.service.ownership import OwnJobId
from alphacut.service.schemas.continuation import EXAMPLES as CONTINUATION_EXAMPLES
from alphacut.service.schemas.examples import JOB as JOB_EXAMPLE
from alphacut.service.schemas.examples import JOB_DETAIL
from alphacut.service.schemas.headers import LOCATION, RETRY_AFTER, TAG
from alphacut.service.schemas.identifiers import JobId
from alphacut.service.schemas.job import (
    JobDetail,
    JobList,
    JobView,
    address,
    detail,
    with_request,
    written,
)
from alphacut.service.schemas.problem import problems
from alphacut.service.schemas.request import EXAMPLES
from alphacut.service.state import ChecksOf, SettingsOf, StoreOf, WatcherOf, WritersOf
from alphacut.service.submission import checked_again, checked_job, submit
from alphacut.service.submission_headers import OriginOf
from alphacut.service.waiting import Prefer, applied, follow_until, wanted_wait
from alphacut.service.watching import Seen

router = APIRouter(prefix="/v1/jobs", tags=["jobs"], dependencies=[Depends(caller)])

POLL_SECONDS = "1"  # what clients are told to wait between two polls
_SHOWN = {"content": {"application/json": {"example": JOB_DETAIL}}}
_ENDED = {**_SHOWN, "description": "The job has ended within the wait that was asked for"}


@router.post(
    "",
    status_code=202,
    response_model=JobDetail,
    summary="Ask a question",
    responses={
        200: {**_ENDED, "model": JobDetail},
        202: {**_SHOWN, "headers": {**LOCATION, **RETRY_AFTER}},
        **problems(400, 413, 415, 422, 429),
    },
    openapi_extra=described(EXAMPLES),
)
async def post_job(
    store: StoreOf,
    settings: SettingsOf,
    checks: ChecksOf,
    origin: OriginOf,
    sender: SenderOf,
    standing: StandingOf,
    watcher: WatcherOf,
    writers: WritersOf,
    body: JsonBody,
    prefer: Prefer = None,
) -> Response:
    """Make a job. It is on the disk before the answer is sent.

    What is wrong with the request is said at once, field by field, and then no
    job is made. Otherwise `Location` says where to poll for it. With `Prefer:
    wait=N` the answer is kept until the job has ended, for N seconds at most.
    """
    job = await submit(await checked_job(body, checks, settings, sender), store, writers, origin)
    wait = wanted_wait(prefer, settings.max_wait_seconds)
    if wait and not job.state.terminal:
        await follow_until(job_followed(job.id, store, standing), ended, wait, watcher)
        job = await run_in_threadpool(store.get, job.id)
    headers = {"Location": address(job.id), **applied(prefer, settings.max_wait_seconds)}
    content = await run_in_threadpool(detail, job)
    if job.state.terminal and wait:
        return _answer(content, 200, headers)
    return _answer(content, 202, {**headers, "Retry-After": POLL_SECONDS})


@router.get(
    "",
    response_model=JobList,
    summary="List jobs, newest first",
    responses={
        200: {"content": {"application/json": {"example": {"jobs": [JOB_EXAMPLE], "next": None}}}},
        **problems(422),
    },
)
def list_jobs(
    store: StoreOf,
    state: Annotated[State | None, Query(description="only jobs in this state")] = None,
    limit: Annotated[int, Query(ge=1, le=100, description="jobs on a page")] = 20,
    before: Annotated[
        int | None, Query(ge=0, le=2**53, description="given by the link to the next page")
    ] = None,
) -> JobList:
    """List jobs, a page at a time."""
    found = store.newest(limit=limit + 1, before=before, state=state, requests=False)
    page = found[:limit]
    following = None
    if len(found) > limit:
        chosen = f"&state={state}" if state else ""
        following = f"/v1/jobs?limit={limit}&before={page[-1].number}{chosen}"
    return JobList(jobs=[JobView.of(job) for job in page], next=following)


@router.get(
    "/{job_id}",
    response_model=JobDetail,
    summary="See how a job is doing",
    responses={
        200: {**_SHOWN, "headers": {**TAG, **RETRY_AFTER}},
        **NOT_MODIFIED,
        **problems(404),
    },
)
async def get_job(
    job_id: JobId,
    store: StoreOf,
    settings: SettingsOf,
    standing: StandingOf,
    watcher: WatcherOf,
    if_none_match: IfNoneMatch = None,
    prefer: Prefer = None,
) -> Response:
    """Return a job with its progress. While it is not finished, `Retry-After` is given.

    With `Prefer: wait=N` the answer is kept until the job has ended, or, with
    `If-None-Match` as well, until anything about it has changed.
    """

    wait = wanted_wait(prefer, settings.max_wait_seconds)
    requests = not (wait or if_none_match)  # which then may not be needed
    look = partial(_looked_at, store, job_id, requests=requests)
    job, view, tag = await run_in_threadpool(look)
    same_as = tag_of(job) if holds(if_none_match, tag) else None
    if wait and not job.state.terminal and (if_none_match is None or same_as):

        def enough(seen: Seen) -> bool:
            return seen.ended or (same_as is not None and seen.tag != same_as)

        await follow_until(job_followed(job_id, store, standing), enough, wait, watcher)
        job, view, tag = await run_in_threadpool(look)
    headers = applied(prefer, settings.max_wait_seconds)
    if not job.state.terminal:
        headers["Retry-After"] = POLL_SECONDS
    same = unchanged(tag, if_none_match, headers)
    if same is not None:
        return same
    whole = job if requests else await run_in_threadpool(store.get, job_id)
    content = await run_in_threadpool(with_request, view, whole.request)
    return tagged(content, None, tag=tag, headers=headers)


@router.post(
    "/{job_id}/cancel",
    status_code=202,
    response_model=JobDetail,
    summary="Stop a job and keep what it has found",
    responses={202: _SHOWN, **problems(403, 404)},
)
async def cancel_job(job_id: OwnJobId, store: StoreOf, writers: WritersOf) -> Response:
    """Stop a job within two seconds; its result holds the best so far.

    One that is still queued has no result then. Asking again, or asking for a
    job that has ended, changes nothing.
    """
    job = await writers.call(store.cancel, job_id)
    return _answer(await run_in_threadpool(detail, job), 202)


@router.post(
    "/{job_id}/retry",
    status_code=202,
    response_model=JobDetail,
    summary="Go on with a job that failed or was cancelled",
    responses={202: _SHOWN, **problems(403, 404, 409, 429)},
)
async def retry_job(
    job_id: OwnJobId, store: StoreOf, writers: WritersOf, key: CallerOf
) -> Response:
    """Put a job back into the queue; it goes on after its last finished point.

    Its time limit begins anew. A job that waits or runs already is left as it is. For
    quotas a job that is tried again is one more.
    """
    job = await writers.call(store.retry, job_id, origin=Origin(key=key))
    if job.state is State.SUCCEEDED:
        raise NotRetryable(
            f"job {job_id} has succeeded; if it left something open, POST to its address with "
            "/continue goes on"
        )
    return _answer(await run_in_threadpool(detail, job), 202, {"Retry-After": POLL_SECONDS})


@router.post(
    "/{job_id}/continue",
    status_code=202,
    response_model=JobDetail,
    summary="Go on with a job that left something open",
    responses={202: _SHOWN, **problems(400, 403, 404, 409, 413, 422, 429)},
    openapi_extra=described(CONTINUATION_EXAMPLES, required=False),
)
async def continue_job(
    job_id: OwnJobId,
    store: StoreOf,
    settings: SettingsOf,
    checks: ChecksOf,
    writers: WritersOf,
    key: CallerOf,
    sender: SenderOf,
    body: OptionalJsonBody,
) -> Response:
    """Put a job that ended with a bounded result, or too early, back into the queue.

    What it has proven is kept, and its time begins anew. The body may give new limits: more
    time, another gap; the gap stays as it was unless one is given. While it goes on it has no
    result; cancelling it brings what is known then.
    """
    job = await run_in_threadpool(store.get, job_id)
    check_unfinished(job)
    [again] = (await checked_again(job, body, checks, settings, sender)).submissions
    job = await writers.call(store.go_on, job_id, again, origin=Origin(key=key))
    return _answer(await run_in_threadpool(detail, job), 202, {"Retry-After": POLL_SECONDS})


@router.delete(
    "/{job_id}", status_code=204, summary="Remove a job for good", responses=problems(403, 404)
)
async def delete_job(job_id: OwnJobId, store: StoreOf, writers: WritersOf) -> None:
    """Remove a job with its result; if it is running, its work is ended."""
    await writers.call(store.delete, job_id)


def check_unfinished(job: Job) -> None:
    """Refuse to go on with a job that left nothing open, or is still at work.

    Raises
    ------
    NotRetryable
        The message says which.
    """
    if not job.state.terminal:
        raise NotRetryable(f"job {job.id} is {job.state}; it can go on when it has ended")
    if not job.unfinished:
        raise NotRetryable(f"job {job.id} has left nothing open; there is nothing to go on with")


def _looked_at(store: Store, job_id: str, *, requests: bool) -> tuple[Job, bytes, str]:
    """Return a job, what is written of it without its request, and the tag of that.

    Whatever changes shows in it, for the request does not.
    """
    job = store.get(job_id, requests=requests)
    view = written(job)
    return job, view, entity_tag(view)


def _answer(content: bytes, status: int, headers: Mapping[str, str] | None = None) -> Response:
    return InPieces(content, status, headers, media_type="application/json")
