"""What a mapping costs: largest load of a link, and total hops, counted edge by edge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from alphacut.solver.placement.mapping.routes import NONE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from alphacut.solver.placement.mapping.routes import Routes
    from alphacut.solver.placement.mapping.stencil import Stencil

OBJECTIVES = ("load", "hops")


@dataclass(frozen=True, kw_only=True)
class Cost:
    """What one exchange asks of the network; neighbours send each other one message."""

    load: int  # messages over the directed link that carries most, by the routes
    hops: int  # links of the shortest paths, over all pairs of neighbours

    def by(self, objective: str) -> tuple[int, int]:
        """Return the cost to compare by: the objective first, the other one after it."""
        return (self.load, self.hops) if objective == "load" else (self.hops, self.load)


def cost(stencil: Stencil, routes: Routes, mapping: NDArray[np.int64]) -> Cost:
    """Measure a mapping, given as the switch of each cell."""
    carried = link_loads(stencil, routes, mapping)
    first, second = mapping[stencil.edges].T
    return Cost(load=int(carried.max(initial=0)), hops=int(routes.hops[first, second].sum()))


def link_loads(stencil: Stencil, routes: Routes, mapping: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the messages that each directed link carries, parallel links as one."""
    first, second = mapping[stencil.edges].T
    used = np.concatenate([routes.links[first, second], routes.links[second, first]])
    return np.bincount(used[used != NONE], minlength=routes.directed)
