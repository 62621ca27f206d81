"""Orders of the switches along which few states arise: those with a narrow boundary.

References
----------
Kinnersley, The vertex separation number of a graph equals its path-width (1992).
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from alphacut.arrangements.network import Line, Network
from alphacut.arrangements.structure.symmetry import Permutation, automorphisms
from alphacut.arrangements.structure.symmetry import order as group_order
from alphacut.solver.bisection.bounds.sweep.params import USUAL_SWEEP
from alphacut.solver.bisection.verify.sweep.check import MOST_SYMMETRIES
from alphacut.solver.common.alpha import Alpha

SMALL = 64  # switches up to which greedy orders are tried alone: with others few states are saved
MOST_STARTS = 24
WORK = 1_000_000  # looks at open switches, of all greedy orders together
MANY = 0.5  # symmetries for each switch, below which none is worth to be looked for
LINKS = 200_000  # of the networks whose symmetries are listed, all steps of an order together

Neighbours = Mapping[int, frozenset[int]]


def narrow_order(network: Network, alpha: Alpha, deadline: float | None = None) -> tuple[int, ...]:
    """Return the best order of some, by the states that seem to arise.

    As numbered, greedy from several switches, and on networks that are not small depth first and
    reverse Cuthill-McKee.

    Parameters
    ----------
    alpha
        Links without capacity there do not count.
    deadline
        On the monotonic clock, in seconds; the order as numbered is always there.
    """
    neighbours = _neighbours(network, alpha)
    best, best_size = tuple(range(network.switches)), math.inf
    greedy = _orders(network.switches, neighbours)
    for order in chain(_linear(network, alpha), greedy):
        size = _size(order, neighbours)
        if size < best_size:
            best, best_size = order, size
        if deadline is not None and time.monotonic() > deadline:
            break
    return best


def _linear(network: Network, alpha: Alpha) -> tuple[tuple[int, ...], ...]:
    if network.switches <= SMALL:
        return ()
    from alphacut.solver.bisection.bounds.orders.linear import linear_orders  # loads SciPy

    return linear_orders(network, alpha)


def _neighbours(network: Network, alpha: Alpha) -> Neighbours:
    neighbours: dict[int, set[int]] = {switch: set() for switch in range(network.switches)}
    for link in network.links:
        each = network.class_by_name[link.link_class]
        if alpha.scaled(Line(each.base, each.slope)):
            neighbours[link.first].add(link.second)
            neighbours[link.second].add(link.first)
    return {switch: frozenset(others) for switch, others in neighbours.items()}


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
    """Estimate the number of states of all steps."""
    return math.fsum(math.exp2(min(bits, 1000.0)) for bits in _bits(order, neighbours))


def _bits(order: Sequence[int], neighbours: Neighbours) -> Iterator[float]:
    """Yield for each step what the switches to come can tell of the placed ones."""
    seen = [0] * len(order)  # placed neighbours of each switch to come
    bits = 0.0
    placed = set[int]()
    for switch in order:
        placed.add(switch)
        bits -= math.log2(1 + seen[switch])
        for other in neighbours[switch] - placed:
            bits += math.log2((2 + seen[other]) / (1 + seen[other]))
            seen[other] += 1
        yield bits


# ---- with symmetries -------------------------------------------------------------


def symmetric_orders(
    network: Network,
    alpha: Alpha,
    weights: Sequence[int],
    other: tuple[int, ...],
    deadline: float | None = None,
    *,
    least_bits: float = USUAL_SWEEP.least_bits,
) -> list[tuple[tuple[int, ...], tuple[Permutation, ...]]]:
    """Return orders, and symmetries that keep the placed switches at some of their steps.

    As numbered and the other one, if there are such symmetries; first that for which fewer states
    seem to be left when those that are images of each other count once.

    Parameters
    ----------
    weights
        Of the switches, which symmetries keep.
    deadline
        On the monotonic clock, in seconds; no further step is looked at then.
    least_bits
        That the switches to come can tell at a step whose images are looked for.
    """
    if group_order(network, weights) < MANY * network.switches:
        return []  # few of them keep any switches that are placed
    neighbours, candidates = _neighbours(network, alpha), []
    looked_at = max(1, LINKS // max(1, len(network.links)))  # steps
    for order in dict.fromkeys((other, tuple(range(network.switches)))):
        size, symmetries = 0.0, dict[Permutation, None]()
        steps = sorted(enumerate(_bits(order, neighbours)), key=lambda step: -step[1])
        for number, bits in steps[:looked_at]:
            if deadline is not None and time.monotonic() > deadline:
                break
            placed, images = [order[: number + 1]], 1
            if bits > least_bits:
                images = group_order(network, weights, placed)
            if images > 1:
                symmetries.update(dict.fromkeys(automorphisms(network, weights, placed)))
            size += math.exp2(min(bits, 1000.0) - math.log2(images))
        if symmetries:
            candidates.append((size, order, _with_conjugates(symmetries)))
    return [(order, symmetries) for _, order, symmetries in sorted(candidates)]


def _with_conjugates(symmetries: Iterable[Permutation]) -> tuple[Permutation, ...]:
    """Add g·h·g⁻¹ of any two, as many as a certificate may name.

    Of a few exchanges of neighbours that makes all exchanges: the more single steps there are, the
    fewer states are left that none of them makes smaller.
    """
    all_of_them = dict.fromkeys(symmetries)
    tried = list(all_of_them)
    for number, one in enumerate(tried):
        for other in tried[: number + 1]:
            for each in (_conjugate(one, other), _conjugate(other, one)):
                if len(all_of_them) >= MOST_SYMMETRIES:
                    return tuple(all_of_them)[:MOST_SYMMETRIES]
                if each not in all_of_them:
                    all_of_them[each] = None
                    tried.append(each)
    return tuple(all_of_them)


def _conjugate(outer: Permutation, inner: Permutation) -> Permutation:
    """Return what takes the outer image of a switch to the outer image of its inner image."""
    found = [0] * len(outer)
    for switch, image in enumerate(outer):
        found[image] = outer[inner[switch]]
    return tuple(found)
