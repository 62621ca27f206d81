"""Where a search for good bisections starts: orders of the switches, cut in half."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import gcd

import numpy as np

from arrangements.network import Network
from arrangements.structure.components import blocks
from solver.bisection.balance import Balance
from solver.bisection.problem import Cut


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
    wanted = (sum(balance.weights) - balance.difference) // 2 // unit
    mask = (1 << (wanted + 1)) - 1
    reachable = [1]
    for switch in reversed(order):
        reachable.append((reachable[-1] | reachable[-1] << weights[switch]) & mask)
    side: list[int] = []
    missing = wanted
    for switch, rest in zip(order, reachable[-2::-1], strict=True):
        weight = weights[switch]
        if weight <= missing and rest >> (missing - weight) & 1 and (weight or missing):
            side.append(switch)
            missing -= weight
    return side


Blocks = tuple[tuple[int, ...], ...]


def starts(network: Network, rng: np.random.Generator) -> Iterator[tuple[list[int], Blocks]]:
    """Yield orders of the switches, without end, each with the blocks that it keeps whole.

    The blocks are the groups and the components of each link class (for a
    dragonfly's global links, its GCCs), consecutive or in random order; now and
    then an order has no structure.
    """
    partitions = [_groups(network)]
    partitions += [blocks(network, link_class.name) for link_class in network.classes]
    partitions = [p for p in dict.fromkeys(partitions) if 1 < len(p) < network.switches]
    groups = _groups(network)
    while True:
        turn = int(rng.integers(network.switches))
        yield [int(u) for u in np.roll(np.arange(network.switches), turn)], groups
        for partition in partitions:
            yield _shuffled(partition, rng), partition
        yield [int(u) for u in rng.permutation(network.switches)], ()


def _groups(network: Network) -> Blocks:
    members: dict[int, list[int]] = {}
    for switch, group in enumerate(network.groups):
        members.setdefault(group, []).append(switch)
    return tuple(tuple(group) for group in members.values())


def _shuffled(partition: Blocks, rng: np.random.Generator) -> list[int]:
    order = rng.permutation(len(partition))
    return [int(u) for block in order for u in rng.permutation(list(partition[block]))]
