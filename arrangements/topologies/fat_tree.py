"""Fat trees of three tiers, and leaf-spine networks: switches with and without hosts."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from alphacut.arrangements.network import LOCAL, Link, Network
from alphacut.arrangements.topologies._known import KnownBisection

if TYPE_CHECKING:
    from collections.abc import Iterator


def fat_tree(k: int, p: int | None = None) -> Network:
    """Build the three-tier fat tree of switches with k ports: links of the class "local".

    Switches are numbered pod by pod, in each its k/2 edge switches, with p
    hosts each, and then its k/2 aggregation switches; the (k/2)² core switches
    come last. A pod is a group, and so are the core switches together. Switches
    other than those of the edge have no hosts: balance by hosts.

    Parameters
    ----------
    k
        The ports of every switch, even.
    p
        The hosts of each edge switch; k/2 by default, as many as its links up.

    References
    ----------
    Al-Fares, Loukissas and Vahdat, A scalable, commodity data center network
    architecture, SIGCOMM 2008.
    """
    half = k // 2
    pods = k * k
    return Network(
        switches=pods + half * half,
        links=tuple(_fat_tree_links(k)),
        groups=tuple(switch // k for switch in range(pods)) + (k,) * half**2,
        hosts=((half if p is None else p,) * half + (0,) * half) * k + (0,) * half**2,
    )


def _fat_tree_links(k: int) -> Iterator[Link]:
    half = k // 2
    for pod, upper, other in product(range(k), range(half), range(half)):
        aggregation = pod * k + half + upper
        yield Link(pod * k + other, aggregation, LOCAL.name)
        yield Link(aggregation, k * k + upper * half + other, LOCAL.name)


def fat_tree_bisection(k: int) -> KnownBisection:
    """Return the bisection bandwidth for halves of equal hosts."""
    return KnownBisection(
        value=(k // 2) ** 3,
        balances=("hosts",),
        formula="(k/2)³, half of the hosts where each edge switch has k/2",
        reference=(
            "a folded Clos network with as many links up as down can be rearranged to carry every "
            "permutation (Beneš, 1965); half of the pods against the other half attains it"
        ),
    )


def leaf_spine(leaves: int, spines: int, uplinks: int = 1, p: int = 1) -> Network:
    """Build a leaf-spine network: leaves first, then spines; links of the class "local".

    Parameters
    ----------
    leaves, spines
        Their numbers; every leaf is joined to every spine. Leaves are group 0,
        spines, which have no hosts, group 1.
    uplinks
        The parallel links between a leaf and a spine.
    p
        The hosts of each leaf.
    """
    return Network(
        switches=leaves + spines,
        links=tuple(
            Link(leaf, leaves + spine, LOCAL.name, uplinks)
            for leaf, spine in product(range(leaves), range(spines))
        ),
        groups=(0,) * leaves + (1,) * spines,
        hosts=(p,) * leaves + (0,) * spines,
    )


def leaf_spine_bisection(leaves: int, spines: int, uplinks: int) -> KnownBisection:
    """Return the bisection bandwidth for halves of equal hosts."""
    return KnownBisection(
        value=(leaves // 2) * spines * uplinks,
        balances=("hosts",),
        formula="floor(leaves/2)·spines·uplinks",
        reference="every spine stands with the larger part of the leaves",
    )
