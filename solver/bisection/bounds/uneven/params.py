"""The numbers that tune bounds by groups that lack links."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class UnevenParams:
    """How much is spent on groups that lack links (`bounds.uneven`)."""

    fewest: int = 40  # switches; a sweep of fewer is quick
    each: float = 4e-6  # seconds, for each switch and link
    most_work: int = 1_000_000_000  # states times switches: a few seconds
    fewest_groups: int = 3  # with fewer, labels say nothing
    most_groups: int = 512
    most_pairs: int = 1_024  # of groups that differ from the usual: ordered in seconds
    most_open: int = 12  # groups whose sides are kept apart at a time


USUAL_UNEVEN = UnevenParams()
