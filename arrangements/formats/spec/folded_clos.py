"""The spec of extended generalised fat trees: folded Clos networks of any levels."""

from itertools import pairwise
from typing import ClassVar, Literal

from pydantic import Field, ValidationInfo, field_validator

from alphacut.arrangements.formats.spec._base import FamilySpec, Size
from alphacut.arrangements.formats.spec._values import Count, Sides, wrong
from alphacut.arrangements.network import Network
from alphacut.arrangements.topologies._known import KnownBisection
from alphacut.arrangements.topologies.xgft import level_sizes, xgft, xgft_bisection


class XgftSpec(FamilySpec):
    """An extended generalised fat tree; only edge switches have hosts, so balance by hosts."""

    size_fields: ClassVar[tuple[str, str]] = ("children", "parents")

    family: Literal["xgft"] = "xgft"
    children: Sides = Field(
        description="of each level from the edge on: the hosts of an edge switch, then the "
        "switches below a switch"
    )
    parents: Sides = Field(
        description="of each level from the hosts on: 1 for a host, then the switches above a "
        "switch; as many numbers as children"
    )
    p: Count = Field(
        default=None,
        validate_default=True,
        description="the number of hosts of each edge switch, the first of children if it is "
        "left out",
    )

    @field_validator("children")
    @classmethod
    def _two_levels(cls, children: tuple[int, ...]) -> tuple[int, ...]:
        if len(children) < 2:
            raise wrong(f"needs a number for each of at least 2 levels, got {len(children)}")
        return children

    @field_validator("parents")
    @classmethod
    def _one_each(cls, parents: tuple[int, ...], info: ValidationInfo) -> tuple[int, ...]:
        levels = len(info.data.get("children", parents))
        if len(parents) != levels:
            raise wrong(f"needs one number for each of {levels} levels, got {len(parents)}")
        if parents[0] != 1:
            raise wrong(f"must begin with 1, for a host has one switch; got {parents[0]}")
        return parents

    @field_validator("p", mode="before")
    @classmethod
    def _as_many_as_children(cls, p: object, info: ValidationInfo) -> object:
        return info.data.get("children", (1,))[0] if p is None else p

    def size(self) -> Size:
        """Compute the size of the network."""
        sizes = level_sizes(self.children, self.parents)
        up = zip(sizes, pairwise(self.parents), strict=False)
        return Size(sum(sizes), sum(size * parents for size, (_, parents) in up))

    def whole(self) -> Network:
        """Build the network."""
        return xgft(self.children, self.parents, self.p)

    def theorem(self) -> KnownBisection | None:
        """Return the bisection bandwidth, if an even number of subtrees is below fewest links."""
        return xgft_bisection(self.children, self.parents)
