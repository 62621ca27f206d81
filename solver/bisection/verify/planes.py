"""The bound by planes of spines, as in a Dragonfly+ of regular cables (docs/certificate.md).

All weight is at the leaves. The spines of a group are numbered in the order of their switches, and
those of one number are a plane. With k leaves and s spines of a group on side 1, at least
w (k (S - s) + (L - k) s) is severed inside it, and a plane of which n spines are on side 1 severs
c n (G - n), less what pairs lack of c and w. For given s the sum of all n (G - n) is least where
the sets of planes are nested (Gale and Ryser): then it is the sum of s (G - 2i + 1) over groups,
the i-th of which has the i-th most spines on side 1. All that is lacking counts as lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from alphacut.solver.bisection.verify.elimination.classes import Capacities
from alphacut.solver.common.errors import Refused
from alphacut.solver.common.limits import room_for

NEVER = 1 << 61  # stands for what cannot be
HIGH = 1 << 60
MOST_WORK = 1 << 34  # numbers that are compared


def least_of_planes(
    members: Sequence[Sequence[int]],
    capacities: Capacities,
    weights: Sequence[int],
    half: int,
    usual: tuple[int, int],
) -> tuple[int, int]:
    """Return the least that any bisection severs in planes and inside groups, and what is lacking.

    The former is less the latter already.

    Parameters
    ----------
    members
        The switches of each group, in order.
    capacities, weights
        Scaled, between switches that are linked; and of each switch.
    half
        The weight of side 1.
    usual
        A capacity between two spines of a plane, and one between a leaf and a spine.

    Raises
    ------
    Refused
        If groups are not alike, or states are too many.
    """
    parts = [_parts(own, weights) for own in members]
    shapes = {(len(leaves), len(spines), weight) for leaves, spines, weight in parts}
    if len(shapes) > 1:
        raise Refused("planes need groups with as many leaves, of one weight, and as many spines")
    leaves, spines, weight = shapes.pop()
    if half % weight:
        raise Refused("half of the weight is not that of any leaves")
    lost = _lacking([part[:2] for part in parts], capacities, usual)
    return _least(len(parts), leaves, spines, half // weight, *usual) - lost, lost


def _parts(own: Sequence[int], weights: Sequence[int]) -> tuple[list[int], list[int], int]:
    """Return the leaves and the spines of a group, and what a leaf weighs."""
    leaves = [each for each in own if weights[each]]
    spines = [each for each in own if not weights[each]]
    of_leaves = {weights[each] for each in leaves}
    if not spines or len(of_leaves) != 1:
        raise Refused("a group has no leaves of one weight, or no spines")
    return leaves, spines, of_leaves.pop()


def _lacking(
    parts: Sequence[tuple[Sequence[int], Sequence[int]]],
    capacities: Capacities,
    usual: tuple[int, int],
) -> int:
    """Add up what pairs of a plane lack of one capacity, and leaves and spines of the other."""
    between = sum(
        max(0, usual[0] - capacities[one].get(other, 0))
        for (_, first), (_, second) in combinations(parts, 2)
        for one, other in zip(first, second, strict=True)
    )
    inside = sum(
        max(0, usual[1] - capacities[leaf].get(spine, 0))
        for leaves, spines in parts
        for leaf in leaves
        for spine in spines
    )
    return between + inside


def _least(groups: int, leaves: int, spines: int, taken: int, between: int, inside: int) -> int:
    """Return the least with so many leaves on side 1; groups come with fewer and fewer spines."""
    if groups * (spines + 1) * (leaves + 1) * (taken + 1) > MOST_WORK:
        raise Refused("a bound by planes of spines has too many states here")
    room_for(3 * 8 * (spines + 1) * (taken + 1), "the states of a bound by planes of spines")
    cost = np.full((spines + 1, taken + 1), NEVER, dtype=np.int64)  # by last spines, and leaves
    cost[spines, 0] = 0
    for place in range(1, groups + 1):
        before = np.minimum.accumulate(cost[::-1])[::-1]  # the last one had at least as many
        cost = np.full_like(before, NEVER)
        for own in range(spines + 1):
            across = between * own * (groups - 2 * place + 1)
            for k in range(min(leaves, taken) + 1):
                severed = inside * (k * (spines - own) + (leaves - k) * own) + across
                reached = before[own, : taken + 1 - k] + severed
                np.minimum(cost[own, k:], reached, out=cost[own, k:])
    least = int(cost[:, taken].min())
    return least if least < HIGH else NEVER
