"""Dragonflies as they are built: large complete groups, several links between any two of them.

The machines with Slingshot (Frontier, Aurora, LUMI) have 16 or 32 switches in a group and a few
cables between two groups, by the kinds of both: compute, storage, service. Which switches those
cables join is not published. De Sensi et al., An in-depth analysis of the Slingshot interconnect,
SC 2020.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Literal

from alphacut.arrangements.local_group import LocalGroup
from alphacut.arrangements.network import GLOBAL, LOCAL
from alphacut.arrangements.topologies.grouped import grouped_network

if TYPE_CHECKING:
    from collections.abc import Sequence

    from alphacut.arrangements.links._base import GlobalLink
    from alphacut.arrangements.network import Network

Wiring = Literal["round_robin", "blocks", "random"]
Matrix = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, kw_only=True)
class GroupKind:
    """Groups that are alike."""

    groups: int
    switches: int  # of each group
    p: int = 1  # hosts of each switch


def slingshot(
    kinds: Sequence[GroupKind],
    links: Matrix,
    wiring: Wiring = "round_robin",
    seed: int = 0,
) -> Network:
    """Build a dragonfly of complete groups: links of the classes "local" and "global".

    Parameters
    ----------
    kinds
        The kinds of groups; groups are numbered kind by kind.
    links
        Symmetric, (kinds, kinds): the global links between a group of one kind and another
        group of one kind.
    wiring
        How the ends of a group's global links, in the order of the groups that they lead to, are
        dealt to its switches: in turn, in blocks of neighbours, or shuffled. None has two more
        than another of its group.
    seed
        Decides a shuffle, together with the version of Python.
    """
    of = [kind for kind, each in enumerate(kinds) for _ in range(each.groups)]
    local = [LocalGroup(sides=(each.switches,)) for each in kinds]
    sizes = [kinds[kind].switches for kind in of]
    between = [
        [0 if group == other else links[kind][of[other]] for other in range(len(of))]
        for group, kind in enumerate(of)
    ]
    network = grouped_network(
        [local[kind] for kind in of],
        _global_links(sizes, between, wiring, seed),
        (LOCAL, GLOBAL),
        1,
    )
    hosts = (kinds[kind].p for kind in of for _ in range(kinds[kind].switches))
    return replace(network, hosts=tuple(hosts))


def _global_links(
    sizes: Sequence[int], between: Sequence[Sequence[int]], wiring: Wiring, seed: int
) -> list[GlobalLink]:
    shuffled = Random(seed)
    ends = []
    for size, row in zip(sizes, between, strict=True):
        used = sum(row)
        if wiring == "blocks":
            dealt = [end * size // used for end in range(used)]
        else:
            dealt = [end % size for end in range(used)]
        if wiring == "random":
            shuffled.shuffle(dealt)
        ends.append(dealt)
    first = [0] * len(sizes)  # of each group, the first end that is free
    found: list[GlobalLink] = []
    for low, high in combinations(range(len(sizes)), 2):
        number = between[low][high]
        found += [
            ((low, ends[low][first[low] + each]), (high, ends[high][first[high] + each]))
            for each in range(number)
        ]
        first[low] += number
        first[high] += number
    return found
