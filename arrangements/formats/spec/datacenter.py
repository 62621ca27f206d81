"""The specs of data-centre networks: HyperX and its kin, trees, Slim Fly, Jellyfish."""

from math import prod
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, Field, ValidationInfo, field_validator

from alphacut.arrangements.formats.spec._base import FamilySpec, Size
from alphacut.arrangements.formats.spec._values import (
    HOSTS,
    SIDES,
    Count,
    CountOrZero,
    Counts,
    Sides,
    wrong,
)
from alphacut.arrangements.network import Network
from alphacut.arrangements.topologies._field import prime_power
from alphacut.arrangements.topologies._known import KnownBisection
from alphacut.arrangements.topologies.fat_tree import (
    fat_tree,
    fat_tree_bisection,
    leaf_spine,
    leaf_spine_bisection,
)
from alphacut.arrangements.topologies.hyperx import flat_sides, hyperx, hyperx_bisection
from alphacut.arrangements.topologies.jellyfish import jellyfish
from alphacut.arrangements.topologies.slim_fly import delta, slim_fly


class HyperXSpec(FamilySpec):
    """A HyperX: a Hamming graph with hosts, and parallel links in each dimension."""

    size_fields: ClassVar[tuple[str, str]] = ("sides", "sides")

    family: Literal["hyperx"] = "hyperx"
    sides: Sides = Field(description=SIDES)
    multiplicities: Counts = Field(
        default=(), validate_default=True, description="the parallel links in each dimension"
    )
    p: Count = Field(default=1, description=HOSTS)

    @field_validator("multiplicities")
    @classmethod
    def _one_each(cls, values: tuple[int, ...], info: ValidationInfo) -> tuple[int, ...]:
        dimensions = len(info.data.get("sides", values))
        if values and len(values) != dimensions:
            raise wrong(f"needs one number for each of {dimensions} dimensions, got {len(values)}")
        return values or (1,) * dimensions

    def size(self) -> Size:
        """Compute the size of the network."""
        switches = prod(self.sides)
        return Size(switches, switches * sum(side - 1 for side in self.sides) // 2)

    def whole(self) -> Network:
        """Build the network."""
        return hyperx(self.sides, self.multiplicities, self.p)

    def theorem(self) -> KnownBisection | None:
        """Return the bisection bandwidth, if all multiplicities are the same."""
        return hyperx_bisection(self.sides, self.multiplicities)


class FlattenedButterflySpec(FamilySpec):
    """A k-ary n-flat: n - 1 dimensions of k switches, each with k hosts."""

    size_fields: ClassVar[tuple[str, str]] = ("n", "k")

    family: Literal["flattened_butterfly"] = "flattened_butterfly"
    k: Annotated[int, Field(strict=True, ge=2, le=10**9)] = Field(
        description="the number of switches in each dimension, and of hosts of each switch"
    )
    n: Annotated[int, Field(strict=True, ge=2, le=33)] = Field(
        description="the number of stages of the butterfly, one more than the dimensions"
    )
    p: Count = Field(
        default=None, validate_default=True, description=f"{HOSTS}, k if it is left out"
    )

    @field_validator("p", mode="before")
    @classmethod
    def _as_many_as_k(cls, p: object, info: ValidationInfo) -> object:
        return info.data.get("k", 1) if p is None else p

    def size(self) -> Size:
        """Compute the size of the network."""
        switches = self.k ** (self.n - 1)
        return Size(switches, switches * (self.n - 1) * (self.k - 1) // 2)

    def whole(self) -> Network:
        """Build the network."""
        sides = flat_sides(self.k, self.n)
        return hyperx(sides, (1,) * len(sides), self.p)

    def theorem(self) -> KnownBisection | None:
        """Return the bisection bandwidth."""
        sides = flat_sides(self.k, self.n)
        return hyperx_bisection(sides, (1,) * len(sides))


class FatTreeSpec(FamilySpec):
    """A fat tree of three tiers; only edge switches have hosts, so balance by hosts."""

    size_fields: ClassVar[tuple[str, str]] = ("k", "k")

    family: Literal["fat_tree"] = "fat_tree"
    k: Annotated[
        int,
        Field(strict=True, ge=2, le=10**9),
    ] = Field(description="the number of ports of each switch, even")
    p: Count = Field(
        default=None,
        validate_default=True,
        description="the number of hosts of each edge switch, k/2 if it is left out",
    )

    @field_validator("k")
    @classmethod
    def _even(cls, k: int) -> int:
        if k % 2:
            raise wrong(f"must be even, half of the ports up and half down, got {k}")
        return k

    @field_validator("p", mode="before")
    @classmethod
    def _as_many_as_links_up(cls, p: object, info: ValidationInfo) -> object:
        return info.data.get("k", 2) // 2 if p is None else p

    def size(self) -> Size:
        """Compute the size of the network."""
        return Size(5 * self.k**2 // 4, self.k**3 // 2)

    def host_numbers(self) -> tuple[int, int]:
        """Return the hosts of a switch of the edge, and of any other."""
        return self.p, 0

    def hosts_at_most(self) -> int:
        """Compute the number of hosts."""
        return self.k**2 // 2 * self.p

    def whole(self) -> Network:
        """Build the network."""
        return fat_tree(self.k, self.p)

    def theorem(self) -> KnownBisection:
        """Return the bisection bandwidth for halves of equal hosts."""
        return fat_tree_bisection(self.k)


class LeafSpineSpec(FamilySpec):
    """A leaf-spine network; only leaves have hosts, so balance by hosts."""

    size_fields: ClassVar[tuple[str, str]] = ("leaves", "leaves")

    family: Literal["leaf_spine"] = "leaf_spine"
    leaves: Count = Field(description="the number of leaves")
    spines: Count = Field(description="the number of spines, each joined to every leaf")
    uplinks: Count = Field(default=1, description="the parallel links between leaf and spine")
    p: Count = Field(default=1, description="the number of hosts of each leaf")

    def size(self) -> Size:
        """Compute the size of the network."""
        return Size(self.leaves + self.spines, self.leaves * self.spines)

    def host_numbers(self) -> tuple[int, int]:
        """Return the hosts of a leaf and of a spine."""
        return self.p, 0

    def whole(self) -> Network:
        """Build the network."""
        return leaf_spine(self.leaves, self.spines, self.uplinks, self.p)

    def theorem(self) -> KnownBisection:
        """Return the bisection bandwidth for halves of equal hosts."""
        return leaf_spine_bisection(self.leaves, self.spines, self.uplinks)


def _mms(q: int) -> int:
    if q > 1000 or prime_power(q) is None or delta(q) is None:
        raise wrong(
            f"must be a power of a prime, not 2, and at most 1000: 3, 4, 5, 7, 8, 9, 11, …; got {q}"
        )
    return q


class SlimFlySpec(FamilySpec):
    """A Slim Fly: the graph of McKay, Miller and Širáň on 2·q² switches, of diameter 2."""

    size_fields: ClassVar[tuple[str, str]] = ("q", "q")

    family: Literal["slim_fly"] = "slim_fly"
    q: Annotated[Count, AfterValidator(_mms)] = Field(description="a power of a prime, not 2")
    p: Count = Field(default=1, description=HOSTS)

    def size(self) -> Size:
        """Compute the size of the network."""
        return Size(2 * self.q**2, self.q**2 * (3 * self.q - (delta(self.q) or 0)) // 2)

    def whole(self) -> Network:
        """Build the network."""
        return slim_fly(self.q, self.p)


class JellyfishSpec(FamilySpec):
    """A random regular network."""

    size_fields: ClassVar[tuple[str, str]] = ("switches", "degree")

    family: Literal["jellyfish"] = "jellyfish"
    switches: Count = Field(description="the number of switches")
    degree: CountOrZero = Field(description="the number of links of each switch")
    seed: CountOrZero = Field(default=0, description="decides which network it is")
    p: Count = Field(default=1, description=HOSTS)

    @field_validator("degree")
    @classmethod
    def _exists(cls, degree: int, info: ValidationInfo) -> int:
        switches = info.data.get("switches")
        if switches is not None and degree >= switches:
            raise wrong(f"must be less than the {switches} switches, got {degree}")
        if switches is not None and degree * switches % 2:
            raise wrong(f"must be even for {switches} switches, an odd number, got {degree}")
        return degree

    def size(self) -> Size:
        """Compute the size of the network."""
        return Size(self.switches, self.switches * self.degree // 2)

    def whole(self) -> Network:
        """Build the network."""
        return jellyfish(self.switches, self.degree, self.seed, self.p)
