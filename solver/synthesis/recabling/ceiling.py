"""What no cabling surpasses that comes of moving ends: one cut, and the cables that it may gain."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from alphacut.solver.common.alpha import Alpha
from alphacut.solver.synthesis.recabling.cables import Cabling, Limits

IntArray = NDArray[np.int64]
Signs = NDArray[np.int8]
ONE_CUT = "one cut, and the cables that it may gain"
ORDERS = 20  # of groups, whose halves are tried


def after_moves(cabling: Cabling, limits: Limits, side: Signs) -> tuple[int, int]:
    """Return (intercept, slope) of what a cut severs at most once ends have moved.

    A cable that is not severed can become so only if the cut divides a group that it leads to.
    """
    network, cable = cabling.network, cabling.cable_class
    stays = [link for link in cabling.stays if side[link.first] != side[link.second]]
    classes = network.class_by_name
    intercept = sum(link.multiplicity * classes[link.link_class].base for link in stays)
    slope = sum(link.multiplicity * classes[link.link_class].slope for link in stays)
    sides: dict[int, set[int]] = {}
    for group, sign in zip(network.groups, side.tolist(), strict=True):
        sides.setdefault(group, set()).add(sign)
    severed = gain = 0
    for u, v in cabling.joined.tolist():
        if side[u] != side[v]:
            severed += 1
        elif len(sides[network.groups[u]]) + len(sides[network.groups[v]]) > 2:
            gain += 1
    most = severed + (gain if limits.moves is None else min(gain, limits.moves))
    return intercept + cable.base * most, slope + cable.slope * most


def least_ceiling(
    cabling: Cabling, limits: Limits, alpha: Alpha, sides: Iterable[Signs], seed: int
) -> tuple[Fraction, tuple[int, int], Signs]:
    """Return the least of these bounds at an α, with its line and its side.

    Parameters
    ----------
    sides
        Bisections to try, beside those by whole groups in some orders.
    """

    def at(side: Signs) -> Fraction:
        intercept, slope = after_moves(cabling, limits, side)
        return intercept + slope * alpha.fraction

    best = min((*sides, *_by_groups(cabling.network.groups, seed)), key=at)
    return at(best), after_moves(cabling, limits, best), best


def _by_groups(groups: Sequence[int], seed: int) -> Iterable[Signs]:
    rng = np.random.default_rng(seed)
    of = np.array(groups, np.int64)
    for _ in range(ORDERS):
        order = np.argsort(rng.permutation(of.max() + 1)[of], kind="stable")
        signs = np.full(len(of), -1, np.int8)
        signs[order[: len(of) // 2]] = 1
        yield signs
