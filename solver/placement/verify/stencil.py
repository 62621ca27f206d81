"""The cells of a stencil and the edges between them, from their coordinates."""

from __future__ import annotations

from itertools import product
from math import prod

Sides = tuple[int, ...]
Edge = tuple[int, int]


def edges_of(sides: Sides, *, torus: bool) -> list[Edge]:
    """Return the edges, by the numbers of their cells in row-major order.

    A cell is joined to the next one along each dimension, on a torus also the last one to the
    first: two cells that are alone in a row are then joined twice.
    """
    found = []
    strides = [prod(sides[k + 1 :]) for k in range(len(sides))]
    for number, cell in enumerate(product(*map(range, sides))):
        for at, side, stride in zip(cell, sides, strides, strict=True):
            if at + 1 < side:
                found.append((number, number + stride))
            elif torus and side > 1:
                found.append((number, number - at * stride))
    return found


def most_inside(sides: Sides, cells: int, *, torus: bool) -> int:
    """Return how many edges so many cells have among themselves at most.

    The lines along a dimension that c cells lie on are at least the cells of their shadow, and
    the product of the d shadows is at least c^(d-1) (Loomis and Whitney, 1949). A line with n
    cells has n - 1 edges, unless it goes round a torus; so there are at most d·c less the sum of
    shadows, which is at least d·c^((d-1)/d).
    """
    long = [side for side in sides if side > 1]
    d, whole = len(long), prod(sides)
    cells = min(cells, whole)
    if cells < 2:
        return 0
    every = sum(whole if torus else whole - whole // side for side in long)
    if torus and cells >= min(long):
        return min(d * cells, every)
    return min(d * cells - _root_up(d**d * cells ** (d - 1), d), every)


def _root_up(number: int, d: int) -> int:
    """Return ⌈number^(1/d)⌉, by halving."""
    low, high = 0, 1
    while high**d < number:
        high *= 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**d < number else (low, middle)
    return high
