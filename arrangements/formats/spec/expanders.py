"""The specs of low-diameter networks and expanders: PolarFly, Xpander, SpectralFly, Bundlefly."""

from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, field_validator, model_validator

from alphacut.arrangements.formats.spec._base import FamilySpec, Size
from alphacut.arrangements.formats.spec._values import HOSTS, Count, CountOrZero, wrong
from alphacut.arrangements.network import Network
from alphacut.arrangements.topologies._field import prime_power
from alphacut.arrangements.topologies.bundlefly import bundlefly
from alphacut.arrangements.topologies.polarfly import polarfly
from alphacut.arrangements.topologies.slim_fly import delta
from alphacut.arrangements.topologies.spectralfly import is_square, spectralfly
from alphacut.arrangements.topologies.xpander import xpander

LARGEST_FIELD = 512  # its table of sums has so many rows
LARGEST_PRIME = 4096  # whose sums of four squares are sought


class PolarFlySpec(FamilySpec):
    """A PolarFly: the polarity graph of a projective plane."""

    size_fields: ClassVar[tuple[str, str]] = ("q", "q")

    family: Literal["polarfly"] = "polarfly"
    q: Annotated[int, Field(strict=True, ge=2, le=LARGEST_FIELD)] = Field(
        description="a power of a prime, one less than the links of most switches"
    )
    p: Count = Field(default=1, description=HOSTS)

    @field_validator("q")
    @classmethod
    def _is_a_prime_power(cls, q: int) -> int:
        if prime_power(q) is None:
            raise wrong(f"must be a power of a prime, got {q}")
        return q

    def size(self) -> Size:
        """Compute the size of the network."""
        return Size(self.q**2 + self.q + 1, self.q * (self.q + 1) ** 2 // 2)

    def whole(self) -> Network:
        """Build the network."""
        return polarfly(self.q, self.p)


class XpanderSpec(FamilySpec):
    """An Xpander: groups without links inside, each two joined by a random matching."""

    size_fields: ClassVar[tuple[str, str]] = ("lift", "degree")

    family: Literal["xpander"] = "xpander"
    degree: Count = Field(description="the number of links of each switch, and of groups less one")
    lift: Count = Field(description="the number of switches of each group")
    seed: CountOrZero = Field(default=0, description="decides which network it is")
    p: Count = Field(default=1, description=HOSTS)

    def size(self) -> Size:
        """Compute the size of the network."""
        return Size((self.degree + 1) * self.lift, (self.degree + 1) * self.degree // 2 * self.lift)

    def whole(self) -> Network:
        """Build the network."""
        return xpander(self.degree, self.lift, self.seed, self.p)


class SpectralFlySpec(FamilySpec):
    """A SpectralFly: the Ramanujan graph of two primes."""

    size_fields: ClassVar[tuple[str, str]] = ("q", "prime")

    family: Literal["spectralfly"] = "spectralfly"
    prime: Annotated[int, Field(strict=True, ge=3, le=LARGEST_PRIME)] = Field(
        description="an odd prime, one less than the links of each switch"
    )
    q: Annotated[int, Field(strict=True, ge=5, le=LARGEST_FIELD)] = Field(
        description="another odd prime, q² > 4·prime, which decides about the number of switches"
    )
    p: Count = Field(default=1, description=HOSTS)

    @field_validator("prime", "q")
    @classmethod
    def _is_an_odd_prime(cls, number: int) -> int:
        if prime_power(number) != (number, 1) or number == 2:
            raise wrong(f"must be an odd prime, got {number}")
        return number

    @model_validator(mode="after")
    def _fit(self) -> Self:
        if self.q == self.prime:
            raise wrong(f"must be another prime than {self.prime}", "q")
        if self.q**2 <= 4 * self.prime:
            least = next(q for q in range(3, LARGEST_FIELD) if q * q > 4 * self.prime)
            raise wrong(f"must be at least {least}, for q² > 4·prime; got {self.q}", "q")
        return self

    def size(self) -> Size:
        """Compute the size of the network."""
        matrices = self.q * (self.q**2 - 1) // (2 if is_square(self.prime, self.q) else 1)
        return Size(matrices, matrices * (self.prime + 1) // 2)

    def whole(self) -> Network:
        """Build the network."""
        return spectralfly(self.prime, self.q, self.p)


class BundleflySpec(FamilySpec):
    """A Bundlefly: a Paley graph in place of each switch of a Slim Fly."""

    size_fields: ClassVar[tuple[str, str]] = ("q", "paley")

    family: Literal["bundlefly"] = "bundlefly"
    q: Annotated[int, Field(strict=True, ge=3, le=LARGEST_FIELD)] = Field(
        description="a power of a prime, not 2 modulo 4: that of the Slim Fly"
    )
    paley: Annotated[int, Field(strict=True, ge=5, le=LARGEST_FIELD)] = Field(
        description="a power of a prime, 1 modulo 4: the switches of each Paley graph"
    )
    p: Count = Field(default=1, description=HOSTS)

    @field_validator("q")
    @classmethod
    def _has_a_slim_fly(cls, q: int) -> int:
        if prime_power(q) is None:
            raise wrong(f"must be a power of a prime, got {q}")
        return q

    @field_validator("paley")
    @classmethod
    def _has_a_paley_graph(cls, paley: int) -> int:
        if prime_power(paley) is None or paley % 4 != 1:
            raise wrong(f"must be a power of a prime that is 1 modulo 4, got {paley}")
        return paley

    def size(self) -> Size:
        """Compute the size of the network."""
        switches = 2 * self.q**2 * self.paley
        outside = (3 * self.q - (delta(self.q) or 0)) // 2
        return Size(switches, switches * (outside + (self.paley - 1) // 2) // 2)

    def whole(self) -> Network:
        """Build the network."""
        return bundlefly(self.q, self.paley, self.p)
