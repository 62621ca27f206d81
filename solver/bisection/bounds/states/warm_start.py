"""A warm start: where a run over states stopped, from which another may go on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from alphacut.solver.bisection.bounds.pairs import FloatArray
from alphacut.solver.bisection.bounds.states.splitting import Tables
from alphacut.solver.bisection.verify.sums import IntegerSum


@dataclass(frozen=True)
class Warm:
    """Where a run stopped."""

    tables: Tables
    inequalities: tuple[IntegerSum, ...]
    multipliers: FloatArray  # of the inequalities

    def without_idle(self) -> Warm:
        """Leave out the inequalities that have no multiplier."""
        busy = np.nonzero(self.multipliers > 0)[0]
        kept = tuple(self.inequalities[i] for i in busy.tolist())
        return Warm(self.tables, kept, self.multipliers[busy])
