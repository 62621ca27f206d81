"""Hypercubes: switches are bit strings, linked where they differ in one bit."""

from __future__ import annotations

from alphacut.arrangements.network import LOCAL, Link, Network
from alphacut.arrangements.topologies._known import EVERY_BALANCE, KnownBisection


def hypercube(dimension: int, p: int = 1) -> Network:
    """Build a hypercube of 2**dimension switches: links of the class "local", one group.

    The number of a switch, written in binary, is its bit string. Each has p hosts.
    """
    return Network(
        switches=2**dimension,
        links=tuple(
            Link(switch, switch | 1 << bit, LOCAL.name)
            for switch in range(2**dimension)
            for bit in range(dimension)
            if not switch >> bit & 1
        ),
        hosts=(p,) * 2**dimension,
    )


def hypercube_bisection(dimension: int) -> KnownBisection:
    """Return the bisection bandwidth: that of cutting one dimension."""
    return KnownBisection(
        value=2 ** (dimension - 1),
        balances=EVERY_BALANCE,
        formula="2^(dimension - 1)",
        reference="Harper, Optimal assignments of numbers to vertices, 1964",
    )
