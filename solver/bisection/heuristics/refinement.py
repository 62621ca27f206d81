"""Local refinement of a bisection by Fiduccia and Mattheyses's passes, compiled.

References
----------
Fiduccia and Mattheyses, A linear-time heuristic for improving network partitions
(DAC 1982). Gains are kept in heaps, for capacities may be of any size.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from alphacut.solver.common.compiled import compiled

IntArray = NDArray[np.int64]


@compiled
def _above(gain: IntArray, tie: IntArray, u: int, v: int) -> bool:
    """Tell whether u comes before v: it saves more, or as much and chance prefers it."""
    return bool(gain[u] > gain[v] or (gain[u] == gain[v] and tie[u] > tie[v]))


@compiled
def _up(heap: IntArray, place: IntArray, at: int, gain: IntArray, tie: IntArray) -> None:
    """Let a member of a heap rise to where it belongs."""
    u = heap[at]
    while at > 0:
        parent = (at - 1) // 2
        if not _above(gain, tie, u, heap[parent]):
            break
        heap[at] = heap[parent]
        place[heap[at]] = at
        at = parent
    heap[at] = u
    place[u] = at


@compiled
def _down(
    heap: IntArray, place: IntArray, size: int, at: int, gain: IntArray, tie: IntArray
) -> None:
    """Let a member of a heap sink to where it belongs."""
    u = heap[at]
    while 2 * at + 1 < size:
        child = 2 * at + 1
        if child + 1 < size and _above(gain, tie, heap[child + 1], heap[child]):
            child += 1
        if not _above(gain, tie, heap[child], u):
            break
        heap[at] = heap[child]
        place[heap[at]] = at
        at = child
    heap[at] = u
    place[u] = at


@compiled
def _remove(
    heap: IntArray, place: IntArray, size: int, u: int, gain: IntArray, tie: IntArray
) -> int:
    """Take a member out of a heap; return the new size."""
    at, last = place[u], heap[size - 1]
    place[u] = -1
    if last != u:
        heap[at] = last
        place[last] = at
        _up(heap, place, at, gain, tie)
        _down(heap, place, size - 1, place[last], gain, tie)
    return size - 1


@compiled
def _fill(
    heaps: IntArray, sizes: IntArray, place: IntArray, signs: IntArray, gain: IntArray,
    tie: IntArray,
) -> None:  # fmt: skip
    """Put all members into the heap of their side."""
    sizes[:] = 0
    for u in range(len(signs)):
        side = 0 if signs[u] > 0 else 1
        heaps[side, sizes[side]] = u
        place[u] = sizes[side]
        sizes[side] += 1
    for side in range(2):
        for at in range(sizes[side] // 2 - 1, -1, -1):
            _down(heaps[side], place, sizes[side], at, gain, tie)


@compiled
def _side(heaps: IntArray, sizes: IntArray, gain: IntArray, difference: int, slack: int) -> int:
    """Choose the side that gives a member away; -1 if none can.

    The heavier one while the sides differ by more than is allowed, else the one
    whose best member saves more, and of equal ones the heavier.
    """
    if abs(difference) > slack:
        side = 0 if difference > 0 else 1
        return side if sizes[side] > 0 else -1
    if sizes[0] == 0 or sizes[1] == 0:
        return 0 if sizes[0] > 0 else 1 if sizes[1] > 0 else -1
    first, second = gain[heaps[0, 0]], gain[heaps[1, 0]]
    if first != second:
        return 0 if first > second else 1
    return 0 if difference > 0 or (difference == 0 and np.random.randint(2) == 0) else 1


@compiled
def _shift(
    start: IntArray, ends: IntArray, capacity: IntArray, signs: IntArray, gain: IntArray,
    tie: IntArray, heaps: IntArray, sizes: IntArray, place: IntArray, u: int,
) -> None:  # fmt: skip
    """Move a member, which leaves its heap, and tell its neighbours."""
    signs[u] = -signs[u]
    gain[u] = -gain[u]
    for e in range(start[u], start[u + 1]):
        v = ends[e]
        more = signs[v] != signs[u]
        gain[v] += 2 * capacity[e] if more else -2 * capacity[e]
        if place[v] < 0:
            continue
        side = 0 if signs[v] > 0 else 1
        if more:
            _up(heaps[side], place, place[v], gain, tie)
        else:
            _down(heaps[side], place, sizes[side], place[v], gain, tie)


@compiled
def set_gains(
    start: IntArray, ends: IntArray, capacity: IntArray, signs: IntArray, gain: IntArray
) -> None:
    """Set what each member's move takes off the cut."""
    for u in range(len(signs)):
        total = 0
        for e in range(start[u], start[u + 1]):
            total += -capacity[e] if signs[ends[e]] == signs[u] else capacity[e]
        gain[u] = total


@compiled
def refine(
    start: IntArray, ends: IntArray, capacity: IntArray, weights: IntArray, signs: IntArray,
    slack: int, window: int, patience: int, passes: int, seed: int,
) -> int:  # fmt: skip
    """Improve a bisection in place, pass after pass.

    A pass moves each member at most once, the one first that saves most, and goes
    back to the best state that it met: first of all one whose sides differ by no
    more than the slack, then one that severs less.

    Parameters
    ----------
    start, ends, capacity, weights
        As `Members` holds them.
    signs
        1 on one side, -1 on the other, for each member.
    slack
        By how much the sides may differ in weight in the end.
    window
        By how much they may differ before the heavier side has to give, at least the slack.
    patience
        Moves in a pass after the best state, at most.
    passes
        At most; one that brings nothing is the last.

    Returns
    -------
    How much less than before is severed; negative where balance had its price.
    """
    np.random.seed(seed)
    size = len(signs)
    gain, place = np.zeros(size, np.int64), np.full(size, -1, np.int64)
    heaps, sizes = np.zeros((2, size), np.int64), np.zeros(2, np.int64)
    moved = np.zeros(size, np.int64)
    difference = (signs * weights).sum()
    gained = 0
    for _ in range(passes):
        tie = np.random.permutation(size)
        set_gains(start, ends, capacity, signs, gain)
        _fill(heaps, sizes, place, signs, gain, tie)
        saved = best = kept = count = 0
        excess = max(0, abs(difference) - slack)
        began, best_excess = excess, excess
        while count - kept < patience or best_excess > 0:
            side = _side(heaps, sizes, gain, difference, window if excess == 0 else slack)
            if side < 0:
                break
            u = heaps[side, 0]
            sizes[side] = _remove(heaps[side], place, sizes[side], u, gain, tie)
            saved += gain[u]
            difference -= 2 * signs[u] * weights[u]
            _shift(start, ends, capacity, signs, gain, tie, heaps, sizes, place, u)
            moved[count] = u
            count += 1
            excess = max(0, abs(difference) - slack)
            if excess < best_excess or (excess == best_excess and saved > best):
                best_excess, best, kept = excess, saved, count
        for at in range(count - 1, kept - 1, -1):
            u = moved[at]
            signs[u] = -signs[u]
            difference += 2 * signs[u] * weights[u]
        gained += best
        if best_excess == began and best <= 0:
            break
    return gained
