"""Switches, directed links and channels of a network, numbered as docs/routing.md says."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from alphacut.arrangements.network import Network

Integers = NDArray[np.int64]
Route = tuple[tuple[int, ...], Fraction]  # channels, and the share of the packets of the pair


class Fabric:
    """A network as the checks see it.

    Directed link 2k leads from the first switch of link k to the second, 2k + 1 back; links are
    in the order of the network, parallel ones one by one. The channels of directed link i have
    the numbers first[i], first[i] + 1, …
    """

    def __init__(self, network: Network, vcs: tuple[int, int]) -> None:
        self.network = network
        self.vcs = vcs
        groups = {name: i for i, name in enumerate(sorted(set(network.groups)))}
        self.group = [groups[name] for name in network.groups]
        self.members: list[list[int]] = [[] for _ in groups]
        for switch, group in enumerate(self.group):
            self.members[group].append(switch)
        self.place = [self.members[g].index(s) for s, g in enumerate(self.group)]
        self.tails: list[int] = []
        self.heads: list[int] = []
        self.classes: list[str] = []
        for link in network.links:
            for _ in range(link.multiplicity):
                self.tails += [link.first, link.second]
                self.heads += [link.second, link.first]
                self.classes += [link.link_class, link.link_class]
        self.first = [0]
        for tail, head in zip(self.tails, self.heads, strict=True):
            self.first.append(self.first[-1] + vcs[self.group[tail] != self.group[head]])
        self.link_of = [i for i in range(len(self.tails)) for _ in range(self._vcs_of(i))]
        self.joining: dict[tuple[int, int], list[int]] = {}
        for i, ends in enumerate(zip(self.tails, self.heads, strict=True)):
            self.joining.setdefault(ends, []).append(i)
        self.trunks: dict[tuple[int, int], list[int]] = {}
        for i, (tail, head) in enumerate(zip(self.tails, self.heads, strict=True)):
            if self.group[tail] != self.group[head]:
                self.trunks.setdefault((self.group[tail], self.group[head]), []).append(i)
        self.ends = np.array([self.tails, self.heads], dtype=np.int64)  # (2, directed links)
        self.places = np.array(self.place, dtype=np.int64)

    def _vcs_of(self, link: int) -> int:
        return self.first[link + 1] - self.first[link]

    @property
    def channels(self) -> int:
        """The number of channels."""
        return self.first[-1]

    def hop(self, tail: int, head: int, vc: int) -> int:
        """Return the channel of the first link from one switch to another."""
        return self.first[self.joining[tail, head][0]] + vc

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Yield the ordered pairs of different groups."""
        for one in range(len(self.members)):
            for other in range(len(self.members)):
                if one != other:
                    yield one, other
