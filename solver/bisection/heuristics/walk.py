"""The loop of the tabu search, compiled: a walk of exchanges, one switch at a time.

References
----------
Rolland, Pirkul and Glover, Tabu search for graph partitioning (1996).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from alphacut.solver.bisection.heuristics.refinement import set_gains
from alphacut.solver.common.compiled import compiled, compiled_or

IntArray = NDArray[np.int64]
Mask = NDArray[np.bool_]
NOTHING = -(1 << 62)  # less than any gain


def _any_best(gain: IntArray, may: Mask, otherwise: int) -> int:
    """Choose at random among the best that may move."""
    places = np.flatnonzero(may)
    if not len(places):
        return otherwise
    gains = gain[places]
    best = places[gains == gains.max()]
    return int(best[np.random.randint(len(best))])


def _first_of_arrays(
    signs: IntArray, gain: IntArray, weights: IntArray, tabu: IntArray, step: int
) -> int:
    """Choose as `_first` does, in NumPy."""
    return _any_best(gain, ((signs > 0) | (weights == 0)) & (tabu < step), -1)


@compiled_or(_first_of_arrays)
def _first(signs: IntArray, gain: IntArray, weights: IntArray, tabu: IntArray, step: int) -> int:
    """Choose the best member of the first side, or without weight, that may move; -1: none."""
    chosen, most, ties = -1, NOTHING, 0
    for u in range(len(signs)):
        if (signs[u] < 0 and weights[u] != 0) or tabu[u] >= step or gain[u] < most:
            continue
        ties = ties + 1 if gain[u] == most else 1
        if np.random.randint(ties) == 0:
            chosen, most = u, gain[u]
    return chosen


def _second_of_arrays(
    signs: IntArray,
    gain: IntArray,
    weights: IntArray,
    tabu: IntArray,
    step: int,
    mover: int,
    aspiration: int,
) -> int:
    """Choose as `_second` does, in NumPy."""
    may = (signs < 0) & (weights == weights[mover]) & ((tabu < step) | (gain > aspiration))
    may[mover] = False
    return _any_best(gain, may, mover)


@compiled_or(_second_of_arrays)
def _second(
    signs: IntArray,
    gain: IntArray,
    weights: IntArray,
    tabu: IntArray,
    step: int,
    mover: int,
    aspiration: int,
) -> int:
    """Choose the best member of the second side with the mover's weight, or else the mover.

    A gain above the aspiration lets a member move that would have to stay.
    """
    chosen, most, ties = mover, NOTHING, 0
    for u in range(len(signs)):
        if signs[u] > 0 or weights[u] != weights[mover] or u == mover or gain[u] < most:
            continue
        if tabu[u] >= step and gain[u] <= aspiration:
            continue
        ties = ties + 1 if gain[u] == most else 1
        if np.random.randint(ties) == 0:
            chosen, most = u, gain[u]
    return chosen


def _flip_in_arrays(
    start: IntArray,
    ends: IntArray,
    capacity: IntArray,
    signs: IntArray,
    gain: IntArray,
    member: int,
) -> None:
    """Move as `_flip` does, in NumPy."""
    signs[member] = -signs[member]
    gain[member] = -gain[member]
    links = slice(start[member], start[member + 1])
    reached = ends[links]
    alike = signs[reached] == signs[member]
    np.add.at(gain, reached, np.where(alike, -2, 2) * capacity[links])


@compiled_or(_flip_in_arrays)
def _flip(
    start: IntArray,
    ends: IntArray,
    capacity: IntArray,
    signs: IntArray,
    gain: IntArray,
    member: int,
) -> None:
    """Move a member to the other side."""
    signs[member] = -signs[member]
    gain[member] = -gain[member]
    for e in range(start[member], start[member + 1]):
        u = ends[e]
        gain[u] += -2 * capacity[e] if signs[u] == signs[member] else 2 * capacity[e]


@compiled
def walk(
    start: IntArray,
    ends: IntArray,
    capacity: IntArray,
    weights: IntArray,
    signs: IntArray,
    tabu: IntArray,
    tenure: tuple[int, int],
    steps: int,
    seed: int,
    best_signs: IntArray,
) -> int:
    """Walk from a bisection, and keep the best that is met.

    A step moves the member whose move takes most off the cut from the first
    side, and then the best of like weight back from the second; a member without
    weight moves alone. Whoever moved stays for some steps, unless its move leads
    to a cut better than all before.

    Parameters
    ----------
    start, ends, capacity
        Neighbours of member u are ends[start[u]:start[u + 1]], joined with these capacities.
    weights
        Of the members.
    signs
        1 on one side, -1 on the other, for each member; where the walk ends, in the end.
    tabu
        Of each member, the step up to which it stays; all 0.
    tenure
        Least and largest number of steps for which a member stays.
    best_signs
        The signs of the best cut met.

    Returns
    -------
    How much less than at the start the best cut severs.
    """
    np.random.seed(seed)
    gain = np.zeros(len(signs), np.int64)
    set_gains(start, ends, capacity, signs, gain)
    best_signs[:] = signs
    saved = best = 0
    mover = -1  # who has to be followed by another; none where the sides are equal
    for step in range(1, steps + 1):
        if mover < 0:
            chosen = _first(signs, gain, weights, tabu, step)
        else:
            chosen = _second(signs, gain, weights, tabu, step, mover, best - saved)
        if chosen < 0:  # everything stays: let all move again
            tabu[:] = 0
            continue
        saved += gain[chosen]
        _flip(start, ends, capacity, signs, gain, chosen)
        tabu[chosen] = step + tenure[0] + np.random.randint(tenure[1] - tenure[0] + 1)
        mover = chosen if mover < 0 and weights[chosen] != 0 else -1
        if mover < 0 and saved > best:
            best = saved
            best_signs[:] = signs
    return best
