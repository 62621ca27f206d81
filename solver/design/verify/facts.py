"""What the parameters of a network say of it, derived again for the verifier.

Nothing here is shared with `solver.design.families`; docs/method.md ("Bounds for a design") has
the proofs of the bounds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any

Spec = Mapping[str, Any]  # complete, read and found right


@dataclass(frozen=True, kw_only=True)
class Conditions:
    """What the facts of a network depend on beside its parameters."""

    alpha: Fraction  # capacity of a global link, in local ones
    block: int  # switches within which cables are copper


@dataclass(frozen=True, kw_only=True)
class Facts:
    """A network without being built. Capacities are in those of a local link."""

    name: str  # its shape
    hosts: int
    switches: int
    edge: int  # switches with hosts
    ports: int  # of the switch that needs most
    edge_ports: int  # of a switch with hosts
    local: int  # links between switches of the capacity 1
    global_: int  # links between switches of the capacity α
    copper: int  # links between switches within a block
    lower: Fraction  # no bisection has less
    upper: Fraction  # some bisection has no more
    diameter: int | None  # hops between switches with hosts, at most; None: not told
    mean: Fraction | None  # hops between two hosts; None: not told
    rate: tuple[Fraction, Fraction] | None  # uniform traffic, at least and at most; None: not told

    @property
    def links(self) -> int:
        """The links between switches."""
        return self.local + self.global_


def pairs_apart(switches: int) -> int:
    """Count the pairs of switches that two halves separate."""
    return (switches // 2) * (switches - switches // 2)


def raised(value: Fraction, alpha: Fraction) -> Fraction:
    """Return the least capacity from a value on that i local and j global links can have."""
    unit = alpha.denominator
    return Fraction(max(0, ceil(value * unit)), unit)


def share(*rates: Fraction) -> Fraction:
    """Return the least of some rates, of which none is above what a host sends."""
    return min((*rates, Fraction(1)))
