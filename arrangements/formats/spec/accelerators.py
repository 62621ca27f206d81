"""The specs of networks of accelerators: HammingMesh, rail-optimised networks."""

from typing import ClassVar, Literal, Self

from pydantic import Field, ValidationInfo, field_validator, model_validator

from alphacut.arrangements.formats.spec._base import FamilySpec, Size
from alphacut.arrangements.formats.spec._values import Count, Counts, wrong
from alphacut.arrangements.network import Network
from alphacut.arrangements.topologies.hammingmesh import hammingmesh
from alphacut.arrangements.topologies.rail import rail


class HammingMeshSpec(FamilySpec):
    """A plane of a HammingMesh: boards of accelerators, a switch for each line of boards."""

    size_fields: ClassVar[tuple[str, str]] = ("boards", "board")

    family: Literal["hammingmesh"] = "hammingmesh"
    board: Counts = Field(description="the rows and the columns of accelerators of a board")
    boards: Counts = Field(description="the rows and the columns of boards")
    radix: Count = Field(
        default=64, description="the ports of a switch, at least two for each board of a line"
    )
    p: Count = Field(default=1, description="the number of hosts of each accelerator")

    @field_validator("board", "boards")
    @classmethod
    def _two(cls, sides: tuple[int, ...]) -> tuple[int, ...]:
        if len(sides) != 2:
            raise wrong(f"must have 2 numbers, of rows and of columns, got {len(sides)}")
        return sides

    @model_validator(mode="after")
    def _one_switch_a_line(self) -> Self:
        if 2 * max(self.boards) > self.radix:
            raise wrong(
                f"must be at most {self.radix // 2} rows and columns, two ports of {self.radix} "
                f"for each board of a line; got {max(self.boards):,}",
                "boards",
            )
        return self

    def size(self) -> Size:
        """Compute the size of the network."""
        (a, b), (rows, columns) = self.board, self.boards
        lines = rows * a + columns * b
        inside = rows * columns * (a * (b - 1) + b * (a - 1))
        return Size(rows * columns * a * b + lines, inside + 2 * rows * columns * (a + b))

    def host_numbers(self) -> tuple[int, int]:
        """Return the hosts of an accelerator and of a switch of a line."""
        return self.p, 0

    def whole(self) -> Network:
        """Build the network."""
        (a, b), (rows, columns) = self.board, self.boards
        return hammingmesh((a, b), (rows, columns), self.p)


class RailSpec(FamilySpec):
    """A rail-optimised network: boxes of accelerators, a leaf for each rail of a unit."""

    size_fields: ClassVar[tuple[str, str]] = ("units", "boxes")

    family: Literal["rail"] = "rail"
    units: Count = Field(description="the number of units")
    boxes: Count = Field(description="the number of boxes of each unit")
    rails: Count = Field(
        default=8, description="the accelerators of each box, and the leaves of each unit"
    )
    spines: Count = Field(description="the number of spines of each plane")
    planes: Count = Field(
        default=1,
        description="the fabrics to which rails are dealt, 1 where all rails meet at the spines",
    )
    uplinks: Count = Field(
        default=None,
        validate_default=True,
        description="the links of a leaf with each spine; boxes / spines if they are left out",
    )
    p: Count = Field(
        default=None,
        validate_default=True,
        description="the number of hosts of each box, as many as rails if they are left out",
    )

    @field_validator("planes")
    @classmethod
    def _dealt_evenly(cls, planes: int, info: ValidationInfo) -> int:
        rails = info.data.get("rails", planes)
        if rails % planes:
            raise wrong(f"must divide {rails}, the number of rails; got {planes}")
        return planes

    @field_validator("uplinks", mode="before")
    @classmethod
    def _as_many_up_as_down(cls, uplinks: object, info: ValidationInfo) -> object:
        given = info.data
        if uplinks is not None or not {"boxes", "spines"} <= given.keys():
            return 1 if uplinks is None else uplinks
        if given["boxes"] % given["spines"]:
            raise wrong(
                f"must be given where {given['boxes']} boxes are no multiple of "
                f"{given['spines']} spines"
            )
        return given["boxes"] // given["spines"]

    @field_validator("p", mode="before")
    @classmethod
    def _one_for_each_rail(cls, p: object, info: ValidationInfo) -> object:
        return info.data.get("rails", 1) if p is None else p

    def size(self) -> Size:
        """Compute the size of the network."""
        leaves = self.units * self.rails
        return Size(
            self.units * self.boxes + leaves + self.planes * self.spines,
            leaves * (self.boxes + self.spines),
        )

    def host_numbers(self) -> tuple[int, int]:
        """Return the hosts of a box and of a switch."""
        return self.p, 0

    def whole(self) -> Network:
        """Build the network."""
        return rail(
            self.units, self.boxes, self.rails, self.spines, self.uplinks, self.planes, self.p
        )
