"""The best bisection, traced back through the states of a sweep that could not exclude it."""

from __future__ import annotations

import numpy as np

from alphacut.solver.bisection.problem import Cut
from alphacut.solver.bisection.verify.sweep.exclusion import Exclusion, OnProgress
from alphacut.solver.bisection.verify.sweep.fields import Keys
from alphacut.solver.bisection.verify.sweep.layout import Step
from alphacut.solver.bisection.verify.sweep.states import States
from alphacut.solver.bisection.verify.sweep.symmetry import Permutation, least_images, path_to_least


def best_cut(exclusion: Exclusion, on_progress: OnProgress) -> Cut:
    """Return the best of all bisections; the exclusion of them has failed."""
    reached = [States.start(exclusion.ahead.words), *exclusion.forward(on_progress)]
    at = int(np.argmin(reached[-1].costs))
    side = set[int]()  # of the switches behind a place, what completes the state there
    for number in range(len(exclusion.order) - 1, -1, -1):
        before, after = reached[number], reached[number + 1]
        step = exclusion.ahead.steps[number]
        ways = before.placed(step, both=number > 0)
        way, path = _way_to(after.keys[:, at : at + 1], int(after.costs[at]), ways, step)
        side = _taken_back(side, path)
        if way >= len(before):
            side.add(exclusion.order[number])
        at = way % len(before)
    return Cut.of(exclusion.network, sorted(side))


def _way_to(key: Keys, cost: int, ways: States, step: Step) -> tuple[int, list[Permutation]]:
    """Return the number of a way of some cost to a key, and the symmetries that take it there."""
    numbers = np.flatnonzero(ways.costs == cost)
    keys = ways.keys[:, numbers]
    straight = np.flatnonzero((keys == key).all(axis=0))
    if len(straight):
        return int(numbers[straight[0]]), []
    way = int(np.flatnonzero((least_images(keys, step.turns) == key).all(axis=0))[0])
    return int(numbers[way]), path_to_least(keys[:, way : way + 1], step.turns)


def _taken_back(side: set[int], path: list[Permutation]) -> set[int]:
    """Return what symmetries, one after the other, take to a side."""
    for symmetry in reversed(path):
        side = {switch for switch, image in enumerate(symmetry) if image in side}
    return side
