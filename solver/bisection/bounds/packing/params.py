"""The numbers that tune packings of trees."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class PackingParams:
    """When packings are tried, and what they are expected to take (`bounds.packing`)."""

    fewest: int = 201  # switches; general solvers may close what is left of smaller networks
    sparse: int = 3  # links for each switch, at most, where links are few
    of_few_links: float = 1_000  # seconds until a network with few links is closed
    of_many: float = 30_000
    share: float = 0.6


USUAL_PACKING = PackingParams()
