"""The numbers that tune the search for an upper curve (`heuristics.upper_curve`)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class UpperCurveParams:
    """How the search for an upper curve shares its time (`heuristics.upper_curve`)."""

    part: float = 0.3  # of the time for a whole curve that the first search may take
    large: int = 200  # switches from which it may take more, for most of it ends sooner
    part_of_large: float = 0.6
    least: float = 2.0  # seconds at one α of a search that goes on
    rounds: int = 5  # over all α, in which such a search divides its time
