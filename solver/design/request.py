"""What a client posts to find networks of about so many hosts."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema

from alphacut.arrangements.formats.spec import FamilySpec
from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.common.requests import (
    LABELLED,
    PRIORITY,
    Label,
    Priority,
    Request,
    Seconds,
    TimeLimit,
)
from alphacut.solver.design.names import LONGEST_PRICES, NAMES, ORDERS

LONGEST = 200  # characters of a number, or of a list of names
MOST_PRICES = 20


def _number(written: object) -> object:
    """Let through what can be the text of a number; `question.read_question` reads it."""
    right = isinstance(written, int | float | str) and not isinstance(written, bool)
    if not right or (isinstance(written, str) and len(written) > LONGEST):
        raise QuestionError("", f"must be a number, or one as text, got {shown(written)}")
    return written


def _named(written: object) -> object:
    """Let through prices by name, or as text; the same reads them."""
    if isinstance(written, str) and len(written) <= LONGEST:
        return written
    if not isinstance(written, dict) or len(written) > MOST_PRICES:
        told = f'must be prices by name, such as {{"switch": 20}}, got {shown(written)}'
        raise QuestionError("", told)
    return {str(name): _number(each) for name, each in written.items()}


_NUMBER = {"type": ["number", "string"]}
Number = Annotated[Any, BeforeValidator(_number), WithJsonSchema(_NUMBER)]
Prices = Annotated[
    Any,
    BeforeValidator(_named),
    WithJsonSchema(
        {"anyOf": [{"type": "string"}, {"type": "object", "additionalProperties": _NUMBER}]}
    ),
]
Flag = Annotated[bool, Field(strict=True)]


class DesignRequest(Request):
    """Ask for the networks worth their price, for about so many hosts."""

    kind: Literal["design"]
    hosts: Number = Field(description="about so many hosts", examples=[1000])
    radix: Number = Field(description="the ports of a switch", examples=[32])
    within: Number = Field(default="10%", description="how far the number of hosts may lie from it")
    alpha: Number = Field(default=1, description="the capacity of a global link, in local links")
    families: list[str] | Annotated[str, Field(max_length=LONGEST)] | None = Field(
        default=None,
        description=f"names of families: {', '.join(NAMES)}; left out: all",
        max_length=LONGEST,
    )
    arrangement: Annotated[str, Field(max_length=LONGEST)] | None = Field(
        default=None,
        description="of the global links of dragonflies; left out: for each one that wires it",
    )
    balanced: Flag = Field(default=False, description="only dragonflies with a = 2p = 2h")
    unused_ports: Flag = Field(
        default=False, description="also dragonflies with unused global ports"
    )
    per_host: Number | None = Field(
        default=None,
        description="the least bisection bandwidth for each host that must be certain; left out: "
        "1/8",
    )
    prices: Annotated[str, Field(max_length=LONGEST_PRICES)] | None = Field(
        default=None, description="prices and watts as TOML; left out: assumptions"
    )
    cost: Prices | None = Field(
        default=None, description='prices in place of those, such as {"switch": 20, "optical": 4}'
    )
    spare_ports: Number = Field(default=0, description="ports of each switch that are left free")
    sort: str = Field(
        default="price", description="what comes first", json_schema_extra={"enum": [*ORDERS]}
    )
    limit: Number = Field(default=20, description="how many are listed at most")
    prove: Seconds | None = Field(
        default=None,
        description="prove bisections for so many seconds, from the first of the list on; left "
        "out: they keep what is proven at once",
    )
    limits: TimeLimit = Field(default=TimeLimit(), description="when to stop early")
    label: Label | None = LABELLED
    priority: Priority = PRIORITY

    def networks(self) -> list[tuple[str, FamilySpec]]:
        """Return none: networks are what is looked for."""
        return []

    def soon(self) -> bool:
        """Tell whether nothing is solved."""
        return self.prove is None
