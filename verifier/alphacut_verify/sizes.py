"""Cuts of other sizes than halves, as bisections of a network with isolated switches.

Of one size alone, what is missing to a half is the weight of the dummy switch. For a range of
sizes, isolated switches fill up either side.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from math import gcd
from typing import Any

from alphacut_verify.errors import Refused, Unreadable
from alphacut_verify.network import Balance, Network
from alphacut_verify.reading import an_integer, an_object, only

MOST_ALIKE = 5_000  # isolated switches of one unit each


@dataclass(frozen=True, kw_only=True)
class Allowed:
    """The cuts that a document is about."""

    weights: tuple[int, ...]  # of the switches of the topology
    least: int  # what the lighter side weighs, at least and at most
    most: int
    network: Network  # whose bisections they are
    balance: Balance

    def holds(self, side: Collection[int]) -> bool:
        """Tell whether a side and the rest form such a cut."""
        weight = sum(self.weights[switch] for switch in side)
        return self.least <= min(weight, sum(self.weights) - weight) <= self.most


def allowed(network: Network, halves: Balance, written: Any) -> Allowed:
    """Return the cuts of some sizes.

    Parameters
    ----------
    halves
        How switches are weighed.
    written
        The member `sizes` of a document, or None.
    """
    weights, total = halves.weights, sum(halves.weights)
    if written is None:
        least = most = halves.lighter
        return Allowed(weights=weights, least=least, most=most, network=network, balance=halves)
    only(an_object(written, "sizes"), "sizes", ("least", "most"), ())
    least = an_integer(written["least"], "sizes.least", 1)
    most = an_integer(written["most"], "sizes.most", 1)
    if network.any_wiring is not None:
        raise Unreadable("sizes", "must not be there: every wiring is cut in halves")
    if least > most or most not in (least, total // 2) or most > total // 2:
        raise Refused("sizes", "`most` must be `least`, or half of the weight, rounded down")
    if not halves.sums >> least & ((1 << (most - least + 1)) - 1):
        raise Refused("sizes", "no cut has them")
    if least == most:
        balance = replace(halves, difference=total - 2 * least)
    else:
        added = _isolated(weights, least)
        balance = Balance.of(weights + added)
        groups = network.groups + (max(network.groups) + 1,) * len(added)
        network = replace(network, hosts=network.hosts + added, groups=groups)
    return Allowed(weights=weights, least=least, most=most, network=network, balance=balance)


def _isolated(weights: tuple[int, ...], least: int) -> tuple[int, ...]:
    unit = gcd(*weights)
    count = (sum(weights) - 2 * (-(-least // unit) * unit)) // unit
    if count <= min(len(weights), MOST_ALIKE):
        return (unit,) * count
    found, power = [], 1
    while count:
        found.append(unit * min(power, count))
        count -= min(power, count)
        power *= 2
    return tuple(found)
