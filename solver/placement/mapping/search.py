"""The best mapping of a stencil that can be found: tiles of tiles first, then annealing."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from alphacut.solver.placement.mapping import annealing
from alphacut.solver.placement.mapping.bounds import Bound, hops_bound, load_bound
from alphacut.solver.placement.mapping.measure import Cost, cost
from alphacut.solver.placement.mapping.routes import routes_of
from alphacut.solver.placement.mapping.starts import at_random, row_major, slots_of, tiled

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from alphacut.arrangements.network import Network
    from alphacut.solver.placement.mapping.stencil import Stencil

    Mapping = NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class Params:
    """How much is tried."""

    seconds: float = 20.0  # after which no further start is begun
    starts: int = 16
    moves_each: int = (
        400  # exchanges for each cell, at least `least_moves` and at most `most_moves`
    )
    least_moves: int = 60_000
    hot: tuple[float, ...] = (2.0, 0.5)  # of start after start: far away, and near by
    most_moves: int = 4_000_000


@dataclass(frozen=True, kw_only=True)
class Mapped:
    """The best mapping found, beside bounds and what is usual."""

    objective: str
    mapping: Mapping  # switch of each cell
    cost: Cost
    bounds: dict[str, Bound]  # by objective
    compared: dict[str, Cost]  # usual orders


def map_stencil(
    stencil: Stencil, network: Network, objective: str, *, seed: int = 0,
    slots: Mapping | None = None, params: Params = Params(),
) -> Mapped:  # fmt: skip
    """Look for the best mapping.

    Parameters
    ----------
    slots
        The switch of each place for a cell; by default one for each host.

    Raises
    ------
    QuestionError
        If there are more cells than places.
    """
    places = slots_of(network) if slots is None else slots
    stencil.check_room(len(places))
    routes = routes_of(network)
    starts = usual_orders(stencil, network, places, seed)
    compared = {name: cost(stencil, routes, each) for name, each in starts.items()}
    bounds = {"hops": hops_bound(stencil, network), "load": load_bound(stencil, network)}
    best_name = min(compared, key=lambda name: compared[name].by(objective))
    mapping, found = starts[best_name], compared[best_name]
    deadline = time.monotonic() + params.seconds
    moves = min(max(params.moves_each * stencil.cells, params.least_moves), params.most_moves)
    tuned = annealing.Params(moves=moves)
    for turn in range(params.starts):
        if getattr(found, objective) == bounds[objective].value or time.monotonic() > deadline:
            break
        tried = annealing.anneal(
            stencil, routes, mapping, places, objective,
            replace(tuned, seed=seed + turn, hot=params.hot[turn % len(params.hot)]),
        )  # fmt: skip
        mapping, found = min((mapping, found), tried, key=lambda each: each[1].by(objective))
    return Mapped(
        objective=objective, mapping=mapping, cost=found, bounds=bounds, compared=compared
    )


def usual_orders(
    stencil: Stencil, network: Network, places: Mapping, seed: int
) -> dict[str, Mapping]:
    """Return mappings in usual orders, by name."""
    on_switch = max(Counter(places.tolist()).values())
    in_group = max(Counter(network.groups[switch] for switch in places.tolist()).values())
    return {
        "row-major": row_major(stencil.sides, places),
        "tiles": tiled(stencil.sides, places, on_switch),
        "tiles in groups": tiled(stencil.sides, places, on_switch, in_group),
        "random": at_random(stencil.sides, places, seed),
    }
