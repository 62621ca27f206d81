"""Orders of unknowns for an elimination along a path: each opens as few values as possible.

An unknown is open from its place on until all that it is counted with are placed; the work is the
number of values that are open together.

References
----------
Bertele and Brioschi, Nonserial dynamic programming (1972).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from math import prod


def few_open(
    near: Mapping[int, set[int]], size: Mapping[int, int], tries: int
) -> tuple[tuple[int, ...], int]:
    """Return the best of some greedy orders, and how many unknowns are open at most.

    Parameters
    ----------
    near
        Of each unknown, those that it is counted with, itself among them.
    size
        How many values it has.
    tries
        Orders, which differ in what is taken of equals.
    """
    rng = random.Random(1)
    found = (_order(near, size, rng.random if number else lambda: 0.0) for number in range(tries))
    _, order, widest = min(found)
    return order, widest


def _order(
    near: Mapping[int, set[int]], size: Mapping[int, int], tie: Callable[[], float]
) -> tuple[int, tuple[int, ...], int]:
    """Return how many values are open in all, an order of the unknowns, and the most open."""
    left = {each: len(others) for each, others in near.items()}  # those that are not joined yet
    order, opened, reached = list[int](), set[int](), set[int]()
    total = widest = 0
    while len(order) < len(near):

        def opening(unknown: int) -> tuple[float, float, int]:
            closed = [each for each in near[unknown] if left[each] == 1]
            ratio = prod(size[each] for each in closed)
            return size[unknown] / ratio, left[unknown] + tie(), unknown

        best = min(reached or left.keys() - set(order), key=opening)
        order.append(best)
        opened.add(best)
        total += prod(size[each] for each in opened)
        widest = max(widest, len(opened))
        for each in near[best]:
            left[each] -= 1
        opened -= {each for each in near[best] if not left[each]}
        reached = (reached | near[best]) - set(order)
    return total, tuple(order), widest
