"""What every plain model reads, and what it tells: one question, one result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from alphacut.arrangements.network import Network
from alphacut.solver.common.alpha import Alpha

THREADS = 2  # for solvers that can use several, where nothing else is said


@dataclass(frozen=True, kw_only=True)
class EdgeModel:
    """Minimum bisection at one α: switches, and capacities between linked pairs.

    Switch 0 is fixed to one side, which loses nothing because sides can be
    exchanged.
    """

    switches: int
    edges: tuple[tuple[int, int, int], ...]  # two switches and the scaled capacity between them
    unit: int  # by which capacities were scaled

    @classmethod
    def of(cls, network: Network, alpha: Alpha) -> EdgeModel:
        """Add up the links between each pair of switches, at a finite α."""
        capacity: dict[tuple[int, int], int] = {}
        for link in network.links:
            each = network.class_by_name[link.link_class]
            scaled = alpha.denominator * each.base + alpha.numerator * each.slope
            pair = (link.first, link.second)
            capacity[pair] = capacity.get(pair, 0) + scaled * link.multiplicity
        return cls(
            switches=network.switches,
            edges=tuple((u, v, scaled) for (u, v), scaled in sorted(capacity.items()) if scaled),
            unit=alpha.denominator,
        )

    @classmethod
    def from_json(cls, model: Mapping[str, Any]) -> EdgeModel:
        """Read what `dataclasses.asdict` wrote, after a way through JSON."""
        return cls(**{**model, "edges": tuple((u, v, c) for u, v, c in model["edges"])})

    @property
    def sizes(self) -> tuple[int, int]:
        """The least and largest number of switches on either side."""
        return self.switches // 2, self.switches - self.switches // 2


@dataclass(frozen=True, kw_only=True)
class PlainResult:
    """What a solver says, in units of a local link; nothing here is verified."""

    proven: bool  # whether it says that the value is the least
    value: float | None  # capacity of the best bisection found, if any
    bound: float  # what no bisection is below

    @classmethod
    def of(
        cls, model: EdgeModel, *, proven: bool, value: float | None, bound: float
    ) -> PlainResult:
        """Turn scaled capacities back; no capacity is negative."""
        return cls(
            proven=proven,
            value=None if value is None else value / model.unit,
            bound=max(0.0, bound) / model.unit,
        )


class Solve(Protocol):
    """A solver with its plain model."""

    def __call__(self, model: EdgeModel, seconds: float, threads: int = THREADS, /) -> PlainResult:
        """Solve within a wall time."""
        ...
