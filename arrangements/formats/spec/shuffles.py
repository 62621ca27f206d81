"""The specs of networks of shuffles and cubes: De Bruijn, butterfly, cube-connected cycles."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from alphacut.arrangements.formats.spec._base import FamilySpec, Size
from alphacut.arrangements.formats.spec._values import HOSTS, Count
from alphacut.arrangements.network import Network
from alphacut.arrangements.topologies._known import KnownBisection
from alphacut.arrangements.topologies.butterfly import (
    butterfly,
    butterfly_bisection,
    cube_connected_cycles,
    cube_connected_cycles_bisection,
)
from alphacut.arrangements.topologies.de_bruijn import de_bruijn

Dimension = Annotated[int, Field(strict=True, ge=1, le=48)]


class DeBruijnSpec(FamilySpec):
    """An undirected De Bruijn network, without loops and double links."""

    size_fields: ClassVar[tuple[str, str]] = ("length", "symbols")

    family: Literal["de_bruijn"] = "de_bruijn"
    symbols: Annotated[int, Field(strict=True, ge=2, le=10**9)] = Field(
        description="the number of symbols"
    )
    length: Dimension = Field(description="the length of a word")
    p: Count = Field(default=1, description=HOSTS)

    def size(self) -> Size:
        """Compute the size of the network.

        Of the symbols**(length + 1) shifts one for each symbol is a loop, and
        words of two symbols in turn follow from each other.
        """
        words = self.symbols**self.length
        twice = self.symbols * (self.symbols - 1) // 2
        return Size(words, words * self.symbols - self.symbols - twice)

    def whole(self) -> Network:
        """Build the network."""
        return de_bruijn(self.symbols, self.length, self.p)


class ButterflySpec(FamilySpec):
    """A butterfly, by default with wraparound."""

    size_fields: ClassVar[tuple[str, str]] = ("dimension", "dimension")

    family: Literal["butterfly"] = "butterfly"
    dimension: Dimension = Field(description="the number of bits of a row")
    wrapped: Annotated[bool, Field(strict=True)] = Field(
        default=True, description="whether the last level is joined to the first"
    )
    p: Count = Field(default=1, description=HOSTS)

    def size(self) -> Size:
        """Compute the size of the network."""
        rows = 2**self.dimension
        levels = self.dimension if self.wrapped else self.dimension + 1
        links = {1: 1, 2: 12}.get(self.dimension) if self.wrapped else None
        return Size(levels * rows, links or self.dimension * 2 * rows)

    def whole(self) -> Network:
        """Build the network."""
        return butterfly(self.dimension, self.p, wrapped=self.wrapped)

    def theorem(self) -> KnownBisection | None:
        """Return the bisection bandwidth, with wraparound and at least 3 dimensions."""
        return butterfly_bisection(self.dimension, wrapped=self.wrapped)


class CubeConnectedCyclesSpec(FamilySpec):
    """Cube-connected cycles."""

    size_fields: ClassVar[tuple[str, str]] = ("dimension", "dimension")

    family: Literal["cube_connected_cycles"] = "cube_connected_cycles"
    dimension: Dimension = Field(description="the bits of a corner, the length of a cycle")
    p: Count = Field(default=1, description=HOSTS)

    def size(self) -> Size:
        """Compute the size of the network."""
        corners = 2**self.dimension
        around = {1: 0, 2: 1}.get(self.dimension, self.dimension)
        return Size(corners * self.dimension, corners * around + corners * self.dimension // 2)

    def whole(self) -> Network:
        """Build the network."""
        return cube_connected_cycles(self.dimension, self.p)

    def theorem(self) -> KnownBisection | None:
        """Return the bisection bandwidth of at least 3 dimensions."""
        return cube_connected_cycles_bisection(self.dimension)
