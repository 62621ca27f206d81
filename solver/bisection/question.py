"""What can be asked about a network: the best bisections at any α, or the proof at one."""

from __future__ import annotations

from dataclasses import dataclass

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.certificate.known import InterceptLemma
from alphacut.solver.bisection.problem import Cut, PointProblem
from alphacut.solver.common.alpha import INFINITY, ZERO, Alpha


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
