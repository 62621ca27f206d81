"""Dragonflies as they are built: large complete groups, several links between any two of them.

The machines with Slingshot (Frontier, Aurora, LUMI) have 16 or 32 switches in a group and a few
cables between two groups; which switches those join is not published. De Sensi et al., An
in-depth analysis of the Slingshot interconnect, SC 2020.
"""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Literal

from alphacut.arrangements.local_group import LocalGroup
from alphacut.arrangements.network import GLOBAL, LOCAL
from alphacut.arrangements.topologies.grouped import grouped_network

if TYPE_CHECKING:
    from alphacut.arrangements.links._base import GlobalLink
    from alphacut.arrangements.network import Network

Wiring = Literal["round_robin", "blocks", "random"]


def slingshot(
    groups: int,
    switches: int,
    links: int,
    wiring: Wiring = "round_robin",
    seed: int = 0,
    p: int = 1,
) -> Network:
    """Build a dragonfly of complete groups: links of the classes "local" and "global".

    Parameters
    ----------
    groups, switches, links
        The groups, the switches of each, and the global links between each two groups.
    wiring
        How the ends of a group's global links, in the order of the groups that they lead to, are
        dealt to its switches: in turn, in blocks of neighbours, or shuffled. None has two more
        than another.
    seed
        Decides a shuffle, together with the version of Python.
    p
        The hosts of each switch.
    """
    local = LocalGroup(sides=(switches,))
    between = _global_links(groups, switches, links, wiring, seed)
    return grouped_network([local] * groups, between, (LOCAL, GLOBAL), p)


def _global_links(
    groups: int, switches: int, links: int, wiring: Wiring, seed: int
) -> list[GlobalLink]:
    used, shuffled = links * (groups - 1), Random(seed)
    ends = []
    for _ in range(groups):
        if wiring == "blocks":
            dealt = [end * switches // used for end in range(used)]
        else:
            dealt = [end % switches for end in range(used)]
        if wiring == "random":
            shuffled.shuffle(dealt)
        ends.append(dealt)
    return [
        ((low, ends[low][(high - 1) * links + each]), (high, ends[high][low * links + each]))
        for low, high in combinations(range(groups), 2)
        for each in range(links)
    ]
