"""A tree of subproblems whose leaves are bounded by the all-pairs relaxation."""

from __future__ import annotations

import heapq
import itertools
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from solver.bisection.bounds.all_pairs import AllPairs, Relaxed
from solver.bisection.bounds.counts import Count
from solver.bisection.bounds.duals import Multipliers
from solver.bisection.bounds.pairs import FloatArray, IntArray, Pairs
from solver.bisection.bounds.relaxations import Counts, Relaxations
from solver.bisection.parity import Parities, degree_mask
from solver.bisection.problem import Cut, Problem
from solver.bisection.region import Region, crossing_residue

Members = tuple[tuple[int, int], ...]  # pairs of switches

WORTHWHILE_SYMMETRY = 6  # pairs for each orbit from which counts are better than single pairs
SAFETY = 1e-6  # relative; a float bound is lowered by this before it is used


@dataclass(frozen=True, kw_only=True)
class LevelSplit:
    """Either the intercept (or slope) is at most a level, or at least one more."""

    part: str  # "intercept" or "slope"
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


Split = LevelSplit | CountSplit | ParitySplit


@dataclass(kw_only=True)
class Node:
    """A subproblem; it grows a split and two children when its bound is too weak."""

    region: Region
    counts: Counts
    parities: Parities
    bound: int = 0  # scaled: no bisection in here has less
    relaxation: int | None = None  # its number
    multipliers: Multipliers | None = None  # that prove the bound, if it needs any
    fractions: np.ndarray | None = field(default=None, repr=False)
    split: Split | None = None
    children: tuple[Node, ...] = ()

    @property
    def proven(self) -> int:
        """The best bound that this node or its children give."""
        if not self.children:
            return self.bound
        return max(self.bound, min(child.proven for child in self.children))


