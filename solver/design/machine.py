"""A machine before it is built: what its parameters alone say of it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from alphacut.solver.design.names import FORMULA

if TYPE_CHECKING:
    from collections.abc import Mapping

FULL = Fraction(1, 2)  # B for each host, beyond which the links of hosts are the limit


@dataclass(frozen=True, kw_only=True)
class Range:
    """A number that is at least `lower`, and at most `upper`."""

    lower: Fraction
    upper: Fraction

    @property
    def known(self) -> bool:
        """Whether the two are the same."""
        return self.lower == self.upper


@dataclass(frozen=True, kw_only=True)
class Machine:
    """A network of switches with so many ports, and what formulas say of it.

    Capacities are in those of a local link. Halves have equally many hosts, or as nearly so as
    whole switches allow.
    """

    family: str
    name: str  # its shape, such as "(4,8,4,1)" or "13x13 p=12"
    topology: Mapping[str, Any]  # a spec
    hosts: int
    switches: int
    edge: int  # switches with hosts
    ports: int  # of the switch that needs most
    free: int  # ports left at a switch with hosts
    local: int  # links between switches of the capacity 1
    global_: int  # links between switches of the capacity α
    copper: int  # links between switches that lie within a block; all others are optical
    bisection: Range
    diameter: int | None  # hops between switches with hosts at most; None: told once it is built
    mean: Fraction | None  # hops between two hosts, without their own links; None: the same
    saturation: Range | None  # under uniform traffic, as a share of what a host sends; None: same
    formula: bool  # whether a value that is known is so by argument alone
    reason: str = FORMULA  # the argument that gives the lower bound, one of `names.REASONS`
    at: Fraction | None = None  # of the reason "shares": a capacity of global links, up to α
    built: bool = False  # whether bounds are told only once it is built

    @property
    def links(self) -> int:
        """The links between switches."""
        return self.local + self.global_

    @property
    def optical(self) -> int:
        """The links between switches that are no copper cables."""
        return self.links - self.copper

    @property
    def grows_to(self) -> int:
        """The hosts that there are once all ports left at switches with hosts are used."""
        return self.hosts + self.free * self.edge

    @property
    def each(self) -> Range:
        """The bisection bandwidth for each host."""
        return Range(
            lower=self.bisection.lower / self.hosts, upper=self.bisection.upper / self.hosts
        )

    def after_worst_link(self, alpha: Fraction) -> Range:
        """Return what is left of the bisection after the worst failure of one link.

        Any cut loses no more than the largest capacity, and the best one what its largest link
        has, which is no less than the least.
        """
        return worst_of(self.bisection, self.local, self.global_, alpha)


def worst_of(bisection: Range, local: int, global_: int, alpha: Fraction) -> Range:
    """Return what is left of a bisection after the worst failure of one of so many links."""
    largest = max(alpha if global_ else 0, 1 if local else 0)
    least = min(alpha if global_ else largest, 1 if local else largest)
    return Range(
        lower=max(Fraction(0), bisection.lower - largest),
        upper=max(Fraction(0), bisection.upper - least),
    )
