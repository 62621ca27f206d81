"""What a client posts to ask about the bisections of a network."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, Field, WithJsonSchema

from alphacut.arrangements.formats.spec import estimate
from alphacut.solver.bisection.balance import BALANCES
from alphacut.solver.bisection.engines.catalogue import NAMES as ENGINES
from alphacut.solver.bisection.sizes import both_sizes, share_of_imbalance
from alphacut.solver.common.requests import STRICT, Limits, OneNetwork, Ratio

ENGINE: Any = Field(
    default="auto",
    description="what proves; auto chooses",
    json_schema_extra={"enum": [*ENGINES]},
)
BALANCE: Any = Field(
    default="switches",
    description="what the two halves share equally",
    json_schema_extra={"enum": [*BALANCES]},
)

# Switches up to which curves took at most some seconds, whatever the network; see
# `solver.bisection.effort`.
SMALL = 24


class Range(BaseModel):
    """A range of α, its ends included."""

    model_config = STRICT

    min: Ratio = Field(default="0", description="where the curve begins")
    max: Ratio = Field(default="inf", description="where the curve ends")


class _Bisections(OneNetwork):
    limits: Limits = Field(default=Limits(), description="when to stop early")
    engine: str = ENGINE
    balance: str = BALANCE

    def soon(self) -> bool:
        """Tell whether the network is as small as those that are solved within seconds."""
        return estimate(self.topology)[0] <= SMALL


class CurveRequest(_Bisections):
    """Ask for the whole α-curve of a network."""

    kind: Literal["bisection-curve"]
    alpha: Range = Field(default=Range(), description="the range of α")


def _sizes(written: object) -> str | None:
    """Read the sizes of both sides; whether they fit is seen once the network is known."""
    return None if written is None else ":".join(map(str, both_sizes(written)))


def _imbalance(written: object) -> str | None:
    return None if written is None else str(share_of_imbalance(written))


SIZES: Any = {
    "anyOf": [
        {"type": "string", "pattern": r"^\s*\d{1,9}\s*:\s*\d{1,9}\s*$"},
        {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2},
        {"type": "null"},
    ]
}
IMBALANCE: Any = {"type": ["number", "string", "null"], "minimum": 0, "exclusiveMaximum": 1}


class PointRequest(_Bisections):
    """Ask for the bisection bandwidth at one α, or for the least cut of other sizes than halves."""

    kind: Literal["bisection-point"]
    alpha: Ratio | None = Field(
        default=None,
        description="the ratio of global to local link capacity; not needed where no capacity "
        "depends on it",
        examples=["5/4"],
    )
    sizes: Annotated[str | None, BeforeValidator(_sizes), WithJsonSchema(SIZES)] = Field(
        default=None,
        description="of both sides, in place of halves",
        examples=["12:24"],
    )
    imbalance: Annotated[str | None, BeforeValidator(_imbalance), WithJsonSchema(IMBALANCE)] = (
        Field(
            default=None,
            description="any sizes with at most (1 + imbalance)·⌈half⌉ on a side",
            examples=["3%"],
        )
    )
    partition: list[Annotated[int, Field(strict=True)]] | None = Field(
        default=None,
        description="the part, 0 or 1, of each switch of a cut whose distance from the least is "
        "asked for; the least is then that of its sizes, or within the imbalance",
    )
