"""What a client posts to ask for the least cut of each size."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from alphacut.solver.bisection.request import BALANCE, ENGINE
from alphacut.solver.common.requests import Limits, OneNetwork, Ratio


class ProfileRequest(OneNetwork):
    """Ask for the least cut of each size, the expansion and the sparsest cut."""

    kind: Literal["profile"]
    alpha: Ratio | None = Field(
        default=None,
        description="the ratio of global to local link capacity; not needed where no capacity "
        "depends on it",
    )
    limits: Limits = Field(default=Limits(), description="when to stop early")
    engine: str = ENGINE
    balance: str = BALANCE
