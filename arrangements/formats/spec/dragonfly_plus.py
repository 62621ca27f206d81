"""The spec of a Dragonfly+ (Megafly)."""

from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, ValidationInfo, field_validator, model_validator

from alphacut.arrangements.formats.spec._base import FamilySpec, Size
from alphacut.arrangements.formats.spec._values import LARGEST, Count, check_ports
from alphacut.arrangements.network import Network
from alphacut.arrangements.topologies.dragonfly_plus import dragonfly_plus


class DragonflyPlusSpec(FamilySpec):
    """A Dragonfly+ (Megafly): groups of leaves and spines; only leaves have hosts."""

    size_fields: ClassVar[tuple[str, str]] = ("groups", "groups")

    family: Literal["dragonfly_plus"] = "dragonfly_plus"
    groups: Annotated[int, Field(strict=True, ge=2, le=LARGEST)] = Field(
        description="the number of groups"
    )
    leaves: Count = Field(description="the number of leaves of each group")
    spines: Count = Field(
        description="the number of spines of each group, each joined to every leaf of it"
    )
    p: Count = Field(default=1, description="the number of hosts of each leaf")
    uplinks: Count = Field(default=1, description="the parallel links between leaf and spine")
    ports: Count = Field(
        default=None,
        validate_default=True,
        description="the global ports of each spine; as many as it has links to leaves if left out",
    )
    links: Count = Field(
        default=None,
        validate_default=True,
        description="the global links between each two groups; as many as there are ports for "
        "if left out",
    )

    @field_validator("ports", mode="before")
    @classmethod
    def _as_many_up_as_down(cls, ports: object, info: ValidationInfo) -> object:
        given = info.data
        if ports is not None or not {"leaves", "uplinks"} <= given.keys():
            return 1 if ports is None else ports
        return min(given["leaves"] * given["uplinks"], LARGEST)

    @field_validator("links", mode="before")
    @classmethod
    def _as_many_as_fit(cls, links: object, info: ValidationInfo) -> object:
        given = info.data
        if links is not None or not {"groups", "spines", "ports"} <= given.keys():
            return 1 if links is None else links
        return max(1, min(given["spines"] * given["ports"] // (given["groups"] - 1), LARGEST))

    @model_validator(mode="after")
    def _ports_suffice(self) -> Self:
        check_ports(self.groups, self.links, self.spines * self.ports, "spines·ports")
        return self

    def size(self) -> Size:
        """Compute the size of the network, every global link for itself."""
        inside = self.groups * self.leaves * self.spines
        between = self.groups * (self.groups - 1) // 2 * self.links
        return Size(self.groups * (self.leaves + self.spines), inside + between)

    def host_numbers(self) -> tuple[int, int]:
        """Return the hosts of a leaf and of a spine."""
        return self.p, 0

    def whole(self) -> Network:
        """Build the network."""
        return dragonfly_plus(
            self.groups, self.leaves, self.spines, self.links, self.uplinks, self.p
        )
