"""What a client may post to have a job go on: new limits."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from alphacut.service.schemas.places import Form
from alphacut.solver.common.requests import STRICT, Gap, Seconds


class NewLimits(BaseModel):
    """When the job is to stop this time."""

    model_config = STRICT

    seconds: Seconds | None = Field(
        default=None, description="wall time from now on; left out: the service's own limit"
    )
    gap: Gap | None = Field(default=None, description="left out: as it was")


class Continuation(BaseModel):
    """Have a job go on, with other limits perhaps."""

    model_config = STRICT

    limits: NewLimits = Field(default=NewLimits(), description="when to stop this time")


CONTINUATION: Form[Continuation] = Form.of(Continuation)

EXAMPLES: dict[str, Any] = {
    "longer": {"summary": "For an hour more", "value": {"limits": {"seconds": 3600}}},
    "nearer": {"summary": "Until the gap is 1 %", "value": {"limits": {"gap": "1%"}}},
}
