"""What a client posts to have a job made: a request of one of the kinds that there are."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Annotated, Any

from pydantic import Field

from alphacut.service.kinds import kinds
from alphacut.service.schemas.places import Form
from alphacut.solver.common.requests import Request

MODELS: tuple[type[Request], ...] = tuple(kind.request() for kind in kinds().values())

# read as the model that its kind names
JobRequest: Any = Annotated[reduce(or_, MODELS), Field(discriminator="kind")]

JOB: Form[Request] = Form.of(JobRequest)

EXAMPLES: dict[str, Any] = {
    kind.name: {"summary": kind.asks.capitalize(), "value": kind.example}
    for kind in kinds().values()
    if kind.example
}
