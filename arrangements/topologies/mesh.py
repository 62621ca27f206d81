"""Meshes: switches in a box, linked to their neighbours."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from alphacut.arrangements.topologies._known import EVERY_BALANCE, KnownBisection
from alphacut.arrangements.topologies._product import array_bisection, box_network

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from alphacut.arrangements.network import Network


def mesh(sides: Sequence[int], p: int = 1) -> Network:
    """Build a mesh: links of the class "local", grouped by the first coordinate.

    Parameters
    ----------
    sides
        The length of each dimension, at least 1.
    p
        The hosts of each switch.
    """
    return box_network(sides, path, p=p)


def path(side: int) -> Iterator[tuple[int, int]]:
    """Join the points along a side to their neighbours."""
    return pairwise(range(side))


def mesh_bisection(sides: Sequence[int]) -> KnownBisection:
    """Return the bisection bandwidth of a mesh."""
    return KnownBisection(
        value=array_bisection(sides),
        balances=EVERY_BALANCE,
        formula=(
            "with the sides in falling order, the sum of the products of the sides after each, "
            "up to the first even one"
        ),
        reference=(
            "Azizoğlu and Eğecioğlu, The bisection width and the isoperimetric number of arrays, "
            "2004"
        ),
    )
