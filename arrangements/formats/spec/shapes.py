"""The specs of small shapes: cycles, paths, stars, trees, and grids."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from alphacut.arrangements.formats.spec._base import FamilySpec, Size
from alphacut.arrangements.formats.spec._values import HOSTS, LARGEST, Count
from alphacut.arrangements.formats.spec.regular import MeshSpec
from alphacut.arrangements.network import Network
from alphacut.arrangements.topologies._known import KnownBisection
from alphacut.arrangements.topologies.shapes import (
    cycle,
    cycle_bisection,
    path,
    path_bisection,
    star,
    star_bisection,
    tree,
    tree_bisection,
    tree_switches,
)

HIGHEST = 48  # levels of a tree, so that its size stays cheap to compute


class CycleSpec(FamilySpec):
    """A cycle: every switch is joined to the next, and the last to the first."""

    size_fields: ClassVar[tuple[str, str]] = ("switches", "switches")

    family: Literal["cycle"] = "cycle"
    switches: Annotated[int, Field(strict=True, ge=3, le=LARGEST)] = Field(
        description="the number of switches, at least 3"
    )
    p: Count = Field(default=1, description=HOSTS)

    def size(self) -> Size:
        """Compute the size of the network."""
        return Size(self.switches, self.switches)

    def whole(self) -> Network:
        """Build the network."""
        return cycle(self.switches, self.p)

    def theorem(self) -> KnownBisection:
        """Return the bisection bandwidth."""
        return cycle_bisection()


class PathSpec(FamilySpec):
    """A path: every switch is joined to the next."""

    size_fields: ClassVar[tuple[str, str]] = ("switches", "switches")

    family: Literal["path"] = "path"
    switches: Count = Field(description="the number of switches")
    p: Count = Field(default=1, description=HOSTS)

    def size(self) -> Size:
        """Compute the size of the network."""
        return Size(self.switches, self.switches - 1)

    def whole(self) -> Network:
        """Build the network."""
        return path(self.switches, self.p)

    def theorem(self) -> KnownBisection:
        """Return the bisection bandwidth."""
        return path_bisection(self.switches)


class StarSpec(FamilySpec):
    """A star: one switch in the centre, joined to all the others."""

    size_fields: ClassVar[tuple[str, str]] = ("leaves", "leaves")

    family: Literal["star"] = "star"
    leaves: Count = Field(description="the number of switches around the centre")
    p: Count = Field(default=1, description=f"{HOSTS}, the centre too")

    def size(self) -> Size:
        """Compute the size of the network."""
        return Size(self.leaves + 1, self.leaves)

    def whole(self) -> Network:
        """Build the network."""
        return star(self.leaves, self.p)

    def theorem(self) -> KnownBisection:
        """Return the bisection bandwidth."""
        return star_bisection(self.leaves)


class TreeSpec(FamilySpec):
    """A complete tree: every switch but the leaves has as many children."""

    size_fields: ClassVar[tuple[str, str]] = ("height", "height")

    family: Literal["tree"] = "tree"
    branching: Annotated[int, Field(strict=True, ge=2, le=LARGEST)] = Field(
        description="the number of children of each switch but the leaves, at least 2"
    )
    height: Annotated[int, Field(strict=True, ge=1, le=HIGHEST)] = Field(
        description="the number of links from the root to a leaf"
    )
    p: Count = Field(default=1, description=f"{HOSTS}, the root too")

    def size(self) -> Size:
        """Compute the size of the network."""
        switches = tree_switches(self.branching, self.height)
        return Size(switches, switches - 1)

    def whole(self) -> Network:
        """Build the network."""
        return tree(self.branching, self.height, self.p)

    def theorem(self) -> KnownBisection | None:
        """Return the bisection bandwidth, for even branching or height 1."""
        return tree_bisection(self.branching, self.height)


class GridSpec(MeshSpec):
    """A grid, the same as a mesh: switches at the points of a box, joined to their neighbours."""

    family: Literal["grid"] = "grid"  # type: ignore[assignment]
