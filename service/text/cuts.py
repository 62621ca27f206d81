"""A cut in plain terms: which groups stand against which, and what is cut."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from alphacut.arrangements.any_wiring import AnyWiring
from alphacut.arrangements.network import Network
from alphacut.arrangements.nouns import OF_FABRICS, OF_GRAPHS
from alphacut.arrangements.words import printable
from alphacut.service.text.counting import count, listed
from alphacut.service.text.names import group_noun

_NAMED = 4  # groups that are split alike and still named one by one
_LISTED = 20  # names of switches that are listed
_LONG = 40  # characters of each that are shown


@dataclass(frozen=True, kw_only=True)
class Share:
    """How many switches of a group lie on either side."""

    group: int
    first: int  # on the side that was given
    second: int


def describe_cut(
    network: Network, side: Collection[int], *, balance: str = "switches", family: str = ""
) -> str:
    """Say what a cut does to groups and links.

    Parameters
    ----------
    side
        The switches of one side; it is named first.
    balance
        "hosts" adds how many hosts are on either side.
    family
        Of the network; in a box the groups are layers, with one first coordinate each, and a
        graph has nodes and edges, whose multiplicities are weights.

    Returns
    -------
    str
        Such as "4 groups against 4; group 4 split 2 : 2; 16 global and 4 local links cut".
    """
    shares = group_shares(network, side)
    noun = group_noun(family)
    graph = family == "graph"
    parts = [_whole(network, shares, noun, graph=graph), *_splits(shares, noun)]
    if balance == "hosts":
        parts.append(_hosts(network, side))
    cut = _edges(network, side) if graph else _links(network, side)
    return "; ".join([*(part for part in parts if part), cut])


def name_side(network: Network, side: Collection[int]) -> list[str]:
    """Name the switches of the smaller side of a cut, in one line; none if they have no names."""
    if not network.names:
        return []
    given = set(side)
    other = set(range(network.switches)) - given
    smaller = sorted(given if (len(given), 0 not in given) < (len(other), 0 in given) else other)
    names = [printable(network.names[switch], _LONG) for switch in smaller[:_LISTED]]
    more = len(smaller) - len(names)
    return [f"one side: {', '.join(names)}{f' and {more:,} more' if more else ''}"] if names else []


def group_shares(network: Network, side: Collection[int]) -> list[Share]:
    """Count the switches of each group on either side, in order of groups."""
    inside = Counter(network.groups[switch] for switch in set(side))
    return [
        Share(group=group, first=inside[group], second=members - inside[group])
        for group, members in sorted(Counter(network.groups).items())
    ]


def _whole(network: Network, shares: Sequence[Share], noun: str, *, graph: bool) -> str:
    """Say what lies whole on either side: groups, or switches where there are none."""
    if len(shares) in (1, network.switches):
        first, second = sum(s.first for s in shares), sum(s.second for s in shares)
        words = OF_GRAPHS if graph else OF_FABRICS
        return f"{words.count_nodes(first)} against {second:,}"
    first = sum(share.second == 0 for share in shares)
    second = sum(share.first == 0 for share in shares)
    return f"{count(first, noun)} against {second:,}" if first or second else ""


def _splits(shares: Sequence[Share], noun: str) -> list[str]:
    """Say which groups are split, those that are split alike together."""
    if len(shares) == 1:
        return []
    alike: dict[tuple[int, int], list[int]] = {}
    for share in shares:
        if share.first and share.second:
            alike.setdefault((share.first, share.second), []).append(share.group)
    return [
        f"{_groups(groups, noun)} split {first} : {second}"
        for (first, second), groups in alike.items()
    ]


def _groups(groups: Sequence[int], noun: str) -> str:
    if len(groups) == 1:
        return f"{noun} {groups[0]}"
    if len(groups) <= _NAMED:
        return f"{noun}s {listed([str(group) for group in groups])}"
    return count(len(groups), noun)


def _hosts(network: Network, side: Collection[int]) -> str:
    first = sum(network.hosts[switch] for switch in set(side))
    return f"{count(first, 'host')} against {sum(network.hosts) - first:,}"


def _links(network: Network, side: Collection[int]) -> str:
    """Say how many links of each class are cut, the class with the most first."""
    counts = network.severed(side)
    found = sorted(((number, name) for name, number in counts.items() if number), reverse=True)
    if not found:
        return "no links cut"
    words = listed([f"{number:,} {name}" for number, name in found])
    said = f"{words} {'link' if found == [(1, found[0][1])] else 'links'} cut"
    return f"in the best wiring at most {said}" if isinstance(network, AnyWiring) else said


def _edges(network: Network, side: Collection[int]) -> str:
    """Say how many edges of a graph are cut; their capacity is told beside it."""
    severed = network.crossing(side)
    if not severed:
        return "no edges cut"
    counts = Counter(link.link_class for link in severed)
    if len({link.link_class for link in network.links}) == 1:
        return f"{count(len(severed), 'edge')} cut"
    ordered = sorted(((number, name) for name, number in counts.items()), reverse=True)
    words = listed([f"{number:,} {name}" for number, name in ordered])
    return f"{words} {'edge' if len(severed) == 1 else 'edges'} cut"
