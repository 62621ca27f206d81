"""The cables of a network, one by one, with the ports that they join."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arrangements.network import Network


@dataclass(frozen=True, kw_only=True)
class Plug:
    """One end of a cable."""

    group: int
    switch: int  # its number in the network
    position: int  # its place in the group, from 0
    port: int  # from 0


@dataclass(frozen=True, kw_only=True)
class Cable:
    """A cable between two switches."""

    start: Plug
    end: Plug
    link_class: str


def cables(network: Network) -> Iterator[Cable]:
    """Yield every cable, those of one class after the other, parallel ones one by one.

    The ports of a switch are given out in this order: hosts first, then the
    links of the first class, of the second, …, each by the number of the switch
    at the other end. No two cables share a port, and none is left out.
    """
    positions = _positions(network.groups)
    port = list(network.hosts)
    for kind in network.classes:
        wires = [
            (link.first, link.second)
            for link in network.links_of(kind.name)
            for _ in range(link.multiplicity)
        ]
        given = _ports(wires, port)
        for first, second, start, end in given:
            yield Cable(
                start=_plug(network, positions, first, start),
                end=_plug(network, positions, second, end),
                link_class=kind.name,
            )


def _ports(wires: Sequence[tuple[int, int]], port: list[int]) -> list[tuple[int, int, int, int]]:
    """Give out ports in order of the switch at the other end; `port` is the next free one."""
    ends = sorted(
        (here, there, index, side)
        for index, (one, other) in enumerate(wires)
        for side, here, there in ((0, one, other), (1, other, one))
    )
    given = [[0, 0] for _ in wires]
    for here, _, index, side in ends:
        given[index][side] = port[here]
        port[here] += 1
    return [(*wire, *pair) for wire, pair in zip(wires, given, strict=True)]  # type: ignore[misc]


def _positions(groups: Sequence[int]) -> list[int]:
    met: Counter[int] = Counter()
    found = []
    for group in groups:
        found.append(met[group])
        met[group] += 1
    return found


def _plug(network: Network, positions: Sequence[int], switch: int, port: int) -> Plug:
    return Plug(group=network.groups[switch], switch=switch, position=positions[switch], port=port)
