"""A job as clients see it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field, create_model

from alphacut.jobs.job import Job
from alphacut.jobs.progress import Phase, waiting
from alphacut.jobs.raw_json import Written
from alphacut.jobs.states import State
from alphacut.service.kinds import entries, entry_of, kinds
from alphacut.service.text.names import request_name

_NOTHING_FOUND = {
    "type": "cancelled",
    "title": "The job was cancelled",
    "detail": "it was cancelled before anything was found",
}


class Points(BaseModel):
    """The α at which a proof is needed; breakpoints are found on the way."""

    solved: int = Field(description="proven")
    open: int = Field(description="not yet proven")


class ProgressView(BaseModel):
    """How far the work has come."""

    phase: Phase = Field(description="what is being done")
    points: Points
    alpha: str | None = Field(description="the α that is being worked on")
    incumbent: str | None = Field(description="the least capacity found there, exact")
    bound: str | None = Field(description="a lower bound on the capacity there, exact")
    gap: float = Field(description="the largest (upper - lower)/upper over the whole range")
    seconds: float = Field(description="wall time of the work so far")


class ReusedView(BaseModel):
    """What was not computed for this job, because other jobs had found it."""

    job: str | None = Field(description="the job whose whole result was taken; null: single points")
    points: int = Field(description="how many proven points were taken")


class ErrorView(BaseModel):
    """Why a job ended without a result."""

    type: str = Field(description="stable name of the kind of error")
    title: str
    detail: str


class _Always(BaseModel):
    """Where to go from a job; which of the others there are depends on its kind and network."""

    model_config = ConfigDict(serialize_by_alias=True)

    self: str
    cancel: str
    retry: str
    go_on: str = Field(alias="continue")
    events: str
    result: str


def _names() -> dict[str, Any]:
    """Return the fields of links that some kind has: first those that live, then its views."""
    live = [name for each in entries().values() for name in each.live]
    made = [view.link for each in entries().values() for view in each.views]
    return dict.fromkeys(dict.fromkeys([*live, *made]), (str | None, None))


Links = create_model("Links", __base__=_Always, __doc__=_Always.__doc__, **_names())


class JobView(BaseModel):
    """A job and where it stands."""

    id: str
    kind: str = Field(json_schema_extra={"enum": [*kinds()]})
    title: str = Field(description="the name, and what is asked about it")
    name: str = Field(description="what the network is called, or the first of several")
    owner: str | None = Field(description="the name of the API key that it belongs to")
    label: str | None = Field(description="words of its owner")
    priority: int = Field(description="of jobs that wait, those with a higher one come first")
    place: int | None = Field(
        description="in the queue, while it waits; 1: the next; not in lists and streams"
    )
    state: State
    created: datetime
    started: datetime | None
    finished: datetime | None
    cancel_requested: bool
    progress: ProgressView
    error: ErrorView | None = Field(description="of a job that ended without a result")
    reused: ReusedView | None = Field(description="what other jobs had found already")
    has_result: bool = Field(description="whether links.result can be downloaded")
    unfinished: bool = Field(description="whether it has ended and can go on: links.continue")
    links: Links  # type: ignore[valid-type]  # made from the table of kinds

    @classmethod
    def of(cls, job: Job) -> Self:
        """Show a job."""
        return cls.model_validate(_shown(job))


class JobDetail(JobView):
    """A job, where it stands, and what it was asked."""

    request: dict[str, Any] = Field(description="the request with all defaults filled in")

    @classmethod
    def of(cls, job: Job) -> Self:
        """Show a job with its request."""
        return cls.model_validate({**_shown(job), "request": job.request})


def written(job: Job) -> bytes:
    """Write a job without its request, as JSON; it changes whenever the job does."""
    return JobView.of(job).model_dump_json().encode()


def with_request(view: bytes, request: Mapping[str, Any]) -> bytes:
    """Complete what `written` gives as `JobDetail` describes it.

    The request is put in as the text that it is; for a large one, all else takes long.
    """
    return b'%b,"request":%b}' % (view[:-1], Written.of(request).text.encode())


def detail(job: Job) -> bytes:
    """Write a job with its request, as JSON."""
    return with_request(written(job), job.request)


class JobList(BaseModel):
    """One page of jobs, newest first."""

    jobs: list[JobView]
    next: str | None = Field(description="address of the next page")


def address(job_id: str) -> str:
    """Return the path of a job."""
    return f"/v1/jobs/{job_id}"


def _shown(job: Job) -> dict[str, Any]:
    return {
        "id": job.id,
        "kind": job.kind,
        "title": _title(job),
        "name": _name(job),
        "owner": job.owner and job.owner.name,
        "label": job.label,
        "priority": job.priority,
        "place": job.place,
        "state": job.state,
        "created": job.created,
        "started": job.started,
        "finished": job.finished,
        "cancel_requested": job.cancel_requested,
        "progress": job.progress or waiting(),
        "error": _error(job),
        "reused": job.reused,
        "has_result": job.has_result,
        "unfinished": job.unfinished,
        "links": _links(job),
    }


def _error(job: Job) -> dict[str, str] | None:
    """Say why there is no result: a job that has ended has either that or a result."""
    if job.error is not None:
        return job.error.as_json()
    return _NOTHING_FOUND if job.state.terminal and not job.has_result else None


def _name(job: Job) -> str:
    return job.name or request_name(job.request)


def _title(job: Job) -> str:
    kind = kinds().get(job.kind)
    return kind.title.format(_name(job)) if kind else f"{_name(job)}, {job.kind}"


_PARTS = ("cancel", "retry", "continue", "events", "result")


def _links(job: Job) -> dict[str, str]:
    here = address(job.id)
    links = {"self": here}
    links |= {part: f"{here}/{part}" for part in _PARTS}
    entry = entry_of(job.kind)
    if entry is None:  # added by a package that is gone
        return links
    links |= {part: f"{here}/{part}" for part in entry.live}
    links |= {view.link: f"{here}/{view.path}" for view in entry.views}
    return {name: link for name, link in links.items() if name not in job.lacks}
