"""What the requests of all kinds of question are made of, as pydantic models.

A kind of question derives its request from `OneNetwork` or `SeveralNetworks`, adds its own fields,
and names itself by `kind: Literal["…"]`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from alphacut.arrangements.formats.spec import FamilySpec, estimate
from alphacut.arrangements.numbers import NumberError, read_share
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.common.topology import Topology

RELATIVE = {"family": "dragonfly", "a": 4, "h": 2, "arrangement": "relative"}
HELIX = {**RELATIVE, "arrangement": "helix"}

STRICT = ConfigDict(extra="forbid", frozen=True)


def _ratio(written: object) -> str:
    return str(Alpha.parse(written))


def _gap(written: object) -> str:
    """Read a share of 1; unlike α it is a tolerance, so a JSON float will do."""
    try:
        gap = read_share(written)
    except NumberError:
        gap = Fraction(-1)
    if not 0 <= gap < 1:
        raise QuestionError(
            "limits.gap", 'must be a number from 0 to below 1, such as 0.05 or "5%"'
        )
    return str(gap)


_RATIO = r"^(\+?(\d{1,9}(/\d{1,9}|\.\d{1,9})?|\.\d{1,9}|\d[eE][+-]?[0-8])|inf)$"
Ratio = Annotated[
    str,
    BeforeValidator(_ratio),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "integer", "minimum": 0},
                {"type": "string", "pattern": _RATIO},
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
Seconds = Annotated[float, Field(strict=True, gt=0, allow_inf_nan=False)]


class TimeLimit(BaseModel):
    """When a job fails for want of time."""

    model_config = STRICT

    seconds: Seconds | None = Field(
        default=None, description="wall time of the work; left out: the service's own limit"
    )


class Limits(TimeLimit):
    """When a job ends although not everything is proven; its result is then bounded."""

    gap: Gap = Field(
        default="0", description="stop once (upper - lower)/upper is at most this everywhere"
    )


LABEL = 100  # characters of a label, at most
URGENT = 10  # the highest priority; the lowest is its negative


def _label(written: object) -> str:
    """Read a label: one line of text that is shown as it is."""
    fits = isinstance(written, str) and 1 <= len(written) <= LABEL and written.isprintable()
    if not fits or written != str(written).strip():
        raise QuestionError(
            "label",
            f"must have 1 to {LABEL} characters that print, and no space at its ends",
        )
    return str(written)


Label = Annotated[
    str,
    BeforeValidator(_label),
    WithJsonSchema({"type": "string", "minLength": 1, "maxLength": LABEL}),
]
Priority = Annotated[int, Field(strict=True, ge=-URGENT, le=URGENT)]
# Both are about the job, not about the question: what is asked is the same with any of them.
LABELLED: Any = Field(
    default=None, exclude=True, description="words of your own, to find the job by"
)
PRIORITY: Any = Field(
    default=0, exclude=True, description="of jobs that wait, those with a higher one come first"
)


class Request(BaseModel, ABC):
    """What the requests of all kinds have: a kind, networks, and a limit of time."""

    model_config = STRICT

    kind: str
    if TYPE_CHECKING:  # declared below each network, since fields are told in this order
        limits: TimeLimit
        label: str | None
        priority: int

    @abstractmethod
    def networks(self) -> list[tuple[str, FamilySpec]]:
        """Return the specs of the networks, each with its field."""

    def size(self, spec: FamilySpec) -> int:
        """Estimate how large the question about one of its networks is, before that is built.

        By itself it is the number of switches and links; a kind whose work or memory grows with
        something else, such as pairs of hosts, counts that.
        """
        return sum(estimate(spec))

    def soon(self) -> bool:
        """Tell, from its parameters alone, whether it is answered within seconds."""
        return False


class OneNetwork(Request):
    """A question about one network."""

    topology: Topology = Field(description="the network", examples=[RELATIVE])
    limits: TimeLimit = Field(default=TimeLimit(), description="when to stop early")
    label: Label | None = LABELLED
    priority: Priority = PRIORITY

    def networks(self) -> list[tuple[str, FamilySpec]]:
        """Return the network."""
        return [("topology", self.topology)]


class SeveralNetworks(Request):
    """A question about several networks."""

    topologies: list[Topology] = Field(
        min_length=1, description="the networks", examples=[[RELATIVE, HELIX]]
    )
    limits: TimeLimit = Field(default=TimeLimit(), description="when to stop early")
    label: Label | None = LABELLED
    priority: Priority = PRIORITY

    def networks(self) -> list[tuple[str, FamilySpec]]:
        """Return all of them."""
        return [(f"topologies.{place}", spec) for place, spec in enumerate(self.topologies)]
