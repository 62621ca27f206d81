"""What every general solver is given: bounds and inequalities of the semidefinite root.

The plain model of a bisection, one variable for each switch and each link, is
hopeless for general solvers. They are given instead the variables of all pairs
that matter, the inequalities on which the relaxation's bound rests, the bound
itself rounded up by parity, the known points, and the best cut as a hint.
"""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.semidefinite.rounds import Start
from alphacut.solver.bisection.bounds.semidefinite.search import solved
from alphacut.solver.bisection.certificate.proofs import Certificate
from alphacut.solver.bisection.heuristics.starts import trivial_cut
from alphacut.solver.bisection.outcome import (
    Budget,
    OnProgress,
    Outcome,
    Progress,
    Report,
    StopReason,
)
from alphacut.solver.bisection.parameters import USUAL, SolverParams
from alphacut.solver.bisection.problem import Cut, PointProblem
from alphacut.solver.bisection.region import Region
from alphacut.solver.common.alpha import Alpha

MOST_SPARSE = 5  # switches in an inequality that is handed on; larger ones slow solvers down
ROOT_SHARE = 0.3  # of the time that the relaxation may take
ROOT_SECONDS = 20.0  # and its limit where there is none
SAFETY = 1e-6  # relative: by which a solver's bound is lowered before it is told

Pair = tuple[int, int]


@dataclass(frozen=True)
class Vector:
    """Signs of an odd number of switches: (Σ b_i·x_i)² ≥ 1 for the sides x = ±1 of every cut.

    Written for what is separated, Σ_{i<j} b_i·b_j·y_ij ≤ ((Σ b_i)² - 1)/4.
    """

    switches: tuple[int, ...]
    values: tuple[int, ...]  # 1 or -1

    @property
    def limit(self) -> int:
        """The right-hand side."""
        return (sum(self.values) ** 2 - 1) // 4


@dataclass(frozen=True, kw_only=True)
class Strengthened:
    """A problem with what the root relaxation found out about it."""

    problem: PointProblem
    best: Cut
    bound: int  # scaled lower bound, certified
    certificate: Certificate | None  # that proves it
    vectors: tuple[Vector, ...]  # sparse inequalities on which the bound rests
    region: Region  # parity and known points

    @property
    def closed(self) -> bool:
        """Whether the root relaxation already proves the best cut."""
        return self.bound >= self.problem.scaled(self.best)

    @property
    def balance(self) -> Balance:
        """The balance, with the dummy switch."""
        return self.problem.balance

    def pairs(self) -> list[Pair]:
        """Return the pairs of switches that a model needs a variable for."""
        pairs = {(link.first, link.second) for link in self.problem.network.links}
        for vector in self.vectors:
            pairs |= vector_terms(vector).keys()
        return sorted(pairs)

    def line_terms(self) -> tuple[dict[Pair, int], dict[Pair, int]]:
        """Return intercept and slope as coefficients of separated pairs."""
        intercept: dict[Pair, int] = {}
        slope: dict[Pair, int] = {}
        for link in self.problem.network.links:
            each = self.problem.network.class_by_name[link.link_class]
            pair = (link.first, link.second)
            intercept[pair] = intercept.get(pair, 0) + each.base * link.multiplicity
            slope[pair] = slope.get(pair, 0) + each.slope * link.multiplicity
        return intercept, slope

    def signs(self) -> Mapping[int, bool]:
        """Return for each switch, the dummy one included, whether it is not with switch 0."""
        inside = set(self.best.side)
        apart = {u: u not in inside for u in range(self.problem.network.switches)}
        if self.balance.difference:
            weight = sum(self.balance.weights[u] for u in inside)
            apart[len(self.balance.weights)] = weight == self.balance.half
        return apart


def vector_terms(vector: Vector) -> dict[Pair, int]:
    """Return an inequality's coefficients of separated pairs."""
    items = list(zip(vector.switches, vector.values, strict=True))
    return {
        (first, second): value * other
        for place, (first, value) in enumerate(items)
        for second, other in items[place + 1 :]
    }


def strengthen(
    problem: PointProblem, budget: Budget, on_progress: OnProgress, params: SolverParams = USUAL
) -> Strengthened:
    """Solve the root relaxation, within a share of the budget; nothing on a large network.

    Parameters
    ----------
    on_progress
        Hears of the cut and the bound; returns False to stop.
    params
        The numbers that tune the relaxation.
    """
    seconds = ROOT_SECONDS if budget.seconds is None else ROOT_SHARE * budget.seconds
    best = problem.best or trivial_cut(problem.network, problem.balance)
    problem = replace(problem, cuts=(*problem.cuts, best))
    if not params.one_matrix.suits(problem):
        return Strengthened(
            problem=problem, best=best, bound=0, certificate=None, vectors=(), region=problem.region
        )
    limited = Budget(seconds=seconds, gap=budget.gap)
    found, start = solved(problem, limited, on_progress, params.one_matrix, 1)
    return Strengthened(
        problem=problem,
        best=found.incumbent or best,
        bound=found.lower_bound,
        certificate=found.certificate,
        vectors=() if start is None else _vectors(start),
        region=problem.region,
    )


