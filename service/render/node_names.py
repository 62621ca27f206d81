"""Names of nodes beside them, where each is least in the way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from alphacut.service.render.labels import Board, Place, Points, Spot, around
from alphacut.service.render.sheet import LETTER

ALONG = 5.0  # pixels between points of an edge that names keep away from


@dataclass(frozen=True, kw_only=True)
class Name:
    """A name, and where its middle is."""

    words: str
    centre: Spot


def place_names(
    names: Sequence[str],
    spots: Sequence[Spot],
    edges: Iterable[tuple[int, int]],
    *,
    dot: float,
    letters: float,
    room: Spot,
) -> Iterator[Name]:
    """Choose where names stand; those that no place is free for are left out.

    Parameters
    ----------
    spots
        The places of the nodes, from the middle of the picture, in pixels.
    edges
        Pairs of nodes that are joined by a line.
    dot
        The radius of a node, in pixels.
    letters
        The height of the names, in pixels.
    room
        Width and height of the picture, which names stay in.
    """
    lines = [_along(spots[i], spots[j]) for i, j in edges]
    board = Board(
        corner=(-room[0] / 2, -room[1] / 2), extent=room,
        lines=np.vstack([np.empty((0, 2)), *lines]), marks=np.empty((0, 2)),
        covered=tuple(Place(centre=spot, angle=0.0, size=(2 * dot, 2 * dot)) for spot in spots),
        half_width=0.5,
    )  # fmt: skip
    wanted = [
        around(spot, (max(1, len(name)) * LETTER * letters, letters), (dot + 2.5, dot + 6.0))
        for name, spot in zip(names, spots, strict=True)
    ]
    free = [Place(centre=spot, angle=0.0, size=(2 * dot, 2 * dot)) for spot in spots]
    for name, place in zip(names, board.settle(wanted), strict=True):
        if not any(_overlap(place, other) for other in free) and _within(place, room):
            free.append(place)
            yield Name(words=name, centre=place.centre)


def _overlap(one: Place, other: Place) -> bool:
    """Tell whether two level rectangles have an area in common."""
    return all(
        abs(one.centre[axis] - other.centre[axis]) < (one.size[axis] + other.size[axis]) / 2
        for axis in (0, 1)
    )


def _within(place: Place, room: Spot) -> bool:
    return all(abs(place.centre[axis]) + place.size[axis] / 2 <= room[axis] / 2 for axis in (0, 1))


def _along(start: Spot, end: Spot) -> Points:
    count = 2 + int(np.hypot(end[0] - start[0], end[1] - start[1]) / ALONG)
    steps = np.linspace(0.0, 1.0, count)[:, None]
    return np.asarray(np.array(start) * (1 - steps) + np.array(end) * steps, dtype=np.float64)
