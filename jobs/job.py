"""The record of a job, as the store holds it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from alphacut.jobs.states import State


@dataclass(frozen=True, kw_only=True)
class JobError:
    """Why a job failed, in words for its owner."""

    type: str  # stable name of the kind of error
    title: str  # what that name means
    detail: str  # what happened here

    def as_json(self) -> dict[str, str]:
        """Write the error as a JSON object."""
        return {"type": self.type, "title": self.title, "detail": self.detail}


@dataclass(frozen=True, kw_only=True)
class Owner:
    """The API key that a job belongs to."""

    id: str  # 8 hexadecimal digits
    name: str


@dataclass(frozen=True, kw_only=True)
class Job:
    """A question with its limits, and where it stands."""

    id: str  # 32 hexadecimal digits
    number: int  # position in the order of creation
    kind: str  # the name of a kind of question
    # Validated and complete: the kind can rebuild its work from it. Empty where it was left out.
    request: Mapping[str, Any]
    state: State
    created: datetime  # UTC, as all times
    started: datetime | None = None  # when a worker first took it
    finished: datetime | None = None
    cancel_requested: bool = False
    seconds: float = 0.0  # wall time that workers have spent on it
    progress: Mapping[str, Any] | None = None  # see jobs.progress
    error: JobError | None = None  # of a failed job, and of no other
    has_result: bool = False
    content: str | None = None  # equal for jobs that ask the same
    name: str | None = None  # what its network is called; None: the request tells
    owner: Owner | None = None  # None: nobody said who they are
    label: str | None = None  # the owner's own words
    priority: int = 0  # of those that wait, the higher come first
    short: bool = False  # expected to end soon
    place: int | None = None  # of a job that waits, where it was counted: 1 is the next
    # What others had found: the "job" whose whole result this is, or null; how many "points".
    reused: Mapping[str, Any] | None = None
    lacks: tuple[str, ...] = ()  # links that others of its kind have, and it never will

    @property
    def unfinished(self) -> bool:
        """Whether it has ended and left something open, so that it can go on."""
        if self.state is State.SUCCEEDED:
            return bool((self.progress or {}).get("points", {}).get("open"))
        return self.state.terminal


@dataclass(frozen=True, kw_only=True)
class Claim:
    """A lease on a running job. Whoever claims the job next gets a higher epoch."""

    job: Job  # as it was when it was claimed
    owner: str  # name of the worker, for people
    epoch: int  # every write by the worker carries it
