"""The specs of machines: Cascade, PERCS, 3-level dragonflies, and those wired by their user."""

from collections import Counter
from typing import Annotated, ClassVar, Literal, Self

from pydantic import (
    FailFast,
    Field,
    JsonValue,
    PlainSerializer,
    PlainValidator,
    ValidationInfo,
    WithJsonSchema,
    field_validator,
    model_validator,
)

from alphacut.arrangements.errors import NetworkError, SpecError
from alphacut.arrangements.formats.spec._base import FamilySpec, Size
from alphacut.arrangements.formats.spec._values import HOSTS, LARGEST, Count, CountOrZero, wrong
from alphacut.arrangements.formats.spec.local import LocalSpec
from alphacut.arrangements.links._base import Shape
from alphacut.arrangements.links.catalogue import BY_NAME, arrangement
from alphacut.arrangements.local_group import LocalGroup
from alphacut.arrangements.network import GLOBAL, LOCAL, Network
from alphacut.arrangements.topologies.cascade import CABLE_LINKS, Wiring, cascade
from alphacut.arrangements.topologies.grouped import grouped_network
from alphacut.arrangements.topologies.percs import percs
from alphacut.arrangements.topologies.port_map import wire_map
from alphacut.arrangements.topologies.three_level import ThreeLevel
from alphacut.arrangements.words import shown

PER_PAIR = "the number of global links between each pair of groups"
Groups = Annotated[int, Field(strict=True, ge=2, le=10**9)]
Row = Annotated[tuple[CountOrZero | None, ...], FailFast()]
NAMES: list[JsonValue] = [*sorted(BY_NAME)]


def read_rows(value: object) -> int | tuple[int, ...]:
    """Read one number, or a list of them."""
    if not isinstance(value, list | tuple):
        return _row_count(value)
    if not value:
        raise wrong("must be a number, or a list of one for each group, got an empty list")
    return tuple(_row_count(number, str(index)) for index, number in enumerate(value))


def _row_count(number: object, at: str = "") -> int:
    if type(number) is not int or not 1 <= number <= LARGEST:
        raise wrong(f"must be an integer from 1 to {LARGEST:,}, got {shown(number)}", at=at)
    return number


def write_rows(rows: int | tuple[int, ...]) -> int | list[int]:
    """Write them as they are read."""
    return rows if isinstance(rows, int) else list(rows)


_ROWS: dict[str, JsonValue] = {"type": "integer", "minimum": 1, "maximum": LARGEST}
Rows = Annotated[
    int | tuple[int, ...],
    PlainValidator(read_rows),
    PlainSerializer(write_rows),
    WithJsonSchema({"anyOf": [_ROWS, {"type": "array", "items": _ROWS, "minItems": 1}]}),
]


def _ports_left(trunking: int, groups: int, ports: int) -> int:
    """Check that a group has ports for its global links."""
    if groups - 1 > ports:
        raise wrong(
            f"{groups} groups are too many for {ports} global ports of each, at most {ports + 1}"
        )
    if trunking * (groups - 1) > ports:
        raise wrong(
            f"must be at most {ports // (groups - 1)} for {groups} groups, whose {ports} global "
            f"ports lead to all the others; got {trunking}"
        )
    return trunking


