"""What a client posts to have a conjecture about single components checked."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import BeforeValidator, Field, WithJsonSchema, model_validator

from alphacut.arrangements.formats.spec import FamilySpec
from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.common.requests import LABELLED, PRIORITY, Label, Priority, Request, TimeLimit

LARGEST = 10_000  # a
HIGHEST = 64  # h


def _heights(written: object) -> str:
    """Read a range of h as users write it: 3, or "3:9"; both ends are included."""
    text = str(written) if type(written) in (int, str) else ""
    try:
        ends = [int(part) for part in text[:20].split(":")]
    except ValueError:
        ends = []
    if len(ends) not in (1, 2) or not 1 <= ends[0] <= ends[-1] <= HIGHEST:
        told = f"is not a range of h from 1 to {HIGHEST}; give 3, or 3:9"
        raise QuestionError("h", f"{shown(written)} {told}")
    return f"{ends[0]}:{ends[-1]}"


Heights = Annotated[str, BeforeValidator(_heights), WithJsonSchema({"type": ["integer", "string"]})]
Count = Annotated[int, Field(strict=True, ge=1, le=LARGEST)]


class ConjectureRequest(Request):
    """Ask whether all networks of an arrangement form a single GCC, for ranges of h and a."""

    kind: Literal["conjecture"]
    arrangement: Literal["nautilus", "helix"] = Field(description="of the global links")
    h: Heights = Field(description="global links of a switch, such as 3:9", examples=["3:9"])
    a_max: Count = Field(description="the largest number of switches in a group", examples=[100])
    a_min: Count | None = Field(
        default=None, description="the least one; left out: h + 1 for nautilus, 1 for helix"
    )
    sign: Literal["both", "text", "figures"] = Field(
        default="both", description="the rule of nautilus"
    )
    method: Literal["links", "intervals", "rotation", "both"] = Field(
        default="links",
        description="how components are counted: every link, intervals (nautilus), rotation "
        "(helix), or one against the other",
    )
    limits: TimeLimit = Field(default=TimeLimit(), description="when to stop early")
    label: Label | None = LABELLED
    priority: Priority = PRIORITY

    @model_validator(mode="after")
    def _one_rule(self) -> Self:
        if self.sign != "both" and self.arrangement != "nautilus":
            raise QuestionError("sign", f"is of nautilus; leave it out for {self.arrangement}")
        return self

    def networks(self) -> list[tuple[str, FamilySpec]]:
        """Return none: there is one for each a and h, each built when it is looked at."""
        return []
