"""Bounds on the bisection bandwidth of a dragonfly that hold for every arrangement.

From above: whole groups on either side, and with an odd number of groups one that is split.
From below: what a cut separates between two groups, weighed by the difference of their
shares on the near side, at the capacity of a global link up to α where that is most
(docs/method.md, "Bounds for a design"); all in integers.
"""

from __future__ import annotations

from bisect import bisect_left
from fractions import Fraction
from itertools import pairwise
from math import ceil
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from alphacut.solver.design.shapes import Shape

WORK = 5_000_000  # additions for one exact minimum; beyond it a convex bound stands in
GRID = 256  # a bound is looked for at multiples of 1/GRID, up to α
_LARGEST = 1 << 60  # of what is added up in 64 bits


def upper_bound(shape: Shape, alpha: Fraction) -> Fraction:
    """Return the capacity of a bisection that every arrangement has.

    With an even number of groups half of them lie on each side. With an odd number one is
    split, ⌊a/2⌋ : ⌈a/2⌉. If its links are all used and single, those of either part lead to
    groups of their own, which then lie on the same side; else the others are divided at
    random, and half of its links are cut on average, so at most as many by some division.
    """
    a, t, half = shape.a, shape.t, shape.groups // 2
    if shape.groups % 2 == 0:
        return alpha * t * half**2
    split = (a // 2) * ((a + 1) // 2)
    single = t == 1 and a % 2 == 0 and a * shape.h == shape.groups - 1
    cut = 0 if single else t * (shape.groups - 1) // 2
    return split + alpha * (t * half**2 + cut)


def lower_bound(shape: Shape, alpha: Fraction, *, work: int = WORK) -> Fraction:
    """Return a capacity that no bisection of any arrangement falls below; see `strongest_bound`."""
    return strongest_bound(shape, alpha, work=work)[0]


def strongest_bound(
    shape: Shape, alpha: Fraction, *, work: int = WORK
) -> tuple[Fraction, Fraction]:
    """Return a capacity that no bisection falls below, and that of global links which shows it.

    Parameters
    ----------
    work
        How many additions the exact minimum may take; where it would take more, that of the
        convex envelope of the same function is returned, which is a little lower.
    """
    at = _strongest(shape, alpha)
    values = _costs(shape, at)
    half = shape.switches // 2
    groups = shape.groups
    small = groups * (shape.a + 1) * half <= work
    if small and max(map(abs, values)) * groups < _LARGEST:
        least = Fraction(_least_sum(values, groups, half))
    else:
        least = _envelope(shape, at)
    return _capacity(least / (at.denominator * shape.a), alpha), at


def _strongest(shape: Shape, alpha: Fraction) -> Fraction:
    """Return a capacity of the global links, α at most, at which the bound is strongest.

    The bisection bandwidth does not fall as α grows, but the bound does where what it takes
    off for links between groups grows faster than what it adds. It is the least of functions
    that are linear in α, and so concave: where it begins to fall is found by bisection.
    """

    def bound(at: Fraction) -> Fraction:
        return _envelope(shape, at) / at.denominator

    def falls(step: int) -> bool:
        return bound(Fraction(step + 1, GRID)) < bound(Fraction(step, GRID))

    steps = range(1, int(alpha * GRID))
    peak = Fraction(1 + bisect_left(steps, True, key=falls), GRID)
    return alpha if alpha <= peak else max(alpha, peak, key=bound)


def _capacity(value: Fraction, alpha: Fraction) -> Fraction:
    """Return the least capacity from a value on that a cut can have: i + jα."""
    return Fraction(max(0, ceil(value * alpha.denominator)), alpha.denominator)


def _envelope(shape: Shape, alpha: Fraction) -> Fraction:
    """Return the least sum of the groups' costs, with each replaced by its convex envelope."""
    mean = Fraction(shape.switches // 2, shape.groups)
    return shape.groups * _at(_hull(_costs(shape, alpha)), mean)


def _costs(shape: Shape, alpha: Fraction) -> list[int]:
    """Return what a group costs at least with s = 0..a of its switches on the near side.

    In units of 1/(q·a), for α = p/q. With u(i, j) links from the near switches of group i to
    group j, a cut separates at least |u(i, j) - u(j, i)| of their t links, and so at least
    (s(i) - s(j))/a·(u(i, j) - u(j, i)). The sum over all pairs is separable: group i adds
    s(i)·U(i), where U(i) of its ends are near, less at most the smaller of a·U(i) and
    t·(n/2 - s(i)).
    """
    a, h, t = shape.a, shape.h, shape.t
    half, used = shape.switches // 2, t * (shape.groups - 1)
    found = []
    for near in range(a + 1):
        fewest, most = max(0, used - h * (a - near)), min(h * near, used)
        links = near * fewest - min(a * most, t * (half - near))
        found.append(alpha.denominator * a * near * (a - near) + alpha.numerator * links)
    return found


def _least_sum(values: Sequence[int], terms: int, total: int) -> int:
    """Return the least sum of so many values whose places add up to a total."""
    best: NDArray[np.int64] = np.full(total + 1, _LARGEST, dtype=np.int64)
    best[0] = 0
    for _ in range(terms):
        longer = np.full(total + 1, _LARGEST, dtype=np.int64)
        for place, value in enumerate(values[: total + 1]):
            np.minimum(longer[place:], best[: total + 1 - place] + value, out=longer[place:])
        best = longer
    return int(best[total])


def _hull(values: Sequence[int]) -> list[tuple[int, int]]:
    """Return the corners of the largest convex function below values at 0, 1, …."""
    corners: list[tuple[int, int]] = []
    for corner in enumerate(values):
        while len(corners) > 1 and not _turns(corners[-2], corners[-1], corner):
            corners.pop()
        corners.append(corner)
    return corners


def _at(corners: Sequence[tuple[int, int]], place: Fraction | int) -> Fraction:
    """Return the value of such a function at a place."""
    ends = pairwise([*corners, corners[-1]])
    (x, y), (right, high) = next(pair for pair in ends if place <= pair[1][0])
    return y + (place - x) * Fraction(high - y, right - x or 1)


def _turns(first: tuple[int, int], middle: tuple[int, int], last: tuple[int, int]) -> bool:
    """Tell whether the middle one lies below the line between the others."""
    (x, low), (y, at), (z, high) = first, middle, last
    return (at - low) * (z - x) < (high - low) * (y - x)
