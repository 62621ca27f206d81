"""Pictures of cuts, with the places and the groups that the owner of a graph gives its nodes."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from alphacut.arrangements.network import Network
from alphacut.arrangements.words import shown
from alphacut.service.render.cut import cut_picture
from alphacut.service.render.diagram import diagram_svg
from alphacut.service.render.sheet import SCREEN, paper, read_width
from alphacut.solver.common.errors import QuestionError


@dataclass(frozen=True, kw_only=True)
class Look:
    """How a cut is to be drawn; see `Bisection.draw`."""

    title: str
    width: str | float | None = None
    layout: str | None = None
    pos: Mapping[Any, Any] | None = None
    groups: Mapping[Any, Any] | None = None


def cut_svg(
    document: Mapping[str, Any], network: Network, nodes: Sequence[Hashable], look: Look
) -> str:
    """Draw the network of a document with its cut, in the words of its owner.

    Raises
    ------
    QuestionError
        If there is no such layout, or a node has no place or no group.
    """
    alpha = document["point"]["alpha"]
    layout, names = look.layout, tuple[str, ...]()
    if look.groups is not None:
        layout = layout or "circle"
        groups, names = _groups_of(look.groups, nodes)
        network = replace(network, groups=groups)
    picture = replace(
        cut_picture(document, None, look.title),
        network=network,
        layout=layout,
        groups=names,
        places=None if look.pos is None else _places_of(look.pos, nodes),
        sheet=SCREEN if look.width is None else paper(read_width(look.width)),
        alpha=Fraction(1 if alpha == "inf" else alpha),
    )
    return diagram_svg(picture)


def _places_of(pos: Mapping[Any, Any], nodes: Sequence[Hashable]) -> list[tuple[float, float]]:
    """Return the place of each node, as networkx's layouts give them."""
    try:
        places = [(float(pos[node][0]), float(pos[node][1])) for node in nodes]
    except (KeyError, IndexError, TypeError, ValueError) as error:
        problem = f"must have a place such as (0.5, 1) for each node{_missing(error)}"
        raise QuestionError("pos", problem) from error
    if not all(math.isfinite(each) for place in places for each in place):
        raise QuestionError("pos", "must have finite places, such as (0.5, 1)")
    return places


def _missing(error: Exception) -> str:
    """Name the node that has none, or say what else is wrong."""
    if isinstance(error, KeyError):
        return f"; {shown(error.args[0])} has none"
    return f": {error}"


def _groups_of(
    groups: Mapping[Any, Any], nodes: Sequence[Hashable]
) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Return the group of each node by number, and what the groups are called."""
    try:
        own = [groups[node] for node in nodes]
        number = {group: index for index, group in enumerate(dict.fromkeys(own))}
    except (KeyError, IndexError, TypeError) as error:
        raise QuestionError("groups", f"must have one for each node{_missing(error)}") from error
    return tuple(number[group] for group in own), tuple(map(str, number))
