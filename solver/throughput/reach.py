"""Which flows have a path: connected components, and the global links between them.

Inside a group, switches reach each other where they are in one component of it. A minimal
path to another group takes one link between two components, and a non-minimal path two
such links, by a component of a third group. So no path has to be counted.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from alphacut.arrangements.network import Network
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.throughput.models import MCF, Model
from alphacut.solver.traffic.traffic import Demands


def check_paths(network: Network, demands: Demands, models: Sequence[Model]) -> None:
    """Refuse traffic with a flow that no path can carry under some of the models.

    Raises
    ------
    QuestionError
        With the two switches.
    """
    for any_path in {model is MCF for model in models}:
        lacking = without_path(network, demands, any_path=any_path)
        if lacking is None:
            continue
        kind = "no" if any_path else "neither a minimal nor a non-minimal"
        other = "" if any_path else "; model mcf takes any path"
        raise QuestionError(
            "topology", f"has {kind} path from switch {lacking[0]} to switch {lacking[1]}{other}"
        )


def without_path(network: Network, demands: Demands, *, any_path: bool) -> tuple[int, int] | None:
    """Return the switches of the first flow that has no path; None if all have one.

    Parameters
    ----------
    any_path
        Whether every path may be taken, or only minimal and non-minimal ones.
    """
    n, groups = network.switches, np.array(network.groups)
    ends = np.array([link[:2] for link in network.links], dtype=np.int64).reshape(-1, 2)
    crossing = groups[ends[:, 0]] != groups[ends[:, 1]]
    local = ends if any_path else ends[~crossing]
    graph = coo_array((np.ones(len(local), dtype=bool), local.T), shape=(n, n))
    count, component = connected_components(graph, directed=False)
    starts, stops = component[demands.sources], component[demands.destinations]
    reached = starts == stops
    if not any_path:
        joined = np.zeros((count, count), dtype=np.float32)
        first, second = component[ends[crossing]].T
        joined[first, second] = joined[second, first] = 1
        reached |= joined[starts, stops] > 0
        if not reached.all():
            reached |= (joined @ joined)[starts, stops] > 0
    lacking = np.flatnonzero(~reached)
    if not len(lacking):
        return None
    return int(demands.sources[lacking[0]]), int(demands.destinations[lacking[0]])
