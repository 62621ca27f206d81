"""What can be asked about a network: its curve, the best bisections at any α, the proof at one."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.certificate.known import InterceptLemma
from alphacut.solver.bisection.envelope import Envelope
from alphacut.solver.bisection.problem import Cut, PointProblem
from alphacut.solver.common.alpha import INFINITY, ZERO, Alpha
from alphacut.solver.common.errors import QuestionError


@dataclass(frozen=True, kw_only=True)
class Limits:
    """When to stop, though not everything is proven."""

    seconds: float | None = None  # wall time; None: no limit
    gap: Fraction = Fraction(0)  # stop once (upper - lower)/upper is at most this everywhere


UNLIMITED = Limits()


@dataclass(frozen=True, kw_only=True)
class CurveProblem:
    """Which curve is wanted. A single point is a range of one α."""

    network: Network
    balance: Balance
    low: Alpha = ZERO
    high: Alpha = INFINITY
    engine: str = "auto"
    offered: tuple[Cut, ...] = ()  # that somebody has found, to be beaten

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise QuestionError(
                "alpha", f"the range is empty: min {self.low} is above max {self.high}"
            )

    def start(self) -> Envelope:
        """Return the envelope that knows nothing yet."""
        return Envelope(low=self.low, high=self.high)


@dataclass(frozen=True, kw_only=True)
class CutSearch:
    """Look for good bisections over a range of α, and prove nothing."""

    network: Network
    balance: Balance
    low: Alpha = ZERO
    high: Alpha = INFINITY
    cuts: tuple[Cut, ...] = ()  # found so far: the search goes on from these
    offered: tuple[Cut, ...] = ()  # found by somebody else: what is found counts with these
    improve_at: tuple[Alpha, ...] = ()  # of one that goes on: where a better cut is wanted
    engine: str = "auto"  # that will prove them: a search that it needs less is shorter
    seconds: float | None = None  # wall time allowed; None: no limit

    @property
    def alpha(self) -> None:
        """It is at no single α."""

    @property
    def target_lemma(self) -> InterceptLemma | None:
        """It proves no lemma."""
        return None


Question = PointProblem | CutSearch
