"""What the service answers, as types: JSON objects stay the dictionaries that they are."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

State = Literal["queued", "running", "succeeded", "failed", "cancelled"]
Document = dict[str, Any]  # alphacut-curve/1 or another; its "format" says which
ENDED = ("succeeded", "failed", "cancelled")


class Points(TypedDict):
    """The α at which a proof is needed."""

    solved: int
    open: int


class Progress(TypedDict):
    """How far the work on a job has come; values are exact, as strings."""

    phase: str
    points: Points
    alpha: str | None
    incumbent: str | None
    bound: str | None
    gap: float
    seconds: float


class JobError(TypedDict):
    """Why a job ended without a result."""

    type: str
    title: str
    detail: str


class Job(TypedDict):
    """A job and where it stands."""

    id: str
    kind: str
    title: str  # the name, and what is asked about it
    name: str  # what the network is called, or the first of several
    owner: str | None  # the name of the API key that it belongs to
    label: str | None
    priority: int
    place: int | None  # in the queue, while it waits
    state: State
    created: str
    started: str | None
    finished: str | None
    cancel_requested: bool
    progress: Progress
    error: JobError | None
    reused: dict[str, Any] | None  # what other jobs had found
    has_result: bool
    unfinished: bool  # whether it has ended and can go on
    links: dict[str, str | None]
    request: dict[str, Any]  # not in lists


class BatchProgress(TypedDict):
    """The progress of a batch's jobs, added up."""

    jobs: dict[State, int]
    points: Points
    gap: float
    seconds: float


class Batch(TypedDict):
    """A parent job and its members."""

    id: str
    kind: Literal["batch"]
    state: State
    created: str
    finished: str | None
    progress: BatchProgress
    links: dict[str, str | None]
    jobs: list[Job]