class Tree:
    """Best-first search for a proof that no bisection is better than the best cut.

    Attributes
    ----------
    best
        The best cut so far; a solution of a relaxation that is a better
        bisection replaces it.
    processed
        Number of nodes bounded so far.
    """

    def __init__(self, problem: Problem, best: Cut, relaxations: Relaxations) -> None:
        self.problem = problem
        self.best = best
        self.relaxations = relaxations
        self.processed = 0
        region = Region.of(problem.network, problem.balance, problem.known)
        parities = Parities.of_bisections(problem.balance)
        self.root = Node(region=region, counts=(), parities=parities)
        self._order = itertools.count()
        self._heap: list[tuple[int, int, Node]] = []

    @property
    def target(self) -> int:
        """The best cut's scaled capacity: what is to be proven."""
        return self.problem.scaled(self.best)

    @property
    def bound(self) -> int:
        """What the tree proves as it stands."""
        return min(self.target, self.root.proven)

    def search(
        self,
        deadline: float | None,
        most_nodes: int,
        go_on: Callable[[int], bool],
    ) -> None:
        """Grow the tree until it proves the target, or a limit is reached.

        Parameters
        ----------
        go_on
            Hears the bound now and then; returns False to stop.
        """
        self._process(self.root, deadline, go_on)
        self._push(self.root, 0)
        while self._heap and self.processed < most_nodes and go_on(self.bound):
            if deadline is not None and time.monotonic() > deadline:
                return
            _, _, node = heapq.heappop(self._heap)
            if node.bound < self.target:
                self._expand(node, deadline, go_on)

    def _push(self, node: Node, inherited: int) -> None:
        """Queue a node by its bound, or by its parent's where that is better."""
        if node.bound < self.target:
            bound = max(node.bound, inherited)
            heapq.heappush(self._heap, (bound, next(self._order), node))

    def _expand(self, node: Node, deadline: float | None, go_on: Callable[[int], bool]) -> None:
        split = self._choose(node)
        if split is None:
            return
        children = _children(node, split)
        for child in children:
            if isinstance(split, ParitySplit):
                self._inherit(node, child)
            else:
                self._process(child, deadline, go_on)
        node.split, node.children = split, children
        node.fractions = None
        for child in children:
            self._push(child, node.bound)

    # ---- one node --------------------------------------------------------

    def _inherit(self, node: Node, child: Node) -> None:
        """Take over a parent's bound: parity alone does not move the relaxation."""
        child.bound, child.relaxation = node.bound, node.relaxation
        child.multipliers, child.fractions = node.multipliers, node.fractions
        if any(count.empty for count in child.counts):
            child.bound = self.target

    def _process(self, node: Node, deadline: float | None, go_on: Callable[[int], bool]) -> None:
        self.processed += 1
        alpha = self.problem.alpha
        need = node.region.highest(alpha, self.target)
        if need is None or any(count.empty for count in node.counts):
            node.bound = self.target
            return
        node.relaxation = self.relaxations.of(node.counts, lifted=node.region.one_intercept)
        relaxation = self.relaxations[node.relaxation]
        relaxation.restrict(node.region, node.counts)
        relaxed = relaxation.solve(need, deadline, lambda bound: go_on(self._rounded(node, bound)))
        node.multipliers, node.fractions = relaxed.multipliers, relaxed.fractions
        node.bound = self._rounded(node, relaxed.bound)
        self._look_for_cut(relaxation, relaxed)

    def _rounded(self, node: Node, bound: float) -> int:
        """Raise a float bound to the next capacity that is open in a node."""
        if bound == math.inf:
            return self.target
        safe = bound - SAFETY * max(1.0, abs(bound))
        low = max(0, math.ceil(safe)) if math.isfinite(safe) else 0
        return node.region.lowest(self.problem.alpha, low, self.target)

    def _look_for_cut(self, relaxation: AllPairs, relaxed: Relaxed) -> None:
        """Take a solution that is a bisection, or rounds to one, as a cut."""
        if relaxed.fractions is None:
            return
        row = relaxation.pairs.orbit[0]
        together = np.append(relaxed.fractions, 0.0)[row] < 0.5
        side = [u for u in range(self.problem.network.switches) if together[u]]
        if self.problem.balance.holds(side):
            cut = Cut.of(self.problem.network, side)
            if self.problem.scaled(cut) < self.target:
                self.best = cut

    # ---- splitting -------------------------------------------------------

    def _choose(self, node: Node) -> Split | None:
        return self._level_split(node) or self._set_split(node)

    def _level_split(self, node: Node) -> LevelSplit | None:
        """Halve the open slopes, then the open intercepts; or where that helps, the other way.

        The lifted relaxation is strong where the intercept is decided, and gains
        nothing from a decided slope besides.
        """
        if not node.region.listable:
            return None
        spans = list(node.region.values(self.problem.alpha, node.bound, self.target))
        if self.relaxations.liftable(node.counts):
            return self._intercept_split(node, spans)
        if len(spans) > 1:
            return LevelSplit(part="slope", level=spans[(len(spans) - 1) // 2][0])
        if not spans:
            return None
        slope, least, most = spans[0]
        if node.region.low.slope < slope or slope < node.region.high.slope:
            part_low = node.region.low.slope < slope
            return LevelSplit(part="slope", level=slope - 1 if part_low else slope)
        if least < most:
            return LevelSplit(part="intercept", level=(least + most - 1) // 2)
        return None

    @staticmethod
    def _intercept_split(node: Node, spans: list[tuple[int, int, int]]) -> LevelSplit | None:
        """Halve the open intercepts, or cut off what is closed beside the last one."""
        if not spans or node.region.one_intercept:
            return None
        least, most = min(low for _, low, _ in spans), max(high for _, _, high in spans)
        level = (least + most - 1) // 2 if least < most else most
        if least == most and node.region.low.intercept < least:
            level = least - 1
        return LevelSplit(part="intercept", level=level)

    def _set_split(self, node: Node) -> CountSplit | ParitySplit | None:
        """Split the count that is most in doubt, its parity first; else a single pair."""
        if node.fractions is None or node.relaxation is None:
            return None
        relaxation = self.relaxations[node.relaxation]
        pairs, fractions = relaxation.pairs, node.fractions
        orbit = None
        if len(pairs.first) >= WORTHWHILE_SYMMETRY * np.count_nonzero(pairs.orbit_size):
            orbit = most_doubtful(pairs, fractions, relaxation.duals.objective, node.parities)
        if orbit is None:
            return self._pair_split(relaxation, node)
        count = Count.of(node.parities, pairs.members(orbit))
        if count.residue.modulus == 1 and not count.single:
            return ParitySplit(members=count.members)
        separated = float(fractions[orbit]) * len(count.members)
        level = count.residue.at_most(math.floor(separated + 1e-7))
        limited = next((c for c in node.counts if c.members == count.members), count)
        return CountSplit(count=limited, level=level)

    @staticmethod
    def _pair_split(relaxation: AllPairs, node: Node) -> CountSplit | None:
        """Decide one pair of the orbit that is farthest from together and from apart.

        Of two in like doubt, a link is better.
        """
        assert node.fractions is not None
        doubt = np.minimum(node.fractions, 1 - node.fractions)
        orbit = int(np.argmax(doubt * (1.0 + (relaxation.duals.objective > 0))))
        if doubt[orbit] < 1e-6:
            return None
        pair = relaxation.pairs.members(orbit)[:1]
        return CountSplit(count=Count.of(node.parities, pair), level=0)


def most_doubtful(
    pairs: Pairs, fractions: FloatArray, objective: IntArray, parities: Parities
) -> int | None:
    """Return the orbit whose number of separated pairs is farthest from what is possible.

    Orbits of links come first: their counts make up the capacity. None if every
    count is possible.
    """
    separated = fractions * pairs.orbit_size
    residues = [crossing_residue(parities, mask) for mask in pairs.masks]
    parity = np.array([residue.remainder for residue in residues])
    step = np.array([residue.modulus for residue in residues])
    below = separated - parity - step * np.floor((separated - parity) / step)
    doubt = np.minimum(below, step - below)
    doubt[doubt < 1e-5] = 0.0
    score = np.where(objective > 0, 4.0 * doubt, doubt * step / np.maximum(pairs.orbit_size, 1))
    orbit = int(np.argmax(score))
    return orbit if score[orbit] > 0 else None


def _children(node: Node, split: Split) -> tuple[Node, Node]:
    if isinstance(split, ParitySplit):
        mask = degree_mask(split.members)
        even, odd = (node.parities.assuming(mask, parity) for parity in (0, 1))
        return _assuming(node, even), _assuming(node, odd)
    if isinstance(split, CountSplit):
        others = tuple(c for c in node.counts if c.members != split.count.members)
        limits = split.count.at_most(split.level), split.count.at_least(split.level + 1)
        few, many = (
            Node(region=node.region, counts=(*others, limit), parities=node.parities)
            for limit in limits
        )
        return few, many
    regions = (
        node.region.below(split.part, split.level),
        node.region.above(split.part, split.level + 1),
    )
    low, high = (
        Node(region=region, counts=node.counts, parities=node.parities) for region in regions
    )
    return low, high


def _assuming(node: Node, parities: Parities) -> Node:
    counts = tuple(count.under(parities) for count in node.counts)
    return Node(region=node.region, counts=counts, parities=parities)
