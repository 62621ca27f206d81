"""Fluid loads of links, exactly, and the load at which the first of them is full."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from alphacut.solver.common.errors import QuestionError

if TYPE_CHECKING:
    from alphacut.solver.routing.channels import Links, Numbers

LARGEST = 2**62


@dataclass(frozen=True, kw_only=True)
class Loads:
    """What directed links carry when hosts send all that the traffic says.

    A link carries at most one phit in a cycle.
    """

    links: Links
    load: Numbers  # (2m,) phits in a cycle, in units
    unit: Fraction  # what a load of 1 stands for
    sent: Fraction  # phits that all hosts send in a cycle, also those that stay at their switch

    @property
    def largest(self) -> dict[str, Fraction]:
        """The largest load of a link of each class."""
        found = {}
        for index, name in enumerate(self.links.classes):
            of_class = self.load[self.links.link_class == index]
            if len(of_class):
                found[name] = int(of_class.max()) * self.unit
        return found

    @property
    def saturation(self) -> Fraction:
        """The largest share of the traffic that no link refuses, at most 1."""
        most = max(self.largest.values(), default=Fraction(0))
        return min(Fraction(1), 1 / most) if most else Fraction(1)

    @property
    def mean_hops(self) -> Fraction:
        """The mean number of hops of a packet; one that stays at its switch makes none."""
        total = sum(self.load.tolist()) * self.unit
        return total / self.sent if self.sent else Fraction(0)


def check_range(demand: Numbers, *factors: int) -> None:
    """Refuse demands whose exact sums do not fit 64 bits.

    Parameters
    ----------
    factors
        By what the largest load may exceed the sum of all demands.
    """
    bound = float(np.asarray(demand, dtype=np.float64).sum())
    for factor in factors:
        bound *= factor
    if bound >= LARGEST:
        raise QuestionError(
            "traffic",
            "has numbers too large or of too many different denominators for exact loads; "
            "write them with fewer digits",
        )
