"""PolarFly networks: the polarity graphs of Erdős, Rényi and Brown, of diameter 2."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from alphacut.arrangements.network import LOCAL, Link, Network
from alphacut.arrangements.topologies._field import Field, field

Point = tuple[int, int, int]


def polarfly(q: int, p: int = 1) -> Network:
    """Build the PolarFly of q² + q + 1 switches: links of the class "local", one group.

    Switches are the points of the projective plane over the field of q elements, as
    vectors whose first entry that is not 0 is 1, in order; two are joined if they are
    orthogonal. q + 1 points are orthogonal to themselves and have q links, all others
    have q + 1. No closed formula for the bisection is proven.

    Parameters
    ----------
    q
        A prime power.
    p
        The hosts of each switch.

    References
    ----------
    Lakhotia, Besta, Monroe, Isham, Iff, Hoefler and Petrini, PolarFly: a
    cost-effective and flexible low-diameter topology, SC 2022. Brown, On graphs that
    do not contain a Thomsen graph, 1966.
    """
    return Network(
        switches=q * q + q + 1,
        links=tuple(Link(*ends, LOCAL.name) for ends in _ends(field(q))),
        hosts=(p,) * (q * q + q + 1),
    )


def _ends(numbers: Field) -> Iterator[tuple[int, int]]:
    q, add = numbers.q, numbers.add
    times = [[numbers.multiply(x, y) for y in range(q)] for x in range(q)]
    negative = [row.index(0) for row in add]
    inverse = [0, *(times[x].index(1) for x in range(1, q))]
    points = [*((0, 0, 1), *((0, 1, z) for z in range(q)))]
    points += [(1, y, z) for y, z in product(range(q), repeat=2)]
    place = {point: number for number, point in enumerate(points)}
    for number, (x, y, z) in enumerate(points):
        for other in _orthogonal((x, y, z), add, times, negative, inverse):
            if number < place[other]:
                yield number, place[other]


def _orthogonal(
    point: Point,
    add: tuple[tuple[int, ...], ...],
    times: list[list[int]],
    negative: list[int],
    inverse: list[int],
) -> Iterator[Point]:
    """Yield all points (u, v, w) with x·u + y·v + z·w = 0."""
    x, y, z = point
    q = len(negative)
    if not z:
        yield 0, 0, 1
    for v in (0, 1):  # (0, 1, w), and below (1, v, w) for every v
        for second in (1,) if not v else range(q):
            known = add[times[x][v]][times[y][second]]
            if z:
                yield v, second, times[negative[known]][inverse[z]]
            elif not known:
                yield from ((v, second, w) for w in range(q))
