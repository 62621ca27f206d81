"""A tree of subproblems by intercept, composition and count, bounded by states of groups.

References
----------
Land and Doig, An automatic method of solving discrete programming problems (1960).
"""

from __future__ import annotations

import heapq
import itertools
import math
import time
from collections.abc import Callable
from fractions import Fraction

from alphacut.solver.bisection.bounds.branching import Branching
from alphacut.solver.bisection.bounds.counts import Limits
from alphacut.solver.bisection.bounds.intervals import without_closed
from alphacut.solver.bisection.bounds.node import CompositionSplit, Node, ParitySplit, divided
from alphacut.solver.bisection.bounds.pairs import FloatArray, Pairs
from alphacut.solver.bisection.bounds.regrown import Regrown, regrown
from alphacut.solver.bisection.bounds.root_bound import RootBound
from alphacut.solver.bisection.bounds.semidefinite.params import (
    USUAL_SEMIDEFINITE,
    SemidefiniteParams,
)
from alphacut.solver.bisection.bounds.semidefinite.root import PairProof, prove_in
from alphacut.solver.bisection.bounds.state_relaxations import Relaxation
from alphacut.solver.bisection.bounds.states.covering import Pressed
from alphacut.solver.bisection.bounds.states.rotation import Rotation
from alphacut.solver.bisection.certificate.leaves import CompositionsLeaf, SemidefiniteLeaf
from alphacut.solver.bisection.certificate.tree import MOST_DEPTH
from alphacut.solver.bisection.outcome import goal_of
from alphacut.solver.bisection.parity import Parities
from alphacut.solver.bisection.problem import Cut, PointProblem

ShouldContinue = Callable[[int], bool]  # hears the bound; returns False to stop
Stage = Callable[[float | None, ShouldContinue], None]  # within a deadline


