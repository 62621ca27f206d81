"""What a run found, what it proved, and why it stopped: three separate facts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from math import ceil

from alphacut.solver.bisection.problem import Certificate, Cut, Portion

__all__ = ["Certificate"]

FORMAT = "alphacut-certificate/1"  # what a certificate calls itself


class StopReason(StrEnum):
    """Why a run ended."""

    FINISHED = "finished"  # nothing was left to do
    TIME_LIMIT = "time limit"
    WORK_LIMIT = "work limit"  # the engine's own limit on nodes or size
    GAP = "gap"  # the bound is as near to the best cut as the budget asks for
    WAITING = "waiting"  # what is left is asked for at other α, or in portions, and serves here
    DIVIDED = "divided"  # single intercepts are left, to be settled as aims of their own
    CANCELLED = "cancelled"  # the observer asked for it


def goal_of(target: int, gap: Fraction) -> int:
    """Return the least bound that is within a gap of a target."""
    return ceil(target * (1 - gap))


@dataclass(frozen=True, kw_only=True)
class Budget:
    """What a run may use."""

    seconds: float | None = None  # wall time; None: no limit
    threads: int = 1
    gap: Fraction = Fraction(0)  # it is enough that (best - bound)/best is at most this


@dataclass(frozen=True, kw_only=True)
class Progress:
    """News from a running engine; each field is at its best so far."""

    incumbent: Cut | None
    lower_bound: int  # scaled, valid
    nodes: int = 0  # subproblems finished


Observe = Callable[[Progress], bool]  # returns False to stop the run


def ignore(progress: Progress) -> bool:  # noqa: ARG001
    """Observe nothing and let the run go on."""
    return True


@dataclass(frozen=True, kw_only=True)
class Report:
    """How a run went, for people."""

    engine: str
    seconds: float
    nodes: int = 0
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """The result of one run at one α. Whether it is proven is derived."""

    incumbent: Cut | None
    lower_bound: int  # scaled; valid on the engine's word
    stopped_because: StopReason
    report: Report
    certified_bound: int = 0  # scaled; what the certificate proves
    certificate: Certificate | None = field(default=None, repr=False)
    spare: Certificate | None = field(default=None, repr=False)  # a weaker one, to go on from
    left: tuple[int, int] | None = None  # if divided: the ends of the intercepts that are left
    portions: tuple[Portion, ...] = ()  # what is left to be settled, each by itself