class CascadeSpec(FamilySpec):
    """A Cray Cascade system: groups of rows and columns of switches."""

    size_fields: ClassVar[tuple[str, str]] = ("groups", "groups")

    family: Literal["cascade"] = "cascade"
    groups: Groups = Field(description="the number of groups")
    rows: Rows = Field(
        default=6, description="the number of chassis in a group, or the list of those of each"
    )
    columns: Count = Field(default=16, description="the number of switches in a chassis")
    h: Count = Field(default=10, description="the number of global ports of each switch")
    p: Count = Field(default=4, description=HOSTS)
    trunking: Count = Field(description=PER_PAIR)
    wiring: Literal[Wiring] = Field(
        default="spread",
        description="where global links end: spread evenly, or at blades, as in Theta and Edison",
    )

    @field_validator("rows")
    @classmethod
    def _one_each(cls, rows: int | tuple[int, ...], info: ValidationInfo) -> int | tuple[int, ...]:
        """Take groups that are alike as one number, and check that unlike ones have one each."""
        if isinstance(rows, int):
            return rows
        if len(rows) not in (1, info.data.get("groups", len(rows))):
            raise wrong(
                f"needs one number for each of {info.data['groups']:,} groups, got {len(rows):,}"
            )
        return rows[0] if len(set(rows)) == 1 else rows

    @field_validator("trunking")
    @classmethod
    def _there(cls, trunking: int, info: ValidationInfo) -> int:
        given = info.data
        if not {"groups", "rows", "columns", "h"} <= given.keys():
            return trunking
        rows = given["rows"]
        fewest = rows if isinstance(rows, int) else min(rows)
        return _ports_left(trunking, given["groups"], fewest * given["columns"] * given["h"])

    @field_validator("wiring")
    @classmethod
    def _in_blades(cls, wiring: Wiring, info: ValidationInfo) -> Wiring:
        given = info.data
        if wiring == "spread" or not {"rows", "columns", "trunking", "h", "groups"} <= given.keys():
            return wiring
        rows, trunking = given["rows"], given["trunking"]
        if not isinstance(rows, int):
            raise wrong("blades needs as many rows in every group; spread takes any")
        width, rest = divmod(trunking, CABLE_LINKS * rows)
        if rest or not width or given["columns"] % width:
            raise wrong(
                f"blades needs a trunking of {CABLE_LINKS * rows} times a divisor of columns, got "
                f"{trunking}; spread takes any"
            )
        blades = given["columns"] // width
        if -(-(given["groups"] - 1) // blades) * CABLE_LINKS > given["h"]:
            raise wrong(
                f"blades has room for {given['h'] // CABLE_LINKS * blades + 1} groups at most, "
                f"with {given['h']} ports of a switch, got {given['groups']}"
            )
        return wiring

    def size(self) -> Size:
        """Compute the size of the network; global links are parallel at blades alone."""
        alike = {self.rows: self.groups} if isinstance(self.rows, int) else Counter(self.rows)
        local = sum(
            count * LocalGroup(sides=(rows, self.columns)).link_count
            for rows, count in alike.items()
        )
        switches = sum(count * rows * self.columns for rows, count in alike.items())
        pairs = self.groups * (self.groups - 1) // 2
        parallel = CABLE_LINKS if self.wiring == "blades" else 1
        return Size(switches, local + pairs * (self.trunking // parallel))

    def whole(self) -> Network:
        """Build the network."""
        rows = (self.rows,) * self.groups if isinstance(self.rows, int) else self.rows
        return cascade(rows, self.trunking, self.columns, self.p, self.wiring)


class PercsSpec(FamilySpec):
    """An IBM PERCS system: supernodes of drawers of hubs."""

    size_fields: ClassVar[tuple[str, str]] = ("groups", "groups")

    family: Literal["percs"] = "percs"
    groups: Groups = Field(description="the number of supernodes")
    drawers: Count = Field(default=4, description="the number of drawers in a supernode")
    hubs: Count = Field(default=8, description="the number of hubs in a drawer")
    h: Count = Field(default=16, description="the number of global ports (D links) of each hub")
    p: Count = Field(default=1, description=HOSTS)
    trunking: Count = Field(default=1, validate_default=True, description=PER_PAIR)
    arrangement: Literal["absolute", "relative"] = Field(
        default="relative", description="how the global links of a supernode are dealt out"
    )

    @field_validator("trunking")
    @classmethod
    def _there(cls, trunking: int, info: ValidationInfo) -> int:
        given = info.data
        if not {"groups", "drawers", "hubs", "h"} <= given.keys():
            return trunking
        ports = given["drawers"] * given["hubs"] * given["h"]
        return _ports_left(trunking, given["groups"], ports)

    def size(self) -> Size:
        """Compute the size of the network, every global link for itself."""
        a = self.drawers * self.hubs
        pairs = self.groups * (self.groups - 1) // 2
        return Size(self.groups * a, self.groups * (a * (a - 1) // 2) + pairs * self.trunking)

    def whole(self) -> Network:
        """Build the network."""
        shape = Shape(
            a=self.drawers * self.hubs, h=self.h, groups=self.groups, trunking=self.trunking
        )
        return percs(shape, self.hubs, self.arrangement, self.p)


class ThreeLevelSpec(FamilySpec):
    """A dragonfly of three levels; b = a·m/t2 + 1 and c = a·b·h/t3 + 1."""

    size_fields: ClassVar[tuple[str, str]] = ("a", "a")

    family: Literal["dragonfly3"] = "dragonfly3"
    a: Count = Field(description="the number of switches in a group of the first level")
    m: Count = Field(description="the number of medium ports of each switch")
    h: Count = Field(description="the number of global ports of each switch")
    t2: Count = Field(
        default=1, description="the medium links between two groups of the first level"
    )
    t3: Count = Field(
        default=1, description="the global links between two groups of the second level"
    )
    medium: str = Field(
        default="palmtree",
        description="the arrangement of the medium links",
        json_schema_extra={"enum": NAMES},
    )
    arrangement: str = Field(
        default="palmtree",
        description="the arrangement of the global links",
        json_schema_extra={"enum": NAMES},
    )
    p: Count = Field(default=1, description=HOSTS)

    @field_validator("medium", "arrangement")
    @classmethod
    def _known(cls, name: str) -> str:
        try:
            arrangement(name)
        except NetworkError as error:
            raise wrong(str(error)) from error
        return name

    @model_validator(mode="after")
    def _exists(self) -> Self:
        try:
            self.record()
        except NetworkError as error:
            field, _, problem = str(error).partition(" ")
            raise wrong(problem, at=field) from error
        return self

    def record(self) -> ThreeLevel:
        """Return the dragonfly, which knows its groups."""
        return ThreeLevel(
            a=self.a,
            m=self.m,
            h=self.h,
            t2=self.t2,
            t3=self.t3,
            medium=self.medium,
            arrangement=self.arrangement,
            p=self.p,
        )

    def size(self) -> Size:
        """Compute the size of the network, every link for itself but aggregated ones."""
        whole = self.record()
        a, b, c = self.a, whole.b, whole.c
        local = b * c * (a * (a - 1) // 2)
        medium = c * (b * (b - 1) // 2) * (self.t2 // whole.inner().aggregated)
        between = c * (c - 1) // 2 * (self.t3 // whole.outer().aggregated)
        return Size(a * b * c, local + medium + between)

    def whole(self) -> Network:
        """Build the network."""
        return self.record().network()


class PortMapSpec(FamilySpec):
    """A dragonfly wired as its user says, by the group that each global port leads to."""

    size_fields: ClassVar[tuple[str, str]] = ("ports", "ports")

    family: Literal["port_map"] = "port_map"
    a: Count = Field(description="the number of switches in each group")
    h: Count = Field(description="the number of global ports of each switch")
    ports: Annotated[tuple[Row, ...], FailFast()] = Field(
        description="the list, for each group, of the groups that its ports lead to, or null"
    )
    p: Count = Field(default=1, description=HOSTS)
    local: LocalSpec | None = Field(
        default=None, description="the links inside a group, if they are not a complete graph"
    )

    @field_validator("ports")
    @classmethod
    def _rows(
        cls, ports: tuple[tuple[int | None, ...], ...], info: ValidationInfo
    ) -> tuple[tuple[int | None, ...], ...]:
        if not {"a", "h"} <= info.data.keys():
            return ports
        wanted = info.data["a"] * info.data["h"]
        for group, row in enumerate(ports):
            if len(row) != wanted:
                raise wrong(f"needs a·h = {wanted} entries, got {len(row)}", at=str(group))
        if not ports:
            raise wrong("needs at least 1 group")
        try:
            wire_map(ports, info.data["h"])
        except SpecError as error:
            raise wrong(error.problem, at=error.field.removeprefix("ports.")) from error
        return ports

    @field_validator("local")
    @classmethod
    def _whole_group(cls, local: LocalSpec | None, info: ValidationInfo) -> LocalSpec | None:
        if local is not None and "a" in info.data and local.record().switches != info.data["a"]:
            raise wrong(f"must have a product of a = {info.data['a']} switches", at="sides")
        return local

    def size(self) -> Size:
        """Compute the size of the network, every global link for itself."""
        used = sum(other is not None for row in self.ports for other in row)
        return Size(
            len(self.ports) * self.a, len(self.ports) * self._group().link_count + used // 2
        )

    def _group(self) -> LocalGroup:
        return self.local.record() if self.local else LocalGroup(sides=(self.a,))

    def whole(self) -> Network:
        """Build the network."""
        links = wire_map(self.ports, self.h)
        return grouped_network([self._group()] * len(self.ports), links, (LOCAL, GLOBAL), self.p)
