"""Dragonfly+ (Megafly): groups of leaves and spines, with global links at the spines alone."""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING

from alphacut.arrangements.network import GLOBAL, LOCAL, Link, Network

if TYPE_CHECKING:
    from alphacut.arrangements.links._base import GlobalLink


def dragonfly_plus(
    groups: int, leaves: int, spines: int, links: int, uplinks: int = 1, p: int = 1
) -> Network:
    """Build a Dragonfly+: links of the classes "local", inside groups, and "global".

    A group has its leaves first, then its spines: leaf j of group i has the
    number i·(leaves + spines) + j. Spines have no hosts: balance by hosts.

    Parameters
    ----------
    groups
        Their number, at least 2.
    leaves, spines
        Of each group; every leaf is joined to every spine of its group.
    links
        The global links between each two groups; see `global_links`.
    uplinks
        The parallel links between a leaf and a spine.
    p
        The hosts of each leaf.

    References
    ----------
    Shpiner et al., Dragonfly+: low cost topology for scaling datacenters,
    HiPINEB 2017. Flajslik, Borch and Parker, Megafly: a topology for exascale
    systems, ISC 2018.
    """
    size = leaves + spines
    inside = (
        Link(group * size + leaf, group * size + leaves + spine, LOCAL.name, uplinks)
        for group, leaf, spine in product(range(groups), range(leaves), range(spines))
    )
    between = (
        Link(i * size + leaves + j, k * size + leaves + m, GLOBAL.name)
        for (i, j), (k, m) in global_links(groups, links, spines)
    )
    return Network(
        switches=groups * size,
        links=(*inside, *between),
        groups=tuple(switch // size for switch in range(groups * size)),
        hosts=((p,) * leaves + (0,) * spines) * groups,
    )


def global_links(groups: int, links: int, spines: int) -> list[GlobalLink]:
    """Spread the links between each two groups evenly over their spines.

    The links·(groups - 1) links of a group leave it in order, spread over its
    spines, and lead 1, 2, …, groups - 1 groups ahead, over and over; the round
    in which a link leaves one group is that in which it arrives at the other.
    The network looks the same from every group. One link between two groups
    gives the relative arrangement of the spines, the largest configuration of
    both papers; as many links as spines, or a multiple, join each spine to the
    spines of its own number in every other group.
    """
    others = groups - 1
    used = links * others
    return [
        (
            (low, (link * others + ahead - 1) * spines // used),
            (high, (link * others + groups - ahead - 1) * spines // used),
        )
        for low, high in combinations(range(groups), 2)
        for ahead in (high - low,)
        for link in range(links)
    ]
