"""The specs of networks of accelerators: HammingMesh, rail-optimised networks."""

from typing import ClassVar, Literal, Self

from pydantic import Field, ValidationInfo, field_validator, model_validator

from alphacut.arrangements.formats.spec._base import FamilySpec, Size
from alphacut.arrangements.formats.spec._values import Count, Counts, wrong
from alphacut.arrangements.network import Network
from alphacut.arrangements.topologies.hammingmesh import LineTree, hammingmesh, most_boards
from alphacut.arrangements.topologies.rail import NO_CORES, Cores, rail


class HammingMeshSpec(FamilySpec):
    """A plane of a HammingMesh: boards of accelerators, a switch or a tree for each line."""

    size_fields: ClassVar[tuple[str, str]] = ("boards", "board")

    family: Literal["hammingmesh"] = "hammingmesh"
    board: Counts = Field(description="the rows and the columns of accelerators of a board")
    boards: Counts = Field(description="the rows and the columns of boards")
    radix: Count = Field(
        default=64,
        description="the ports of a switch; a line that needs more has a fat tree of two levels",
    )
    p: Count = Field(default=1, description="the number of hosts of each accelerator")

    @field_validator("board", "boards")
    @classmethod
    def _two(cls, sides: tuple[int, ...]) -> tuple[int, ...]:
        if len(sides) != 2:
            raise wrong(f"must have 2 numbers, of rows and of columns, got {len(sides)}")
        return sides

    @model_validator(mode="after")
    def _two_levels_a_line(self) -> Self:
        most = most_boards(self.radix)
        if max(self.boards) > most:
            raise wrong(
                f"must be at most {most:,} rows and columns, for trees of two levels of switches "
                f"with {self.radix:,} ports; got {max(self.boards):,}",
                "boards",
            )
        return self

    def _trees(self) -> tuple[LineTree, LineTree]:
        """Return what joins the boards of a row, and of a column."""
        rows, columns = self.boards
        row, column = LineTree.of(columns, self.radix), LineTree.of(rows, self.radix)
        assert row is not None
        assert column is not None
        return row, column

    def size(self) -> Size:
        """Compute the size of the network."""
        (a, b), (rows, columns) = self.board, self.boards
        row, column = self._trees()
        lines = rows * a * row.switches + columns * b * column.switches
        trees = rows * a * row.links + columns * b * column.links
        inside = rows * columns * (a * (b - 1) + b * (a - 1))
        return Size(rows * columns * a * b + lines, inside + 2 * rows * columns * (a + b) + trees)

    def host_numbers(self) -> tuple[int, int]:
        """Return the hosts of an accelerator and of a switch of a line."""
        return self.p, 0

    def whole(self) -> Network:
        """Build the network."""
        (a, b), (rows, columns) = self.board, self.boards
        return hammingmesh((a, b), (rows, columns), self.p, self.radix)


class RailSpec(FamilySpec):
    """A rail-optimised network of two or three levels: boxes, a leaf for each rail of a unit."""

    size_fields: ClassVar[tuple[str, str]] = ("units", "boxes")

    family: Literal["rail"] = "rail"
    units: Count = Field(description="the number of units")
    boxes: Count = Field(description="the number of boxes of each unit")
    rails: Count = Field(
        default=8, description="the accelerators of each box, and the leaves of each unit"
    )
    spines: Count = Field(description="the number of spines of each plane of each pod")
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
    pods: Count | None = Field(
        default=None, description="the pods that units are divided among, 1 if left out"
    )
    cores: Count | None = Field(
        default=None,
        validate_default=True,
        description="the switches above the spines of all pods; two levels if left out",
    )
    core_groups: Count | None = Field(
        default=None,
        description="the groups of cores, to which the spines of a pod are dealt; 1 if left out",
    )
    core_links: Count | None = Field(
        default=None,
        validate_default=True,
        description="the links of a spine with each core of its group; as many up as down if they "
        "are left out",
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

    @field_validator("pods")
    @classmethod
    def _whole_pods(cls, pods: int | None, info: ValidationInfo) -> int | None:
        if pods is None:
            return None
        units: int = info.data.get("units", pods)
        if units % pods:
            raise wrong(f"must divide {units}, the number of units; got {pods}")
        return pods

    @field_validator("cores")
    @classmethod
    def _pods_are_joined(cls, cores: int | None, info: ValidationInfo) -> int | None:
        pods = info.data.get("pods") or 1
        if cores is None and pods > 1:
            raise wrong(f"must be given, for nothing else joins {pods} pods")
        return cores

    @field_validator("core_groups")
    @classmethod
    def _whole_groups(cls, groups: int | None, info: ValidationInfo) -> int | None:
        given = info.data
        if groups is None or "cores" not in given:
            return groups
        if given["cores"] is None:
            raise wrong("must be left out where there are no cores")
        cores: int = given["cores"]
        if cores % groups:
            raise wrong(f"must divide {cores}, the number of cores; got {groups}")
        spines = given.get("planes", 1) * given.get("spines", groups)
        if groups > spines:
            raise wrong(f"must be at most {spines}, the spines of a pod; got {groups}")
        return groups

    @field_validator("core_links")
    @classmethod
    def _as_many_up_as_down_a_spine(cls, links: int | None, info: ValidationInfo) -> int | None:
        given = info.data
        needed = {"units", "rails", "planes", "uplinks", "pods", "cores", "core_groups"}
        if not needed <= given.keys():
            return links
        if given["cores"] is None:
            if links is not None:
                raise wrong("must be left out where there are no cores")
            return None
        if links is not None:
            return links
        leaves = given["units"] // (given["pods"] or 1) * (given["rails"] // given["planes"])
        down, each = leaves * given["uplinks"], given["cores"] // (given["core_groups"] or 1)
        if down % each:
            raise wrong(
                f"must be given where {down} links of a spine down are no multiple of the {each} "
                f"cores of a group"
            )
        return int(down // each)

    def _cores(self) -> Cores:
        if self.cores is None:
            return NO_CORES
        groups, links = self.core_groups or 1, self.core_links or 1
        return Cores(number=self.cores, groups=groups, links=links)

    def size(self) -> Size:
        """Compute the size of the network."""
        leaves, cores = self.units * self.rails, self._cores()
        spines = (self.pods or 1) * self.planes * self.spines
        return Size(
            self.units * self.boxes + leaves + spines + cores.number,
            leaves * (self.boxes + self.spines) + spines * cores.each,
        )

    def host_numbers(self) -> tuple[int, int]:
        """Return the hosts of a box and of a switch."""
        return self.p, 0

    def whole(self) -> Network:
        """Build the network."""
        return rail(
            self.units, self.boxes, self.rails, self.spines, self.uplinks, self.planes, self.p,
            self.pods or 1, self._cores(),
        )  # fmt: skip
