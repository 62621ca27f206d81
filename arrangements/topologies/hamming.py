"""Hamming graphs: switches in a box, all of a line linked to each other."""

from __future__ import annotations

from itertools import combinations
from math import prod
from typing import TYPE_CHECKING

from alphacut.arrangements.topologies._known import EVERY_BALANCE, KnownBisection
from alphacut.arrangements.topologies._product import box_network

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from alphacut.arrangements.network import Network


def hamming(sides: Sequence[int], p: int = 1) -> Network:
    """Build a Hamming graph: links of the class "local", grouped by the first coordinate.

    Parameters
    ----------
    sides
        The length of each dimension, at least 1. Switches are linked if they
        differ in exactly one coordinate.
    p
        The hosts of each switch.

    References
    ----------
    Camarero et al., Topological characterization of Hamming and Dragonfly
    networks, section 2.
    """
    return box_network(sides, pairs, p=p)


def pairs(side: int) -> Iterator[tuple[int, int]]:
    """Join all points of a line to each other."""
    return combinations(range(side), 2)


def hamming_bisection(sides: Sequence[int], multiplicity: int = 1) -> KnownBisection:
    """Return the bisection bandwidth of a Hamming graph.

    Parameters
    ----------
    sides
        The length of each dimension.
    multiplicity
        The parallel links between switches that are joined, the same everywhere.

    References
    ----------
    Lindsey, Assignment of numbers to vertices, American Mathematical Monthly 71,
    1964: of all sets of m switches, the first m have the most links inside when
    the switches are numbered with the longest dimension running fastest.
    """
    rising = sorted(sides)
    half = prod(rising) // 2
    degree = sum(side - 1 for side in rising)
    return KnownBisection(
        value=multiplicity * (degree * half - 2 * _links_inside_first(half, rising)),
        balances=EVERY_BALANCE,
        formula=(
            "the cut around the first floor(n/2) switches, numbered with the longest dimension "
            "running fastest"
        ),
        reference="Lindsey, Assignment of numbers to vertices, 1964",
    )


def _links_inside_first(count: int, sides: Sequence[int]) -> int:
    """Count the links between the first switches, first coordinate slowest."""
    if count <= 1:
        return 0
    inner, degree = prod(sides[1:]), sum(side - 1 for side in sides[1:])
    layers, rest = divmod(count, inner)
    between = inner * (layers * (layers - 1) // 2) + rest * layers
    return layers * (inner * degree // 2) + between + _links_inside_first(rest, sides[1:])
