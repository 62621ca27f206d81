"""Ranges of intercepts that are closed one by one, from both ends inwards.

The semidefinite relaxation over pairs is weak where a mixture of bisections that
cut few and many local links costs least. Where the intercept is nearly decided
there is no such mixture; what stays open between the ends is left to relaxations
that take minutes for what this one does in seconds.
"""

from __future__ import annotations

from collections.abc import Callable

from alphacut.solver.bisection.bounds.node import LevelSplit, Node, divided

FIRST = 4  # parts of all intercepts: as wide is the first interval
NARROWER, WIDER = 4, 2  # factors of the width, after one stays open, and after one is closed
NARROWEST = 64  # parts of all intercepts: narrower intervals are not worth a run


def without_closed(
    node: Node,
    least: int,
    most: int,
    closes: Callable[[Node], bool],
    inherit: Callable[[Node, Node], None],
) -> Node:
    """Divide a node into intervals that are closed and the rest, which is returned.

    Parameters
    ----------
    least, most
        The open intercepts.
    closes
        Tells whether an interval is closed, and bounds it.
    inherit
        Gives the bound of a node to a part of it.
    """
    rest, number = node, most - least + 1
    narrowest = max(1, number // NARROWEST)
    for upwards in (True, False):
        width = max(1, number // FIRST)
        while least <= most and width:
            level = min(most, least + width - 1) if upwards else max(least - 1, most - width)
            split = LevelSplit(level=level)
            low, high = divided(rest, split)
            interval, other = (low, high) if upwards else (high, low)
            if not closes(interval):
                width = max(narrowest, width // NARROWER) if width > narrowest else 0
                continue
            inherit(rest, other)
            rest.split, rest.children = split, (low, high)
            rest, width = other, width * WIDER
            least, most = (level + 1, most) if upwards else (least, level)
    return rest
