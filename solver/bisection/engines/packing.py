"""Bounds by packings of spanning trees, for networks that are too large for anything stronger.

Everything that it proves carries a certificate, which holds the trees.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from fractions import Fraction

from alphacut.solver.bisection.bounds.packing.components import Packers
from alphacut.solver.bisection.bounds.packing.search import Packing
from alphacut.solver.bisection.certificate.proofs import PackingProof
from alphacut.solver.bisection.engines.capabilities import CAPABILITIES
from alphacut.solver.bisection.engines.limits import check_problem
from alphacut.solver.bisection.heuristics.starts import trivial_cut
from alphacut.solver.bisection.outcome import (
    Budget,
    Observe,
    Outcome,
    Progress,
    Report,
    StopReason,
    goal_of,
)
from alphacut.solver.bisection.problem import Problem
from alphacut.solver.bisection.region import Region
from alphacut.solver.bisection.verify.elimination.classes import scaled_capacities, shares
from alphacut.solver.bisection.verify.packing.components import numbered, split
from alphacut.solver.bisection.verify.packing.places import write_places

FEWEST, PERIOD = 256, 32  # rounds before it is asked whether more would help, and between two times
LITTLE = Fraction(1, 50)  # of a bound, that twice as many trees should bring
NEAR = Fraction(1, 20)  # of the best cut, that may be missing for a proof


class PackingEngine:
    """Bounds bisections by trees along which sources send. See `Engine` for the contract.

    It looks for no cuts and rarely closes anything, so that it has no place among the engines
    that may be asked for.
    """

    name = "packing"
    capabilities = CAPABILITIES["auto"]

    def solve(self, problem: Problem, budget: Budget, observe: Observe) -> Outcome:
        """Raise the bound within the budget; cuts are those of the problem."""
        check_problem(self.name, self.capabilities, problem)
        run = _Run(problem, budget, observe)
        return run.outcome(run.pack())


class _Run:
    """One call of the engine."""

    def __init__(self, problem: Problem, budget: Budget, observe: Observe) -> None:
        self._problem = problem
        self._observe = observe
        self._began = time.monotonic()
        self._deadline = math.inf if budget.seconds is None else self._began + budget.seconds
        self._region = Region.of(problem.network, problem.balance, problem.known)
        self._best = problem.best or trivial_cut(problem.network, problem.balance)
        self._target = problem.scaled(self._best)
        self._goal = goal_of(self._target, budget.gap)
        self._packing: Packing | None = None
        self._bound = 0

    def pack(self) -> StopReason:
        """Add trees until they prove the best cut, or time or room is over."""
        if self._bound >= self._target:
            return StopReason.FINISHED
        weights, half = shares(self._problem.balance)
        capacities = scaled_capacities(self._problem.network, self._problem.alpha)
        components = split(numbered(capacities), weights, half)
        if not components or not all(each.weight for each in components):
            return StopReason.WORK_LIMIT
        packer = Packers(capacities, weights, components)
        if not packer.fit:
            return StopReason.WORK_LIMIT
        reason, bounds = StopReason.WORK_LIMIT, list[Fraction]()
        for bound in packer.bounds():
            bounds.append(bound)
            proven = self._rounded(math.ceil(bound))
            if proven > self._bound:
                self._bound, self._packing = proven, packer.best()
            if self._bound >= self._goal:
                reason = StopReason.FINISHED if self._bound >= self._target else StopReason.GAP
                break
            if not self._observe(Progress(incumbent=self._best, lower_bound=self._bound)):
                reason = StopReason.CANCELLED
                break
            if time.monotonic() > self._deadline:
                reason = StopReason.TIME_LIMIT
                break
            if self._settled(bounds):
                break
        return reason

    def _settled(self, bounds: Sequence[Fraction]) -> bool:
        """Tell whether twice as many trees have brought little, and more will not be a proof."""
        if len(bounds) < FEWEST or len(bounds) % PERIOD:
            return False
        little = bounds[-1] < (1 + LITTLE) * bounds[len(bounds) // 2]
        return little and bounds[-1] < (1 - NEAR) * self._target

    def _rounded(self, bound: int) -> int:
        """Return the least capacity that a bisection may have, of at least a bound."""
        return self._region.lowest(self._problem.alpha, min(bound, self._target), self._target)

    def outcome(self, reason: StopReason) -> Outcome:
        """Return what was proven."""
        return Outcome(
            cuts=(self._best,),
            lower_bound=self._bound,
            certified_bound=self._bound,
            certificate=self._certificate() if self._bound or not self._target else None,
            stopped_because=reason,
            report=Report(engine=PackingEngine.name, seconds=time.monotonic() - self._began),
        )

    def _certificate(self) -> PackingProof:
        problem, packing = self._problem, self._packing
        return PackingProof(
            known=problem.known,
            sources=() if packing is None else tuple(packing.sources.tolist()),
            trees="" if packing is None else write_places(packing.trees),
        )
