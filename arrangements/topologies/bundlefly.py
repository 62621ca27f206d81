"""Bundlefly networks: star products of a Slim Fly and a Paley graph, of diameter 3."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from alphacut.arrangements.network import GLOBAL, LOCAL, Link, Network
from alphacut.arrangements.topologies._field import Field, field
from alphacut.arrangements.topologies.slim_fly import slim_fly


def bundlefly(q: int, paley: int, p: int = 1) -> Network:
    """Build a Bundlefly: a Paley graph in place of each switch of a Slim Fly.

    Switch x of the Paley graph in place of switch u is number u·paley + x, and u is its group.
    Inside, x and y are joined ("local") if x - y is a square in the field of `paley`
    elements. For each link from u to v > u of the Slim Fly, (u, x) is joined ("global") to
    (v, g·x), g the primitive element that generates the field: what is no square inside
    v is a square inside u, hence the diameter 3. A bundle of fibres carries all links of a link.

    Parameters
    ----------
    q
        A prime power 4w + δ with δ = -1, 0 or 1: that of the Slim Fly.
    paley
        A prime power 4w + 1: the switches of each Paley graph.
    p
        The hosts of each switch.

    References
    ----------
    Lei, Dong, Liao and Duato, Bundlefly: a low-diameter topology for multicore fiber, ICS 2020.
    Bermond, Delorme and Farhi, Large graphs with given degree and diameter III, 1982.
    """
    outer, numbers = slim_fly(q), field(paley)
    inside = [
        Link(group * paley + x, group * paley + y, LOCAL.name)
        for group, (x, y) in product(range(outer.switches), list(paley_links(numbers)))
    ]
    image = [numbers.multiply(numbers.powers[1], x) for x in range(paley)]
    between = [
        Link(link.first * paley + x, link.second * paley + image[x], GLOBAL.name)
        for link, x in product(outer.links, range(paley))
    ]
    switches = outer.switches * paley
    return Network(
        switches=switches,
        links=(*inside, *between),
        groups=tuple(switch // paley for switch in range(switches)),
        hosts=(p,) * switches,
    )


def paley_links(numbers: Field) -> Iterator[tuple[int, int]]:
    """Yield the pairs of elements whose difference is a square, in a field of 4w + 1 elements."""
    squares = numbers.powers[::2]
    for x, step in product(range(numbers.q), squares):
        if x < numbers.add[x][step]:
            yield x, numbers.add[x][step]
