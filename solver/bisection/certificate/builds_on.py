"""What a certificate builds on: points and claims that are proven elsewhere, and inequalities.

Proofs must not rest on each other in a circle; `resting_on` tells which of them rest on one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from alphacut.solver.bisection.alpha import Alpha
from alphacut.solver.bisection.problem import Certificate, InequalityRow, KnownPoint, Level


@dataclass(frozen=True, kw_only=True)
class BuildsOn:
    """What one certificate takes for granted, and the inequalities of its table."""

    known: tuple[KnownPoint, ...] = ()
    levels: tuple[Level, ...] = ()
    rows: tuple[InequalityRow, ...] = ()

    @classmethod
    def of(cls, certificate: Certificate | None) -> BuildsOn:
        """Read a certificate that the solver wrote; without one there is nothing."""
        written = certificate or {}
        return cls(
            known=tuple(
                KnownPoint(alpha=Alpha.read(alpha), bound=bound)
                for alpha, bound in written.get("known", [])
            ),
            levels=tuple(
                Level(intercept=intercept, slope=slope)
                for intercept, slope in written.get("levels", [])
            ),
            rows=tuple(_frozen(row) for row in written.get("rows", [])),
        )

    @property
    def alphas(self) -> frozenset[Alpha]:
        """The α of the points."""
        return frozenset(point.alpha for point in self.known)


def resting_on(alpha: Alpha, rests_on: Mapping[Alpha, Iterable[Alpha]]) -> frozenset[Alpha]:
    """Return the α whose proofs rest on that of one α, directly or not, and that α itself.

    Parameters
    ----------
    rests_on
        For each α, those on whose proofs its own builds.
    """
    resting = {alpha}
    while more := {a for a, on in rests_on.items() if a not in resting and resting & set(on)}:
        resting |= more
    return frozenset(resting)


def _frozen(value: Any) -> Any:
    """Return lists, and lists in them, as tuples."""
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
