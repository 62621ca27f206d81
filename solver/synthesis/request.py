"""What a client posts to have the global links of a dragonfly arranged anew."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import BeforeValidator, Field, WithJsonSchema, model_validator

from alphacut.arrangements.words import shown
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.common.requests import Limits, OneNetwork

MOST_ALPHAS = 8


def _alphas(written: object) -> list[str]:
    """Read one α, or several of them as a list or with commas between."""
    given = written.split(",") if isinstance(written, str) else written
    listed = list(given) if isinstance(given, list | tuple) else [given]
    if not 1 <= len(listed) <= MOST_ALPHAS:
        raise QuestionError("alpha", f"must be from 1 to {MOST_ALPHAS} ratios, got {len(listed)}")
    found = [Alpha.parse(each) for each in listed]
    for each in found:
        if not each.finite or each.numerator == 0:
            raise QuestionError("alpha", f"must be above 0 and finite, such as 5/4, got {each}")
    if len(set(found)) < len(found):
        raise QuestionError("alpha", f"must be given once each, got {shown(written)}")
    return [str(each) for each in found]


_RATIO = {"type": ["integer", "string"]}
Alphas = Annotated[
    list[str],
    BeforeValidator(_alphas),
    WithJsonSchema({"anyOf": [_RATIO, {"type": "array", "items": _RATIO}]}),
]


def _positions(written: object) -> list[int]:
    """Read positions as a list, or as text with commas between."""
    given = written.split(",") if isinstance(written, str) and written else written or []
    listed = list(given) if isinstance(given, list | tuple) else [given]
    found: set[int] = set()
    for each in listed:
        place = int(each) if isinstance(each, str) and each.isdecimal() else each
        if type(place) is not int or place < 0:
            raise QuestionError(
                "closed", f"must be positions from 0, such as [0, 3], got {shown(written)}"
            )
        found.add(place)
    return sorted(found)


Closed = Annotated[
    list[int],
    BeforeValidator(_positions),
    WithJsonSchema({"type": "array", "items": {"type": "integer", "minimum": 0}}),
]


class SynthesisRequest(OneNetwork):
    """Ask for the arrangement of global links with the largest bisection bandwidth."""

    kind: Literal["synthesis"]
    alpha: Alphas = Field(
        description="the ratio at which the bisection is to be as large as possible; of several, "
        "its least share of the best that is found for each",
        examples=["3"],
    )
    symmetry: Literal["rotation", "reflection", "multiplier", "none"] = Field(
        default="rotation",
        description="what keeps the arrangement: the rotation of groups, with it the reflection "
        "or a multiplication of group numbers, or nothing; then the search begins with the "
        "network as it is",
    )
    moves: Annotated[int, Field(strict=True, ge=1)] | None = Field(
        default=None,
        description="the most cables between groups that may join other switches than in the "
        "network as it is; with symmetry none",
    )
    reach: Annotated[int, Field(strict=True, ge=1)] | None = Field(
        default=None,
        description="the most positions in its group by which an end of a cable may move; with "
        "symmetry none",
    )
    closed: Closed = Field(
        default=[], description="positions of every group that have no global ports"
    )
    seed: Annotated[int, Field(strict=True, ge=0, le=10**9)] = Field(
        default=0, description="of what is random"
    )
    limits: Limits = Field(default=Limits(), description="when to stop early")

    @model_validator(mode="after")
    def _moves_without_symmetry(self) -> Self:
        for name in ("moves", "reach"):
            if getattr(self, name) is not None and self.symmetry != "none":
                raise QuestionError(name, f"needs symmetry none, got {self.symmetry}")
        return self
