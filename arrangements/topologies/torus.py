"""Tori: switches in a box, linked to their neighbours, around the ends too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from alphacut.arrangements.topologies._known import EVERY_BALANCE, KnownBisection
from alphacut.arrangements.topologies._product import array_bisection, box_network
from alphacut.arrangements.topologies.mesh import path

if TYPE_CHECKING:
    from collections.abc import Sequence

    from alphacut.arrangements.network import Network


def torus(sides: Sequence[int], p: int = 1) -> Network:
    """Build a torus: links of the class "local", grouped by the first coordinate.

    Parameters
    ----------
    sides
        The length of each dimension, at least 1. Along a side of length 2 the
        neighbours ahead and back are the same switch, and one link joins it: a
        torus of sides 2 is the hypercube, as usual for k-ary n-cubes. A side of
        length 1 adds no links.
    p
        The hosts of each switch.

    References
    ----------
    Dally and Towles, Principles and Practices of Interconnection Networks,
    chapter 5.
    """
    return box_network(sides, _cycle, p=p)


def _cycle(side: int) -> list[tuple[int, int]]:
    """Join the points along a side to their neighbours, and the last to the first."""
    return [*path(side), (0, side - 1)] if side > 2 else [*path(side)]


def torus_bisection(sides: Sequence[int]) -> KnownBisection | None:
    """Return the bisection bandwidth of a torus, if no side is 2.

    Around a side of 2 there is one link where the theorem counts two.
    """
    if 2 in sides:
        return None
    return KnownBisection(
        value=2 * array_bisection(sides),
        balances=EVERY_BALANCE,
        formula=(
            "twice that of the mesh: with the sides in falling order, the sum of the products of "
            "the sides after each, up to the first even one"
        ),
        reference=(
            "Aroca and Fernández Anta, Bisection (Band)Width of Product Networks with Application "
            "to Data Centers, 2014"
        ),
    )
