"""Butterflies, with and without wraparound, and cube-connected cycles."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from alphacut.arrangements.network import LOCAL, Link, Network
from alphacut.arrangements.topologies._known import EVERY_BALANCE, KnownBisection

if TYPE_CHECKING:
    from collections.abc import Iterator


def butterfly(dimension: int, p: int = 1, *, wrapped: bool = True) -> Network:
    """Build a butterfly: links of the class "local", grouped by level.

    Switch (level, row) has the number level·2**dimension + row, and is joined
    to (level + 1, row) and to (level + 1, row with bit `level` changed). There
    are dimension + 1 levels, or with wraparound dimension, the last one being
    joined to the first. Each switch has p hosts.

    References
    ----------
    Leighton, Introduction to Parallel Algorithms and Architectures, section 3.2.
    """
    rows = 2**dimension
    levels = dimension if wrapped else dimension + 1
    return Network(
        switches=levels * rows,
        links=tuple(_butterfly_links(dimension, rows, levels)),
        groups=tuple(switch // rows for switch in range(levels * rows)),
        hosts=(p,) * (levels * rows),
    )


def _butterfly_links(dimension: int, rows: int, levels: int) -> Iterator[Link]:
    for level, row in product(range(dimension), range(rows)):
        below = (level + 1) % levels * rows
        for end in (below + row, below + (row ^ (1 << level))):
            if end != level * rows + row:
                yield Link(level * rows + row, end, LOCAL.name)


def butterfly_bisection(dimension: int, *, wrapped: bool) -> KnownBisection | None:
    """Return the bisection bandwidth of a wrapped butterfly of at least 3 dimensions.

    Without wraparound only the growth is known, about 0.83·2**dimension.
    """
    if not wrapped or dimension < 3:
        return None
    return KnownBisection(
        value=2**dimension,
        balances=EVERY_BALANCE,
        formula="2^dimension",
        reference=(
            "Bornstein, Litman, Maggs, Sitaraman and Yatzkar, On the bisection width and expansion "
            "of butterfly networks, 2001"
        ),
    )


def cube_connected_cycles(dimension: int, p: int = 1) -> Network:
    """Build cube-connected cycles: links of the class "local", a cycle is a group.

    Switch (corner, place) has the number corner·dimension + place. It is joined
    to its neighbours on the cycle of its corner, and to the same place of the
    corner that differs in bit `place`, and has p hosts.

    References
    ----------
    Preparata and Vuillemin, The cube-connected cycles, 1981.
    """
    switches = 2**dimension * dimension
    links = set()
    for corner, place in product(range(2**dimension), range(dimension)):
        switch = corner * dimension + place
        along = corner * dimension + (place + 1) % dimension
        across = (corner ^ (1 << place)) * dimension + place
        links |= {(min(switch, end), max(switch, end)) for end in (along, across) if end != switch}
    return Network(
        switches=switches,
        links=tuple(Link(*ends, LOCAL.name) for ends in sorted(links)),
        groups=tuple(switch // dimension for switch in range(switches)),
        hosts=(p,) * switches,
    )


def cube_connected_cycles_bisection(dimension: int) -> KnownBisection | None:
    """Return the bisection bandwidth of cube-connected cycles of at least 3 dimensions."""
    if dimension < 3:
        return None
    return KnownBisection(
        value=2 ** (dimension - 1),
        balances=EVERY_BALANCE,
        formula="2^(dimension - 1)",
        reference=(
            "Manabe, Hagihara and Tokura, The minimum bisection widths of the cube-connected "
            "cycles graph and cube graph, 1984"
        ),
    )
