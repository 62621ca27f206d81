"""What a client posts to set networks beside each other."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from alphacut.solver.bisection.balance import BALANCES
from alphacut.solver.bisection.request import ENGINE
from alphacut.solver.common.requests import Limits, Ratio, SeveralNetworks


class CompareRequest(SeveralNetworks):
    """Set networks beside each other: at one α, and who wins on which range of α."""

    kind: Literal["compare"]
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
    engine: str = ENGINE
    balance: str | None = Field(
        default=None,
        description="what all halves share equally; left out: hosts where the switches of a "
        "network have unlike numbers of them, else switches",
        json_schema_extra={"enum": [*BALANCES, None]},
    )
