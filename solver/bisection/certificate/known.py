"""What a proof may build on: bounds that are proven elsewhere, and hold for every bisection."""

from __future__ import annotations

from dataclasses import dataclass

from alphacut.solver.bisection.certificate.numbers import Natural
from alphacut.solver.common.alpha import Alpha


@dataclass(frozen=True, kw_only=True)
class KnownPoint:
    """A lower bound that is certified at another α: valid for every bisection."""

    alpha: Alpha
    bound: Natural  # scaled: alpha.scaled(line) >= bound for the line of every bisection


@dataclass(frozen=True, kw_only=True)
class InterceptLemma:
    """Every bisection with this intercept has at least this slope: a claim until it is proven."""

    intercept: Natural
    slope: Natural
