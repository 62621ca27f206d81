"""The best bisection, traced back through the states of a sweep that could not exclude it."""

from __future__ import annotations

import numpy as np

from solver.bisection.problem import Cut
from solver.bisection.verify.sweep.exclusion import Exclusion, Watch
from solver.bisection.verify.sweep.states import States


def best_cut(exclusion: Exclusion, watch: Watch) -> Cut:
    """Return the best of all bisections; the exclusion of them has failed."""
    reached = [States.start(exclusion.ahead.words), *exclusion.forward(watch)]
    at = int(np.argmin(reached[-1].costs))
    side = []
    for number in range(len(exclusion.order) - 1, -1, -1):
        before, after = reached[number], reached[number + 1]
        ways = before.placed(exclusion.ahead.steps[number], both=number > 0)
        same = (ways.keys == after.keys[:, at : at + 1]).all(axis=0)
        way = int(np.flatnonzero(same & (ways.costs == after.costs[at]))[0])
        if way >= len(before):
            side.append(exclusion.order[number])
        at = way % len(before)
    return Cut.of(exclusion.network, side)
