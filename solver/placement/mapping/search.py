"""The best mapping of a stencil that can be found: tiles of tiles first, then annealing."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from alphacut.solver.common.listening import told_to_stop
from alphacut.solver.placement.mapping import annealing, swaps
from alphacut.solver.placement.mapping.bounds import Bound, hops_bound, load_bound
from alphacut.solver.placement.mapping.measure import Cost, cost
from alphacut.solver.placement.mapping.routes import routes_of
from alphacut.solver.placement.mapping.starts import at_random, row_major, slots_of, tiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from alphacut.arrangements.network import Network
    from alphacut.solver.placement.mapping.routes import Routes
    from alphacut.solver.placement.mapping.stencil import Stencil

    Mapping = NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class Effort:
    """Exchanges that one start tries."""

    each: int  # for each cell
    least: int
    most: int

    def moves(self, cells: int) -> int:
        """Return how many for a stencil."""
        return min(max(self.each * cells, self.least), self.most)


@dataclass(frozen=True, kw_only=True)
class Params:
    """How much is tried."""

    seconds: float = 20.0  # after which no further start is begun
    starts: int = 16
    load: Effort = Effort(each=400, least=60_000, most=4_000_000)
    hops: Effort = Effort(each=20_000, least=5_000_000, most=100_000_000)
    hot_load: tuple[float, ...] = (8.0, 2.0)  # of start after start: far away, and near by
    hot_hops: tuple[float, ...] = (1.0, 0.7)
    trial: int = 50_000  # exchanges of hops by which the speed is measured


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
    rooms = np.bincount(places, minlength=network.switches).tolist()
    bounds = {
        "hops": hops_bound(stencil, network, rooms),
        "load": load_bound(stencil, network, rooms),
    }
    best = min(compared, key=lambda name: compared[name].by(objective))
    mapping, found = starts[best], compared[best]
    walk = _Walk(stencil=stencil, routes=routes, places=places, params=params)
    step = walk.of_hops if objective == "hops" else walk.of_load
    deadline = time.monotonic() + params.seconds
    for turn in range(params.starts):
        if getattr(found, objective) == bounds[objective].value:
            break
        if time.monotonic() > deadline or told_to_stop():
            break
        tried = step(mapping, turn, seed + turn, deadline)
        mapping, found = min(
            (mapping, found), (tried, cost(stencil, routes, tried)),
            key=lambda each: each[1].by(objective),
        )  # fmt: skip
    return Mapped(
        objective=objective, mapping=mapping, cost=found, bounds=bounds, compared=compared
    )


@dataclass(frozen=True, kw_only=True)
class _Walk:
    """What all walks of a search share."""

    stencil: Stencil
    routes: Routes
    places: Mapping
    params: Params

    def of_load(self, start: Mapping, turn: int, seed: int, _deadline: float) -> Mapping:
        """Walk towards a small largest load."""
        hot = self.params.hot_load[turn % len(self.params.hot_load)]
        moves = self.params.load.moves(self.stencil.cells)
        tuned = annealing.Params(moves=moves, hot=hot, seed=seed)
        return annealing.anneal(self.stencil, self.routes, start, self.places, tuned)

    def of_hops(self, start: Mapping, turn: int, seed: int, deadline: float) -> Mapping:
        """Walk towards few hops, as far as time allows at the speed of a short walk."""
        trial = self.params.trial
        self._hops(start, swaps.Params(moves=1))  # compiles
        began = time.monotonic()
        self._hops(start, swaps.Params(moves=trial))
        each = (time.monotonic() - began) / trial
        left = int(max(deadline - time.monotonic(), 0.0) / each)
        moves = max(min(self.params.hops.moves(self.stencil.cells), left), trial)
        hot = self.params.hot_hops[turn % len(self.params.hot_hops)]
        return self._hops(start, swaps.Params(moves=moves, hot=hot, seed=seed))

    def _hops(self, start: Mapping, tuned: swaps.Params) -> Mapping:
        return swaps.anneal(self.stencil, self.routes, start, self.places, tuned)


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
