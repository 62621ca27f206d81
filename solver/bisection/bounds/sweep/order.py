"""Orders of the switches along which few states arise: those with a narrow boundary."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping, Sequence

from arrangements.network import Line, Network
from solver.bisection.alpha import Alpha

MOST_STARTS = 24
WORK = 1_000_000  # looks at open switches, of all greedy orders together

Neighbours = Mapping[int, frozenset[int]]


def narrow_order(network: Network, alpha: Alpha, deadline: float | None = None) -> tuple[int, ...]:
    """Return the best order of some: as numbered, and greedy from several switches.

    Parameters
    ----------
    alpha
        Links without capacity there do not count.
    deadline
        On the monotonic clock, in seconds; the order as numbered is always there.
    """
    neighbours = _neighbours(network, alpha)
    best, best_size = tuple(range(network.switches)), math.inf
    for order in _orders(network.switches, neighbours):
        size = _size(order, neighbours)
        if size < best_size:
            best, best_size = order, size
        if deadline is not None and time.monotonic() > deadline:
            break
    return best


def _neighbours(network: Network, alpha: Alpha) -> Neighbours:
    found: dict[int, set[int]] = {switch: set() for switch in range(network.switches)}
    for link in network.links:
        each = network.class_by_name[link.link_class]
        if alpha.scaled(Line(each.base, each.slope)):
            found[link.first].add(link.second)
            found[link.second].add(link.first)
    return {switch: frozenset(others) for switch, others in found.items()}


def _orders(switches: int, neighbours: Neighbours) -> Iterator[tuple[int, ...]]:
    yield tuple(range(switches))
    work = WORK
    for start in range(0, switches, -(-switches // MOST_STARTS)):
        order, looks = _greedy(switches, neighbours, start, work)
        work -= looks
        if len(order) < switches:
            return
        yield order


def _greedy(
    switches: int, neighbours: Neighbours, start: int, work: int
) -> tuple[tuple[int, ...], int]:
    """Place next what opens the fewest switches, of these what has been open longest.

    Returns
    -------
    order, looks
        The order ends early where it would take more work than allowed.
    """
    order: list[int] = []
    placed, opened = set[int](), dict[int, int]()  # opened: when it was
    unseen = {switch: len(others) for switch, others in neighbours.items()}  # neighbours of each
    numbered = iter(range(switches))
    looks, switch = 0, start
    while looks <= work:
        order.append(switch)
        new = sorted(neighbours[switch] - placed - opened.keys())
        seen = new if switch in opened else [switch, *new]
        placed.add(switch)
        opened.pop(switch, None)
        for other in new:
            opened[other] = len(order)
        for other in seen:
            for each in neighbours[other]:
                unseen[each] -= 1
        if len(order) == switches:
            break
        looks += len(opened)
        if opened:
            switch = min(opened, key=lambda u: (unseen[u], opened[u], u))
        else:
            switch = next(u for u in numbered if u not in placed)
    return tuple(order), looks


def _size(order: Sequence[int], neighbours: Neighbours) -> float:
    """Estimate the number of states: what the switches to come can tell of the placed ones."""
    seen = [0] * len(order)  # placed neighbours of each switch to come
    size, bits = 0.0, 0.0
    placed = set[int]()
    for switch in order:
        placed.add(switch)
        bits -= math.log2(1 + seen[switch])
        for other in neighbours[switch] - placed:
            bits += math.log2((2 + seen[other]) / (1 + seen[other]))
            seen[other] += 1
        size += 2.0 ** min(bits, 1000.0)
    return size