def _vectors(start: Start) -> tuple[Vector, ...]:
    """Return the inequalities over few switches on which the bound rests."""
    found = []
    for cliques, multipliers in start.cliques:
        if cliques.size <= MOST_SPARSE:
            some = cliques.chosen(np.nonzero(multipliers > 0)[0])
            each = zip(some.switches.tolist(), some.signs.tolist(), strict=True)
            found += [Vector(tuple(switches), tuple(signs)) for switches, signs in each]
    return tuple(found)


class Program(ABC):
    """The model that every solver is given: a side for each switch, and what pairs separate.

    Whoever inherits makes variables, sums and constraints as its solver has them.

    Attributes
    ----------
    apart
        1 for a switch that is not on the side of switch 0; the dummy one is the last.
    separated
        1 for a pair that is apart.
    capacity
        What is to be minimised: scaled capacity.
    """

    def __init__(self, root: Strengthened) -> None:
        weights, alpha = root.balance.extended, root.problem.alpha
        self.apart = [self.integer(f"x{u}", 1) for u in range(len(weights))]
        self.add(self.apart[0] == 0)
        self.add(self.weighted(zip(self.apart, weights, strict=True)) == root.balance.half)
        self.separated = {pair: self._pair(pair) for pair in root.pairs()}
        for vector in root.vectors:
            self.add(self._total(vector_terms(vector)) <= vector.limit)
        for known in root.problem.known:
            self.add(self._total(_scaled(root, known.alpha)) >= known.bound)
        self.capacity = self._total(_scaled(root, alpha))
        self.add(self.capacity >= root.bound)
        self._parity(root)

    @abstractmethod
    def integer(self, name: str, most: int) -> Any:
        """Return a new variable from 0 to a number."""

    @abstractmethod
    def weighted(self, terms: Iterable[tuple[Any, int]]) -> Any:
        """Return a sum of variables times coefficients."""

    @abstractmethod
    def add(self, constraint: Any) -> None:
        """Add a comparison of two sums."""

    def _pair(self, pair: Pair) -> Any:
        first, second = (self.apart[u] for u in pair)
        separated = self.integer(f"y{pair[0]}_{pair[1]}", 1)
        self.add(separated >= first - second)
        self.add(separated >= second - first)
        self.add(separated <= first + second)
        self.add(separated <= 2 - first - second)
        return separated

    def _total(self, terms: Mapping[Pair, int]) -> Any:
        return self.weighted((self.separated[pair], value) for pair, value in terms.items())

    def _parity(self, root: Strengthened) -> None:
        """Say which intercepts and slopes are possible."""
        parts = zip(root.line_terms(), (root.region.intercept, root.region.slope), strict=True)
        for number, (terms, residue) in enumerate(parts):
            if residue.modulus > 1:
                most = sum(terms.values()) // residue.modulus + 1
                steps = self.integer(f"steps{number}", most)
                total = residue.remainder + residue.modulus * steps
                self.add(self._total(terms) == total)


def _scaled(root: Strengthened, alpha: Alpha) -> dict[Pair, int]:
    """Return the capacity, scaled at an α, as coefficients of separated pairs."""
    intercept, slope = root.line_terms()
    terms = {
        pair: alpha.denominator * intercept[pair] + alpha.numerator * slope[pair]
        for pair in intercept
    }
    return {pair: value for pair, value in terms.items() if value}


class SolverRun:
    """One call of a general solver: the best cut and the bound so far, and why it ended."""

    def __init__(
        self, root: Strengthened, budget: Budget, on_progress: OnProgress, began: float
    ) -> None:
        self.root, self.best, self.bound = root, root.best, root.bound
        self.reason = StopReason.FINISHED
        self._budget, self._on_progress, self._began = budget, on_progress, began

    @property
    def left(self) -> float | None:
        """The seconds that are left, or a moment."""
        if self._budget.seconds is None:
            return None
        return max(0.01, self._budget.seconds - (time.monotonic() - self._began))

    def should_continue(self) -> bool:
        """Pass on what is known; return whether to go on."""
        if self._on_progress(Progress(incumbent=self.best, lower_bound=self.bound)):
            return True
        self.reason = StopReason.CANCELLED
        return False

    def improve(self, side: Iterable[int]) -> None:
        """Take a side that the solver found, if it is a bisection and better."""
        problem = self.root.problem
        cut = Cut.of(problem.network, list(side))
        if problem.balance.holds(cut.side) and problem.scaled(cut) < problem.scaled(self.best):
            self.best = cut

    def take_bound(self, bound: float) -> None:
        """Take what the solver proved before it was stopped, rounded with care."""
        if self.reason is not StopReason.CANCELLED:
            self.reason = StopReason.TIME_LIMIT
        if math.isfinite(bound):
            problem = self.root.problem
            safe = math.ceil(bound - SAFETY * max(1.0, abs(bound)))
            target = problem.scaled(self.best)
            raised = self.root.region.lowest(problem.alpha, max(0, safe), target)
            self.bound = max(self.bound, raised)

    def outcome(self, engine: str) -> Outcome:
        """Return what came of the run."""
        return Outcome(
            cuts=(self.best,),
            lower_bound=self.bound,
            certified_bound=self.root.bound,
            certificate=self.root.certificate,
            stopped_because=self.reason,
            report=Report(engine=engine, seconds=time.monotonic() - self._began),
        )
