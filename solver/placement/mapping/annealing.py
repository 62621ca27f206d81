"""Simulated annealing of the largest load by exchanges of two places (Kirkpatrick et al., 1983).

The energy is the sum over directed links of load^4, where large loads outweigh all others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from alphacut.solver.common.compiled import compiled
from alphacut.solver.placement.mapping.measure import link_loads

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from alphacut.solver.placement.mapping.routes import Routes
    from alphacut.solver.placement.mapping.stencil import Stencil

    Table = NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class Params:
    """How long and how hot."""

    moves: int = 400_000  # exchanges that are tried, for each start
    hot: float = 8.0  # temperature at first, in energy of a link with one message
    cold: float = 0.2  # at the end
    power: int = 4
    seed: int = 1


def anneal(stencil: Stencil, routes: Routes, start: Table, slots: Table, params: Params) -> Table:
    """Return the mapping that the walk ends with.

    Parameters
    ----------
    start
        The switch of each cell.
    slots
        The switch of each place for a cell; places that no cell takes are free to move to.
    """
    free = np.repeat(np.arange(len(routes.hops)), _left(slots, start, len(routes.hops)))
    place = np.concatenate([start, free])
    _walk(
        place, stencil.near, routes.links, link_loads(stencil, routes, start), params.power,
        params.moves, params.hot, params.cold, params.seed,
    )  # fmt: skip
    return place[: stencil.cells]


def _left(slots: Table, start: Table, switches: int) -> Table:
    left: Table = np.bincount(slots, minlength=switches) - np.bincount(start, minlength=switches)
    return left


@compiled
def _walk(
    place: Table, near: Table, table: Table, load: Table, power: int, moves: int, hot: float,
    cold: float, seed: int,
) -> None:  # fmt: skip
    """Try exchanges, and take those that do not cost too much; `place` and `load` are changed."""
    np.random.seed(seed)
    cells = near.shape[0]
    for move in range(moves):
        heat = hot * (cold / hot) ** (move / moves)
        one = np.random.randint(cells)
        other = np.random.randint(place.shape[0])
        if place[one] == place[other]:
            continue
        before = _swapped(place, near, table, load, power, one, other, False)
        place[one], place[other] = place[other], place[one]
        after = _swapped(place, near, table, load, power, one, other, True)
        change = after + before
        if change > 0 and np.random.random() >= np.exp(-change / heat):
            _swapped(place, near, table, load, power, one, other, False)
            place[one], place[other] = place[other], place[one]
            _swapped(place, near, table, load, power, one, other, True)


@compiled
def _swapped(
    place: Table, near: Table, table: Table, load: Table, power: int, one: int, other: int,
    adding: bool,
) -> float:  # fmt: skip
    """Add or remove the messages of two cells, and return the change of energy."""
    change = 0.0
    for turn in range(2):
        cell = one if turn == 0 else other
        if cell >= near.shape[0]:
            continue
        for beside in near[cell]:
            if beside < 0 or (turn == 1 and beside == one):
                continue
            for way in range(2):
                u = place[cell] if way == 0 else place[beside]
                v = place[beside] if way == 0 else place[cell]
                change += _routed(table[u, v], load, power, adding)
    return change


@compiled
def _routed(route: Table, load: Table, power: int, adding: bool) -> float:
    """Add or remove one message, and return the change of energy."""
    change = 0.0
    for link in route:
        if link < 0:
            break
        if not adding:
            load[link] -= 1
        step = (load[link] + 1.0) ** power - float(load[link]) ** power
        change += step if adding else -step
        if adding:
            load[link] += 1
    return change
