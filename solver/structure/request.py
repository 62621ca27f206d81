"""What a client posts to ask what a network is like."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from alphacut.solver.common.requests import OneNetwork, TimeLimit

SMALL = 5_000  # switches and links


class StructureRequest(OneNetwork):
    """Ask what a network is like; nothing is solved."""

    kind: Literal["structure"]
    limits: TimeLimit = Field(
        default=TimeLimit(), description="when to give up: an unfinished description is no result"
    )

    def soon(self) -> bool:
        """Tell whether the network is as small as those that are described within seconds."""
        return self.size(self.topology) <= SMALL
