"""A network as its cables between groups, whose ends may move, and all that stays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from alphacut.arrangements.network import Link, LinkClass, Network
from alphacut.solver.common.errors import QuestionError

IntArray = NDArray[np.int64]
Move = tuple[int, int, int, int]  # a cable from u to v, which now joins w to x


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What may be done to the cables of a network."""

    moves: int | None = None  # cables of which an end may move; None: all
    reach: int | None = None  # positions that an end may move inside its group; None: any
    closed: frozenset[int] = frozenset()  # positions of every group without ports for cables


@dataclass(frozen=True, kw_only=True)
class Cabling:
    """Cables between groups, one by one, and ports that are free.

    An end may move to another switch of its group, so that as many cables as before join each
    two groups.

    Attributes
    ----------
    network
        As it is before anything moves.
    cable_class
        Of all links between groups.
    joined
        Of shape (cables, 2): the switches at both ends.
    free
        A switch for each port that has no cable.
    """

    network: Network
    cable_class: LinkClass
    joined: IntArray
    free: IntArray

    @classmethod
    def of(cls, network: Network, ports: Sequence[int], closed: Collection[int] = ()) -> Cabling:
        """Divide the links of a network into cables and others.

        Parameters
        ----------
        ports
            The most cables of each switch; those that it has may be more.
        closed
            Positions in groups whose free ports are not used.

        Raises
        ------
        QuestionError
            If there is no cable, if they are of several classes, or if a closed position has some.
        """
        groups = network.groups
        cables = [link for link in network.links if groups[link.first] != groups[link.second]]
        if not cables:
            raise QuestionError("topology", "has no cables between groups that could move")
        classes = sorted({link.link_class for link in cables})
        if len(classes) > 1:
            raise QuestionError(
                "topology", f"must have cables of one class between groups, got {len(classes)}"
            )
        joined = [link[:2] for link in cables for _ in range(link.multiplicity)]
        used = Counter(switch for pair in joined for switch in pair)
        barred = {u for u, place in enumerate(positions(network)) if place in closed}
        wrong = min(barred & used.keys(), default=None)
        if wrong is not None:
            raise QuestionError(
                "closed", f"position {positions(network)[wrong]} of group {groups[wrong]} has "
                f"{used[wrong]} cables; name positions without any",
            )  # fmt: skip
        free = [
            switch
            for switch in range(network.switches)
            if switch not in barred
            for _ in range(ports[switch] - used[switch])
        ]
        return cls(
            network=network,
            cable_class=network.class_by_name[classes[0]],
            joined=np.array(joined, np.int64).reshape(-1, 2),
            free=np.array(free, np.int64),
        )

    @cached_property
    def stays(self) -> tuple[Link, ...]:
        """The links inside groups."""
        groups = self.network.groups
        return tuple(link for link in self.network.links if groups[link[0]] == groups[link[1]])

    def rewired(self, joined: IntArray) -> Network:
        """Return the network with its cables joined otherwise."""
        name = self.cable_class.name
        cables = [Link(min(pair), max(pair), name) for pair in joined.tolist()]
        return replace(self.network, links=(*self.stays, *cables))


def positions(network: Network) -> list[int]:
    """Return the place of each switch in its group, in the order of their numbers."""
    met: Counter[int] = Counter()
    found = []
    for group in network.groups:
        found.append(met[group])
        met[group] += 1
    return found


def moved(before: IntArray, after: IntArray) -> list[Move]:
    """Return the cables that join other switches than before, of equal ones as few as can be.

    Parameters
    ----------
    before, after
        Of shape (cables, 2), the groups of whose ends are the same.
    """
    return [
        (*old, *new)
        for old, new in zip(before.tolist(), after.tolist(), strict=True)
        if old != new
    ]  # fmt: skip


def relabelled(before: IntArray, after: IntArray, groups: Sequence[int]) -> IntArray:
    """Exchange equal cables of two groups so that as many as can be join what they did before."""
    found = after.copy()
    between: dict[tuple[int, int], list[int]] = {}
    for cable, (u, v) in enumerate(before.tolist()):
        between.setdefault((groups[u], groups[v]), []).append(cable)
    for cables in between.values():
        left = Counter(tuple(after[cable].tolist()) for cable in cables)
        astray = []
        for cable in cables:
            pair = tuple(before[cable].tolist())
            if left[pair]:
                left[pair] -= 1
                found[cable] = before[cable]
            else:
                astray.append(cable)
        for cable, pair in zip(astray, left.elements(), strict=True):
            found[cable] = pair
    return found
