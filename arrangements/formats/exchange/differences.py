"""What gets lost when a network is written in a format: found by reading it back."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from alphacut.arrangements.network import Network


def differences(network: Network, again: Network) -> Iterator[str]:
    """Name what of a network another one, read back from a file of it, does not hold."""
    if again.switches != network.switches:
        yield f"{network.switches - again.switches} switches without links"
        return
    if _ends(again) != _ends(network):
        yield "how many parallel links there are"
    if [link[:3] for link in again.links] != [link[:3] for link in network.links]:
        yield "the classes of links"
    elif any(again.class_by_name.get(name) != each for name, each in _used(network)):
        yield "the capacities of link classes"
    if again.hosts != network.hosts:
        yield "the hosts of switches"
    if _partition(again.groups) != _partition(network.groups):
        yield "the groups"
    if network.names and again.names != network.names:
        yield "the names of switches"


def _ends(network: Network) -> Counter[tuple[int, int]]:
    ends: Counter[tuple[int, int]] = Counter()
    for link in network.links:
        ends[link[:2]] += link.multiplicity
    return ends


def _used(network: Network) -> Iterator[tuple[str, object]]:
    for name in {link.link_class for link in network.links}:
        yield name, network.class_by_name[name]


def _partition(groups: Sequence[Hashable]) -> list[int]:
    first: dict[Hashable, int] = {}
    return [first.setdefault(group, switch) for switch, group in enumerate(groups)]
