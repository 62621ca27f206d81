"""The specs of families in which every switch is like every other."""

from math import prod
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from alphacut.arrangements.formats.spec._base import FamilySpec, Size
from alphacut.arrangements.formats.spec._values import HOSTS, SIDES, Count, Sides
from alphacut.arrangements.network import Network
from alphacut.arrangements.topologies._known import KnownBisection
from alphacut.arrangements.topologies.complete import complete, complete_bisection
from alphacut.arrangements.topologies.hamming import hamming, hamming_bisection
from alphacut.arrangements.topologies.hypercube import hypercube, hypercube_bisection
from alphacut.arrangements.topologies.mesh import mesh, mesh_bisection
from alphacut.arrangements.topologies.torus import torus, torus_bisection


class HypercubeSpec(FamilySpec):
    """A hypercube."""

    size_fields: ClassVar[tuple[str, str]] = ("dimension", "dimension")

    family: Literal["hypercube"] = "hypercube"
    dimension: Annotated[int, Field(strict=True, ge=1, le=62)] = Field(
        description="the number of bits of a switch"
    )
    p: Count = Field(default=1, description=HOSTS)

    def size(self) -> Size:
        """Compute the size of the network."""
        return Size(2**self.dimension, self.dimension * 2 ** (self.dimension - 1))

    def whole(self) -> Network:
        """Build the network."""
        return hypercube(self.dimension, self.p)

    def theorem(self) -> KnownBisection:
        """Return the bisection bandwidth."""
        return hypercube_bisection(self.dimension)


class BoxSpec(FamilySpec):
    """A network of switches in a box."""

    size_fields: ClassVar[tuple[str, str]] = ("sides", "sides")

    sides: Sides = Field(description=SIDES)
    p: Count = Field(default=1, description=HOSTS)


class MeshSpec(BoxSpec):
    """A mesh."""

    family: Literal["mesh"] = "mesh"

    def size(self) -> Size:
        """Compute the size of the network."""
        switches = prod(self.sides)
        return Size(switches, sum(switches // side * (side - 1) for side in self.sides))

    def whole(self) -> Network:
        """Build the network."""
        return mesh(self.sides, self.p)

    def theorem(self) -> KnownBisection:
        """Return the bisection bandwidth."""
        return mesh_bisection(self.sides)


class TorusSpec(BoxSpec):
    """A torus; sides of length 2 give single links."""

    family: Literal["torus"] = "torus"

    def size(self) -> Size:
        """Compute the size of the network."""
        switches = prod(self.sides)
        degree = sum(min(side - 1, 2) for side in self.sides)
        return Size(switches, switches * degree // 2)

    def whole(self) -> Network:
        """Build the network."""
        return torus(self.sides, self.p)

    def theorem(self) -> KnownBisection | None:
        """Return the bisection bandwidth, if no side is 2."""
        return torus_bisection(self.sides)


class HammingSpec(BoxSpec):
    """A Hamming graph."""

    family: Literal["hamming"] = "hamming"

    def size(self) -> Size:
        """Compute the size of the network."""
        switches = prod(self.sides)
        return Size(switches, switches * sum(side - 1 for side in self.sides) // 2)

    def whole(self) -> Network:
        """Build the network."""
        return hamming(self.sides, self.p)

    def theorem(self) -> KnownBisection:
        """Return the bisection bandwidth."""
        return hamming_bisection(self.sides)


class CompleteSpec(FamilySpec):
    """A complete network."""

    size_fields: ClassVar[tuple[str, str]] = ("switches", "switches")

    family: Literal["complete"] = "complete"
    switches: Count = Field(description="the number of switches")
    p: Count = Field(default=1, description=HOSTS)

    def size(self) -> Size:
        """Compute the size of the network."""
        return Size(self.switches, self.switches * (self.switches - 1) // 2)

    def whole(self) -> Network:
        """Build the network."""
        return complete(self.switches, self.p)

    def theorem(self) -> KnownBisection:
        """Return the bisection bandwidth."""
        return complete_bisection(self.switches)
