"""Simulated annealing of the total hops by exchanges of two places, half of them near neighbours.

The change of an exchange is read off a table of distances, without making it. Half of the
exchanges move a cell to where one of its neighbours lies, on the same switch or in the same
group; the others are drawn evenly (Kirkpatrick et al., 1983).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from alphacut.solver.common.compiled import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from alphacut.solver.placement.mapping.routes import Routes
    from alphacut.solver.placement.mapping.stencil import Stencil

    Table = NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class Params:
    """How long and how hot; temperatures are in hops."""

    moves: int = 5_000_000  # exchanges that are drawn
    hot: float = 1.0  # at first: warm enough to forget where it started
    cold: float = 0.2  # at the end, where few exchanges that cost a hop are made
    seed: int = 1


def anneal(stencil: Stencil, routes: Routes, start: Table, slots: Table, params: Params) -> Table:
    """Return the mapping with the fewest hops of those that the walk comes by.

    Parameters
    ----------
    start
        The switch of each cell.
    slots
        The switch of each place for a cell; places that no cell takes are free to move to.
    """
    game = board(stencil.near, routes.hops, slots, np.array(routes.network.groups))
    best = walk(game, placed(game, start), params.moves, params.hot, params.cold, params.seed)
    return game.switch[best[: stencil.cells]]


class Board(NamedTuple):
    """Cells, and the places that they may take; places are in order of groups and switches."""

    near: Table  # (cells, 2·dimensions) neighbours of each cell, filled up with -1
    hops: Table  # (n, n) distances of switches
    switch: Table  # of each place
    reach: Table  # (places, 2, 2): first and last + 1 place of the same switch, and group


def board(near: Table, hops: Table, slots: Table, groups: Table) -> Board:
    """Put the places in order, and tell which share a switch, and a group."""
    switch = slots[np.lexsort([slots, groups[slots]])]
    reach = np.empty((len(switch), 2, 2), dtype=np.int64)
    for k, keys in enumerate((switch, groups[switch])):
        starts = np.flatnonzero(np.r_[True, keys[1:] != keys[:-1]])
        ends = np.r_[starts[1:], len(keys)]
        at = np.repeat(np.arange(len(starts)), ends - starts)
        reach[:, k, 0], reach[:, k, 1] = starts[at], ends[at]
    return Board(near, hops, switch, reach)


def placed(game: Board, mapping: Table) -> Table:
    """Return the place of each cell, and then those that are left."""
    order = np.argsort(mapping, kind="stable")
    held, counts = np.unique(mapping[order], return_counts=True)
    first = dict(zip(*np.unique(game.switch, return_index=True), strict=True))
    starts = np.array([first[each] for each in held.tolist()])
    place = np.empty(len(mapping), dtype=np.int64)
    inside = np.arange(len(mapping)) - np.repeat(np.cumsum(counts) - counts, counts)
    place[order] = np.repeat(starts, counts) + inside
    left = np.setdiff1d(np.arange(len(game.switch)), place)
    return np.concatenate([place, left])


@compiled
def walk(game: Board, place: Table, moves: int, hot: float, cold: float, seed: int) -> Table:
    """Try exchanges, and return the best places met; `place` is changed."""
    np.random.seed(seed)
    cells, places, sides = game.near.shape[0], place.shape[0], game.near.shape[1]
    at = np.empty(places, np.int64)
    for each in range(places):
        at[place[each]] = each
    now = least = 0
    best = place.copy()
    heat = hot
    for move in range(moves):
        if move % 256 == 0:
            heat = hot * (cold / hot) ** (move / moves)
        one = np.random.randint(cells)
        where = np.random.randint(places)
        if np.random.random() < 0.5:
            beside = game.near[one, np.random.randint(sides)]
            if beside < 0:
                continue
            bounds = game.reach[place[beside], np.random.randint(2)]
            where = bounds[0] + where % (bounds[1] - bounds[0])
        other = at[where]
        if game.switch[place[one]] == game.switch[where]:
            continue
        change = _change(game, place, one, other)
        if change > 0 and np.random.random() >= np.exp(-change / heat):
            continue
        place[one], place[other] = place[other], place[one]
        at[place[one]], at[place[other]] = one, other
        now += change
        if now < least:
            least = now
            best[:] = place
    return best


@compiled
def _change(game: Board, place: Table, one: int, other: int) -> int:
    """Return by how much the total hops grow if two cells, or a cell and a gap, are exchanged."""
    here, there = game.switch[place[one]], game.switch[place[other]]
    change = 0
    for beside in game.near[one]:
        if beside >= 0 and beside != other:
            end = game.switch[place[beside]]
            change += game.hops[there, end] - game.hops[here, end]
    if other < game.near.shape[0]:
        for beside in game.near[other]:
            if beside >= 0 and beside != one:
                end = game.switch[place[beside]]
                change += game.hops[here, end] - game.hops[there, end]
    return change
