"""Subproblems of a tree, and the ways in which they are divided."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from alphacut.solver.bisection.bounds.counts import Count, Limits
from alphacut.solver.bisection.bounds.groups.leaf import GroupMultipliers
from alphacut.solver.bisection.bounds.semidefinite.leaf import PairMultipliers
from alphacut.solver.bisection.bounds.states.leaf import StateMultipliers
from alphacut.solver.bisection.bounds.states.warm_start import Warm
from alphacut.solver.bisection.certificate.leaves import (
    CompositionsLeaf,
    GroupsLeaf,
    SemidefiniteLeaf,
    StatesLeaf,
)
from alphacut.solver.bisection.parity import Mask, Parities, degree_mask
from alphacut.solver.bisection.region import Region
from alphacut.solver.bisection.verify.blocks import Counts

Members = tuple[tuple[int, int], ...]  # pairs of switches
Proof = (
    StateMultipliers
    | CompositionsLeaf
    | StatesLeaf
    | GroupMultipliers
    | GroupsLeaf
    | PairMultipliers
    | SemidefiniteLeaf
)

EMPTY = 1 << 200  # bound where there is no bisection: more than any capacity


@dataclass(frozen=True, kw_only=True)
class LevelSplit:
    """Either the intercept is at most a level, or at least one more."""

    level: int


@dataclass(frozen=True, kw_only=True)
class CountSplit:
    """Either a cut separates at most so many pairs of an orbit, or at least one more."""

    count: Count  # as it was limited before
    level: int


@dataclass(frozen=True, kw_only=True)
class ParitySplit:
    """Either a cut separates an even number of some pairs, or an odd one."""

    members: Members


@dataclass(frozen=True, kw_only=True)
class CompositionSplit:
    """One part for every composition that an intercept may have."""

    vectors: tuple[Counts, ...]


@dataclass(frozen=True, kw_only=True)
class StateSplit:
    """One part for every number of blocks in each state that a composition leaves."""

    vectors: tuple[Counts, ...]


Split = LevelSplit | CountSplit | ParitySplit | CompositionSplit | StateSplit


@dataclass(kw_only=True)
class Node:
    """A subproblem; it grows a split and children when its bound is too weak."""

    region: Region
    counts: Limits
    parities: Parities
    bound: int = 0  # scaled: no bisection in here has less
    composition: Counts | None = None  # numbers of blocks of each minority, where decided
    states: Counts | None = None  # and in each state
    multipliers: Proof | None = None  # of the bound
    fractions: np.ndarray | None = field(default=None, repr=False)
    stale: bool = False  # whether more is known by now than its solution was given
    warm: Warm | None = field(default=None, repr=False)  # from where a run may go on
    split: Split | None = None
    children: tuple[Node, ...] = ()
    depth: int = 0  # splits above it

    @property
    def proven(self) -> int:
        """The best bound that this node or its children give."""
        if self.split is None:
            return self.bound
        return max(self.bound, min((child.proven for child in self.children), default=EMPTY))


def divided(node: Node, split: Split) -> tuple[Node, ...]:
    """Return the parts of a node, not yet bounded; together they cover it."""
    whole = _unbounded(node)
    if isinstance(split, CompositionSplit):
        return tuple(replace(whole, composition=vector) for vector in split.vectors)
    if isinstance(split, StateSplit):
        return tuple(replace(whole, states=vector) for vector in split.vectors)
    if isinstance(split, ParitySplit):
        mask = degree_mask(split.members)
        even, odd = (_assuming(whole, mask, parity) for parity in (0, 1))
        return even, odd
    if isinstance(split, CountSplit):
        others = tuple(c for c in node.counts if c.members != split.count.members)
        limits = split.count.at_most(split.level), split.count.at_least(split.level + 1)
        few, many = (replace(whole, counts=(*others, limit)) for limit in limits)
        return few, many
    low = replace(whole, region=node.region.below("intercept", split.level))
    high = replace(whole, region=node.region.above("intercept", split.level + 1))
    return low, high


def _unbounded(node: Node) -> Node:
    """Return the same subproblem, with nothing found."""
    return Node(
        region=node.region,
        counts=node.counts,
        parities=node.parities,
        composition=node.composition,
        states=node.states,
        depth=node.depth + 1,
    )


def _assuming(node: Node, mask: Mask, parity: int) -> Node:
    parities = node.parities.assuming(mask, parity)
    counts = tuple(count.under(parities) for count in node.counts)
    return replace(node, parities=parities, counts=counts)
