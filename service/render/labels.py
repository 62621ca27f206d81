"""Where labels go: the free place nearest to what each one names.

Everything is in points (1/72 inch) of the figure, so that angles and distances
are those that a reader sees.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Spot = tuple[float, float]  # x, y
Points = NDArray[np.float64]  # shape (number, 2)

_MARGIN = 1.5  # points kept free around a label
_GRID = (np.linspace(-0.5, 0.5, 13), np.linspace(-0.5, 0.5, 4))
_COMPASS = [math.radians(d) for d in (-45, 135, -20, 160, -90, 90, -65, 115, 0, 180, 45, -135)]
_SHARES = (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8)  # of a straight piece, middle first
_NEEDS_LEADER = 13.0  # points between a label and what it names
_CLEAR = 6.0  # points left free between a leader line and what it points at


@dataclass(frozen=True, kw_only=True)
class Place:
    """A place for a label."""

    centre: Spot
    angle: float  # degrees, anticlockwise
    size: Spot  # width and height of the text
    anchor: Spot | None = None  # what it names, if it does not lie along it

    @cached_property
    def grid(self) -> Points:
        """Points all over the label."""
        width, height = self.size
        across, up = np.meshgrid(*_GRID)
        flat = np.column_stack([across.ravel() * width, up.ravel() * height])
        return np.asarray(flat @ self._turned.T + np.array(self.centre), dtype=np.float64)

    def covers(self, points: Points, margin: float = _MARGIN) -> NDArray[np.bool_]:
        """Tell of each point whether it lies on the label, or within a margin of it."""
        across, up = ((points - np.array(self.centre)) @ self._turned).T
        wide, high = self.size
        inside = (np.abs(across) <= wide / 2 + margin) & (np.abs(up) <= high / 2 + margin)
        return np.asarray(inside)

    def holds(self, points: Points, margin: float = _MARGIN) -> int:
        """Count the points that lie on the label, or within a margin of it."""
        return int(np.count_nonzero(self.covers(points, margin)))

    @cached_property
    def _turned(self) -> NDArray[np.float64]:
        return _turn(self.angle)

    @cached_property
    def distance(self) -> float:
        """Points between the anchor and the edge of the label."""
        if self.anchor is None:
            return 0.0
        apart = np.abs(np.array(self.anchor) - np.array(self.centre)) - np.array(self.size) / 2
        return float(np.linalg.norm(np.maximum(apart, 0.0)))

    @cached_property
    def leader(self) -> Points:
        """Points along the line from the label to what it names; none if it is near."""
        if self.anchor is None or self.distance < _NEEDS_LEADER:
            return np.empty((0, 2))
        length = math.dist(self.anchor, self.centre)
        steps = np.arange(_CLEAR, length, 3.0)[:, None] / length
        line = np.array(self.anchor) * (1 - steps) + np.array(self.centre) * steps
        return line[~self.covers(line, 1.0)]

    @cached_property
    def reach(self) -> float:
        """Half of the diagonal: the label lies within this distance of its centre."""
        return math.hypot(*self.size) / 2 + _MARGIN


@dataclass(frozen=True, kw_only=True)
class Board:
    """What the figure already holds, and hence where a label would be in the way."""

    corner: Spot  # of the free area, lower left
    extent: Spot  # its width and height
    lines: Points  # points along everything that is drawn
    marks: Points  # points on the marks of breakpoints
    covered: tuple[Place, ...]  # rectangles to keep clear
    half_width: float  # points, of the widest line

    def settle(self, wanted: Sequence[Sequence[Place]], rounds: int = 3) -> list[Place]:
        """Choose a place for each label among its candidates, the earlier the better.

        Labels are placed in order; then each is moved if that helps, given the others.
        """
        ranked = [sorted((self._own_cost(p), i, p) for i, p in enumerate(ps)) for ps in wanted]
        chosen: list[Place] = []
        for candidates in ranked:
            chosen.append(_cheapest(candidates, chosen))
        for _ in range(rounds):
            for index, candidates in enumerate(ranked):
                others = [*chosen[:index], *chosen[index + 1 :]]
                chosen[index] = _cheapest(candidates, others)
        return chosen

    def _own_cost(self, place: Place) -> float:
        """What a place costs whatever the other labels do."""
        crossed = place.holds(self.lines, _MARGIN + self.half_width)
        crossed += 2 * place.holds(self.marks)
        covered = sum(_conflict(place, other) for other in self.covered)
        return 20 * self._outside(place.grid) + 4 * crossed + 6 * covered + self._detour(place)

    def _outside(self, points: Points) -> int:
        low = np.array(self.corner) + 2 * _MARGIN
        high = np.array(self.corner) + np.array(self.extent) - 2 * _MARGIN
        return int(np.count_nonzero(((points < low) | (points > high)).any(axis=1)))

    def _detour(self, place: Place) -> float:
        """A small charge for a place that is far off, and for a leader along or across lines."""
        if not len(place.leader):
            return place.distance / 20
        apart = self.lines[None, :, :] - place.leader[:, None, :]
        near = (np.einsum("ijk,ijk->ij", apart, apart) < 4.0).any(axis=1)
        marks = self.marks[None, :, :] - place.leader[:, None, :]
        struck = (np.einsum("ijk,ijk->ij", marks, marks) < 4.0).any(axis=1)
        return 2.0 + place.distance / 8 + 1.5 * float(near.sum()) + 6 * float(struck.sum())


def _cheapest(candidates: Iterable[tuple[float, int, Place]], others: Sequence[Place]) -> Place:
    """Choose from candidates in order of their own cost, given the other labels."""
    best, least = None, math.inf
    for own, _, place in candidates:
        if own >= least:
            break
        cost = own + sum(6 * _conflict(place, other) for other in others)
        if cost < least:
            best, least = place, cost
    assert best is not None
    return best


def _conflict(place: Place, other: Place) -> int:
    """Count how much two labels, or their leader lines, are in each other's way."""
    found = place.holds(other.leader) + other.holds(place.leader)
    if len(place.leader) and len(other.leader):
        apart = place.leader[:, None, :] - other.leader[None, :, :]
        found += int((np.einsum("ijk,ijk->ij", apart, apart) < 9.0).any(axis=1).sum())
    if math.dist(place.centre, other.centre) < place.reach + other.reach:
        found += other.holds(place.grid) + place.holds(other.grid)
    return found


def along(start: Spot, end: Spot, size: Spot, clear: float) -> list[Place]:
    """Offer places on either side of a straight piece, turned as it is.

    Parameters
    ----------
    clear
        Points to leave free between the middle of the line and the text.
    """
    length = math.dist(start, end)
    angle = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
    offset = _turn(angle) @ np.array([0.0, size[1] / 2 + clear])
    places = []
    for sign in (1, -1):
        for share in _SHARES:
            if min(share, 1 - share) * length < 0.55 * size[0]:
                continue
            middle = np.array(start) * (1 - share) + np.array(end) * share + sign * offset
            places.append(Place(centre=(middle[0], middle[1]), angle=angle, size=size))
    return places


def around(anchor: Spot, size: Spot, distances: Sequence[float]) -> list[Place]:
    """Offer level places around a spot, near ones first."""
    places = []
    for distance in distances:
        for direction in _COMPASS:
            x = anchor[0] + math.cos(direction) * (distance + size[0] / 2)
            y = anchor[1] + math.sin(direction) * (distance + size[1] / 2)
            places.append(Place(centre=(x, y), angle=0.0, size=size, anchor=anchor))
    return places


def _turn(degrees: float) -> NDArray[np.float64]:
    angle = math.radians(degrees)
    return np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
