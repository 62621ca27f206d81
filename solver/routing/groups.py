"""Networks of groups that routing goes through: complete groups, links between every two."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from alphacut.solver.common.errors import QuestionError

if TYPE_CHECKING:
    from alphacut.arrangements.network import Network
    from alphacut.solver.routing.channels import Links, Numbers


@dataclass(frozen=True, kw_only=True)
class Groups:
    """A network of complete groups, every two of which are joined.

    The position of a switch is its place among the switches of its group.
    """

    links: Links
    hosts: Numbers  # (n,) hosts of each switch
    group: Numbers  # (n,) group of each switch, numbered from 0 without gaps
    position: Numbers  # (n,) place of each switch in its group
    members: Numbers  # (b, a) switches of each group, in order
    local: Numbers  # (n, a) directed link from a switch to each position of its group, or -1
    starts: Numbers  # (b·b + 1,) where the links from group I to group J begin, at I·b + J
    trunks: Numbers  # directed links between groups, those of one pair together

    @property
    def count(self) -> int:
        """The number b of groups."""
        return len(self.members)

    @property
    def size(self) -> int:
        """The number a of switches in each group."""
        return int(self.members.shape[1])

    def between(self, one: int, other: int) -> Numbers:
        """Return the directed links from one group to another."""
        at = one * self.count + other
        return self.trunks[self.starts[at] : self.starts[at + 1]]

    @classmethod
    def of(cls, network: Network, links: Links) -> Groups:
        """Find the groups of a network.

        Raises
        ------
        QuestionError
            If groups are unequal, or a link is missing inside one or between two.
        """
        _, group = np.unique(np.array(network.groups, dtype=np.int64), return_inverse=True)
        members = _members(group)
        position = np.zeros(network.switches, dtype=np.int64)
        position[members] = np.arange(members.shape[1])
        starts, trunks = _trunks(links, group, len(members))
        return cls(
            links=links,
            hosts=np.array(network.hosts, dtype=np.int64),
            group=group,
            position=position,
            members=members,
            local=_local(links, group, position, members),
            starts=starts,
            trunks=trunks,
        )


def _members(group: Numbers) -> Numbers:
    sizes = np.bincount(group)
    if len(sizes) < 2 or sizes.min() != sizes.max():
        raise QuestionError(
            "mechanism",
            "needs at least two groups of equally many switches; this network has "
            + (f"groups of {sizes.min()} to {sizes.max()}" if len(sizes) > 1 else "one group")
            + "; up-down and shortest take any network",
        )
    order = np.argsort(group, kind="stable")
    return order.reshape(len(sizes), -1)


def _local(links: Links, group: Numbers, position: Numbers, members: Numbers) -> Numbers:
    """Return the link from each switch to each position of its group."""
    table = np.full((len(group), members.shape[1]), -1, dtype=np.int64)
    inside = np.flatnonzero(~links.between)[::-1]  # of parallel links the first one stays
    table[links.tails[inside], position[links.heads[inside]]] = inside
    missing = np.argwhere(table < 0)
    for switch, place in missing:
        if place != position[switch]:
            other = members[group[switch], place]
            raise QuestionError(
                "mechanism",
                f"needs groups whose switches are all linked to each other; in group "
                f"{group[switch]} no link joins switches {switch} and {other}",
            )
    return table


def _trunks(links: Links, group: Numbers, count: int) -> tuple[Numbers, Numbers]:
    across = np.flatnonzero(links.between)
    pair = group[links.tails[across]] * count + group[links.heads[across]]
    order = np.argsort(pair, kind="stable")
    sizes = np.bincount(pair, minlength=count * count)
    unjoined = np.flatnonzero((sizes == 0) & (np.arange(count * count) % (count + 1) > 0))
    if len(unjoined):
        one, other = divmod(int(unjoined[0]), count)
        raise QuestionError(
            "mechanism",
            f"needs a link between every two groups; none joins groups {one} and {other}",
        )
    starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    return starts, across[order]
