"""One call of an engine that raises a bound until the best cut is proven, or it is stopped."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from dataclasses import replace

from alphacut.solver.bisection.certificate.known import KnownPoint
from alphacut.solver.bisection.certificate.proofs import (
    Certificate,
    ClosProof,
    GroupKindsProof,
    LeafSpineGroupsProof,
    MajorityProof,
    SpreadingProof,
    TreeProof,
    UnevenProof,
)
from alphacut.solver.bisection.heuristics.starts import trivial_cut
from alphacut.solver.bisection.outcome import (
    Budget,
    OnProgress,
    Outcome,
    Progress,
    Report,
    StopReason,
)
from alphacut.solver.bisection.problem import Cut, PointProblem
from alphacut.solver.bisection.region import Region

Proof = (
    MajorityProof
    | GroupKindsProof
    | UnevenProof
    | ClosProof
    | SpreadingProof
    | LeafSpineGroupsProof
    | TreeProof
)

PAUSE = 0.1  # seconds between two looks at the clock, and calls of `on_progress`


class Stopped(Exception):
    """A run was stopped."""

    def __init__(self, reason: StopReason) -> None:
        super().__init__(reason)
        self.reason = reason


class Run(ABC):
    """What is found and proven so far, news of it, and the outcome.

    Parameters
    ----------
    engine
        Name of the engine, for reports.
    """

    best: Cut  # found so far

    def __init__(
        self, engine: str, problem: PointProblem, budget: Budget, on_progress: OnProgress
    ) -> None:
        self.problem = problem
        self.best = problem.best or trivial_cut(problem.network, problem.balance)
        self.deadline = None if budget.seconds is None else time.monotonic() + budget.seconds
        self.region = Region.of(problem.network, problem.balance, problem.known)
        self.bound = 0
        self.nodes = 0  # for reports
        self._engine, self._on_progress = engine, on_progress
        self._began = self._reported = time.monotonic()

    @property
    def target(self) -> int:
        """The scaled capacity of the best cut."""
        return self.problem.scaled(self.best)

    @property
    def highest(self) -> int | None:
        """The highest capacity that is still to be excluded; None: there is none."""
        return self.region.highest(self.problem.alpha, self.target)

    def raise_bound(self, below: int) -> None:
        """Note that all bisections below a capacity are excluded."""
        self.bound = self.region.lowest(self.problem.alpha, below, self.target)

    def report_sometimes(self) -> None:
        """Do as `report` does, if that is some time ago."""
        if time.monotonic() > self._reported + PAUSE:
            self.report()

    def report(self) -> None:
        """Pass on what is found.

        Raises
        ------
        Stopped
            If `on_progress` returns False, or time is over.
        """
        self._reported = time.monotonic()
        news = Progress(incumbent=self.best, lower_bound=self.bound, nodes=self.nodes)
        if not self._on_progress(news):
            raise Stopped(StopReason.CANCELLED)
        if self.deadline is not None and self._reported > self.deadline:
            raise Stopped(StopReason.TIME_LIMIT)

    def outcome(self, reason: StopReason) -> Outcome:
        """Return what was found and proven."""
        done = self.bound == self.target
        return Outcome(
            cuts=(self.best,),
            lower_bound=self.bound,
            certified_bound=self.bound,
            certificate=self._certificate(self._used()) if self.bound or done else None,
            stopped_because=StopReason.FINISHED if done else reason,
            report=Report(
                engine=self._engine, seconds=time.monotonic() - self._began, nodes=self.nodes
            ),
        )

    def _used(self) -> tuple[KnownPoint, ...]:
        """Return the known points, if less would have to be excluded with them."""
        problem = self.problem
        alone = Region.of(problem.network, problem.balance)
        levels = [each.highest(problem.alpha, self.bound) for each in (alone, self.region)]
        return () if levels[0] == levels[1] else problem.known

    @abstractmethod
    def _certificate(self, known: tuple[KnownPoint, ...]) -> Certificate: ...


class ProofRun(Run):
    """A run whose certificate is a proof that is there as a whole, the strongest of some.

    Parameters
    ----------
    proof
        One that proves nothing: where no bisection is below 0, that is enough.
    """

    def __init__(
        self,
        engine: str,
        problem: PointProblem,
        budget: Budget,
        on_progress: OnProgress,
        proof: Proof,
    ) -> None:
        super().__init__(engine, problem, budget, on_progress)
        self.proof = proof

    def take(self, bound: int, proof: Proof) -> None:
        """Keep a proof of a bound, if that is more than was proven before."""
        if bound > self.bound:
            self.proof = proof
            self.raise_bound(min(bound, self.target))

    def _certificate(self, known: tuple[KnownPoint, ...]) -> Proof:
        return replace(self.proof, known=known)
