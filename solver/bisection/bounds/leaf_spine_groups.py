"""Bounds for groups of leaves and spines, as in a Dragonfly+ (Shpiner et al., 2017), at any size.

Only the shares of a group's leaves on the two sides count, whatever spines the links between groups
are at; the bound is argued in `docs/certificate.md`. It looks for no cuts.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Self

from alphacut.solver.bisection.bounds.capacities import Capacities, neighbours, scaled_pairs
from alphacut.solver.bisection.bounds.run import ProofRun
from alphacut.solver.bisection.certificate.proofs import LeafSpineGroupsProof
from alphacut.solver.bisection.outcome import Budget, OnProgress, Outcome, StopReason
from alphacut.solver.bisection.problem import PointProblem


def bounded(problem: PointProblem, budget: Budget, on_progress: OnProgress) -> Outcome:
    """Prove what the shares of leaves prove; cuts are those of the problem.

    Parameters
    ----------
    on_progress
        Hears of the bound; returns False to stop.
    """
    proof, balance = LeafSpineGroupsProof(), problem.balance
    run = ProofRun("leaf_spine_groups", problem, budget, on_progress, proof)
    found = LeafSpineGroups.of(scaled_pairs(problem.network, problem.alpha), balance.weights)
    if found is not None:
        lighter = (sum(balance.weights) - balance.difference) // 2
        run.take(ceil(found.least(lighter // found.weight)), proof)
    return run.outcome(StopReason.WORK_LIMIT)


@dataclass(frozen=True, kw_only=True)
class LeafSpineGroups:
    """Groups of as many leaves of one weight, joined by links between their spines."""

    groups: int
    leaves: int  # of a group
    weight: int  # of a leaf
    across: Fraction  # the part of the capacity between two groups that counts, at least
    unused: Fraction  # what the spines of a group have to leaves beyond that, at least

    @classmethod
    def of(cls, capacities: Capacities, weights: Sequence[int]) -> Self | None:
        """Read such a network; None if it is none.

        Parameters
        ----------
        weights
            (n,) of the switches: spines have none.
        """
        near = neighbours(capacities, len(weights))
        leaves = defaultdict[frozenset[int], list[int]](list)  # by the spines to which they are
        for switch, weight in enumerate(weights):
            if weight:
                leaves[frozenset(near[switch])].append(switch)
        home = {spine: group for group, spines in enumerate(leaves) for spine in spines}
        sizes, heavy = {len(each) for each in leaves.values()}, {w for w in weights if w}
        spines = [switch for switch, weight in enumerate(weights) if not weight]
        if len(leaves) < 2 or len(sizes) != 1 or len(heavy) != 1:
            return None
        if sorted(each for group in leaves for each in group) != spines:
            return None
        own, across = dict[int, int](), Counter[tuple[int, int]]()
        for (u, v), capacity in capacities.items():
            if u in home and v in home and home[u] != home[v]:
                across[min(home[u], home[v]), max(home[u], home[v])] += capacity
        out = {
            spine: sum(c for v, c in near[spine].items() if home.get(v, group) != group)
            for spine, group in home.items()
        }
        for group, its in leaves.items():
            own |= {spine: min(near[leaf][spine] for leaf in its) * len(its) for spine in group}
        part = min([Fraction(1), *(Fraction(own[each], out[each]) for each in own if out[each])])
        unused = [sum(own[each] - part * out[each] for each in group) for group in leaves]
        complete = len(across) == len(leaves) * (len(leaves) - 1) // 2
        return cls(
            groups=len(leaves), leaves=sizes.pop(), weight=heavy.pop(),
            across=part * min(across.values()) if complete else Fraction(0),
            unused=min(map(Fraction, unused)),
        )  # fmt: skip

    def least(self, side: int) -> Fraction:
        """Return what is severed at least with so many leaves on side 1."""
        found = []
        for whole in (side // self.leaves, side // self.leaves + 1):
            minority = abs(whole * self.leaves - side)
            while self._severed(side, minority + 2) < self._severed(side, minority):
                minority += 2
            found.append(self._severed(side, minority))
        return min(found)

    def _severed(self, side: int, minority: int) -> Fraction:
        """Return it where so many leaves are on the lesser side of their group."""
        share, lesser = Fraction(side, self.leaves), Fraction(minority, self.leaves)
        apart = share * (self.groups - share) + lesser * (lesser - 1)
        return self.across * apart + self.unused * lesser
