"""Slim Fly networks: the graphs of McKay, Miller and Širáň, of diameter 2."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from alphacut.arrangements.network import LOCAL, Link, Network
from alphacut.arrangements.topologies._field import Field, field

if TYPE_CHECKING:
    from collections.abc import Iterator


def slim_fly(q: int, p: int = 1) -> Network:
    """Build a Slim Fly of 2·q² switches: links of the class "local".

    Switch (s, x, y) has the number (s·q + x)·q + y, and (s, x) is its group.
    (0, x, y) and (0, x, z) are joined if y - z lies in a set X, (1, m, c) and
    (1, m, d) if c - d lies in X', and (0, x, y) and (1, m, c) if y = m·x + c.
    Every switch has (3q - δ)/2 links. No closed formula for the bisection is
    proven.

    Parameters
    ----------
    q
        A prime power 4w + δ with δ = -1, 0 or 1.
    p
        The hosts of each switch.

    References
    ----------
    McKay, Miller and Širáň, A note on large graphs of diameter two and given
    maximum degree, 1998. Besta and Hoefler, Slim Fly: a cost effective
    low-diameter network topology, SC 2014. Hafner, Large Cayley graphs and
    digraphs with small degree and diameter, 1995, for the sets with δ = -1, 0.
    """
    switches = 2 * q * q
    return Network(
        switches=switches,
        links=tuple(Link(*ends, LOCAL.name) for ends in _ends(field(q))),
        groups=tuple(switch // q for switch in range(switches)),
        hosts=(p,) * switches,
    )


def delta(q: int) -> int | None:
    """Return δ of q = 4w + δ, or None where it is none of -1, 0, 1."""
    return {0: 0, 1: 1, 3: -1}.get(q % 4)


def generators(numbers: Field) -> tuple[set[int], set[int]]:
    """Return the sets X and X', closed under negation."""
    q, powers = numbers.q, numbers.powers
    if delta(q) == -1:
        w = (q + 1) // 4
        low = [2 * i for i in range(w)]
        high = [2 * w - 1 + 2 * i for i in range(w)]
        one, other = low + high, [i + 1 for i in low + high]
    else:
        one = list(range(0, q - 1, 2))
        other = list(range(1, q, 2))
    return {powers[i % (q - 1)] for i in one}, {powers[i % (q - 1)] for i in other}


def _ends(numbers: Field) -> Iterator[tuple[int, int]]:
    q, add = numbers.q, numbers.add
    for s, steps in enumerate(generators(numbers)):
        for x, y, step in product(range(q), range(q), steps):
            if y < add[y][step]:
                yield (s * q + x) * q + y, (s * q + x) * q + add[y][step]
    for m, x in product(range(q), range(q)):
        slope = numbers.multiply(m, x)
        for c in range(q):
            yield x * q + add[slope][c], (q + m) * q + c
