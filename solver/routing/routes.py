"""Routes: what every mechanism is made of, and the contract of mechanisms."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator

    from alphacut.solver.routing.channels import Channels, Numbers
    from alphacut.solver.routing.demand import Demand
    from alphacut.solver.routing.loads import Loads


@dataclass(frozen=True, kw_only=True)
class Route:
    """One route from a switch to another."""

    source: int
    target: int
    channels: tuple[int, ...]  # in order
    share: Fraction  # of the packets of this source and target that take it


class Mechanism(Protocol):
    """The routes of a network, for all pairs of different switches.

    Everything is exact. Nothing but `routes` lists routes one by one, and `routes`
    only those of one pair.
    """

    @property
    def channels(self) -> Channels:
        """The channels that routes use."""

    @property
    def adaptive(self) -> bool:
        """Whether packets choose anew at every switch, among all hops of all routes."""

    def dependencies(self) -> Numbers:
        """Return each dependency once: (E, 2) channels that follow each other in some route."""

    def histogram(self) -> tuple[int, ...]:
        """Count the routes by their hops, from 0 hops on."""

    def loads(self, demand: Demand) -> Loads:
        """Compute what each directed link carries of a demand."""

    def routes(self, source: int, target: int) -> Iterator[Route]:
        """Yield the routes of a pair of different switches."""
