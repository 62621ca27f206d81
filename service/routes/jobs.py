"""Jobs: ask, list, poll, cancel, delete."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body, Query, Response

from jobs.states import State
from service.schemas.examples import JOB, JOB_DETAIL
from service.schemas.job import JobDetail, JobList, JobView, address
from service.schemas.problem import problems
from service.schemas.request import EXAMPLES, JobRequest
from service.state import SettingsOf, StoreOf
from service.submission import submit

router = APIRouter(prefix="/v1/jobs", tags=["jobs"])

POLL_SECONDS = "1"  # what clients are told to wait between two polls
_SHOWN = {"content": {"application/json": {"example": JOB_DETAIL}}}


@router.post(
    "",
    status_code=202,
    response_model=JobDetail,
    summary="Ask a question",
    responses={202: _SHOWN, **problems(400, 413, 415, 422)},
)
def post_job(
    request: Annotated[JobRequest, Body(openapi_examples=EXAMPLES)],
    response: Response,
    store: StoreOf,
    settings: SettingsOf,
) -> JobDetail:
    """Make a job. It is on the disk before the answer is sent.

    What is wrong with the request is said at once, field by field, and then no
    job is made. Otherwise `Location` says where to poll for it.
    """
    job = submit(request, store, settings)
    response.headers["Location"] = address(job.id)
    response.headers["Retry-After"] = POLL_SECONDS
    return JobDetail.of(job)


@router.get(
    "",
    response_model=JobList,
    summary="List jobs, newest first",
    responses={
        200: {"content": {"application/json": {"example": {"jobs": [JOB], "next": None}}}},
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
    found = store.newest(limit=limit + 1, before=before, state=state)
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
    responses={200: _SHOWN, **problems(404)},
)
def get_job(job_id: str, response: Response, store: StoreOf) -> JobDetail:
    """Return a job with its progress. While it is not finished, `Retry-After` is given."""
    job = store.get(job_id)
    if not job.state.terminal:
        response.headers["Retry-After"] = POLL_SECONDS
    return JobDetail.of(job)


@router.post(
    "/{job_id}/cancel",
    status_code=202,
    response_model=JobDetail,
    summary="Stop a job and keep what it has found",
    responses={202: _SHOWN, **problems(404)},
)
def cancel_job(job_id: str, store: StoreOf) -> JobDetail:
    """Stop a job within two seconds; its result holds the best so far.

    One that is still queued has no result then. Asking again, or asking for a
    job that has ended, changes nothing.
    """
    return JobDetail.of(store.cancel(job_id))


@router.delete(
    "/{job_id}", status_code=204, summary="Remove a job for good", responses=problems(404)
)
def delete_job(job_id: str, store: StoreOf) -> None:
    """Remove a job with its result; if it is running, its work is ended."""
    store.delete(job_id)
