"""When a run is given up: the value it needs is out of reach at the speed of its last looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class StoppingRule:
    """Extrapolates the bounds of a run, which rise more and more slowly, as a straight line."""

    least: int  # looks before which a run is never given up
    span: int  # looks over which the speed of the bound is measured
    patience: float  # times that span that is worth waiting for

    def gives_up(self, history: Sequence[float], need: float) -> bool:
        """Tell whether the bounds at all looks so far do not lead to what is needed in time."""
        if len(history) < max(self.least, self.span + 1):
            return False
        gained = history[-1] - history[-1 - self.span]
        return gained * self.patience < need - history[-1]
