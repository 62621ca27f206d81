"""Xpander networks: random lifts of complete networks."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

from alphacut.arrangements.network import LOCAL, Link, Network


def xpander(degree: int, lift: int, seed: int, p: int = 1) -> Network:
    """Build a random lift of the complete network of degree + 1 switches: links "local".

    Each of its switches becomes a group of `lift` switches without links among them;
    two groups are joined by a random matching. Switch i of group g has the number
    g·lift + i.

    Parameters
    ----------
    degree, lift
        The links of each switch, and the switches of each of the degree + 1 groups.
    seed
        Decides the network, together with the version of Python.
    p
        The hosts of each switch.

    References
    ----------
    Valadarsky, Shahaf, Dinitz and Schapira, Xpander: towards optimal-performance
    datacenters, CoNEXT 2016. Bilu and Linial, Lifts, discrepancy and nearly optimal
    spectral gap, 2006.
    """
    switches = (degree + 1) * lift
    return Network(
        switches=switches,
        links=tuple(Link(*ends, LOCAL.name) for ends in _ends(degree, lift, seed)),
        groups=tuple(switch // lift for switch in range(switches)),
        hosts=(p,) * switches,
    )


def _ends(degree: int, lift: int, seed: int) -> Iterator[tuple[int, int]]:
    rng = random.Random(seed)
    for one, other in combinations(range(degree + 1), 2):
        image = rng.sample(range(lift), lift)
        yield from ((one * lift + i, other * lift + j) for i, j in enumerate(image))
