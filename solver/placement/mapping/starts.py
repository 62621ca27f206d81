"""Mappings to start from and to compare with: row-major, tiles, groups of tiles, at random."""

from __future__ import annotations

import math
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from alphacut.arrangements.network import Network
    from alphacut.solver.placement.sides import Sides

    Mapping = NDArray[np.int64]


def slots_of(network: Network) -> Mapping:
    """Return the switch of each place for a cell: one for each host, switch by switch."""
    return np.repeat(np.arange(network.switches), network.hosts)


def row_major(sides: Sides, slots: Mapping) -> Mapping:
    """Put cells on hosts in the order of their numbers, as launchers do by default."""
    return slots[: math.prod(sides)].copy()


def at_random(sides: Sides, slots: Mapping, seed: int) -> Mapping:
    """Put cells on hosts at random."""
    return np.random.default_rng(seed).permutation(slots)[: math.prod(sides)]


def tiled(sides: Sides, slots: Mapping, *sizes: int) -> Mapping:
    """Put cells on hosts tile by tile, in tiles of tiles.

    With the hosts of a switch alone this is what tools do that know nodes but no groups. With
    the hosts of a switch and of a group, cells of a group lie close together as well.

    Parameters
    ----------
    sizes
        Cells of a tile, from the smallest tiles on.
    """
    at = np.indices(sides).reshape(len(sides), -1)
    keys: list[Mapping] = []
    tile: Sides = (1,) * len(sides)
    for size in sizes:
        inner, tile = tile, best_tile(sides, size, tile)
        within = [at[k] % tile[k] // inner[k] for k in range(len(sides))]
        keys += reversed(within)
    keys += reversed([at[k] // tile[k] for k in range(len(sides))])
    found = np.empty(at.shape[1], dtype=np.int64)
    found[np.lexsort(keys)] = slots[: at.shape[1]]
    return found


def best_tile(sides: Sides, size: int, inner: Sides) -> Sides:
    """Return the tile with the least surface of at most `size` cells, made of inner tiles.

    Tiles that divide the stencil and are full are taken before others.
    """
    ranges = [
        list(range(step, min(side, size) + 1, step))
        for side, step in zip(sides, inner, strict=True)
    ]
    best: tuple[tuple[bool, int, float, int], Sides] | None = None
    for tile in product(*ranges):
        cells = math.prod(tile)
        if cells > size:
            continue
        uneven = any(side % n for side, n in zip(sides, tile, strict=True))
        surface = sum(cells / n for n, side in zip(tile, sides, strict=True) if n < side)
        rank = (uneven, -cells, surface, max(tile))
        if best is None or rank < best[0]:
            best = (rank, tile)
    return best[1] if best else inner
