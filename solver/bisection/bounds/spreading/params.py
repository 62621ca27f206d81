"""The numbers that tune bounds by what spreads over common ends."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class SpreadingParams:
    """How much is spent on bounds by spreading (`bounds.spreading`)."""

    fewest: int = 40  # switches; a sweep of fewer is quick
    each: float = 1e-6  # seconds, for each switch and link
    most_work: int = 1 << 27  # squared switches of a factor times its links: a second or two
    most_ways: int = 1 << 20  # shortest ways between two switches of a factor
    most_pairs: int = 1 << 22  # of links that meet, where squares are looked for: 2 s, 400 MB


USUAL_SPREADING = SpreadingParams()
