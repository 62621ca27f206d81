"""Branch and bound over pairs of switches: on the same side, or on opposite ones.

A decided pair makes one switch of two, so that matrices shrink. A part begins with the inequalities
of what it is a part of, and their multipliers.

References
----------
Rendl, Rinaldi and Wiegele, Solving Max-Cut to optimality by intersecting semidefinite and
polyhedral relaxations (2010).
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from alphacut.solver.bisection.bounds.pairs import FloatArray
from alphacut.solver.bisection.bounds.semidefinite.empty import empty_leaf
from alphacut.solver.bisection.bounds.semidefinite.leaf import proven_by
from alphacut.solver.bisection.bounds.semidefinite.merged import Merged
from alphacut.solver.bisection.bounds.semidefinite.one_matrix import OneMatrix
from alphacut.solver.bisection.bounds.semidefinite.params import OneMatrixParams
from alphacut.solver.bisection.bounds.semidefinite.rounds import NOTHING, Rounds, Start, mapped
from alphacut.solver.bisection.certificate.leaves import LinearLeaf, SemidefiniteLeaf
from alphacut.solver.bisection.certificate.tree import ByCount, ByLevel
from alphacut.solver.bisection.certificate.tree import Node as Written
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.bisection.region import Region
from alphacut.solver.bisection.verify.merged import Merged as Classes
from alphacut.solver.bisection.verify.semidefinite import Layout

MOST_DEPTH = 100  # splits above a part; a certificate may have some more

Pair = tuple[int, int]


@dataclass
class Part:
    """The bisections with lines in a region for which some pairs are decided."""

    region: Region
    merged: Merged
    bound: int = 0  # scaled: none of them has less
    leaf: SemidefiniteLeaf | None = None  # that proves it
    rows: Start = field(default=NOTHING, repr=False)
    products: FloatArray | None = field(default=None, repr=False)
    depth: int = 0
    split: Pair | int | None = None  # by which it is divided: a pair of switches, or a slope
    halves: tuple[Part, ...] = ()  # on the same side, and on opposite ones; or so flat, and steeper

    @property
    def proven(self) -> int:
        """The best bound that it or its halves give."""
        return max(self.bound, min((half.proven for half in self.halves), default=0))


class PairTree:
    """Best-first search for a proof that no bisection has less than a goal.

    Parameters
    ----------
    goal
        Tells the scaled capacity that is to be proven: it falls where a better cut is found.
    should_continue
        Hears where the run for a part stands, after some steps; returns False to stop.
    """

    def __init__(
        self,
        problem: PointProblem,
        region: Region,
        params: OneMatrixParams,
        goal: Callable[[], int],
        should_continue: Callable[[Rounds, Part], bool],
    ) -> None:
        self._problem, self._params = problem, params
        self._goal, self._should_continue = goal, should_continue
        self._layout = Layout(problem.network, problem.balance, None)
        size = len(problem.balance.extended)
        self.root = Part(region, Merged.none(size))
        self.bounded = 0  # parts
        self._stopped = False
        self._capacities = OneMatrix(problem, region, self.root.merged).capacity.sum(axis=1)

    @property
    def bound(self) -> int:
        """What is proven of all bisections."""
        return self.root.proven

    def search(self, most: int) -> None:
        """Bound parts, and divide the weakest, until the goal is reached or a limit.

        Parameters
        ----------
        most
            Parts to be bounded.
        """
        order = itertools.count()
        self._raise(self.root)
        heap = [(self.root.bound, next(order), self.root)]
        while heap and self.bounded < most and not self._stopped:
            bound, _, part = heapq.heappop(heap)
            if bound >= self._goal() or part.depth >= MOST_DEPTH:
                continue
            for half in self._divided(part):
                self._raise(half)
                heapq.heappush(heap, (half.bound, next(order), half))

    def _raise(self, part: Part) -> None:
        """Bound a part."""
        need = self._need(part)
        if need is None:
            part.bound = max(part.bound, self._goal())
        if need is None or self._stopped:
            return
        self.bounded += 1
        question = OneMatrix(self._problem, part.region, part.merged)
        empty = empty_leaf(question)
        if empty is not None:
            self._take(part, empty)
            return
        rounds = Rounds(question, self._params, need, part.rows)

        def open_need() -> float:
            now = self._need(part)
            return -math.inf if now is None else now

        def should_continue() -> bool:
            self._stopped = self._stopped or not self._should_continue(rounds, part)
            return not self._stopped

        stand = rounds.solve(open_need, should_continue)
        self._take(part, question.leaf(stand.dual))
        dual = stand.dual
        part.rows, part.products = Start(dual.cliques, dual.sums), rounds.products

    def _need(self, part: Part) -> int | None:
        """Return the largest open capacity below the goal."""
        return part.region.highest(self._problem.alpha, self._goal())

    def _take(self, part: Part, leaf: SemidefiniteLeaf) -> None:
        """Let a leaf prove a part, unless the one that it has proves more."""
        proven = self._proven(part, leaf)
        if proven >= part.bound:
            part.leaf, part.bound = leaf, proven

    def _proven(self, part: Part, leaf: SemidefiniteLeaf) -> int:
        """Return what the verifier finds that a leaf proves; nothing, if it refuses the numbers."""
        classes = Classes(part.merged.place, part.merged.sign)
        least = proven_by(leaf, self._layout, self._problem, part.region, classes)
        return part.region.lowest(self._problem.alpha, least, self._goal())

    def _divided(self, part: Part) -> tuple[Part, ...]:
        """Halve the slopes, or decide a pair, and return both parts."""
        level = self._level(part)
        part.split = self._pair(part) if level is None else level
        if part.split is None:
            return ()
        region, merged = part.region, part.merged
        if isinstance(part.split, int):
            regions = region.below("slope", part.split), region.above("slope", part.split + 1)
            halves = [self._half(part, each, merged) for each in regions]
        else:
            both = [merged.deciding(*part.split, sign) for sign in (1, -1)]
            halves = [self._half(part, region, each) for each in both]
        part.halves, part.rows, part.products = tuple(halves), NOTHING, None
        return part.halves

    def _half(self, part: Part, region: Region, merged: Merged) -> Part:
        """Return a part of a part, which begins with its inequalities and its leaf."""
        rows = part.rows
        if merged is not part.merged:
            place, signs = merged.place[part.merged.kept], merged.sign[part.merged.kept]
            rows = mapped(part.rows, place.tolist(), signs.tolist())
        half = Part(region, merged, part.bound, rows=rows, depth=part.depth + 1)
        half.leaf = part.leaf  # proves the same of a part of what it is about
        return half

    def _level(self, part: Part) -> int | None:
        """Return the slope at which those of the open lines are halved; None if they have one.

        What a bound misses is mostly a mixture of bisections with many and few links of a kind.
        """
        region, alpha = part.region, self._problem.alpha
        if not (region.listable and alpha.numerator and alpha.denominator):
            return None
        slopes = [slope for slope, _, _ in region.values(alpha, part.bound, self._goal())]
        return slopes[(len(slopes) - 1) // 2] if len(slopes) > 1 else None

    def _pair(self, part: Part) -> Pair | None:
        """Choose the pair in doubt whose links are the most; one of it is in the largest class."""
        merged, products = part.merged, part.products
        if products is None or len(merged.kept) < 2:
            return None
        sizes = np.bincount(merged.place) + 1e-3 * self._capacities[merged.kept]
        largest = int(np.argmax(sizes))
        doubt = (1.0 - products[largest] ** 2) * np.sqrt(1.0 + self._capacities[merged.kept])
        doubt[largest] = -1.0
        other = int(np.argmax(doubt))
        first, second = sorted((int(merged.kept[largest]), int(merged.kept[other])))
        return first, second


def written(tree: PairTree, target: int) -> tuple[Written, tuple[tuple[Pair, ...], ...]]:
    """Return the tree of a certificate that proves a target, and its sets of pairs."""
    sets: dict[Pair, int] = {}

    def node(part: Part) -> Written:
        if part.bound >= target or part.split is None:
            return part.leaf or LinearLeaf()
        low, high = (node(half) for half in part.halves)
        if isinstance(part.split, int):
            return ByLevel(split="slope", level=part.split, low=low, high=high)
        number = sets.setdefault(part.split, len(sets))
        return ByCount(set=number, level=0, low=low, high=high)

    root = node(tree.root)
    return root, tuple((pair,) for pair in sets)
