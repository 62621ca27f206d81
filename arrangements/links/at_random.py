"""The random arrangement: every group deals the other groups out to its switches."""

from __future__ import annotations

import random
from array import array
from itertools import combinations

from alphacut.arrangements.links._base import Arrangement, GlobalLink, Shape


def wire(a: int, h: int) -> list[GlobalLink]:
    """Wire the random arrangement that the seed 0 draws."""
    return wire_extended(Shape(a=a, h=h, groups=a * h + 1))


def wire_extended(shape: Shape) -> list[GlobalLink]:
    """Deal each other group out t times, and join what two groups dealt to each other.

    Without trunks every choice of disjoint sets of h groups for the switches
    of a group has the same probability. With trunks all ways to deal t cards
    of each other group have, and then all t! ways to join the switches that
    were dealt each other's groups; a switch may be dealt a group twice.

    References
    ----------
    Camarero et al., Topological characterization of Hamming and Dragonfly
    networks, sections 4.1 and 5.2.
    """
    # The sequence of random() for a seed is the same in every version of Python.
    generator = random.Random(shape.seed)
    dealt = [_deal(group, shape, generator) for group in range(shape.groups)]
    t = shape.trunking
    links = []
    for low, high in combinations(range(shape.groups), 2):
        starts = dealt[low][(high - 1) * t : high * t]
        ends = sorted(dealt[high][low * t : (low + 1) * t], key=lambda _: generator.random())
        links += [((low, one), (high, other)) for one, other in zip(starts, ends, strict=True)]
    return links


def _deal(group: int, shape: Shape, generator: random.Random) -> array[int]:
    """Return the positions that were dealt each other group, t for each, by group and port."""
    others = [other for other in range(shape.groups) if other != group] * shape.trunking
    others.sort(key=lambda _: generator.random())
    ports = sorted(range(len(others)), key=others.__getitem__)
    return array("q", (port // shape.h for port in ports))


RANDOM = Arrangement(
    name="random",
    title="Random: each group deals the other groups out to its switches",
    description=(
        "Every group divides the other groups into a sets of h at random, one for each switch; "
        "two groups are joined at the switches that drew each other's group. The seed decides."
    ),
    requirement="exists for every a >= 1 and h >= 1",
    reference="Camarero et al., Topological characterization of Hamming and Dragonfly networks, "
    "section 4.1",
    wire=wire,
    extended=wire_extended,
    seeded=True,
)
