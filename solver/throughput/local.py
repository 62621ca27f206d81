"""Shortest paths inside the groups, counted, and how often they use each link."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from alphacut.arrangements.network import Network
from alphacut.solver.throughput.links import DirectedLinks, Integers

NO_PATH = -1


def ragged(starts: Integers, lengths: Integers) -> tuple[Integers, Integers]:
    """Return the numbers of several ranges one after the other, and the range of each."""
    owner = np.repeat(np.arange(len(starts)), lengths)
    before = np.cumsum(lengths) - lengths
    return starts[owner] + np.arange(len(owner)) - before[owner], owner


@dataclass(frozen=True, kw_only=True)
class LocalPaths:
    """The shortest paths between all switches of each group, over links inside the group.

    An ordered pair of switches of one group has a number: those from switch x begin at
    `row[x]` and follow the members of its group. A hop between two switches that links of
    several classes join is one path for each class.
    """

    members: tuple[Integers, ...]  # switches of each group, groups and switches in order
    group: Integers  # (n,) place of each switch's group in `members`
    row: Integers  # (n + 1,) number of the first pair from each switch
    place: Integers  # (n,) place of each switch in its group
    ends: Integers  # (pairs,) the switch to which each pair leads
    hops: Integers  # (pairs,) length; 0 from a switch to itself, -1 where there is no path
    paths: Integers  # (pairs,) number of shortest paths
    use_start: Integers  # (pairs + 1,) first entry of each pair in the two lists that follow
    use_link: Integers  # (uses,) directed link
    use_paths: Integers  # (uses,) number of shortest paths that use it

    def pair(self, start: Integers, end: Integers) -> Integers:
        """Return the numbers of pairs of switches that are in one group."""
        return self.row[start] + self.place[end]

    @cached_property
    def longest(self) -> int:
        """The most hops between two switches of one group."""
        return int(self.hops.max(initial=0))

    def uses(self, pairs: Integers) -> tuple[Integers, Integers, Integers]:
        """Return the uses of all these pairs: the place of the pair, link and paths."""
        lengths = self.use_start[pairs + 1] - self.use_start[pairs]
        entries, owner = ragged(self.use_start[pairs], lengths)
        return owner, self.use_link[entries], self.use_paths[entries]


def local_paths(network: Network, links: DirectedLinks) -> LocalPaths:
    """Count the shortest paths inside each group."""
    _, group = np.unique(np.array(network.groups), return_inverse=True)
    members = tuple(np.flatnonzero(group == each) for each in range(int(group.max()) + 1))
    sizes = np.array([len(each) for each in members])[group]
    place = np.zeros(network.switches, dtype=np.int64)
    for each in members:
        place[each] = np.arange(len(each))
    inside = np.flatnonzero(~links.crossing)
    tables = [_Table.of(each, inside[group[links.tails[inside]] == i], links, place)
              for i, each in enumerate(members)]  # fmt: skip
    order = np.argsort(np.concatenate(members), kind="stable")
    parts = [row for table in tables for row in table.rows()]
    ordered = [parts[i] for i in order]
    counts = np.concatenate([part.use_counts for part in ordered])
    return LocalPaths(
        members=members,
        group=group,
        row=np.concatenate([[0], np.cumsum(sizes)]),
        place=place,
        ends=np.concatenate([members[g] for g in group]),
        hops=np.concatenate([part.hops for part in ordered]),
        paths=np.concatenate([part.paths for part in ordered]),
        use_start=np.concatenate([[0], np.cumsum(counts)]),
        use_link=np.concatenate([part.use_link for part in ordered]),
        use_paths=np.concatenate([part.use_paths for part in ordered]),
    )


@dataclass(frozen=True, kw_only=True)
class _Row:
    """What starts at one switch; the fields are those of `LocalPaths`."""

    hops: Integers
    paths: Integers
    use_counts: Integers
    use_link: Integers
    use_paths: Integers


@dataclass(frozen=True, kw_only=True)
class _Table:
    """The shortest paths of one group, by the places of their ends."""

    hops: Integers  # (a, a)
    paths: Integers  # (a, a)
    links: Integers  # directed links inside
    tails: Integers  # their places
    heads: Integers

    @classmethod
    def of(cls, group: Integers, inside: Integers, links: DirectedLinks, place: Integers) -> _Table:
        """Count paths by their length until no pair is left that longer ones could join."""
        size = len(group)
        tails, heads = place[links.tails[inside]], place[links.heads[inside]]
        step = np.zeros((size, size), dtype=np.int64)
        np.add.at(step, (tails, heads), 1)
        hops = np.full((size, size), NO_PATH, dtype=np.int64)
        np.fill_diagonal(hops, 0)
        walks, paths = np.eye(size, dtype=np.int64), np.eye(size, dtype=np.int64)
        for length in range(1, size):
            walks = np.where(hops == length - 1, paths, 0) @ step
            new = (walks > 0) & (hops == NO_PATH)
            if not new.any():
                break
            hops[new], paths[new] = length, walks[new]
        return cls(hops=hops, paths=paths, links=inside, tails=tails, heads=heads)

    def rows(self) -> list[_Row]:
        """Return what starts at each switch, in order."""
        return [self._row(x) for x in range(len(self.hops))]

    def _row(self, x: int) -> _Row:
        """Find the links (p, q) with hops(x, p) + 1 + hops(q, y) = hops(x, y), for each y."""
        before, after = self.hops[x, self.tails], self.hops[self.heads]
        on = (before >= 0)[:, None] & (after >= 0)
        on &= before[:, None] + 1 + after == self.hops[x]
        ends, at = np.nonzero(on.T)
        return _Row(
            hops=self.hops[x],
            paths=self.paths[x],
            use_counts=np.bincount(ends, minlength=len(self.hops)),
            use_link=self.links[at],
            use_paths=self.paths[x, self.tails[at]] * self.paths[self.heads[at], ends],
        )
