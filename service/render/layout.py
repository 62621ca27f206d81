"""Where switches lie in a picture of a network: in their groups, and these on a circle."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from alphacut.arrangements.network import Network

Spot = tuple[float, float]  # x to the right and y downwards, from the centre, in pixels
INNER, OUTER = 360.0, 900.0  # radius of the circle for few groups, and for many
ROOM = 44.0  # radius that a group wants


@dataclass(frozen=True, kw_only=True)
class Layout:
    """Places of groups and switches."""

    spots: tuple[Spot, ...]  # of each switch
    positions: tuple[int, ...]  # of each switch in its group
    groups: tuple[int, ...]  # of each switch; all the same where there are none to be drawn
    centres: Mapping[int, Spot]  # of each group
    group_radius: float  # of the disc that holds a group; 0 where there are none
    label_spots: Mapping[int, Spot]  # of the numbers of groups
    dot: float  # radius of a switch
    lettering: float  # height of the numbers of groups
    size: float  # width and height of everything but the numbers
    scale: float  # by which lines are thicker or thinner than usual

    def bends(self, one: int, other: int) -> bool:
        """Tell whether a link between two switches is a chord of the whole circle."""
        return self.groups[one] != self.groups[other]


def lay_out(network: Network, side: Collection[int] | None = None) -> Layout:
    """Lay out a network: group 0 at the top, the others clockwise.

    Without groups, the switches of one side of a cut stand together.
    """
    members: dict[int, list[int]] = {}
    for switch, group in enumerate(network.groups):
        members.setdefault(group, []).append(switch)
    if len(members) == 1 or len(members) == network.switches:
        return _ring(network.switches, frozenset(side or ()))
    return _rings(network, members)


def _ring(switches: int, side: frozenset[int]) -> Layout:
    """Lay out switches without groups, on one circle; those of a side come first."""
    radius = min(OUTER, max(INNER, switches * 4.0))
    dot = _dot(radius, switches, 15.0)
    order = sorted(range(switches), key=lambda switch: (switch not in side, switch))
    turn = {switch: index + 0.5 * bool(side) for index, switch in enumerate(order)}
    return Layout(
        spots=tuple(_on_circle(radius, turn[switch], switches) for switch in range(switches)),
        positions=tuple(range(switches)), groups=(0,) * switches, centres={}, group_radius=0.0,
        label_spots={}, dot=dot, lettering=13.0, size=2 * radius + 2 * dot,
        scale=_scale(switches),
    )  # fmt: skip


def _rings(network: Network, members: Mapping[int, list[int]]) -> Layout:
    count = len(members)
    largest = max(map(len, members.values()))
    radius = min(OUTER, max(INNER, ROOM * count / math.pi * 1.15))
    room = min(0.30 * radius, 0.93 * radius * math.sin(math.pi / count))
    ring = 0.74 * room if largest > 1 else 0.0
    centres = {g: _on_circle(radius, index, count) for index, g in enumerate(sorted(members))}
    spots: dict[int, Spot] = {}
    positions: dict[int, int] = {}
    for index, group in enumerate(sorted(members)):
        x, y = centres[group]
        for at, switch in enumerate(members[group]):
            # position 0 lies outside, so that a group looks the same wherever it stands
            dx, dy = _on_circle(ring, at / len(members[group]) + index / count, 1)
            spots[switch], positions[switch] = (x + dx, y + dy), at
    lettering = max(9.0, min(20.0, 0.42 * room))
    outside = radius + room + 0.85 * lettering
    return Layout(
        spots=tuple(spots[s] for s in range(network.switches)),
        positions=tuple(positions[s] for s in range(network.switches)),
        groups=network.groups, centres=centres, group_radius=room,
        label_spots={g: _on_circle(outside, i, count) for i, g in enumerate(sorted(members))},
        dot=min(0.24 * room, _dot(ring, largest, 12.0)), lettering=lettering,
        size=2 * (radius + room), scale=_scale(network.switches),
    )  # fmt: skip


def _on_circle(radius: float, index: float, count: int) -> Spot:
    angle = 2 * math.pi * index / count
    return radius * math.sin(angle), -radius * math.cos(angle)


def _dot(ring: float, switches: int, most: float) -> float:
    """Return the radius of switches side by side on a circle."""
    room = ring * math.sin(math.pi / switches) if switches > 1 else most
    return max(1.2, min(most, 0.72 * room))


def _scale(switches: int) -> float:
    return max(0.35, min(1.2, 1.35 - switches / 300))
