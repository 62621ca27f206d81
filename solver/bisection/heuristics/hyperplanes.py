"""Bisections from a semidefinite solution: random hyperplanes, balanced and improved by passes.

References
----------
Goemans and Williamson, Improved approximation algorithms for maximum cut and satisfiability
problems using semidefinite programming, 1995. Frieze and Jerrum, Improved approximation algorithms
for MAX k-CUT and MAX BISECTION, 1997, for what is done about the balance.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from alphacut.solver.bisection.heuristics.exchange_passes import Passes
from alphacut.solver.bisection.heuristics.starts import filled
from alphacut.solver.bisection.heuristics.tabu import Walker
from alphacut.solver.bisection.problem import Cut, PointProblem


class Hyperplanes:
    """Finds cuts of one problem."""

    def __init__(self, problem: PointProblem) -> None:
        self._problem = problem
        self._walker = Walker(problem.network, problem.balance, problem.alpha)
        self._passes = Passes(self._walker.members)
        self._rng = np.random.default_rng(0)

    def cut(self, vectors: NDArray[np.float64], number: int) -> Cut:
        """Return the best cut of so many hyperplanes, improved.

        Parameters
        ----------
        vectors
            A vector (switches × rank) for each switch; the dummy one may be the last.
        """
        problem, switches = self._problem, self._problem.network.switches
        along = vectors[:switches] @ self._rng.standard_normal((vectors.shape[1], number))
        orders = np.argsort(along, axis=0, kind="stable").T.tolist()
        cuts = [Cut.of(problem.network, filled(order, problem.balance)) for order in orders]
        best = min(cuts, key=problem.scaled)
        signs = self._passes.improve(self._walker.signs(best.side))
        side = self._walker.side(signs)
        return Cut.of(problem.network, side) if problem.balance.holds(side) else best
