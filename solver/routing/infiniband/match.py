"""Which switch of a fabric is which switch of a network: by their numbers, or by an isomorphism.

References
----------
Junttila and Kaski, Engineering an efficient canonical labeling tool for large and sparse graphs,
2007 (BLISS, as igraph has it). Links of several cables are vertices of a colour of their own.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.routing.infiniband.fabric import FIELD, Fabric

if TYPE_CHECKING:
    from collections.abc import Iterator

    from alphacut.arrangements.network import Network

MOST_SWITCHES = 20_000  # that an isomorphism is looked for among
Ends = tuple[int, int]
_NUMBER = re.compile(r"(\d{1,9})\D*$")


def order_in(fabric: Fabric, network: Network) -> list[int]:
    """Return the GUIDs of the switches of a fabric in the order in which a network numbers them.

    Where the descriptions of all switches end with their numbers, and cables are where links are,
    these decide; otherwise any way to lay the network onto the fabric does.

    Raises
    ------
    QuestionError
        If the fabric is another topology: naming a difference.
    """
    by_number = _numbered(fabric, network.switches)
    if by_number is not None and _difference(fabric, by_number, network) is None:
        return by_number
    _check_counts(fabric, network)
    if network.switches > MOST_SWITCHES:
        raise QuestionError(
            FIELD, f"its switches do not end with their numbers in the network, 0 to "
            f"{network.switches - 1}, and those of more than {MOST_SWITCHES:,} are not looked for",
        )  # fmt: skip
    for order in _isomorphic(fabric, network):
        if _difference(fabric, order, network) is None:
            return order
    if by_number is not None:
        wrong = _difference(fabric, by_number, network)
        raise QuestionError(FIELD, f"is another topology: {wrong}")
    raise QuestionError(
        FIELD, "is another topology: it has as many switches, cables and hosts as the network, but "
        "no numbering of its switches makes its cables the links",
    )  # fmt: skip


def _numbered(fabric: Fabric, n: int) -> list[int] | None:
    """Return the switches by the numbers that end their descriptions, if these are 0 to n - 1."""
    endings = [_NUMBER.search(node.name) for node in fabric.switches]
    numbers = [int(each[1]) for each in endings if each is not None]
    if sorted(numbers) != list(range(n)) or len(endings) != n:
        return None
    found = dict(zip(numbers, (node.guid for node in fabric.switches), strict=True))
    return [found[i] for i in range(n)]


def _multiplicities(network: Network) -> dict[Ends, int]:
    """Return how many links join every two switches, whatever their class."""
    found: dict[Ends, int] = {}
    for link in network.links:
        ends = min(link.first, link.second), max(link.first, link.second)
        found[ends] = found.get(ends, 0) + link.multiplicity
    return found


def _difference(fabric: Fabric, order: list[int], network: Network) -> str | None:
    """Tell where cables or hosts are not those of the network."""
    cabled = fabric.network(order)
    ours, theirs = _multiplicities(network), _multiplicities(cabled)
    for one, other in sorted(ours.keys() | theirs.keys()):
        here, there = theirs.get((one, other), 0), ours.get((one, other), 0)
        if here != there:
            return (
                f"switches {one} and {other} are joined by {here} cables, in the network by "
                f"{there} links"
            )
    for switch, (here, there) in enumerate(zip(cabled.hosts, network.hosts, strict=True)):
        if here != there:
            return f"switch {switch} has {here} hosts, and in the network {there}"
    return None


def _check_counts(fabric: Fabric, network: Network) -> None:
    """Refuse a fabric whose switches have other numbers of links and hosts than the network's."""
    cabled = fabric.network()
    if cabled.switches != network.switches:
        raise QuestionError(
            FIELD, f"is another topology: it has {cabled.switches} switches, but the network "
            f"{network.switches}",
        )  # fmt: skip
    theirs, ours = Counter(_profiles(cabled)), Counter(_profiles(network))
    for profile in sorted(theirs.keys() | ours.keys()):
        if theirs[profile] != ours[profile]:
            some = next(
                (shown(node.name) for node, each in zip(fabric.switches, _profiles(cabled),
                 strict=True) if each == profile), "",
            )  # fmt: skip
            raise QuestionError(
                FIELD, f"is another topology: {theirs[profile]} switches "
                f"{f'({some} is one) ' if some else ''}have {profile[0]} links and {profile[1]} "
                f"hosts, in the network {ours[profile]}",
            )  # fmt: skip


def _profiles(network: Network) -> list[tuple[int, int]]:
    """Return the number of links and hosts of each switch."""
    degrees = [0] * network.switches
    for (one, other), count in _multiplicities(network).items():
        degrees[one] += count
        degrees[other] += count
    return list(zip(degrees, network.hosts, strict=True))


def _isomorphic(fabric: Fabric, network: Network) -> Iterator[list[int]]:
    """Lay a network onto the cables of a fabric by the canonical orders of both.

    A permutation of igraph from 1.0 on tells which vertex comes at each place, and of earlier ones
    at which place each vertex comes; the right one of the two is that which fits.
    """
    ours, theirs = _canonical(network), _canonical(fabric.network())
    if len(ours) != len(theirs):
        return
    for one, other in ((ours, theirs), (_inverse(ours), _inverse(theirs))):
        at = dict(zip(one, other, strict=True))
        order = [at[switch] for switch in range(network.switches)]
        if max(order) < network.switches:
            yield [fabric.switches[each].guid for each in order]


def _inverse(permutation: list[int]) -> list[int]:
    found = [0] * len(permutation)
    for place, each in enumerate(permutation):
        found[each] = place
    return found


def _canonical(network: Network) -> list[int]:
    """Return the canonical permutation of the switches and, after them, links of several cables."""
    import igraph

    edges: list[Ends] = []
    colours = [(0, many) for many in network.hosts]
    for (one, other), count in _multiplicities(network).items():
        if count == 1:
            edges.append((one, other))
            continue
        between = len(colours)
        colours.append((1, count))
        edges += [(one, between), (between, other)]
    numbers = {colour: i for i, colour in enumerate(sorted(set(colours)))}
    graph = igraph.Graph(n=len(colours), edges=edges)
    found: list[int] = graph.canonical_permutation(color=[numbers[each] for each in colours])
    return found
