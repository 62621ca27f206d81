"""Minimal paths (MIN): over each global link between two groups, shortest before and after.

All numbers of paths factor: before the global link, the link itself, after it. A
non-minimal path (VLB) is two minimal ones end to end, so its numbers are products of these.

References
----------
Mollah et al., Modeling UGAL on the Dragonfly topology, sections 2.3 and 3.2.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from alphacut.arrangements.network import Network
from alphacut.solver.throughput.links import DirectedLinks, Integers
from alphacut.solver.throughput.local import LocalPaths, local_paths, ragged


@dataclass(frozen=True, kw_only=True)
class Uses:
    """How often the minimal paths from one switch to all others use each link."""

    ends: Integers  # (entries,) switch to which the paths lead
    links: Integers  # (entries,) directed link
    lengths: Integers  # (entries,) of these paths
    paths: Integers  # (entries,) number of them that use it; an entry may come again


@dataclass(frozen=True, kw_only=True)
class _Ways:
    """The ways from one switch over a global link to the switches of another group."""

    out: Integers  # (ways,) directed global link
    times: Integers  # (ways,) parallel links that it stands for
    before: Integers  # (ways,) pair from the switch to where the link begins
    after: Integers  # (ways,) pair from where it ends on


class MinimalPaths:
    """The minimal paths of a network between switches of different groups, and of one.

    Parameters
    ----------
    network
        A network with groups.
    """

    def __init__(self, network: Network) -> None:
        self.switches = network.switches
        self.links = DirectedLinks.of(network)
        self.local: LocalPaths = local_paths(network, self.links)
        self.longest = 2 * self.local.longest + 1  # hops
        crossing = np.flatnonzero(self.links.crossing)
        start = self.local.group[self.links.tails[crossing]]
        self._out = [crossing[start == each] for each in range(len(self.local.members))]

    @cached_property
    def counts(self) -> Integers:
        """(longest + 1, n, n) numbers of paths by length, between switches of different groups."""
        found = np.zeros((self.longest + 1, self.switches, self.switches), dtype=np.int64)
        for source in range(self.switches):
            ways = self._ways(source)
            lengths, paths = self._lengths(ways), self._paths(ways)
            np.add.at(found[:, source], (lengths, self.local.ends[ways.after]), paths)
        return found

    def uses_from(self, source: int) -> Uses:
        """Count the uses of links by minimal paths from a switch to other groups."""
        local, ways = self.local, self._ways(source)
        ends, lengths = local.ends[ways.after], self._lengths(ways)
        early, early_links, early_paths = local.uses(ways.before)
        late, late_links, late_paths = local.uses(ways.after)
        times_after = ways.times * local.paths[ways.after]
        times_before = ways.times * local.paths[ways.before]
        return Uses(
            ends=np.concatenate([ends, ends[early], ends[late]]),
            links=np.concatenate([ways.out, early_links, late_links]),
            lengths=np.concatenate([lengths, lengths[early], lengths[late]]),
            paths=np.concatenate(
                [
                    self._paths(ways),
                    early_paths * times_after[early],
                    late_paths * times_before[late],
                ]
            ),
        )

    def uses_inside(self, source: int) -> Uses:
        """Count the uses of links by the shortest paths from a switch within its group."""
        local = self.local
        pairs = np.arange(local.row[source], local.row[source + 1])
        owner, links, paths = local.uses(pairs)
        at = pairs[owner]
        return Uses(ends=local.ends[at], links=links, lengths=local.hops[at], paths=paths)

    def _ways(self, source: int) -> _Ways:
        local = self.local
        out = self._out[local.group[source]]
        before = local.pair(np.full(len(out), source), self.links.tails[out])
        out, before = out[local.paths[before] > 0], before[local.paths[before] > 0]
        heads = self.links.heads[out]
        after, owner = ragged(local.row[heads], local.row[heads + 1] - local.row[heads])
        there = local.paths[after] > 0
        after, owner = after[there], owner[there]
        return _Ways(
            out=out[owner],
            times=self.links.multiplicities[out[owner]],
            before=before[owner],
            after=after,
        )

    def _lengths(self, ways: _Ways) -> Integers:
        return np.asarray(self.local.hops[ways.before] + 1 + self.local.hops[ways.after])

    def _paths(self, ways: _Ways) -> Integers:
        paths = self.local.paths
        return np.asarray(paths[ways.before] * ways.times * paths[ways.after])
