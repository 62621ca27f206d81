"""Bisection bandwidths that are proven in general, to check computed ones against."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class KnownBisection:
    """The bisection bandwidth of a network, by a theorem; the same for every α.

    It supposes that every link has the capacity 1 and nothing has failed.
    """

    value: int  # in capacities of one local link
    balances: tuple[str, ...]  # what both halves have the same number of: "switches", "hosts"
    formula: str  # how the value follows from the parameters
    reference: str  # where it is proven


EVERY_BALANCE = ("switches", "hosts")  # where every switch has the same number of hosts
