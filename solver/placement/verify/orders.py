"""The usual orders that a mapping is compared with, each from its definition.

Row-major: cell n takes place n, where places are the hosts that may be used, in order. Tiles: the
cells of a tile take the places of a switch, and tiles follow each other in row-major order; tiles
in groups: those tiles are put together to larger ones, for the places of a group. Of all tiles
with room there, those that divide the stencil come first, then full ones, those with the least
surface, and those with the shortest longest side. Random: a permutation of the places by NumPy's
default generator, with the seed of the question.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import prod

import numpy as np

from alphacut.solver.placement.verify.stencil import Sides


def usual_order(
    name: str, sides: Sides, places: Sequence[int], groups: Sequence[int], seed: int
) -> list[int] | None:
    """Return the switch of each cell in an order; None if it is not one of them.

    Parameters
    ----------
    places
        The switch of each place for a cell, in order.
    groups
        The group of each switch.
    """
    cells = prod(sides)
    if name == "row-major":
        return list(places[:cells])
    if name == "random":
        found: list[int] = np.random.default_rng(seed).permutation(places)[:cells].tolist()
        return found
    on_switch = max(Counter(places).values())
    if name == "tiles":
        return _tiled(sides, places, [on_switch])
    if name == "tiles in groups":
        in_group = max(Counter(groups[switch] for switch in places).values())
        return _tiled(sides, places, [on_switch, in_group])
    return None


def _tiled(sides: Sides, places: Sequence[int], sizes: Sequence[int]) -> list[int]:
    tiles = [(1,) * len(sides)]
    for size in sizes:
        tiles.append(_best_tile(sides, size, tiles[-1]))
    tiles.append(sides)
    levels = list(zip(tiles[1:], tiles, strict=False))  # a tile, and those that it is made of

    def turn(cell: Sides) -> list[int]:
        """Where a cell comes: the largest tiles decide first, from the first dimension on."""
        key = []
        for outer, inner in reversed(levels):
            key += [at % big // small for at, big, small in zip(cell, outer, inner, strict=True)]
        return key

    numbered = [(turn(cell), number) for number, cell in enumerate(product(*map(range, sides)))]
    found = [0] * len(numbered)
    for place, (_, number) in zip(places, sorted(numbered), strict=False):
        found[number] = place
    return found


def _best_tile(sides: Sides, size: int, inner: Sides) -> Sides:
    """Return the best tile of at most `size` cells that is made of smaller ones."""
    lengths = [
        range(step, min(side, size) + 1, step) for side, step in zip(sides, inner, strict=True)
    ]
    best: tuple[tuple[bool, int, Fraction, int], Sides] | None = None
    for tile in product(*lengths):
        cells = prod(tile)
        if cells > size:
            continue
        uneven = any(side % length for side, length in zip(sides, tile, strict=True))
        surface = sum(
            (Fraction(cells, n) for n, side in zip(tile, sides, strict=True) if n < side),
            Fraction(0),
        )
        rank = (uneven, -cells, surface, max(tile))
        if best is None or rank < best[0]:
            best = rank, tile
    return best[1] if best else inner
