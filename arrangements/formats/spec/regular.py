"""The specs of the families that a few numbers decide."""

from math import prod
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, Field

from arrangements.formats.spec._base import Count, FamilySpec, Size, wrong
from arrangements.network import Network
from arrangements.topologies.complete import complete
from arrangements.topologies.hamming import hamming
from arrangements.topologies.hypercube import hypercube
from arrangements.topologies.torus import torus


def _few(sides: tuple[int, ...]) -> tuple[int, ...]:
    if not 1 <= len(sides) <= 32:
        raise wrong(f"must have from 1 to 32 lengths, one for each dimension, got {len(sides)}")
    return sides


Sides = Annotated[tuple[Count, ...], AfterValidator(_few)]
SIDES = "the list of the lengths of the sides"


class HypercubeSpec(FamilySpec):
    """A hypercube."""

    size_fields: ClassVar[tuple[str, str]] = ("dimension", "dimension")

    family: Literal["hypercube"] = "hypercube"
    dimension: Annotated[int, Field(strict=True, ge=1, le=62)] = Field(
        description="the number of bits of a switch"
    )

    def size(self) -> Size:
        """Compute the size of the network."""
        return Size(2**self.dimension, self.dimension * 2 ** (self.dimension - 1))

    def build(self) -> Network:
        """Build the network."""
        return hypercube(self.dimension)


class TorusSpec(FamilySpec):
    """A torus; sides of length 2 give single links."""

    size_fields: ClassVar[tuple[str, str]] = ("sides", "sides")

    family: Literal["torus"] = "torus"
    sides: Sides = Field(description=SIDES)

    def size(self) -> Size:
        """Compute the size of the network."""
        switches = prod(self.sides)
        degree = sum(min(side - 1, 2) for side in self.sides)
        return Size(switches, switches * degree // 2)

    def build(self) -> Network:
        """Build the network."""
        return torus(self.sides)


class HammingSpec(FamilySpec):
    """A Hamming graph."""

    size_fields: ClassVar[tuple[str, str]] = ("sides", "sides")

    family: Literal["hamming"] = "hamming"
    sides: Sides = Field(description=SIDES)

    def size(self) -> Size:
        """Compute the size of the network."""
        switches = prod(self.sides)
        return Size(switches, switches * sum(side - 1 for side in self.sides) // 2)

    def build(self) -> Network:
        """Build the network."""
        return hamming(self.sides)


class CompleteSpec(FamilySpec):
    """A complete network."""

    size_fields: ClassVar[tuple[str, str]] = ("switches", "switches")

    family: Literal["complete"] = "complete"
    switches: Count = Field(description="the number of switches")

    def size(self) -> Size:
        """Compute the size of the network."""
        return Size(self.switches, self.switches * (self.switches - 1) // 2)

    def build(self) -> Network:
        """Build the network."""
        return complete(self.switches)
