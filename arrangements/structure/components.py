"""Switches that are connected, by all links or by those of one class."""

from __future__ import annotations

from typing import TYPE_CHECKING

from alphacut.arrangements.errors import NetworkError
from alphacut.arrangements.words import known_names, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from alphacut.arrangements.network import Network


def blocks(network: Network, class_name: str) -> tuple[tuple[int, ...], ...]:
    """Return the connected components of the links of one class.

    For the class "global" these are the globally connected components (GCCs).

    Returns
    -------
    tuple of tuple of int
        The switches of each block, sorted; blocks in order of their least
        switch. A switch with no link of the class is a block of its own.

    Raises
    ------
    NetworkError
        If the network has no such class.

    References
    ----------
    Hastings et al., Comparing global link arrangements for Dragonfly networks.
    """
    if class_name not in network.class_by_name:
        known = known_names(class_name, network.class_by_name)
        raise NetworkError(f"unknown link class {shown(class_name)}; {known}")
    ends = ((first, second) for first, second, *_ in network.links_of(class_name))
    neighbours = _neighbours(network.switches, ends)
    seen: set[int] = set()
    return tuple(_reached(u, neighbours, seen) for u in range(network.switches) if u not in seen)


def reachable(network: Network, start: int) -> frozenset[int]:
    """Return the switches to which there is a path from one, itself included, by any links."""
    ends = ((link.first, link.second) for link in network.links)
    return frozenset(_reached(start, _neighbours(network.switches, ends), set()))


def _neighbours(switches: int, ends: Iterable[tuple[int, int]]) -> list[list[int]]:
    found: list[list[int]] = [[] for _ in range(switches)]
    for first, second in ends:
        found[first].append(second)
        found[second].append(first)
    return found


def _reached(start: int, neighbours: Sequence[Sequence[int]], seen: set[int]) -> tuple[int, ...]:
    """Return what can be reached from a switch, sorted, and note it as seen."""
    found = [start]
    seen.add(start)
    for switch in found:  # which grows meanwhile
        new = set(neighbours[switch]) - seen
        seen |= new
        found += new
    return tuple(sorted(found))
