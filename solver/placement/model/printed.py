"""Equations of Prisacari et al. (2014) as they are printed, where they do not hold everywhere.

They stand here under their numbers so that tests and tables can show where they differ from
`closed`, which is right. Nothing else uses them.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

from alphacut.solver.common.errors import QuestionError

if TYPE_CHECKING:
    from alphacut.solver.placement.exchange import Exchange
    from alphacut.solver.placement.sides import Sides

FEWEST_GROUPS = 5  # below, equation 18 gives more than all that is sent, or nothing at all


def equation_7_neighbours(tasks: Sides, place: Sides) -> list[Sides]:
    """Return the neighbours of a task by equation 7: one along each dimension, not both."""
    found = []
    for k, count in enumerate(tasks):
        if count > 1:
            other = list(place)
            other[k] = (place[k] - 1) % count
            found.append(tuple(other))
    return found


def equation_17(exchange: Exchange, tasks: Sides, block: Sides, groups: int) -> Fraction:
    """Return the demand on a global link with indirect routing by equation 17 (so 23 and 24).

    It takes two whole blocks that are no neighbours. For |λ| = 2 and 3 there are none, and it
    is twice too large where a group is idle; for γ that does not divide β it is an upper bound.
    """
    size = math.prod(block)
    crossing = sum(
        Fraction(size, side) * part
        for count, side, part in zip(tasks, block, exchange.proportions(tasks), strict=True)
        if count > side
    )
    return 4 * Fraction(crossing) / (groups - 2)


def equation_20(size: int, groups: int) -> float:
    """Return the demand on a global link with tasks placed at random, by equations 18 to 20.

    Parameters
    ----------
    size
        |γ|, tasks in each group.
    groups
        |λ|, groups that are used.

    Raises
    ------
    QuestionError
        For fewer than five groups, where log log |λ| is negative or next to nothing.
    """
    if groups < FEWEST_GROUPS:
        raise QuestionError(
            "groups", f"equation 20 needs at least {FEWEST_GROUPS} groups in use, got {groups}"
        )
    return size / groups * math.log(groups) / math.log(math.log(groups))
