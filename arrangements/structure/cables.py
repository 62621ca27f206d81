"""The cables of a network, one by one, with the ports that they join."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from alphacut.arrangements.one_by_one import check_cables

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from alphacut.arrangements.network import Network


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
    """Return every cable, those of one class after the other, parallel ones one by one.

    The ports of a switch are given out in this order: hosts first, then the
    links of the first class, of the second, …, each by the number of the switch
    at the other end. No two cables share a port, and none is left out.

    Raises
    ------
    NetworkError
        If there are more than are written out.
    """
    check_cables(network)
    return _cables(network)


def _cables(network: Network) -> Iterator[Cable]:
    """Yield the cables; links are sorted, so those of a switch come by their other end."""
    positions = _positions(network.groups)
    port = list(network.hosts)  # the next free one of each switch

    def plug(switch: int) -> Plug:
        port[switch] += 1
        return Plug(
            group=network.groups[switch],
            switch=switch,
            position=positions[switch],
            port=port[switch] - 1,
        )

    for kind in network.classes:
        for link in network.links_of(kind.name):
            for _ in range(link.multiplicity):
                yield Cable(start=plug(link.first), end=plug(link.second), link_class=kind.name)


def _positions(groups: Sequence[int]) -> list[int]:
    met: Counter[int] = Counter()
    found = []
    for group in groups:
        found.append(met[group])
        met[group] += 1
    return found
