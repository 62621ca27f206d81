"""Batches: what a client posts, and a parent job as clients see it."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from alphacut.jobs.batch import Batch
from alphacut.jobs.states import State
from alphacut.service.schemas.job import JobView, Points
from alphacut.service.schemas.places import Form
from alphacut.service.schemas.request import JobRequest
from alphacut.solver.bisection.kind import CURVE
from alphacut.solver.common.errors import QuestionError

_Strict = ConfigDict(extra="forbid", frozen=True)


class Size(BaseModel):
    """The size of a dragonfly."""

    model_config = _Strict

    a: Annotated[int, Field(strict=True, ge=1)] = Field(description="switches of a group")
    h: Annotated[int, Field(strict=True, ge=1)] = Field(description="global links of a switch")
    p: Annotated[int, Field(strict=True, ge=0)] = Field(default=1, description="hosts of a switch")


class Sweep(BaseModel):
    """The same question about dragonflies of several sizes with several arrangements."""

    model_config = _Strict

    sizes: list[Size] = Field(
        min_length=1, max_length=1000, description="each with every arrangement"
    )
    arrangements: list[str] | None = Field(
        default=None,
        min_length=1,
        max_length=100,
        description="names; left out: all that there are",
    )
    impossible: Literal["refuse", "skip"] = Field(
        default="refuse", description="what becomes of arrangements that a size cannot have"
    )
    job: dict[str, Any] = Field(
        default={"kind": CURVE.name},
        description="what each job has but its topology: kind, alpha, limits, engine, balance",
    )


class BatchRequest(BaseModel):
    """Ask several questions at once: give jobs, or a sweep."""

    model_config = _Strict

    jobs: list[JobRequest] | None = Field(default=None, min_length=1, description="one by one")
    sweep: Sweep | None = Field(default=None, description="by sizes and arrangements")

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.jobs is None) == (self.sweep is None):
            raise QuestionError("", 'give either "jobs" or "sweep"')
        return self


BATCH: Form[BatchRequest] = Form.of(BatchRequest)


class BatchProgress(BaseModel):
    """The members' progress, added up."""

    jobs: dict[State, int] = Field(description="how many members are in each state")
    points: Points
    gap: float = Field(description="the largest of any member")
    seconds: float = Field(description="wall time of the work so far, all members together")


class BatchLinks(BaseModel):
    """Where to go from a batch."""

    self: str
    cancel: str
    result: str
    svg: str | None = Field(description="their curves in one picture, where there are any")
    events: str


class BatchView(BaseModel):
    """A parent job and where it stands."""

    id: str
    kind: Literal["batch"] = "batch"
    state: State
    created: datetime
    finished: datetime | None
    progress: BatchProgress
    links: BatchLinks

    @classmethod
    def of(cls, batch: Batch) -> Self:
        """Show a batch."""
        return cls.model_validate(_shown(batch))


class BatchDetail(BatchView):
    """A parent job, where it stands, and its members in the order of the request."""

    jobs: list[JobView]

    @classmethod
    def of(cls, batch: Batch) -> Self:
        """Show a batch with its members."""
        members = [JobView.of(job) for job in batch.members]
        return cls.model_validate({**_shown(batch), "jobs": members})


class BatchList(BaseModel):
    """One page of batches, newest first."""

    batches: list[BatchView]
    next: str | None = Field(description="address of the next page")


def batch_address(batch_id: str) -> str:
    """Return the path of a batch."""
    return f"/v1/batches/{batch_id}"


def _shown(batch: Batch) -> dict[str, Any]:
    here = batch_address(batch.id)
    parts = {"cancel": "cancel", "result": "result", "events": "events"}
    drawn = f"{here}/curves.svg" if CURVE.name in batch.totals.kinds else None
    return {
        "id": batch.id,
        "state": batch.state,
        "created": batch.created,
        "finished": batch.finished,
        "progress": batch.progress(),
        "links": {
            "self": here,
            "svg": drawn,
            **{name: f"{here}/{part}" for name, part in parts.items()},
        },
    }


EXAMPLES: dict[str, Any] = {
    "sweep": {
        "summary": "Every arrangement of two sizes",
        "value": {
            "sweep": {
                "sizes": [{"a": 2, "h": 1}, {"a": 4, "h": 1}],
                "arrangements": ["absolute", "relative"],
                "job": {"kind": "bisection-curve", "limits": {"seconds": 60}},
            }
        },
    },
    "list": {
        "summary": "Two points, one by one",
        "value": {
            "jobs": [
                {
                    "kind": "bisection-point",
                    "topology": {"family": "torus", "sides": sides},
                    "alpha": 1,
                }
                for sides in ([4, 4], [4, 6])
            ]
        },
    },
}
