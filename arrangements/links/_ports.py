"""Arrangements told by ports: port j·h + k of a group is link k of its switch j."""

from __future__ import annotations

from array import array
from itertools import combinations, product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from alphacut.arrangements.links._base import GlobalLink, Permutation, Shape


def wire_ports(a: int, h: int, target: Callable[[int, int], int]) -> list[GlobalLink]:
    """Join the ports that lead to each other's groups.

    Parameters
    ----------
    a, h
        Switches in each group, and global links of each switch.
    target
        The group, 0 to a·h, that a port of a group leads to: target(group, port).
        The a·h ports of a group must lead to all the other groups.
    """
    return wire_first_ports(a * h + 1, 1, h, target)


def wire_first_ports(
    groups: int, trunking: int, h: int, target: Callable[[int, int], int]
) -> list[GlobalLink]:
    """Join the first ports of each group, one after the other as many as there are links.

    Ports in a row lead to the same group, `trunking` of them; the first of
    them is joined to the first that leads back, the second to the second.
    """
    ports = [array("q", [0]) * groups for _ in range(groups)]  # the first that leads to a group
    for group, block in product(range(groups), range(groups - 1)):
        ports[group][target(group, block)] = block * trunking
    return [
        ((low, (ports[low][high] + link) // h), (high, (ports[high][low] + link) // h))
        for low, high in combinations(range(groups), 2)
        for link in range(trunking)
    ]


def wire_blocks(target: Callable[[int, int, int], int]) -> Callable[[Shape], list[GlobalLink]]:
    """Return the greedy wiring of any shape by target(group, block, groups)."""

    def wire(shape: Shape) -> list[GlobalLink]:
        return wire_first_ports(
            shape.groups,
            shape.trunking,
            shape.h,
            lambda group, block: target(group, block, shape.groups),
        )

    return wire


def rotation_of_groups(a: int, h: int) -> tuple[Permutation, ...]:
    """Return the automorphism (i, j) -> (i + 1, j), which generates the rotation."""
    switches = (a * h + 1) * a
    return (tuple((switch + a) % switches for switch in range(switches)),)


def refuse_repeats(shape: Shape) -> str | None:
    """Say why the links between two groups cannot join disjoint pairs of switches."""
    if shape.trunking <= shape.a:
        return None
    return (
        f"{shape.trunking} links between two groups cannot join disjoint pairs of {shape.a} "
        "switches; trunking must be at most a"
    )
