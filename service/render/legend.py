"""The words below a picture of a network, in words of its owner.

A network of the catalogue has switches and links, of which several can lie side by side. The
graph of somebody has nodes and edges, whose weights are capacities and no numbers of edges.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from alphacut.arrangements.network import Line, Link, Network
from alphacut.arrangements.nouns import OF_FABRICS, OF_GRAPHS
from alphacut.service.render.reading import Stretch


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A line below a picture."""

    mark: str  # "dot", "square", "dash", or "" for none
    words: str


def formula(line: Line, unit: Fraction) -> str:
    """Write a capacity over α, in the unit of its graph."""
    intercept, slope = (each * unit for each in line)
    return Stretch(start=Fraction(0), end=None, intercept=intercept, slope=slope).formula


def entries(
    network: Network, side: Collection[int] | None, *, graph: bool, unit: Fraction
) -> Iterator[Entry]:
    """Count what is drawn and, if a cut is shown, what it severs."""
    words = OF_GRAPHS if graph else OF_FABRICS
    write = _edges if graph else _links
    yield Entry(
        mark="",
        words=f"{words.count_nodes(network.switches)}, {write(network, network.links, unit, '')}",
    )
    if side is not None:
        yield Entry(mark="dot", words=f"one side: {words.count_nodes(len(side))}")
        others = network.switches - len(side)
        yield Entry(mark="square", words=f"the other: {words.count_nodes(others)}")
        yield Entry(mark="dash", words=write(network, network.crossing(side), unit, " cut"))


def _links(network: Network, links: Sequence[Link], unit: Fraction, cut: str) -> str:  # noqa: ARG001
    counts = network.count_by_class(links)
    listed = ", ".join(f"{number:,} {name}" for name, number in counts.items() if number)
    return f"links{cut}: {listed or 'none'}"


def _edges(network: Network, links: Sequence[Link], unit: Fraction, cut: str) -> str:
    """Count edges, and tell their capacity where edges have others than 1."""
    counts = Counter(link.link_class for link in links)
    if len({link.link_class for link in network.links}) > 1:
        listed = ", ".join(f"{number:,} {name}" for name, number in counts.items())
        told = f"edges{cut}: {listed or 'none'}"
    elif cut:
        told = f"edges cut: {len(links):,}"
    else:
        told = OF_GRAPHS.count_edges(len(links))
    if unit == 1 and all(link.multiplicity == 1 for link in network.links):
        return told
    by_class = network.count_by_class(links)
    classes = network.classes
    line = Line(
        sum(each.base * by_class[each.name] for each in classes),
        sum(each.slope * by_class[each.name] for each in classes),
    )
    return f"{told}, capacity {formula(line, unit)}"
