"""A graph with its cut, its nodes where their owner has put them, on axes of matplotlib."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from matplotlib.axes import Axes
from matplotlib.collections import LineCollection

from alphacut.arrangements.network import Link, Network
from alphacut.service.render.circle import PLAIN, SEVERED, SIDES

THIN, THICK = 0.6, 4.0  # points: widths of the lightest and the heaviest edge
FEW = 40  # nodes whose names stand on them
Place = tuple[float, float]


@dataclass(frozen=True, kw_only=True)
class Placed:
    """A graph, where its nodes are, and a cut."""

    network: Network
    places: Sequence[Place]  # of each node
    side: Collection[int]  # the nodes of one side
    names: Sequence[str]  # of the nodes
    alpha: Fraction  # by which edges of the class "global" are wider


def sides_apart(nodes: int, side: Collection[int]) -> list[Place]:
    """Return places on two circles beside each other, one for each side."""
    inside = [node for node in range(nodes) if node in side]
    outside = [node for node in range(nodes) if node not in side]
    places: dict[int, Place] = {}
    for centre, members in ((-1.3, inside), (1.3, outside)):
        for number, node in enumerate(members):
            turn = 2 * math.pi * number / len(members)
            places[node] = (centre + math.cos(turn), math.sin(turn))
    return [places[node] for node in range(nodes)]


def draw_placed(picture: Placed, ax: Axes | None, title: str) -> Axes:
    """Draw edges as wide as their capacities, those of the cut dashed above the others.

    Parameters
    ----------
    ax
        The axes; None: the current ones of pyplot.
    """
    if ax is None:
        from matplotlib import pyplot

        ax = pyplot.gca()
    severed = set(picture.network.crossing(picture.side))
    kept = [link for link in picture.network.links if link not in severed]
    _draw_edges(picture, kept, ax, PLAIN, "solid")
    _draw_edges(picture, sorted(severed), ax, SEVERED, "dashed")
    for number, marker in enumerate("os"):
        own = [n for n in range(picture.network.switches) if (n not in picture.side) == number]
        xs, ys = zip(*(picture.places[node] for node in own), strict=True)
        ax.scatter(xs, ys, s=60, marker=marker, color=SIDES[number], zorder=3,
                   label=f"{len(own)} nodes")  # fmt: skip
    if picture.network.switches <= FEW:
        for name, place in zip(picture.names, picture.places, strict=True):
            ax.annotate(name, place, xytext=(4, 4), textcoords="offset points", fontsize=7)
    edges = len(picture.network.links)
    ax.set_title(f"{title}\n{picture.network.switches} nodes, {edges} edges, {len(severed)} cut")
    ax.set_axis_off()
    ax.set_aspect("equal", adjustable="datalim")
    return ax


def _draw_edges(picture: Placed, links: Sequence[Link], ax: Axes, colour: str, style: str) -> None:
    every = (_capacity(picture, each) for each in picture.network.links)
    heaviest = max(every, default=Fraction(0))
    lines: Any = [(picture.places[link.first], picture.places[link.second]) for link in links]
    widths = [
        THIN + (THICK - THIN) * float(_capacity(picture, link) / (heaviest or 1)) for link in links
    ]
    ax.add_collection(
        LineCollection(lines, linewidths=widths, colors=colour, linestyles=style, zorder=2)
    )


def _capacity(picture: Placed, link: Link) -> Fraction:
    of = picture.network.class_by_name[link.link_class]
    return link.multiplicity * (of.base + of.slope * picture.alpha)


def places_of(pos: Mapping[Any, Any], nodes: Sequence[Any]) -> list[Place]:
    """Return the place of each node, as networkx's layouts give them.

    Raises
    ------
    KeyError
        If a node has none.
    """
    return [(float(pos[node][0]), float(pos[node][1])) for node in nodes]
