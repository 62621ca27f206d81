"""What a client posts."""

from typing import Annotated, Literal

from pydantic import Field

from alphacut.solver.common.requests import OneNetwork


class TallyRequest(OneNetwork):
    """Ask how many links each switch has."""

    kind: Literal["tally"]
    parts: Annotated[int, Field(strict=True, ge=1, le=9)] = Field(
        default=1, description="number of steps in which it is counted"
    )
    gate: str | None = Field(
        default=None, description="a folder; each step waits there for a file with its number"
    )
