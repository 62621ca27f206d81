"""Channels: the virtual channels of directed links, numbered."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from alphacut.solver.common.errors import QuestionError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from alphacut.arrangements.network import Network

    Numbers = NDArray[np.int64]

MOST_VCS = 64  # for each directed link


@dataclass(frozen=True, kw_only=True)
class Links:
    """The directed links of a network: 2k leads from the first end of link k to the second.

    Parallel links are separate here, one after the other, in the order of `Network.links`.
    """

    switches: int
    tails: Numbers  # (2m,) switch that each directed link leaves
    heads: Numbers  # (2m,) switch that it enters
    between: NDArray[np.bool_]  # (2m,) whether it joins two groups
    classes: tuple[str, ...]  # names of the link classes
    link_class: Numbers  # (2m,) index of its class

    @classmethod
    def of(cls, network: Network) -> Links:
        """Number the directed links of a network."""
        names = tuple(each.name for each in network.classes)
        rows = [
            (link.first, link.second, names.index(link.link_class))
            for link in network.links
            for _ in range(link.multiplicity)
        ]
        table = np.array(rows, dtype=np.int64).reshape(-1, 3)
        tails = table[:, :2].reshape(-1)
        heads = table[:, 1::-1].reshape(-1)
        groups = np.array(network.groups, dtype=np.int64)
        return cls(
            switches=network.switches,
            tails=tails,
            heads=heads,
            between=groups[tails] != groups[heads],
            classes=names,
            link_class=np.repeat(table[:, 2], 2),
        )

    @property
    def count(self) -> int:
        """The number of directed links."""
        return len(self.tails)

    @cached_property
    def leaving(self) -> tuple[Numbers, Numbers]:
        """The directed links by the switch that they leave (2m,), and where those of each begin."""
        counts = np.bincount(self.tails, minlength=self.switches)
        begin = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        return np.argsort(self.tails, kind="stable"), begin

    @cached_property
    def by_ends(self) -> dict[tuple[int, int], list[int]]:
        """The directed links from one switch to another, parallel ones in order."""
        found: dict[tuple[int, int], list[int]] = {}
        for link, ends in enumerate(zip(self.tails.tolist(), self.heads.tolist(), strict=True)):
            found.setdefault(ends, []).append(link)
        return found


@dataclass(frozen=True, kw_only=True)
class Channels:
    """The virtual channels of all directed links: those of a link have consecutive numbers."""

    links: Links
    vcs: tuple[int, int]  # virtual channels of a link within a group, and between groups

    def __post_init__(self) -> None:
        for count in self.vcs:
            if not 1 <= count <= MOST_VCS:
                raise QuestionError("vcs", f"must be from 1 to {MOST_VCS}, got {count}")

    @cached_property
    def first(self) -> Numbers:
        """The number of channel 0 of each directed link, and at last of all channels: (2m + 1,)."""
        each = np.where(self.links.between, self.vcs[1], self.vcs[0])
        return np.concatenate([[0], np.cumsum(each)]).astype(np.int64)

    @property
    def count(self) -> int:
        """The number of channels."""
        return int(self.first[-1])

    def link_of(self, channel: int) -> tuple[int, int]:
        """Return the directed link of a channel, and the virtual channel on it."""
        link = int(np.searchsorted(self.first, channel, side="right")) - 1
        return link, channel - int(self.first[link])
