"""What a run found, what it proved, and why it stopped: three separate facts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from math import ceil

from alphacut.solver.bisection.certificate.proofs import Certificate
from alphacut.solver.bisection.problem import Cut
from alphacut.solver.common.alpha import Alpha


class StopReason(StrEnum):
    """Why a run ended."""

    FINISHED = "finished"  # nothing was left to do
    TIME_LIMIT = "time limit"
    WORK_LIMIT = "work limit"  # the engine's own limit on nodes or size
    GAP = "gap"  # the bound is as near to the best cut as the budget asks for
    CANCELLED = "cancelled"  # who hears of progress asked for it


def goal_of(target: int, gap: Fraction) -> int:
    """Return the least bound that is within a gap of a target."""
    return ceil(target * (1 - gap))


@dataclass(frozen=True, kw_only=True)
class Budget:
    """What a run may use."""

    seconds: float | None = None  # wall time; None: no limit
    gap: Fraction = Fraction(0)  # it is enough that (best - bound)/best is at most this


@dataclass(frozen=True, kw_only=True)
class Progress:
    """News from a running engine; each field is at its best so far."""

    incumbent: Cut | None
    lower_bound: int  # scaled, valid
    nodes: int = 0  # subproblems finished


OnProgress = Callable[[Progress], bool]  # returns False to stop the run


def ignore(progress: Progress) -> bool:  # noqa: ARG001
    """Hear of nothing, and let the run go on."""
    return True


@dataclass(frozen=True, kw_only=True)
class Report:
    """How a run went, for people."""

    engine: str = ""
    seconds: float = 0.0
    nodes: int = 0
    remarks: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()  # packages that would have been used, and are not installed


@dataclass(frozen=True, kw_only=True)
class Deferral:
    """What a run leaves to other questions about the curve; it might have gone on by itself."""

    to_siblings: bool = False  # asked for at other α; else single intercepts are left, as lemmas
    lemmas_known: int = 0  # how many there were for this run
    open_intercepts: tuple[int, int] | None = None  # the ends of those that are left
    proven: int | None = None  # scaled: by what lemmas are to be joined with; None: as was told


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What came of one problem, or of a search. Everything in it is valid, however it ended.

    What an engine returns is valid on its word; what `answer` returns has a certificate only
    if the verifier accepted it. Whether it is proven is derived.
    """

    alpha: Alpha | None = None  # of the problem; None: of a search
    intercept: int | None = None  # of the target lemma: the bound is for its bisections
    cuts: tuple[Cut, ...] = ()  # bisections found; at one α at most one, the best
    lower_bound: int = 0  # scaled; valid on the engine's word
    certified_bound: int = 0  # scaled; what the certificate proves
    certificate: Certificate | None = field(default=None, repr=False)
    stopped_because: StopReason = StopReason.FINISHED
    report: Report = Report()
    # a weaker certificate, to go on from
    partial_proof: Certificate | None = field(default=None, repr=False)
    deferral: Deferral | None = None  # for a scheduler
    refusals: tuple[str, ...] = ()  # why the verifier refused a proof: a fault of this software

    @property
    def incumbent(self) -> Cut | None:
        """The best bisection found at the α."""
        return self.cuts[0] if self.cuts else None

    @property
    def proof(self) -> str | None:
        """What the bound rests on: "certificate", "solver" (an engine's word), or nothing."""
        certified = self.certificate is not None or self.certified_bound > 0
        if certified and self.certified_bound >= self.lower_bound:
            return "certificate"
        return "solver" if self.lower_bound else None

    @property
    def exhausted(self) -> bool:
        """Whether another attempt would not help.

        A lemma that was proven does not count: more may be asked of its intercept later.
        """
        if self.deferral is not None:
            return False
        given_up = self.stopped_because is StopReason.WORK_LIMIT
        return given_up or (self.stopped_because is StopReason.FINISHED and self.intercept is None)
