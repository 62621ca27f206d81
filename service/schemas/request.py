"""What a client posts to have a job made."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from alphacut.arrangements.numbers import NumberError, read_tolerance
from alphacut.service.schemas.places import Form
from alphacut.service.schemas.topology import Topology
from alphacut.solver.bisection.alpha import Alpha
from alphacut.solver.bisection.balance import BALANCES
from alphacut.solver.bisection.engines.catalogue import NAMES as ENGINES
from alphacut.solver.errors import QuestionError

RELATIVE = {"family": "dragonfly", "a": 4, "h": 2, "arrangement": "relative"}
HELIX = {**RELATIVE, "arrangement": "helix"}


def _ratio(written: object) -> str:
    return str(Alpha.parse(written))


def _gap(written: object) -> str:
    """Read a share of 1; unlike α it is a tolerance, so a JSON float will do."""
    try:
        gap = read_tolerance(written)
    except NumberError:
        gap = Fraction(-1)
    if not 0 <= gap < 1:
        raise QuestionError(
            "limits.gap", 'must be a number from 0 to below 1, such as 0.05 or "1/20"'
        )
    return str(gap)


_Strict = ConfigDict(extra="forbid", frozen=True)

Ratio = Annotated[
    str,
    BeforeValidator(_ratio),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "integer", "minimum": 0},
                {"type": "string", "pattern": r"^(\d{1,9}(/\d{1,9}|\.\d{1,9})?|inf)$"},
            ],
            "description": 'an exact ratio: an integer, or a string such as "5/4", "1.25" or "inf"',
        }
    ),
]
Gap = Annotated[
    str,
    BeforeValidator(_gap),
    WithJsonSchema({"type": ["number", "string"], "minimum": 0, "exclusiveMaximum": 1}),
]


class Range(BaseModel):
    """A range of α, its ends included."""

    model_config = _Strict

    min: Ratio = Field(default="0", description="where the curve begins")
    max: Ratio = Field(default="inf", description="where the curve ends")


Seconds = Annotated[float, Field(strict=True, gt=0, allow_inf_nan=False)]


class TimeLimit(BaseModel):
    """When a job fails for want of time."""

    model_config = _Strict

    seconds: Seconds | None = Field(
        default=None, description="wall time of the work; left out: the service's own limit"
    )


class Limits(TimeLimit):
    """When a job ends although not everything is proven; its result is then bounded."""

    gap: Gap = Field(
        default="0", description="stop once (upper - lower)/upper is at most this everywhere"
    )


_ENGINE: Any = Field(
    default="auto",
    description="what proves; auto chooses",
    json_schema_extra={"enum": [*ENGINES]},
)
_BALANCE: Any = Field(
    default="switches",
    description="what the two halves share equally",
    json_schema_extra={"enum": [*BALANCES]},
)


class _Request(BaseModel):
    model_config = _Strict

    topology: Topology = Field(description="the network", examples=[RELATIVE])
    limits: Limits = Field(default=Limits(), description="when to stop early")
    engine: str = _ENGINE
    balance: str = _BALANCE


class CurveRequest(_Request):
    """Ask for the whole α-curve of a network."""

    kind: Literal["bisection-curve"]
    alpha: Range = Field(default=Range(), description="the range of α")


class PointRequest(_Request):
    """Ask for the bisection bandwidth at one α."""

    kind: Literal["bisection-point"]
    alpha: Ratio = Field(description="the ratio of global to local link capacity", examples=["5/4"])


class StructureRequest(BaseModel):
    """Ask what a network is like; nothing is solved."""

    model_config = _Strict

    kind: Literal["structure"]
    topology: Topology = Field(description="the network", examples=[RELATIVE])
    limits: TimeLimit = Field(
        default=TimeLimit(), description="when to give up: an unfinished description is no result"
    )


class CompareRequest(BaseModel):
    """Set networks beside each other: at one α, and who wins on which range of α."""

    model_config = _Strict

    kind: Literal["compare"]
    topologies: list[Topology] = Field(
        min_length=1, description="the networks", examples=[[RELATIVE, HELIX]]
    )
    alpha: Ratio = Field(default="1", description="where the table stands; finite")
    only_alpha: Annotated[bool, Field(strict=True)] = Field(
        default=False, description="solve at this α alone; who wins elsewhere stays open"
    )
    injection: Ratio = Field(
        default="1", description="capacity of the link of a host, in units of a local link"
    )
    limits: Limits = Field(
        default=Limits(), description="when to stop early, all networks together"
    )
    engine: str = _ENGINE
    balance: str = _BALANCE


AnyRequest = CurveRequest | PointRequest | StructureRequest | CompareRequest
JobRequest = Annotated[AnyRequest, Field(discriminator="kind")]

JOB: Form[AnyRequest] = Form.of(JobRequest)

EXAMPLES: dict[str, Any] = {
    "curve": {
        "summary": "The exact α-curve of a dragonfly",
        "value": {"kind": "bisection-curve", "topology": RELATIVE},
    },
    "curve with limits": {
        "summary": "A part of the curve, for a minute at most, within 5 %",
        "value": {
            "kind": "bisection-curve",
            "topology": {"family": "dragonfly", "a": 6, "h": 3, "arrangement": "absolute"},
            "alpha": {"min": "1/2", "max": "2"},
            "limits": {"seconds": 60, "gap": "0.05"},
        },
    },
    "structure": {
        "summary": "Distances, balance, symmetry and components of a dragonfly",
        "value": {"kind": "structure", "topology": RELATIVE},
    },
    "comparison": {
        "summary": "Two arrangements at α = 5/4, and who wins on which range",
        "value": {"kind": "compare", "topologies": [RELATIVE, HELIX], "alpha": "5/4"},
    },
    "point": {
        "summary": "One α of a network given link by link",
        "value": {
            "kind": "bisection-point",
            "topology": {
                "family": "graph",
                "switches": 4,
                "links": [[0, 1], [1, 2, "global"], [2, 3], [3, 0, "global"]],
            },
            "alpha": "5/4",
        },
    },
}
