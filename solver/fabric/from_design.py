"""A bound of a fabric from that of its design: no cut loses more than the capacity that is gone.

Where both have the same switches with the same weights, their bisections are the same. Each severs
of the fabric at least what it severs of the design, less the capacity between any two switches
that the fabric lacks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.fabric.losses import Capacities
from alphacut.solver.fabric.matching import Match

Json = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Least:
    """What a fabric has at least."""

    gone: Fraction  # capacity of the design that the fabric lacks
    lower: Fraction


@dataclass(frozen=True, kw_only=True)
class SameSwitches:
    """A design that has the same bisections as the fabric."""

    there: tuple[int, ...]  # of each switch of the design, that of the fabric
    gone: Fraction  # capacity of the design that the fabric lacks

    @classmethod
    def of(
        cls,
        design: tuple[Network, Balance],
        fabric: tuple[Network, Balance],
        match: Match,
        alpha: Alpha,
    ) -> SameSwitches | None:
        """Compare two networks switch by switch; None if they have not the same bisections."""
        (planned, planned_halves), (now, halves) = design, fabric
        there = tuple(each for each in match.same if each is not None)
        if not len(there) == planned.switches == now.switches:
            return None
        if [halves.weights[each] for each in there] != list(planned_halves.weights):
            return None
        wanted = _capacities(planned, there, alpha)
        wanted.subtract(_capacities(now, range(now.switches), alpha))
        return cls(there=there, gone=alpha.value(sum((+wanted).values())))

    def side(self, designed: Iterable[int]) -> list[int]:
        """Return the switches of the fabric that one side of the design is."""
        return sorted(self.there[switch] for switch in designed)

    def least(self, designed: Json, now: Json) -> Least | None:
        """Return what the design's bound proves, where that is more than is known.

        Parameters
        ----------
        designed, now
            Both bisections, `alphacut-point/1`, which count capacities in the same unit.
        """
        units = {point["topology"].get("unit", "1") for point in (designed, now)}
        if len(units) > 1 or designed["point"]["proof"] != "certificate":
            return None
        lower = Fraction(designed["point"]["lower"]) - self.gone
        if lower <= Fraction(now["point"]["lower"]):
            return None
        return Least(gone=self.gone, lower=lower)


def _capacities(network: Network, numbers: Sequence[int], alpha: Alpha) -> Counter[tuple[int, int]]:
    """Add up the scaled capacity between any two switches, by numbers that are given to them."""
    of_class, found = Capacities(network, alpha).of_class, Counter[tuple[int, int]]()
    for first, second, name, multiplicity in network.links:
        one, other = sorted((numbers[first], numbers[second]))
        found[one, other] += of_class[name] * multiplicity
    return found
