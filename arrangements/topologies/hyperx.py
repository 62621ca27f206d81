"""HyperX networks: Hamming graphs with hosts, and parallel links in each dimension."""

from __future__ import annotations

from typing import TYPE_CHECKING

from alphacut.arrangements.topologies._product import box_network
from alphacut.arrangements.topologies.hamming import hamming_bisection, pairs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from alphacut.arrangements.network import Network
    from alphacut.arrangements.topologies._known import KnownBisection


def hyperx(sides: Sequence[int], multiplicities: Sequence[int], p: int = 1) -> Network:
    """Build a HyperX: links of the class "local", grouped by the first coordinate.

    Parameters
    ----------
    sides
        The length S of each dimension, at least 1.
    multiplicities
        The parallel links K in each dimension, at least 1.
    p
        The hosts T of each switch.

    References
    ----------
    Ahn et al., HyperX: topology, routing, and packaging of efficient
    large-scale networks, SC 2009.
    """
    return box_network(sides, pairs, multiplicities, p)


def hyperx_bisection(sides: Sequence[int], multiplicities: Sequence[int]) -> KnownBisection | None:
    """Return the bisection bandwidth of a HyperX with the same multiplicity everywhere."""
    if len(set(multiplicities)) > 1:
        return None
    return hamming_bisection(sides, multiplicities[0])


def flat_sides(k: int, n: int) -> tuple[int, ...]:
    """Return the sides of a k-ary n-flat, the flattened butterfly; each switch has k hosts.

    References
    ----------
    Kim, Dally and Abts, Flattened butterfly: a cost-efficient topology for
    high-radix networks, ISCA 2007.
    """
    return (k,) * (n - 1)
