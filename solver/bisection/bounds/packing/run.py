"""Bounds by packings of spanning trees, for networks that are too large for anything stronger.

Everything that it proves carries a certificate, which holds the trees.

References
----------
Delling, Fleischman, Goldberg, Razenshteyn and Werneck, An exact combinatorial algorithm for minimum
graph bisection (2015), section 4.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from alphacut.solver.bisection.bounds.packing.components import Packers
from alphacut.solver.bisection.bounds.packing.search import TreePacking
from alphacut.solver.bisection.bounds.run import Run, Stopped
from alphacut.solver.bisection.certificate.known import KnownPoint
from alphacut.solver.bisection.certificate.proofs import PackingProof
from alphacut.solver.bisection.outcome import Budget, OnProgress, Outcome, StopReason, goal_of
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.bisection.verify.elimination.classes import scaled_capacities, shares
from alphacut.solver.bisection.verify.packing.components import numbered, split
from alphacut.solver.bisection.verify.packing.places import write_places

FEWEST, PERIOD = 256, 32  # rounds before it is asked whether more would help, and between two times
LITTLE = Fraction(1, 50)  # of a bound, that twice as many trees should bring
NEAR = Fraction(1, 20)  # of the best cut, that may be missing for a proof


def bounded(problem: PointProblem, budget: Budget, on_progress: OnProgress) -> Outcome:
    """Raise the bound within the budget; cuts are those of the problem.

    Parameters
    ----------
    budget
        Time, and how near to the cut is enough.
    on_progress
        Hears of the bound; returns False to stop.
    """
    run = _Packing(problem, budget, on_progress)
    return run.outcome(run.pack())


class _Packing(Run):
    """One call of the engine."""

    def __init__(self, problem: PointProblem, budget: Budget, on_progress: OnProgress) -> None:
        super().__init__("packing", problem, budget, on_progress)
        self._goal = goal_of(self.target, budget.gap)
        self._packing: TreePacking | None = None

    def pack(self) -> StopReason:
        """Add trees until they prove the best cut, or time or room is over."""
        weights, half = shares(self.problem.balance)
        capacities = scaled_capacities(self.problem.network, self.problem.alpha)
        components = split(numbered(capacities), weights, half)
        if not self.target or not components or not all(each.weight for each in components):
            return StopReason.WORK_LIMIT
        packer = Packers(capacities, weights, components)
        if not packer.fit:
            return StopReason.WORK_LIMIT
        try:
            self._add_trees(packer)
        except Stopped as stopped:
            return stopped.reason
        return StopReason.GAP if self.bound >= self._goal else StopReason.WORK_LIMIT

    def _add_trees(self, packer: Packers) -> None:
        bounds = list[Fraction]()
        for bound in packer.bounds():
            bounds.append(bound)
            proven = min(math.ceil(bound), self.target)
            if proven > self.bound:
                self._packing = packer.best()
                self.raise_bound(proven)
            if self.bound >= self._goal or self._settled(bounds):
                return
            self.report()

    def _settled(self, bounds: Sequence[Fraction]) -> bool:
        """Tell whether twice as many trees have brought little, and more will not be a proof."""
        if len(bounds) < FEWEST or len(bounds) % PERIOD:
            return False
        little = bounds[-1] < (1 + LITTLE) * bounds[len(bounds) // 2]
        return little and bounds[-1] < (1 - NEAR) * self.target

    def _certificate(self, known: tuple[KnownPoint, ...]) -> PackingProof:
        packing = self._packing
        return PackingProof(
            known=known,
            sources=() if packing is None else tuple(packing.sources.tolist()),
            trees="" if packing is None else write_places(packing.trees),
        )
