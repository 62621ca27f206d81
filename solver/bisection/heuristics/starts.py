"""Where a search for good bisections starts: orders of the switches, cut in half."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from math import gcd, isqrt

import numpy as np

from alphacut.arrangements.network import Network
from alphacut.arrangements.structure.components import blocks
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.problem import Cut


def trivial_cut(network: Network, balance: Balance) -> Cut:
    """Return the bisection that switches in order of their numbers give."""
    return Cut.of(network, filled(range(network.switches), balance))


def filled(order: Sequence[int], balance: Balance) -> list[int]:
    """Return a side that takes switches as they come, as far as balance allows.

    A switch is taken if the rest of the order can still complete the side to
    exactly half of the weight (the lighter half where they differ).
    """
    unit = gcd(*balance.weights)
    weights = [weight // unit for weight in balance.weights]
    half = (sum(balance.weights) - balance.difference) // 2 // unit
    if max(weights) == min(weights):
        return list(order[:half])
    length = isqrt(len(order)) + 1
    blocks = [order[start : start + length] for start in range(0, len(order), length)]
    marks = [1]  # sums behind each block: those behind each switch would take much memory
    for block in blocks[:0:-1]:
        marks.append(_sums(marks[-1], block, weights, half)[-1])
    side: list[int] = []
    missing = half
    for block, mark in zip(blocks, reversed(marks), strict=True):
        behind = _sums(mark, block, weights, half)[-2::-1]
        for switch, rest in zip(block, behind, strict=True):
            weight = weights[switch]
            if weight <= missing and rest >> (missing - weight) & 1 and (weight or missing):
                side.append(switch)
                missing -= weight
    return side


def _sums(behind: int, block: Sequence[int], weights: Sequence[int], most: int) -> list[int]:
    """Return what sums of weights some switches and those behind can have, from the last on.

    Sums are the bits of one integer.
    """
    mask = (1 << (most + 1)) - 1
    sums = [behind]
    for switch in reversed(block):
        sums.append((sums[-1] | sums[-1] << weights[switch]) & mask)
    return sums


def halves_of(order: Sequence[int], balance: Balance) -> tuple[list[int], ...]:
    """Return the sides that an order begins with and ends with, each exactly half.

    They differ where the sides of a bisection do, or where weights do.
    """
    first, last = filled(order, balance), filled(order[::-1], balance)
    complement = set(order) - set(first)
    return (first,) if complement == set(last) else (first, last)


def repaired(side: Collection[int], balance: Balance, pull: Sequence[float]) -> list[int]:
    """Return a side of a bisection that is much the same as one that is none.

    Parameters
    ----------
    pull
        How strongly each switch belongs to the side: those with least of it leave first, and of
        the others those with most of it come first.
    """
    inside = set(side)
    return filled(sorted(range(len(pull)), key=lambda u: (u not in inside, -pull[u], u)), balance)


Blocks = tuple[tuple[int, ...], ...]


def starts(network: Network, rng: np.random.Generator) -> Iterator[tuple[list[int], Blocks]]:
    """Yield orders of the switches, without end, each with the blocks that it keeps whole.

    The blocks are the groups and the components of each link class (for a
    dragonfly's global links, its GCCs), consecutive or in random order; now and
    then an order has no structure.
    """
    partitions, groups = partitions_of(network), _groups(network)
    while True:
        turn = int(rng.integers(network.switches))
        yield [int(u) for u in np.roll(np.arange(network.switches), turn)], groups
        for partition in partitions:
            yield _shuffled(partition, rng), partition
        yield [int(u) for u in rng.permutation(network.switches)], ()


def partitions_of(network: Network) -> list[Blocks]:
    """Return the partitions into groups, and into components of each link class, that are any."""
    found = [_groups(network)]
    found += [blocks(network, link_class.name) for link_class in network.classes]
    return [each for each in dict.fromkeys(found) if 1 < len(each) < network.switches]


def has_blocks(network: Network) -> bool:
    """Tell whether there is a partition into blocks none of which holds most of the switches."""
    most = network.switches // 2
    return any(max(map(len, each)) <= most for each in partitions_of(network))


def _groups(network: Network) -> Blocks:
    members: dict[int, list[int]] = {}
    for switch, group in enumerate(network.groups):
        members.setdefault(group, []).append(switch)
    return tuple(tuple(group) for group in members.values())


def _shuffled(partition: Blocks, rng: np.random.Generator) -> list[int]:
    order = rng.permutation(len(partition))
    return [int(u) for block in order for u in rng.permutation(list(partition[block]))]
