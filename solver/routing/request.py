"""What a client posts to ask about routing."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from alphacut.arrangements.formats.spec import FamilySpec, estimate
from alphacut.arrangements.words import known_names, shown
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.common.requests import OneNetwork, TimeLimit
from alphacut.solver.routing.options import INTERMEDIATES, NAMES, read_vcs

ROUTES = "routes"
VALIANT = "valiant"
EXAMPLE = "uniform"
LARGEST = 4_000_000  # characters of routes


def _one_of(field: str, names: tuple[str, ...], what: str) -> Any:
    def check(written: object) -> object:
        if written not in names:
            raise QuestionError(
                field, f"unknown {what} {shown(written)}; {known_names(written, names)}"
            )
        return written

    return BeforeValidator(check)


def _vcs(written: object) -> object:
    if written is not None:
        if not isinstance(written, str):
            raise QuestionError("vcs", f"must be text such as 2/1, got {shown(written)}")
        read_vcs(written)
    return written


class OfMechanism(OneNetwork):
    """A question about the routes of a mechanism on one network."""

    mechanism: Annotated[str, _one_of("mechanism", (*NAMES, ROUTES), "mechanism")] = Field(
        description="the mechanism, or routes: those in the field of that name",
        json_schema_extra={"enum": [*NAMES, ROUTES]},
    )
    vcs: Annotated[str | None, BeforeValidator(_vcs)] = Field(
        default=None, description="virtual channels of local and global links, such as 2/1"
    )
    valiant: Annotated[str, _one_of("valiant", INTERMEDIATES, "intermediate")] = Field(
        default="switch",
        description="where Valiant's routes go through",
        json_schema_extra={"enum": [*INTERMEDIATES]},
    )
    colouring: str | None = Field(
        default=None, max_length=10_000, description="the colour of each position of a group"
    )
    order: str | None = Field(
        default=None, max_length=100_000, description="the groups in order, or multiply:M"
    )
    routes: str | None = Field(
        default=None, max_length=LARGEST, description="routes hop by hop, as CSV"
    )

    @model_validator(mode="after")
    def _routes_alone(self) -> Self:
        if (self.mechanism == ROUTES) != (self.routes is not None):
            raise QuestionError("routes", "must be given with the mechanism routes, and only then")
        return self

    def check_valiant(self, routed: bool) -> None:
        """Refuse where Valiant's routes go through, if none are routed by them.

        Raises
        ------
        QuestionError
            If it was chosen and has no effect.
        """
        if self.valiant != INTERMEDIATES[0] and not routed:
            raise QuestionError(
                "valiant", f"needs the mechanism {VALIANT}, got {self.mechanism}; leave it out"
            )

    def size(self, spec: FamilySpec) -> int:
        """Count hosts and pairs of switches too: traffic is of hosts, and tables are of pairs."""
        switches, links = estimate(spec)
        return switches + links + spec.hosts_at_most() + switches * switches // 16


class RoutingRequest(OfMechanism):
    """Ask whether the routes of a mechanism can deadlock, and what load links carry."""

    kind: Literal["routing"]
    adaptive: bool = Field(
        default=False, strict=True, description="whether packets choose among routes at each switch"
    )
    traffic: str | dict[str, Any] | None = Field(
        default=None, description="a pattern such as uniform or adversarial:1, or a matrix"
    )
    limits: TimeLimit = Field(default=TimeLimit(), description="when to give up")

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.adaptive and self.routes is None:
            raise QuestionError("adaptive", f"{self.mechanism} is not adaptive; leave it out")
        self.check_valiant(self.mechanism == VALIANT)
        return self
