"""A job as clients see it."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal, Self

from pydantic import BaseModel, Field

from jobs.job import Job
from jobs.kinds import CURVE
from jobs.progress import Phase, waiting
from jobs.states import State


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


class ErrorView(BaseModel):
    """Why a job failed."""

    type: str = Field(description="stable name of the kind of error")
    title: str
    detail: str


class Links(BaseModel):
    """Where to go from a job. The pictures and tables are those of curves."""

    self: str
    cancel: str
    result: str
    curve: str | None = None
    svg: str | None = None
    csv: str | None = None


class JobView(BaseModel):
    """A job and where it stands."""

    id: str
    kind: Literal["bisection-curve", "bisection-point", "structure"]
    state: State
    created: datetime
    started: datetime | None
    finished: datetime | None
    cancel_requested: bool
    progress: ProgressView
    error: ErrorView | None = Field(description="of a failed job")
    has_result: bool = Field(description="whether links.result can be downloaded")
    links: Links

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
        "state": job.state,
        "created": job.created,
        "started": job.started,
        "finished": job.finished,
        "cancel_requested": job.cancel_requested,
        "progress": job.progress or waiting(),
        "error": job.error.as_json() if job.error else None,
        "has_result": job.has_result,
        "links": _links(job),
    }


def _links(job: Job) -> dict[str, str]:
    here = address(job.id)
    links = {"self": here, "cancel": f"{here}/cancel", "result": f"{here}/result"}
    if job.kind == CURVE.name:
        links |= {"curve": f"{here}/curve", "svg": f"{here}/curve.svg", "csv": f"{here}/curve.csv"}
    return links
