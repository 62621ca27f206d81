"""Arrangements told by ports: port j·h + k of a group is link k of its switch j."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from arrangements.links._base import GlobalLink, Permutation


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
    groups = range(a * h + 1)
    ports = [{target(group, port): port for port in range(a * h)} for group in groups]
    return [
        ((low, ports[low][high] // h), (high, ports[high][low] // h))
        for low, high in combinations(groups, 2)
    ]


def rotation_of_groups(a: int, h: int) -> tuple[Permutation, ...]:
    """Return the automorphism (i, j) -> (i + 1, j), which generates the rotation."""
    switches = (a * h + 1) * a
    return (tuple((switch + a) % switches for switch in range(switches)),)
