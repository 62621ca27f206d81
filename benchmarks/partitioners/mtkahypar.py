"""Mt-KaHyPar in its strongest setting, on one thread.

References
----------
Gottesbüren et al., Scalable high-quality hypergraph partitioning, ACM
Transactions on Algorithms 20 (2024).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import mtkahypar

from benchmarks.partitioners._base import Adjacency


@cache
def _library() -> Any:
    return mtkahypar.initialize(1, print_warnings=False)


def partition(graph: Adjacency, seed: int) -> Sequence[int]:
    """Return the side of each switch."""
    library, model = _library(), graph.model
    mtkahypar.set_seed(seed)
    context = library.context_from_preset(mtkahypar.PresetType.HIGHEST_QUALITY)
    context.set_partitioning_parameters(2, 0.0, mtkahypar.Objective.CUT)
    context.logging = False
    ends = [(u, v) for u, v, _ in model.edges]
    capacities = [capacity for _, _, capacity in model.edges]
    weights = list(graph.weights)
    problem = library.create_graph(context, model.switches, len(ends), ends, weights, capacities)
    divided = problem.partition(context)
    return [divided.block_id(switch) for switch in range(model.switches)]
