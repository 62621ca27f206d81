"""Where nodes lie in a picture of a network: in groups on a circle, or by forces."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from alphacut.arrangements.network import Network
from alphacut.arrangements.words import known_names
from alphacut.service.render.forces import LARGEST, force, sides_apart, spacing
from alphacut.solver.common.errors import QuestionError

Spot = tuple[float, float]  # x to the right and y downwards, from the centre, in pixels
LAYOUTS = ("circle", "sides", "force")
USUAL = 500  # nodes of a graph up to which forces are the usual layout
INNER, OUTER = 360.0, 900.0  # radius of the circle for few groups, and for many
ROOM = 44.0  # radius that a group wants
STEP = 62.0  # between neighbours of which forces decide, as a mean
THINNEST = 0.45  # by how much lines become thinner at most on a small sheet


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
    width: float  # of everything but numbers and names
    height: float  # the same
    scale: float  # by which lines are thicker or thinner than usual
    ring: bool = True  # whether switches without groups lie on one circle

    def bends(self, one: int, other: int) -> bool:
        """Tell whether a link between two switches is a chord of the whole circle."""
        return self.groups[one] != self.groups[other]

    def scaled(self, width: float, least: float) -> Layout:
        """Return the layout in another width, with numbers of groups of at least some height."""
        k = width / self.width
        lettering = max(least, self.lettering * k)
        beyond = self.width / 2 * k + 0.85 * lettering
        thin = min(1.0, max(THINNEST, k**0.5))
        return replace(
            self,
            spots=tuple((x * k, y * k) for x, y in self.spots),
            centres={group: (x * k, y * k) for group, (x, y) in self.centres.items()},
            group_radius=self.group_radius * k,
            label_spots={
                group: (x * beyond / math.hypot(x, y), y * beyond / math.hypot(x, y))
                for group, (x, y) in _spaced(self.label_spots, 2.2 * lettering, beyond)
            },
            dot=max(1.2, self.dot * k) if self.ring else max(1.2, min(11.0, self.dot * k)),
            lettering=lettering, width=self.width * k, height=self.height * k,
            scale=self.scale * thin,
        )  # fmt: skip


def usual_layout(network: Network, *, graph: bool, cut: bool) -> str:
    """Name the layout of a network: of the graph of somebody, forces decide where it is small."""
    if not graph or network.switches > USUAL or len(network.links) > 10 * USUAL:
        return "circle"
    if 1 < len(set(network.groups)) < network.switches:
        return "circle"
    return "sides" if cut else "force"


def lay_out(
    network: Network, side: Collection[int] | None = None, layout: str = "circle"
) -> Layout:
    """Lay out a network.

    Parameters
    ----------
    side
        The switches of one side of a cut; on one circle they stand together.
    layout
        "circle": its groups on a circle, group 0 at the top, the others clockwise; or its
        switches, if it has no groups. "force": links about equally long. "sides": so too, with
        one side of the cut on the left, and the other on the right.

    Raises
    ------
    QuestionError
        If there is no such layout, or not of this network.
    """
    if layout not in LAYOUTS:
        raise QuestionError("layout", f"{layout!r} is unknown; {known_names(layout, LAYOUTS)}")
    if layout == "circle":
        return _circle(network, side)
    if network.switches > LARGEST:
        raise QuestionError(
            "layout",
            f"{layout} is for at most {LARGEST:,} nodes, and here are {network.switches:,}; "
            "take circle",
        )
    if layout == "force":
        return scattered(force(network))
    if side is None:
        raise QuestionError("layout", "sides are those of a cut, and there is none; take force")
    return scattered(sides_apart(network, side))


def scattered(places: Sequence[Spot]) -> Layout:
    """Return the layout of given places of all switches, y downwards, in any unit."""
    xs, ys = ([place[axis] for place in places] for axis in (0, 1))
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    extent = max(wide, high) or 1.0
    count = len(places)
    pixels = max(1.3 * INNER, min(2 * OUTER, STEP * count**0.5 * 1.4)) / extent
    middle = (min(xs) + wide / 2, min(ys) + high / 2)
    spots = tuple(((x - middle[0]) * pixels, (y - middle[1]) * pixels) for x, y in places)
    room = math.sqrt(max(wide, 0.2 * extent) * max(high, 0.2 * extent) / count) * pixels
    near = spacing(spots, 0.2) or room
    dot = max(1.5, min(13.0, 0.2 * room, 0.46 * near))
    return Layout(
        spots=spots, positions=tuple(range(count)), groups=(0,) * count, centres={},
        group_radius=0.0, label_spots={}, dot=dot, lettering=13.0,
        width=wide * pixels + 2 * dot, height=high * pixels + 2 * dot, scale=_scale(count),
        ring=False,
    )  # fmt: skip


def _circle(network: Network, side: Collection[int] | None) -> Layout:
    members: dict[int, list[int]] = {}
    for switch, group in enumerate(network.groups):
        members.setdefault(group, []).append(switch)
    if len(members) == 1 or len(members) == network.switches:
        return _ring(network.switches, frozenset(side or ()))
    return _rings(network, members)


def _spaced(spots: Mapping[int, Spot], apart: float, radius: float) -> list[tuple[int, Spot]]:
    """Return as many of the numbers around a circle as have room beside each other."""
    if not spots:
        return []
    step = max(1, math.ceil(apart * len(spots) / (2 * math.pi * radius)))
    return list(spots.items())[::step]


def _ring(switches: int, side: frozenset[int]) -> Layout:
    """Lay out switches without groups, on one circle; those of a side come first."""
    radius = min(OUTER, max(INNER, switches * 4.0))
    dot = _dot(radius, switches, 15.0)
    order = sorted(range(switches), key=lambda switch: (switch not in side, switch))
    turn = {switch: index + 0.5 * bool(side) for index, switch in enumerate(order)}
    return Layout(
        spots=tuple(_on_circle(radius, turn[switch], switches) for switch in range(switches)),
        positions=tuple(range(switches)), groups=(0,) * switches, centres={}, group_radius=0.0,
        label_spots={}, dot=dot, lettering=13.0, width=2 * radius + 2 * dot,
        height=2 * radius + 2 * dot, scale=_scale(switches),
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
        width=2 * (radius + room), height=2 * (radius + room), scale=_scale(network.switches),
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
