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
from solver.bisection.bounds.relaxations import Limits, Relaxations
from solver.bisection.bounds.states.leaf import StateMultipliers
from solver.bisection.bounds.states.relaxation import Warm
from solver.bisection.parity import Parities, degree_mask
from solver.bisection.problem import Cut, Problem
from solver.bisection.region import Region, crossing_residue
from solver.bisection.verify.frame import Counts

Members = tuple[tuple[int, int], ...]  # pairs of switches

WORTHWHILE_SYMMETRY = 6  # pairs for each orbit from which counts are better than single pairs
EMPTY = 1 << 200  # bound where there is no bisection: more than any capacity
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


@dataclass(frozen=True, kw_only=True)
class ClassSplit:
    """One part for every number of blocks in each class that an intercept may have."""

    vectors: tuple[Counts, ...]


Split = LevelSplit | CountSplit | ParitySplit | ClassSplit


@dataclass(kw_only=True)
class Node:
    """A subproblem; it grows a split and two children when its bound is too weak."""

    region: Region
    counts: Limits
    parities: Parities
    bound: int = 0  # scaled: no bisection in here has less
    relaxation: int | None = None  # its number
    classes: Counts | None = None  # numbers of blocks in each class, where decided
    multipliers: Multipliers | StateMultipliers | None = None  # that prove the bound, if any do
    fractions: np.ndarray | None = field(default=None, repr=False)
    warm: Warm | None = field(default=None, repr=False)  # for the relaxation over states
    split: Split | None = None
    children: tuple[Node, ...] = ()

    @property
    def proven(self) -> int:
        """The best bound that this node or its children give."""
        if self.split is None:
            return self.bound
        return max(self.bound, min((child.proven for child in self.children), default=EMPTY))


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
            if not isinstance(split, ClassSplit):
                child.warm = node.warm
            if isinstance(split, ParitySplit) or self._awaits_states(child):
                self._inherit(node, child)
            else:
                self._process(child, deadline, go_on)
        node.split, node.children = split, children
        node.fractions = node.warm = None
        for child in children:
            self._push(child, node.bound)

    # ---- one node --------------------------------------------------------

    def _inherit(self, node: Node, child: Node) -> None:
        """Take over a parent's bound: parity alone does not move the relaxation."""
        child.bound = child.region.lowest(self.problem.alpha, node.bound, self.target)
        child.relaxation = node.relaxation
        child.multipliers, child.fractions = node.multipliers, node.fractions
        if self._nothing_left(child):
            child.bound = self.target

    def _nothing_left(self, node: Node) -> bool:
        empty = any(count.empty for count in node.counts)
        return empty or node.region.highest(self.problem.alpha, self.target) is None

    def _awaits_states(self, node: Node) -> bool:
        """Tell whether single intercepts are bounded below, so that a range is not worth it."""
        return not node.region.one_intercept and self._by_states

    @property
    def _by_states(self) -> bool:
        """Whether single intercepts are bounded by the relaxation over states."""
        slopes_matter = self.problem.alpha.numerator > 0
        liftable = self.relaxations.liftable(())
        return slopes_matter and not liftable and self.relaxations.states is not None

    def _process(self, node: Node, deadline: float | None, go_on: Callable[[int], bool]) -> None:
        self.processed += 1
        alpha = self.problem.alpha
        need = node.region.highest(alpha, self.target)
        if need is None or self._nothing_left(node):
            node.bound = self.target
            return
        if node.region.one_intercept and self._by_states:
            self._process_by_states(node, need, deadline, go_on)
            return
        node.relaxation = self.relaxations.of(node.counts, lifted=node.region.one_intercept)
        relaxation = self.relaxations[node.relaxation]
        relaxation.restrict(node.region, node.counts)
        relaxed = relaxation.solve(need, deadline, lambda bound: go_on(self._rounded(node, bound)))
        node.multipliers, node.fractions = relaxed.multipliers, relaxed.fractions
        node.bound = self._rounded(node, relaxed.bound)
        self._look_for_cut(relaxation, relaxed)

    def _process_by_states(
        self,
        node: Node,
        need: int,
        deadline: float | None,
        go_on: Callable[[int], bool],
    ) -> None:
        """Bound the slope at one intercept."""
        states = self.relaxations.states
        assert states is not None
        alpha, level = self.problem.alpha, node.region.low.intercept
        fixed = alpha.denominator * level

        def on() -> bool:
            late = deadline is not None and time.monotonic() > deadline
            return not late and go_on(self.bound)

        target = (need - fixed) // alpha.numerator
        bounded = states.solve(level, node.classes, node.counts, target, on, node.warm)
        node.warm = bounded.warm
        node.relaxation, node.fractions = None, within(bounded.fractions, states.pairs, node.counts)
        node.multipliers, node.bound = bounded.multipliers, 0
        if bounded.slope is not None:
            least = fixed + alpha.numerator * max(0, math.ceil(bounded.slope))
            node.bound = node.region.lowest(alpha, least, self.target)

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
        return self._level_split(node) or self._class_split(node) or self._set_split(node)

    def _level_split(self, node: Node) -> LevelSplit | None:
        """Halve the open slopes, then the open intercepts; or where that helps, the other way.

        The lifted relaxation is strong where the intercept is decided, and gains
        nothing from a decided slope besides.
        """
        if not node.region.listable:
            return None
        spans = list(node.region.values(self.problem.alpha, node.bound, self.target))
        if self.relaxations.liftable(node.counts) or self._by_states:
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

    def _class_split(self, node: Node) -> ClassSplit | None:
        """Decide how many blocks are in each class, where the relaxation over states is used."""
        if not self._by_states or node.classes is not None or node.counts:
            return None
        assert self.relaxations.states is not None
        vectors = self.relaxations.states.frame.vectors(node.region.low.intercept)
        return ClassSplit(vectors=tuple(vectors))

    def _set_split(self, node: Node) -> CountSplit | ParitySplit | None:
        """Split the count that is most in doubt, its parity first; else a single pair."""
        if node.fractions is None:
            return None
        pairs, fractions = self._pairs_of(node), node.fractions
        orbit = None
        if len(pairs.first) >= WORTHWHILE_SYMMETRY * np.count_nonzero(pairs.orbit_size):
            by_states = node.relaxation is None  # there the intercept is decided
            objective = pairs.slope if by_states else self._objective(pairs)
            orbit = most_doubtful(pairs, fractions, objective, node.parities)
        if orbit is None:
            return None if node.relaxation is None else self._pair_split(pairs, node)
        count = Count.of(node.parities, pairs.members(orbit))
        if count.residue.modulus == 1 and not count.single:
            return ParitySplit(members=count.members)
        separated = float(fractions[orbit]) * len(count.members)
        level = count.residue.at_most(math.floor(separated + 1e-7))
        limited = next((c for c in node.counts if c.members == count.members), count)
        return CountSplit(count=limited, level=level)

    def _pairs_of(self, node: Node) -> Pairs:
        """Return the variables in which a node's solution is written."""
        if node.relaxation is not None:
            return self.relaxations[node.relaxation].pairs
        assert self.relaxations.states is not None
        return self.relaxations.states.pairs

    def _objective(self, pairs: Pairs) -> IntArray:
        alpha = self.problem.alpha
        return alpha.denominator * pairs.intercept + alpha.numerator * pairs.slope

    def _pair_split(self, pairs: Pairs, node: Node) -> CountSplit | None:
        """Decide one pair of the orbit that is farthest from together and from apart.

        Of two in like doubt, a link is better.
        """
        assert node.fractions is not None
        doubt = np.minimum(node.fractions, 1 - node.fractions)
        orbit = int(np.argmax(doubt * (1.0 + (self._objective(pairs) > 0))))
        if doubt[orbit] < 1e-6:
            return None
        pair = pairs.members(orbit)[:1]
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


def within(fractions: FloatArray, pairs: Pairs, counts: Limits) -> FloatArray:
    """Move fractions into the limits of counts, which an inexact solution may leave."""
    found = fractions.copy()
    for count in counts:
        orbit = pairs.orbit[count.members[0]]
        size = len(count.members)
        found[orbit] = min(max(found[orbit], count.low / size), count.high / size)
    return found


def _children(node: Node, split: Split) -> tuple[Node, ...]:
    if isinstance(split, ClassSplit):
        return tuple(
            Node(region=node.region, counts=(), parities=node.parities, classes=vector)
            for vector in split.vectors
        )
    if isinstance(split, ParitySplit):
        mask = degree_mask(split.members)
        even, odd = (node.parities.assuming(mask, parity) for parity in (0, 1))
        return _assuming(node, even), _assuming(node, odd)
    if isinstance(split, CountSplit):
        others = tuple(c for c in node.counts if c.members != split.count.members)
        limits = split.count.at_most(split.level), split.count.at_least(split.level + 1)
        few, many = (
            Node(
                region=node.region,
                counts=(*others, limit),
                parities=node.parities,
                classes=node.classes,
            )
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
    return Node(region=node.region, counts=counts, parities=parities, classes=node.classes)
