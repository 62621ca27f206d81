"""Which of several numbers is the largest, where each is only known to lie between two bounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

Interval = tuple[Fraction, Fraction]  # lower and upper bound, ends included


@dataclass(frozen=True, kw_only=True)
class Standing:
    """What is known of the largest, whatever the numbers are within their bounds."""

    best: tuple[int, ...]  # places: none is larger than these; empty where nothing is proven
    candidates: tuple[int, ...]  # places of those that may be the largest

    @property
    def separated(self) -> bool:
        """Whether one is proven to be the largest, alone or with others."""
        return bool(self.best)

    @property
    def named(self) -> tuple[int, ...]:
        """The largest if they are proven, else those that may be it."""
        return self.best or self.candidates


def standing(intervals: Sequence[Interval]) -> Standing:
    """Tell which are the largest: those that are above all others, or surely as large."""
    floor = max(lower for lower, _ in intervals)
    return Standing(
        best=tuple(
            place
            for place, (lower, _) in enumerate(intervals)
            if all(lower >= upper for k, (_, upper) in enumerate(intervals) if k != place)
        ),
        candidates=tuple(k for k, (_, upper) in enumerate(intervals) if upper >= floor),
    )
