"""Methods for structured networks: products, groups, folded Clos networks.

Each looks at every link once, looks for no cuts but those that its structure has, and closes much
or nothing, at once. What they prove is argued in `docs/certificate.md`.

References
----------
Shpiner et al., Dragonfly+: low cost topology for scaling datacenters (2017), for `LeafSpineGroups`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from alphacut.solver.bisection.bounds.clos.params import USUAL_CLOS, ClosParams
from alphacut.solver.bisection.bounds.majority.params import (
    USUAL_GROUP_KIND,
    USUAL_MAJORITY,
    GroupKindParams,
    MajorityParams,
)
from alphacut.solver.bisection.bounds.spreading.params import USUAL_SPREADING, SpreadingParams
from alphacut.solver.bisection.bounds.uneven.params import USUAL_UNEVEN, UnevenParams
from alphacut.solver.bisection.engines._base import Cost
from alphacut.solver.bisection.outcome import Budget, OnProgress, Outcome
from alphacut.solver.bisection.problem import PointProblem

FEWEST = 40  # switches; a sweep of fewer is quick


class _Structured(ABC):
    """What these methods tell of their cost. See `Method` for the contract.

    Parameters
    ----------
    fewest
        Switches from which it is tried.
    each
        Seconds, for each switch and link.
    """

    proves_lemmas = False

    def __init__(self, fewest: int, each: float) -> None:
        self._fewest, self._each = fewest, each

    def estimate(self, problem: PointProblem, budget: Budget) -> Cost | None:  # noqa: ARG002
        """Tell what it takes to look at each link; small networks are swept as soon."""
        network = problem.network
        if network.switches < self._fewest or not self._suits(problem):
            return None
        return Cost(seconds=self._each * (network.switches + len(network.links)))

    def _suits(self, problem: PointProblem) -> bool:
        """Tell whether there may be such a structure: that the network is in groups."""
        return len(set(problem.network.groups)) > 1

    @abstractmethod
    def bound(self, problem: PointProblem, budget: Budget, on_progress: OnProgress) -> Outcome: ...


class Spreading(_Structured):
    """Bounds by what spreads over common ends: products and folded Clos networks."""

    name = "spreading"

    def __init__(self, params: SpreadingParams = USUAL_SPREADING) -> None:
        super().__init__(params.fewest, params.each)
        self._params = params

    def _suits(self, problem: PointProblem) -> bool:  # noqa: ARG002
        return True

    def bound(self, problem: PointProblem, budget: Budget, on_progress: OnProgress) -> Outcome:
        """Prove what spreading proves."""
        from alphacut.solver.bisection.bounds.spreading.run import bounded

        return bounded(problem, budget, on_progress, self._params)


class LeafSpineGroups(_Structured):
    """Bounds by the shares of leaves in groups of leaves and spines, as in a Dragonfly+."""

    name = "leaf_spine_groups"

    def __init__(self, fewest: int = FEWEST) -> None:
        super().__init__(fewest, each=1e-6)

    def _suits(self, problem: PointProblem) -> bool:
        return _some_weigh_nothing(problem)

    def bound(self, problem: PointProblem, budget: Budget, on_progress: OnProgress) -> Outcome:
        """Prove what the shares of leaves prove."""
        from alphacut.solver.bisection.bounds.leaf_spine_groups import bounded

        return bounded(problem, budget, on_progress)


class Majority(_Structured):
    """Bounds by the majorities of groups, for every wiring between them."""

    name = "majority"

    def __init__(
        self,
        params: MajorityParams = USUAL_MAJORITY,
        kinds: GroupKindParams = USUAL_GROUP_KIND,
    ) -> None:
        super().__init__(params.fewest, params.each)
        self._params, self._kinds = params, kinds

    def bound(self, problem: PointProblem, budget: Budget, on_progress: OnProgress) -> Outcome:
        """Prove what majorities prove."""
        from alphacut.solver.bisection.bounds.majority.run import bounded

        return bounded(problem, budget, on_progress, self._params, self._kinds)


class Uneven(_Structured):
    """Bounds and cuts by labels of groups, some of which lack links or have too many.

    It divides the groups so that most of what is missing lies between the halves.
    """

    name = "uneven"

    def __init__(self, params: UnevenParams = USUAL_UNEVEN) -> None:
        super().__init__(params.fewest, params.each)
        self._params = params

    def bound(self, problem: PointProblem, budget: Budget, on_progress: OnProgress) -> Outcome:
        """Find the best cut of whole groups, and prove what labels of groups prove."""
        from alphacut.solver.bisection.bounds.uneven.run import bounded

        return bounded(problem, budget, on_progress, self._params)


class Clos(_Structured):
    """Bounds and cuts of fat trees, and of leaves and spines, that lack links or switches.

    It finds what the faults cost at least, and a cut of which they cost as much.
    """

    name = "clos"

    def __init__(self, params: ClosParams = USUAL_CLOS) -> None:
        super().__init__(params.fewest, params.each)
        self._params = params

    def _suits(self, problem: PointProblem) -> bool:
        return _some_weigh_nothing(problem)

    def bound(self, problem: PointProblem, budget: Budget, on_progress: OnProgress) -> Outcome:
        """Find what faults cost at least, and a cut of which they cost no more."""
        from alphacut.solver.bisection.bounds.clos.run import bounded

        return bounded(problem, budget, on_progress, self._params)


def _some_weigh_nothing(problem: PointProblem) -> bool:
    """Tell whether switches weigh nothing, or all the same."""
    weights = set(problem.balance.weights)
    return len(weights) == 2 and 0 in weights