class Tree:
    """Best-first search for a proof that no bisection is better than the best cut.

    Parameters
    ----------
    problem
        What is asked, with cuts and what is known.
    states
        What bounds single intercepts; None: the tree is its root, as it is proven beforehand.
    start
        What is proven of all bisections beforehand.
    gap
        What may be left between the bound and the best cut, as a share of this.
    params
        Of the bounds of intervals of intercepts.

    Attributes
    ----------
    best
        The best cut so far.
    processed
        Number of nodes bounded so far.
    """

    def __init__(
        self,
        problem: PointProblem,
        best: Cut,
        states: Relaxation | None,
        start: PairProof | None = None,
        gap: Fraction = Fraction(0),
        params: SemidefiniteParams = USUAL_SEMIDEFINITE,
    ) -> None:
        self.problem = problem
        self._gap, self._params = gap, params
        self.best = best
        self.states = states
        self.processed = 0
        self.defers = False  # whether intercepts were left to be settled one by one
        self.waits_for_siblings = False  # whether all that is left is asked for elsewhere
        self.partial_leaf: CompositionsLeaf | None = None  # found for a bound that was not reached
        parities = Parities.of_bisections(problem.balance)
        self.root = Node(region=problem.region, counts=(), parities=parities)
        self._rest = self.root  # the part that is left to branching
        self.start = start  # what is proven of the root beforehand
        self._use_start()
        self._order = itertools.count()
        self._heap: list[tuple[int, int, Node]] = []
        self._earlier: Regrown | None = None  # what an earlier attempt left
        if problem.earlier_tree is not None and states is not None:
            self._earlier = regrown(self.root, self.target, problem, states, self._close_if_empty)

    @property
    def target(self) -> int:
        """What is to be proven: the best cut's scaled capacity, or the target lemma's slope."""
        return self.problem.target(self.best)

    @property
    def goal(self) -> int:
        """The bound that is near enough to the target."""
        return self.target if self.problem.target_lemma else goal_of(self.target, self._gap)

    @property
    def open_intercepts(self) -> tuple[int, int]:
        """The ends of the intercepts that were left to branching."""
        region = self._rest.region
        return region.low.intercept, region.high.intercept

    @property
    def taken_over(self) -> int:
        """The number of nodes that an earlier attempt had bounded."""
        return 0 if self._earlier is None else self._earlier.nodes

    @property
    def exhausted(self) -> bool:
        """Whether nothing is left that could be divided, or is asked for elsewhere."""
        return not (self._heap or self.defers or self.waits_for_siblings)

    def take(self, cut: Cut) -> None:
        """Take a bisection as the best cut if it is."""
        if self.problem.scaled(cut) < self.problem.scaled(self.best):
            self.best = cut

    @property
    def bound(self) -> int:
        """What the tree proves as it stands."""
        return min(self.target, self.root.proven)

    def search(
        self,
        deadline: float | None,
        most_nodes: int,
        should_continue: ShouldContinue,
    ) -> None:
        """Prove the goal, or as much as a limit allows: by one bound for all, then by branching.

        Without states nothing more is proven.

        Parameters
        ----------
        should_continue
            Hears the bound now and then; returns False to stop.
        """
        if self._nothing_left(self.root):
            self.root.bound, self.root.multipliers = self.target, None
        if self.states is None or self.bound >= self.goal:
            return
        for bound in self._bounds_of_all:
            bound(deadline, should_continue)
            if self.bound >= self.goal or self.waits_for_siblings:
                return
        self._branch(Branching(self.problem, self.states), deadline, most_nodes, should_continue)

    @property
    def _bounds_of_all(self) -> tuple[Stage, ...]:
        """What bounds all bisections without branching, the quickest first.

        A lemma about an intercept mostly follows from what points have proven of compositions.
        """
        if self._earlier is not None:
            return (self._settle_compositions,)
        if self.problem.target_lemma is not None:
            return self._settle_compositions, self._bound_intercept
        return self._bound_intercept, self._close_intervals, self._settle_compositions

    def _bound_intercept(self, deadline: float | None, should_continue: ShouldContinue) -> None:
        """Bound all bisections by states, where they have one intercept."""
        if self.root.region.one_intercept:
            self._process(self.root, deadline, should_continue)
            self._use_start()

    def _close_intervals(self, deadline: float | None, should_continue: ShouldContinue) -> None:
        """Cut off the intercepts at both ends that the semidefinite relaxation closes."""
        if not self.root.region.one_intercept:
            self._rest = self._without_closed(deadline, should_continue)

    def _settle_compositions(self, deadline: float | None, should_continue: ShouldContinue) -> None:
        """Bound what is left by states of blocks, for all their compositions."""
        if self.problem.target_lemma is not None or not self.root.region.one_intercept:
            self._bound_root(self._rest, deadline, should_continue)

    def _branch(
        self,
        branching: Branching,
        deadline: float | None,
        most_nodes: int,
        should_continue: ShouldContinue,
    ) -> None:
        """Divide what is left, the subproblem with the least bound first."""
        for node in (self._rest,) if self._earlier is None else self._earlier.open:
            self._push(node, 0)
        most_nodes -= self.taken_over
        while self._heap and self.processed < most_nodes and should_continue(self.bound):
            if deadline is not None and time.monotonic() > deadline:
                return
            _, _, node = heapq.heappop(self._heap)
            if node.bound < self.target and node.depth < MOST_DEPTH:
                self._expand(node, branching, deadline, should_continue)

    def _without_closed(self, deadline: float | None, should_continue: ShouldContinue) -> Node:
        """Cut off intercepts that the semidefinite relaxation closes, and return the rest."""
        root, start = self.root, self.start
        if (
            start is None
            or not root.region.listable
            or isinstance(start.multipliers, SemidefiniteLeaf)
        ):
            return root  # without a rotation an interval takes longer than a few lemmas
        spans = list(root.region.values(self.problem.alpha, root.bound, self.goal))
        if not spans:
            return root
        least, most = min(low for _, low, _ in spans), max(high for _, _, high in spans)
        in_time = self._in_time(deadline, should_continue)

        def closes(node: Node) -> bool:
            return in_time() and self._closes(node, start.rotation, deadline, in_time)

        return without_closed(root, least, most, closes, self._inherit)

    def _closes(
        self,
        node: Node,
        rotation: Rotation | None,
        deadline: float | None,
        should_continue: Callable[[], bool],
    ) -> bool:
        """Bound a node by the semidefinite relaxation; tell whether that is enough."""
        self.processed += 1
        problem, goal = self.problem, self.goal
        proof = prove_in(
            node.region, problem, rotation, goal, deadline, lambda _: should_continue(),
            self._params,
        )  # fmt: skip
        if proof is None:  # no line below the goal is open
            node.bound = node.region.lowest(problem.alpha, goal, self.target)
        else:
            node.bound, node.multipliers = proof.bound, proof.multipliers
        return node.bound >= goal

    def _bound_root(
        self, node: Node, deadline: float | None, should_continue: ShouldContinue
    ) -> None:
        """Bound the capacity of a node by states of groups, or take an earlier bound."""
        alpha = self.problem.alpha
        need = node.region.highest(alpha, self.goal)
        if need is None:
            return
        assert self.states is not None
        root = RootBound(problem=self.problem, states=self.states, gap=self._gap)
        proven = root.bound(
            node.region,
            need,
            self._in_time(deadline, should_continue),
            None if deadline is None else _half_way(deadline, node.bound),
        )
        if proven is None or proven.bound is None:
            return
        self.partial_leaf, self.waits_for_siblings = proven.partial_leaf, proven.waits_for_siblings
        bound = node.region.lowest(alpha, max(0, math.ceil(proven.bound)), self.target)
        if bound > node.bound:
            node.bound, node.multipliers = bound, proven.multipliers

    def _in_time(
        self, deadline: float | None, should_continue: ShouldContinue
    ) -> Callable[[], bool]:
        """Return what tells a relaxation whether to go on."""

        def in_time() -> bool:
            late = deadline is not None and time.monotonic() > deadline
            return not late and should_continue(self.bound)

        return in_time

    def _use_start(self) -> None:
        """Take what is proven of the root, where that is more than was found."""
        if self.start is not None and self.start.bound > self.root.bound:
            self.root.bound, self.root.multipliers = self.start.bound, self.start.multipliers

    def _push(self, node: Node, inherited: int) -> None:
        """Queue a node by its bound, or by its parent's where that is better.

        With a lemma all nodes have to be closed, and the last is taken first:
        that keeps few of them in memory.
        """
        if node.bound < self.target:
            bound, number = max(node.bound, inherited), next(self._order)
            key = (bound, number) if self.problem.target_lemma is None else (-number, 0)
            heapq.heappush(self._heap, (*key, node))

    def _expand(
        self,
        node: Node,
        branching: Branching,
        deadline: float | None,
        should_continue: ShouldContinue,
    ) -> None:
        preparation = branching.preparation(node)
        if node.stale and preparation is None:
            node.stale = False
            self._process(node, deadline, should_continue)
            self._push(node, 0)
            return
        split = preparation or branching.choose(node, self.target)
        if split is None:
            return
        children = divided(node, split)
        for child in children:
            if not isinstance(split, CompositionSplit):
                child.warm = node.warm
            if isinstance(split, ParitySplit) or preparation or self._may_inherit(child):
                self._inherit(node, child)
            elif self.problem.target_lemma is not None:
                self._postpone(child)
            else:
                self._process(child, deadline, should_continue)
        node.split, node.children = split, children
        node.fractions = node.warm = None
        for child in children:
            if self._defers(child):
                self.defers = self.defers or child.bound < self.target
            else:
                self._push(child, node.bound)

    # ---- one node --------------------------------------------------------

    def _postpone(self, node: Node) -> None:
        """Leave a node to be bounded when it is taken from the queue.

        With a lemma all have to be, and so a tree whose time is over has hardly a node that was
        bounded in vain.
        """
        node.stale = not self._close_if_empty(node)

    def _inherit(self, node: Node, child: Node) -> None:
        """Take over a parent's bound: parity alone does not move the relaxation."""
        child.bound = child.region.lowest(self.problem.alpha, node.bound, self.target)
        child.multipliers, child.fractions = node.multipliers, node.fractions
        if node.composition is not None and node.fractions is not None:
            assert self.states is not None
            child.stale = True
            child.fractions = within(node.fractions, self.states.pairs, child.counts)
        self._close_if_empty(child)

    def _close_if_empty(self, node: Node) -> bool:
        """Close a node in which there is no bisection; tell whether it is one."""
        empty = self._nothing_left(node)
        if empty:
            node.bound, node.multipliers = self.target, None
        return empty

    def _nothing_left(self, node: Node) -> bool:
        empty = any(count.empty for count in node.counts)
        return empty or node.region.highest(self.problem.alpha, self.target) is None

    def _may_inherit(self, node: Node) -> bool:
        """Tell whether single intercepts are bounded later, so that a range is not worth it."""
        return not node.region.one_intercept or self._defers(node)

    def _defers(self, node: Node) -> bool:
        """Tell whether an intercept is left open, to be settled for itself."""
        return self.problem.may_defer and node.region.one_intercept

    def _process(self, node: Node, deadline: float | None, should_continue: ShouldContinue) -> None:
        self.processed += 1
        alpha = self.problem.alpha
        need = node.region.highest(alpha, self.target)
        if need is None or self._close_if_empty(node):
            node.bound, node.multipliers = self.target, None
            return
        if self._defers(node):
            self.defers = True
            return
        self._bound_by_states(node, need, deadline, should_continue)

    def _bound_by_states(
        self,
        node: Node,
        need: int,
        deadline: float | None,
        should_continue: ShouldContinue,
    ) -> None:
        """Bound the slope at one intercept."""
        states = self.states
        assert states is not None
        alpha, level = self.problem.alpha, node.region.low.intercept
        fixed = alpha.denominator * level
        target = (need - fixed) // alpha.numerator
        in_time = self._in_time(deadline, should_continue)
        bounded = states.solve(
            level,
            node.composition,
            node.counts,
            target,
            in_time,
            warm=node.warm,
            states=node.states,
        )
        node.fractions = within(bounded.fractions, states.pairs, node.counts)
        node.multipliers, node.bound = bounded.multipliers, 0
        if bounded.bound is not None:
            least = fixed + alpha.numerator * max(0, math.ceil(bounded.bound))
            node.bound = node.region.lowest(alpha, least, self.target)
        node.warm = bounded.warm if node.bound < self.target else None


def _half_way(deadline: float, proven: int) -> Pressed:
    """Let time press when half of what is left is over."""
    middle = (time.monotonic() + deadline) / 2
    return Pressed(now=lambda: time.monotonic() > middle, proven=proven)


def within(fractions: FloatArray, pairs: Pairs, counts: Limits) -> FloatArray:
    """Move fractions into the limits of counts, which an inexact solution may leave.

    Parameters
    ----------
    fractions
        (orbits,), the separated fraction of each orbit's pairs.
    pairs
        The orbits.
    counts
        Limits on numbers of separated pairs.
    """
    moved = fractions.copy()
    for count in counts:
        orbit = pairs.orbit[count.members[0]]
        size = len(count.members)
        moved[orbit] = min(max(moved[orbit], count.low / size), count.high / size)
    return moved
