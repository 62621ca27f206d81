"""What a client posts to ask where the tasks of a stencil job should lie."""

from __future__ import annotations

import math
from typing import Annotated, Literal, Self

from pydantic import BeforeValidator, Field, ValidationInfo, WithJsonSchema, model_validator

from alphacut.arrangements.formats.spec import FamilySpec, estimate
from alphacut.arrangements.numbers import NumberError, read_amount, read_integer
from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.common.requests import OneNetwork
from alphacut.solver.placement.sides import MOST_SIDE, check_sides

MOST_HOSTS = 200_000
MOST_CHOICES = 10_000
OF_A_GRID = (
    *("tasks", "count", "any_tasks", "any_block", "message", "weights", "ranks", "injection"),
    *("local", "remote", "routing", "same_group", "within", "top"),
)
OF_A_STENCIL = ("torus", "objective")


def _sides(written: object, about: ValidationInfo) -> object:
    field = str(about.field_name)
    if written is None:
        return None
    given = written.split("x") if isinstance(written, str) else written
    if not isinstance(given, list | tuple):
        raise QuestionError(field, f"must be sides such as [8, 8, 4], got {shown(written)}")
    try:
        sides = tuple(read_integer(side, least=1) for side in given)
    except NumberError as error:
        raise QuestionError(field, f"each side {error}") from error
    check_sides(sides, field)
    return sides


def _positive(written: object, about: ValidationInfo) -> str:
    field = str(about.field_name)
    try:
        value = read_amount(written)
    except NumberError as error:
        raise QuestionError(field, str(error)) from error
    if value <= 0:
        raise QuestionError(field, f"must be above 0, got {shown(written)}")
    return str(value)


def _weights(written: object) -> object:
    if written is None:
        return None
    given = written.split(",") if isinstance(written, str) else written
    if not isinstance(given, list | tuple):
        raise QuestionError("weights", f"must be numbers such as [1, 1, 2], got {shown(written)}")
    try:
        return [str(read_amount(each)) for each in given]
    except NumberError as error:
        raise QuestionError("weights", str(error)) from error


_SIDE = {"type": "integer", "minimum": 1, "maximum": MOST_SIDE}
_NUMBERS = {"type": "array", "items": {"type": ["integer", "string"]}}
Sides = Annotated[
    tuple[int, ...] | None,
    BeforeValidator(_sides),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "array", "items": _SIDE, "minItems": 1, "maxItems": 6},
                {"type": "null"},
            ]
        }
    ),
]
Positive = Annotated[
    str,
    BeforeValidator(_positive),
    WithJsonSchema({"anyOf": [{"type": "integer", "exclusiveMinimum": 0}, {"type": "string"}]}),
]
Weights = Annotated[
    list[str] | None,
    BeforeValidator(_weights),
    WithJsonSchema({"anyOf": [_NUMBERS, {"type": "null"}]}),
]
Host = Annotated[str, Field(min_length=1, max_length=255)]


class PlacementRequest(OneNetwork):
    """Ask how a grid is divided and placed, or how a stencil is mapped on switches."""

    kind: Literal["placement"]
    grid: Sides = Field(
        default=None,
        description="elements of the job's grid along each dimension",
        examples=[[512, 512, 512]],
    )
    stencil: Sides = Field(
        default=None, description="cells of a stencil that is mapped, in place of a grid"
    )
    tasks: Sides = Field(
        default=None, description="tasks along each dimension; left out: all that divide the grid"
    )
    block: Sides = Field(
        default=None, description="tasks of a group along each dimension; left out: all that fit"
    )
    count: Annotated[int, Field(strict=True, ge=1, le=MOST_SIDE)] | None = Field(
        default=None, description="the number of tasks; left out: any"
    )
    any_tasks: bool = Field(default=False, description="also tasks that do not divide the grid")
    any_block: bool = Field(default=False, description="also blocks that do not divide the tasks")
    message: Positive = Field(default="1000", description="bytes for each element of a face")
    weights: Weights = Field(
        default=None, description="factor of the message in each dimension; left out: 1"
    )
    ranks: Annotated[int, Field(strict=True, ge=1, le=1024)] = Field(
        default=1, description="tasks on each host"
    )
    injection: Positive = Field(default="40", description="bandwidth of a host, Gbit/s")
    local: Positive = Field(default="40", description="bandwidth of a local link, Gbit/s")
    remote: Positive = Field(default="40", description="bandwidth of a global link, Gbit/s")
    routing: Literal["both", "direct", "indirect"] = Field(
        default="both", description="by shortest paths, or through a group at random"
    )
    same_group: Literal["minimal", "indirect"] = Field(
        default="minimal", description="how traffic inside a group is routed indirectly"
    )
    within: Literal["spread", "packed", "random"] = Field(
        default="spread", description="how the tasks of a group lie on its switches"
    )
    seed: Annotated[int, Field(strict=True, ge=0, le=10**9)] = Field(
        default=0, description="of what is random"
    )
    top: Annotated[int, Field(strict=True, ge=1, le=MOST_CHOICES)] = Field(
        default=MOST_CHOICES, description="choices that are told, best first"
    )
    hosts: list[list[Host]] | None = Field(
        default=None, description="names of the hosts of each switch; left out: n0, n1, …"
    )
    nodes: list[Host] | None = Field(
        default=None, description="hosts that may be used; left out: all"
    )
    torus: bool = Field(default=False, description="whether the stencil is periodic")
    regular: Literal["B5", "R"] | None = Field(
        default=None, description="the kind of regular mapping that is sought"
    )
    objective: Literal["load", "hops"] = Field(
        default="load", description="what a mapping that need not be regular makes small"
    )

    @model_validator(mode="after")
    def _one_of_two(self) -> Self:
        if (self.grid is None) == (self.stencil is None):
            raise QuestionError("grid", "give either a grid, or a stencil")
        if self.stencil is None and self.regular is not None:
            raise QuestionError("regular", "is asked of a stencil; give one in place of the grid")
        if self.grid is not None:
            self._without(OF_A_STENCIL, "a grid")
        elif self.regular is not None:
            self._without((*OF_A_GRID, "seed", "objective"), "a regular mapping")
        else:
            self._without((*OF_A_GRID, "block"), "a stencil, which has one cell for each host")
        if sum(map(len, self.hosts or ())) > MOST_HOSTS or len(self.nodes or ()) > MOST_HOSTS:
            raise QuestionError("nodes", f"must be at most {MOST_HOSTS:,} hosts")
        return self

    def _without(self, fields: tuple[str, ...], question: str) -> None:
        """Refuse what would have no effect, for whoever gives it expects one."""
        for name in fields:
            if getattr(self, name) != type(self).model_fields[name].default:
                raise QuestionError(name, f"has no effect on {question}; leave it out")

    def size(self, spec: FamilySpec) -> int:
        """Estimate the size by switches, links, hosts, and cells or tasks."""
        size = sum(estimate(spec)) + spec.hosts_at_most()
        return size + (10 * math.prod(self.stencil) if self.stencil else 0)
