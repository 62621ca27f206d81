"""A plain count of all bisections, switch by switch: dynamic programming over a vertex separation.

Engines that count states share the code that counts with the checks of their certificates. This
count shares nothing with either: it knows no symmetry, no parity, no profile and no bound but the
one that is claimed. Switches are put on a side one after another; of all ways that agree on the
sides of the switches with neighbours still to come, and on the weight of side 1, the least
capacity is kept, unless it reaches the claim. Nothing is left at the end if the claim is true
(Bodlaender, A partial k-arboretum of graphs with bounded treewidth, 1998).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from alphacut.arrangements.network import Line, Network
from alphacut.solver.bisection.balance import Balance, Sizes
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import Refused
from alphacut.solver.common.fields import alpha_in, fraction_in
from alphacut.solver.common.limits import room_for
from alphacut.solver.common.rebuilt import rebuilt

MOST_SWITCHES = 2_000
MOST_STATES = 1 << 24  # after one switch; a state takes some 50 bytes while it is counted
STARTS = 8  # orders that are tried
LARGEST = 1 << 61  # of a key and of a capacity

Neighbours = Sequence[Mapping[int, int]]  # by switch: scaled capacities by the other end
States = NDArray[np.int64]


class TooWideError(Exception):
    """A network has no order in which few enough states are counted."""


def count_plainly(document: Mapping[str, Any]) -> Iterator[str]:
    """Count again what a document of a bisection claims to be certified, which `verify` accepted.

    Yields
    ------
    str
        For each point with a certificate: how many states were counted, or why none were.

    Raises
    ------
    Refused
        If there is a bisection below a lower bound.
    """
    network = rebuilt(document["topology"], any_wiring=True)
    balance = Balance.of(network, document["balance"])
    if "sizes" in document:
        balance = replace(balance, sizes=Sizes(**document["sizes"]))
    for point in document["points"] if "points" in document else [document["point"]]:
        alpha, lower = alpha_in(point, "alpha"), fraction_in(point, "lower")
        if point["proof"] != "certificate" or lower <= 0:
            continue
        target = -(-(lower * (alpha.denominator or 1)) // 1)  # a capacity is an integer, scaled
        try:
            counted = states_below(network, balance, alpha, int(target))
        except TooWideError as error:
            yield f"α = {alpha}: not counted plainly: {error}"
            continue
        yield f"α = {alpha}: no bisection below {lower} in a plain count of {counted:,} states"


def states_below(
    network: Network, balance: Balance, alpha: Alpha, target: int, *, most: int = MOST_STATES
) -> int:
    """Return how many states were counted to see that no scaled capacity is below a target.

    Parameters
    ----------
    most
        So many states are counted after one switch at most.

    Raises
    ------
    Refused
        If there is a bisection below the target.
    TooWideError
        If that takes too many states.
    """
    if network.free:
        raise TooWideError("it has many wirings")
    if network.switches > MOST_SWITCHES:
        raise TooWideError(f"it has more than {MOST_SWITCHES:,} switches")
    links = _neighbours(network, alpha)
    count = _Count(
        links=links,
        weights=balance.weights,
        lighter=_lighter(balance),
        target=target,
        most=most,
    )
    if sum(sum(each.values()) for each in links) >= LARGEST:
        raise TooWideError("its capacities are too large")
    order = narrowest(links)
    waiting, _ = _width(links, order)
    if (count.heavier + 1) << (waiting + 1) >= LARGEST:
        raise TooWideError(f"{waiting} switches wait for their neighbours at a time")
    return count.along(order)


def _lighter(balance: Balance) -> range:
    """Return what the lighter side of a cut may weigh."""
    if balance.sizes is not None:
        return range(balance.sizes.least, balance.sizes.most + 1)
    lighter = (sum(balance.weights) - balance.difference) // 2
    return range(lighter, lighter + 1)


def narrowest(links: Neighbours) -> list[int]:
    """Return an order in which few switches at a time have been placed and wait for neighbours.

    From each of some starts, the switch comes next that leaves fewest of them waiting.
    """
    starts = range(0, len(links), -(-len(links) // STARTS))
    return min((_greedy(links, start) for start in starts), key=lambda order: _width(links, order))


def _greedy(links: Neighbours, start: int) -> list[int]:
    order, left = [start], set(range(len(links))) - {start}
    open_ends = [sum(1 for other in each if other != start) for each in links]
    while left:
        beside = {v for u in order if open_ends[u] for v in links[u]} & left or left

        def waiting(switch: int) -> tuple[int, int]:
            closes = sum(
                1 for u in links[switch] if u not in left and u != switch and open_ends[u] == 1
            )
            return (open_ends[switch] > 0) - closes, open_ends[switch]

        chosen = min(sorted(beside), key=waiting)
        left.remove(chosen)
        order.append(chosen)
        for other in links[chosen]:
            open_ends[other] -= 1
    return order


def _width(links: Neighbours, order: Sequence[int]) -> tuple[int, int]:
    """Return how many wait at most, and for how many steps that many do."""
    place = {switch: number for number, switch in enumerate(order)}
    change = [0] * (len(order) + 1)
    for switch, number in place.items():
        change[number] += 1
        change[max([number, *(place[other] for other in links[switch])])] -= 1
    waiting = np.cumsum(change)
    return int(waiting.max()), int((waiting == waiting.max()).sum())


def _neighbours(network: Network, alpha: Alpha) -> list[dict[int, int]]:
    scales = {each.name: alpha.scaled(Line(each.base, each.slope)) for each in network.classes}
    neighbours: list[dict[int, int]] = [{} for _ in range(network.switches)]
    for first, second, name, multiplicity in network.links:
        scaled = scales[name] * multiplicity
        for one, other in ((first, second), (second, first)):
            if scaled:
                neighbours[one][other] = neighbours[one].get(other, 0) + scaled
    return neighbours


@dataclass(frozen=True, kw_only=True)
class _Count:
    links: Neighbours
    weights: Sequence[int]
    lighter: range  # what the lighter side of a cut weighs
    target: int
    most: int  # states after one switch

    @property
    def heavier(self) -> int:
        """What the heavier side weighs at most."""
        return sum(self.weights) - self.lighter.start

    def along(self, order: Sequence[int]) -> int:
        """Count states along an order of the switches."""
        place = {switch: number for number, switch in enumerate(order)}
        last = [max([place[v], *(place[u] for u in self.links[v])]) for v in range(len(place))]
        slots: dict[int, int] = {}  # of the switches that wait, which bit tells their side
        sides, weight, severed = (np.zeros(1, dtype=np.int64) for _ in range(3))
        placed = counted = 0
        for number, switch in enumerate(order):
            slot = next(free for free in range(len(slots) + 1) if free not in slots.values())
            slots[switch] = slot
            placed += self.weights[switch]
            both = (0, 1) if number else (0,)  # the first switch names its side 0
            parts = []
            for side in both:
                more = severed.copy()
                for other, capacity in self.links[switch].items():
                    if other in slots and other != switch:
                        more += capacity * ((sides >> slots[other] & 1) != side)
                heavy = weight + side * self.weights[switch]
                kept = (more < self.target) & (heavy <= self.heavier)
                kept &= placed - heavy <= self.heavier
                parts.append((sides[kept] | side << slot, heavy[kept], more[kept]))
            sides, weight, severed = map(np.concatenate, zip(*parts, strict=True))
            for waiting in [each for each in slots if last[each] <= number]:
                sides &= ~(1 << slots.pop(waiting))
            if number + 1 == len(order):
                least, most = self.lighter.start, self.lighter.stop - 1
                lighter = np.minimum(weight, placed - weight)
                whole = (least <= lighter) & (lighter <= most)
                sides, weight, severed = sides[whole], weight[whole], severed[whole]
            sides, weight, severed = self._least(sides, weight, severed)
            counted += len(sides)
            if not len(sides):
                return counted
            if len(sides) > self.most:
                raise TooWideError(f"more than {self.most:,} states after {number + 1} switches")
            room_for(100 * len(sides), "a plain count")
        raise Refused(f"there is a bisection below {self.target}, by a plain count")

    def _least(self, sides: States, weight: States, severed: States) -> tuple[States, ...]:
        """Keep the least capacity of those with the same sides and weight."""
        key = sides * (self.heavier + 1) + weight
        order = np.lexsort((severed, key))
        key = key[order]
        first = np.ones(len(key), dtype=bool)
        first[1:] = key[1:] != key[:-1]
        chosen = order[first]
        return sides[chosen], weight[chosen], severed[chosen]
