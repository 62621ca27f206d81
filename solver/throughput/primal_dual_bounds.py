"""Both sides of the largest rate, in exact arithmetic from any rates and any lengths.

Any rates of the variables, scaled by the largest overload, can be carried: a bound from
below. Any lengths y ≥ 0 of the links give one from above: all traffic at rate 1 takes at
least Σ demand · (least mean length of a variable), and the links have Σ capacity · y, so

    rate ≤ Σ capacity · y / Σ demand · (least mean length).

References
----------
Shahrokhi and Matula, The maximum concurrent flow problem, J. ACM 37(2), 1990.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from alphacut.solver.throughput.links import Integers
from alphacut.solver.throughput.variables import Variables
from alphacut.solver.traffic.traffic import Demands

Whole = NDArray[Any]  # integers: int64 where sums stay below 2**62, else Python's own
NEAR = Fraction(1, 10**6)  # of the bounds, where a rate counts as found
LARGE = 2.0**62
EXACT = 3_000  # bits of a common denominator of mean lengths, up to which their sum is exact
ROUNDED = 60  # bits of a mean length, where numbers of paths have none that small


@dataclass(frozen=True, kw_only=True)
class Bracket:
    """A proven range of the largest rate."""

    lower: Fraction
    upper: Fraction

    @property
    def status(self) -> str:
        """ "exact" where both meet, "optimal" where they nearly do, else "bounded"."""
        if self.lower == self.upper:
            return "exact"
        return "optimal" if self.upper - self.lower < NEAR else "bounded"


def sums(places: Integers, factors: Integers, values: Whole, length: int) -> Whole:
    """Add up products at their places, exactly.

    Parameters
    ----------
    places
        (entries,) where each product belongs, below `length`.
    factors, values
        (entries,) what is multiplied; `values` may be Python's integers.
    """
    if values.dtype != object:
        estimate = np.bincount(places, np.abs(factors * values.astype(float)), minlength=length)
        if estimate.max(initial=0) < LARGE:
            found = np.zeros(length, dtype=np.int64)
            np.add.at(found, places, factors * values)
            return found
    exact = np.zeros(length, dtype=object)
    np.add.at(exact, places, factors.astype(object) * values.astype(object))
    return exact


def lower_bound(
    variables: Variables, demands: Demands, capacities: Whole, scale: int, rates: Whole
) -> Fraction:
    """Return a rate that can be carried, from rates of single paths in any unit.

    Parameters
    ----------
    capacities, scale
        Of the links, times `scale`.
    rates
        (V,) rate of each path of each variable, not negative.
    """
    if not len(demands):
        return 1 / demands.busiest
    loads = link_loads(variables, rates, len(capacities))
    flows = sums(variables.flows, variables.paths, rates, len(demands))
    least = min(
        Fraction(int(flow), weight)
        for flow, weight in zip(flows, demands.weights.tolist(), strict=True)
    )
    over = overload(loads, capacities, scale)
    if over is None or not over or not least:
        return Fraction(0)
    return min(least / demands.unit / over, 1 / demands.busiest)


def link_loads(variables: Variables, rates: Whole, links: int) -> Whole:
    """Add up what rates of single paths load onto each link, exactly."""
    found = np.zeros(links, dtype=object)
    for place, part in variables.parts():
        found += sums(part.links, part.counts, rates[place][part.owners], links).astype(object)
    return found if found.max(initial=0) >= LARGE else found.astype(np.int64)


def overload(loads: Whole, capacities: Whole, scale: int) -> Fraction | None:
    """Return the largest load by capacity; None if a link without capacity has a load."""
    used = [(int(c), int(x)) for c, x in zip(capacities, loads, strict=True) if x]
    if any(capacity == 0 for capacity, _ in used):
        return None
    return max((Fraction(load, capacity) for capacity, load in used), default=Fraction(0)) * scale


def least_means(variables: Variables, flows: int, lengths: Whole) -> list[Fraction]:
    """Return the least mean length of a variable of each flow."""
    totals = [
        total
        for _, part in variables.parts()
        for total in sums(part.owners, part.counts, lengths[part.links], len(part))
    ]
    found: list[Fraction | None] = [None] * flows
    for flow, paths, total in zip(
        variables.flows.tolist(), variables.paths.tolist(), totals, strict=True
    ):
        mean, best = Fraction(int(total), paths), found[flow]
        if best is None or mean < best:
            found[flow] = mean
    assert all(mean is not None for mean in found)
    return [mean for mean in found if mean is not None]


def upper_bound(
    means: list[Fraction], demands: Demands, capacities: Whole, scale: int, lengths: Whole
) -> Fraction:
    """Return a rate that cannot be exceeded, from lengths of the links in any unit.

    Parameters
    ----------
    means
        The least mean length of a variable of each flow under these lengths, or less.
    """
    at_hosts = 1 / demands.busiest
    needed = weighted_sum(means, demands.weights.tolist()) * demands.unit
    if needed <= 0:
        return at_hosts
    return min(at_hosts, _capacity(capacities, lengths) / scale / needed)


def weighted_sum(means: list[Fraction], weights: list[int]) -> Fraction:
    """Add up means times weights; rounded down a little where that keeps numbers short."""
    by_denominator: dict[int, int] = {}
    for mean, weight in zip(means, weights, strict=True):
        at = mean.denominator
        by_denominator[at] = by_denominator.get(at, 0) + weight * mean.numerator
    common = 1
    for denominator in by_denominator:
        common = lcm(common, denominator)
        if common.bit_length() > EXACT:
            rounded = sum((n << ROUNDED) // d for d, n in by_denominator.items())
            return Fraction(rounded, 1 << ROUNDED)
    return Fraction(sum(n * (common // d) for d, n in by_denominator.items()), common)


def _capacity(capacities: Whole, lengths: Whole) -> Fraction:
    return Fraction(
        sum(int(c) * int(y) for c, y in zip(capacities.tolist(), lengths.tolist(), strict=True))
    )
