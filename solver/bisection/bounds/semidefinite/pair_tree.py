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
from alphacut.solver.bisection.bounds.semidefinite.merged import Merged
from alphacut.solver.bisection.bounds.semidefinite.one_matrix import OneMatrix
from alphacut.solver.bisection.bounds.semidefinite.params import OneMatrixParams
from alphacut.solver.bisection.bounds.semidefinite.rounds import NOTHING, Rounds, Start, mapped
from alphacut.solver.bisection.certificate.leaves import LinearLeaf, SemidefiniteLeaf
from alphacut.solver.bisection.certificate.tree import ByCount
from alphacut.solver.bisection.certificate.tree import Node as Written
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.bisection.region import Region
from alphacut.solver.bisection.verify.merged import Merged as Classes
from alphacut.solver.bisection.verify.semidefinite import Layout, capacity_bound
from alphacut.solver.common.errors import Refused

MOST_DEPTH = 60

Pair = tuple[int, int]


@dataclass
class Part:
    """The bisections for which some pairs are decided."""

    merged: Merged
    bound: int = 0  # scaled: none of them has less
    leaf: SemidefiniteLeaf | None = None  # that proves it
    rows: Start = field(default=NOTHING, repr=False)
    products: FloatArray | None = field(default=None, repr=False)
    depth: int = 0
    pair: Pair | None = None  # by which it is divided
    halves: tuple[Part, ...] = ()  # where that is on the same side, and on opposite ones

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
        self._problem, self._region, self._params = problem, region, params
        self._goal, self._should_continue = goal, should_continue
        self._layout = Layout(problem.network, problem.balance, None)
        size = len(problem.balance.extended)
        self.root = Part(Merged.none(size))
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
        problem, region = self._problem, self._region
        if self._need() is None or self._stopped:
            part.bound = max(part.bound, self._goal() if self._need() is None else 0)
            return
        self.bounded += 1
        question = OneMatrix(problem, region, part.merged)
        need = self._need()
        assert need is not None
        rounds = Rounds(question, self._params, need, part.rows)

        def open_need() -> float:
            now = self._need()
            return -math.inf if now is None else now

        def should_continue() -> bool:
            self._stopped = self._stopped or not self._should_continue(rounds, part)
            return not self._stopped

        stand = rounds.solve(open_need, should_continue)
        part.leaf = question.leaf(stand.dual)
        part.bound = max(part.bound, self._proven(part))
        dual = stand.dual
        part.rows, part.products = Start(dual.cliques, dual.sums), rounds.products

    def _need(self) -> int | None:
        """The largest open capacity below the goal."""
        return self._region.highest(self._problem.alpha, self._goal())

    def _proven(self, part: Part) -> int:
        """Return what the verifier finds that a leaf proves; nothing, if it refuses the numbers."""
        problem, merged = self._problem, part.merged
        classes = Classes(merged.place, merged.sign)
        assert part.leaf is not None
        try:
            numerator, denominator = capacity_bound(
                self._layout, problem.network, problem.alpha, problem.known, self._region,
                part.leaf, classes,
            )  # fmt: skip
        except Refused:
            return 0
        least = max(0, -(-numerator // denominator))
        return self._region.lowest(problem.alpha, least, self._goal())

    def _divided(self, part: Part) -> tuple[Part, ...]:
        """Decide a pair, and return both parts."""
        pair = self._pair(part)
        if pair is None:
            return ()
        part.pair, halves = pair, []
        for sign in (1, -1):
            merged = part.merged.deciding(*pair, sign)
            place, signs = merged.place[part.merged.kept], merged.sign[part.merged.kept]
            rows = mapped(part.rows, place.tolist(), signs.tolist())
            half = Part(merged, part.bound, rows=rows, depth=part.depth + 1)
            half.leaf = part.leaf  # proves the same of a part of what it is about
            halves.append(half)
        part.halves, part.rows, part.products = tuple(halves), NOTHING, None
        return part.halves

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
        if part.bound >= target or part.pair is None:
            return part.leaf or LinearLeaf()
        number = sets.setdefault(part.pair, len(sets))
        low, high = (node(half) for half in part.halves)
        return ByCount(set=number, level=0, low=low, high=high)

    root = node(tree.root)
    return root, tuple((pair,) for pair in sets)
