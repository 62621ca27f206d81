"""What a client posts to ask about the bisections of a network."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

from alphacut.arrangements.formats.spec import estimate
from alphacut.solver.bisection.balance import BALANCES
from alphacut.solver.bisection.engines.catalogue import NAMES as ENGINES
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


class PointRequest(_Bisections):
    """Ask for the bisection bandwidth at one α."""

    kind: Literal["bisection-point"]
    alpha: Ratio = Field(description="the ratio of global to local link capacity", examples=["5/4"])
