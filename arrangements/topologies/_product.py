"""Networks whose switches are the points of a box: products of one graph for each side."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING

from alphacut.arrangements.network import LOCAL, Link, Network

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    Line = Callable[[int], Iterable[tuple[int, int]]]  # the pairs joined along a side, low first


def box_network(
    sides: Sequence[int], line: Line, multiplicities: Sequence[int] = (), p: int = 1
) -> Network:
    """Build the Cartesian product of graphs on 0, 1, …, side - 1.

    The points (x, y, …) are numbered in order, first coordinate slowest. All
    links are of the class "local"; the group of a switch is its first
    coordinate.

    Parameters
    ----------
    sides
        The length of each dimension, at least 1.
    line
        The links along a side, by its length.
    multiplicities
        The parallel links in each dimension; 1 by default.
    p
        The hosts of each switch.
    """
    switches = prod(sides)
    layer = switches // sides[0]
    return Network(
        switches=switches,
        links=tuple(_links(sides, line, multiplicities or (1,) * len(sides))),
        groups=tuple(switch // layer for switch in range(switches)),
        hosts=(p,) * switches,
    )


def _links(sides: Sequence[int], line: Line, multiplicities: Sequence[int]) -> Iterator[Link]:
    """Yield the links of each dimension, along which numbers differ by multiples of its stride."""
    for axis, side in enumerate(sides):
        stride = prod(sides[axis + 1 :])
        starts = range(0, prod(sides), side * stride)
        for start, (low, high), offset in product(starts, tuple(line(side)), range(stride)):
            first = start + low * stride + offset
            second = first + (high - low) * stride
            yield Link(first, second, LOCAL.name, multiplicities[axis])


def array_bisection(sides: Sequence[int]) -> int:
    """Return the bisection width of a mesh.

    With the sides in falling order, it is the sum of the products of the sides
    after the first, after the second, …, up to the first side that is even.

    References
    ----------
    Azizoğlu and Eğecioğlu, The bisection width and the isoperimetric number of
    arrays, Discrete Applied Mathematics 138, 2004.
    """
    falling = sorted(sides, reverse=True)
    width = 0
    for position, side in enumerate(falling):
        if side > 1:
            width += prod(falling[position + 1 :])
        if side % 2 == 0:
            break
    return width
