"""Bounds by the majorities of groups: for every wiring between them, in a moment.

It looks for no cuts. Everything that it proves carries a certificate, which holds the groups.
"""

from __future__ import annotations

from dataclasses import replace

from alphacut.solver.bisection.bounds.majority import Majorities, numbered
from alphacut.solver.bisection.certificate.known import KnownPoint
from alphacut.solver.bisection.certificate.proofs import MajorityProof
from alphacut.solver.bisection.engines.capabilities import CAPABILITIES
from alphacut.solver.bisection.engines.limits import check_problem
from alphacut.solver.bisection.engines.run import Run
from alphacut.solver.bisection.heuristics.starts import trivial_cut
from alphacut.solver.bisection.outcome import Budget, Observe, Outcome, StopReason
from alphacut.solver.bisection.parameters import MajorityParams
from alphacut.solver.bisection.problem import Problem

USUAL = MajorityParams()


class Majority:
    """Bounds bisections of networks in groups. See `Engine` for the contract.

    It closes much or nothing, at once, so that it has no place among the engines that may be
    asked for.
    """

    name = "majority"
    capabilities = CAPABILITIES["auto"]

    def __init__(self, params: MajorityParams = USUAL) -> None:
        self._params = params

    def solve(self, problem: Problem, budget: Budget, observe: Observe) -> Outcome:
        """Prove what majorities prove; cuts are those of the problem."""
        check_problem(self.name, self.capabilities, problem)
        run = _Majority(problem, budget, observe)
        run.count(self._params)
        return run.outcome(StopReason.WORK_LIMIT)


class _Majority(Run):
    """One call of the engine."""

    def __init__(self, problem: Problem, budget: Budget, observe: Observe) -> None:
        super().__init__(Majority.name, problem, budget, observe)
        self.best = problem.best or trivial_cut(problem.network, problem.balance)
        self._proof = MajorityProof(groups=numbered(problem.network), ties=0, charges="own")

    def count(self, params: MajorityParams) -> None:
        """Count what the majorities of all groups have to sever."""
        majorities = Majorities.of(self.problem, params)
        if majorities is None:
            return
        if majorities.regular:
            alike = replace(self._proof, ties=len(majorities.charges), charges="least")
            self._prove(majorities.bound_alike(self.target), alike)
        ties = majorities.ties(params)
        if ties is not None and self.bound < self.target:
            self._prove(majorities.bound(ties), replace(self._proof, ties=ties))

    def _prove(self, bound: int, proof: MajorityProof) -> None:
        before = self.bound
        if bound > before:
            self._proof = proof
            self.raise_bound(min(bound, self.target))

    def _certificate(self, known: tuple[KnownPoint, ...]) -> MajorityProof:
        return replace(self._proof, known=known)
