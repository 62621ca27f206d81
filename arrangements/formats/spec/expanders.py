"""The specs of low-diameter networks and expanders: PolarFly, Xpander."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field, field_validator

from alphacut.arrangements.formats.spec._base import FamilySpec, Size
from alphacut.arrangements.formats.spec._values import HOSTS, Count, CountOrZero, wrong
from alphacut.arrangements.network import Network
from alphacut.arrangements.topologies._field import prime_power
from alphacut.arrangements.topologies.polarfly import polarfly
from alphacut.arrangements.topologies.xpander import xpander

LARGEST_FIELD = 512  # its table of sums has so many rows


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
