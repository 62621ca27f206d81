"""Semidefinite bounds over pairs: of a whole matrix with a tree, or in blocks by a rotation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from alphacut.solver.bisection.bounds.semidefinite.params import (
    USUAL_ONE_MATRIX,
    USUAL_SEMIDEFINITE,
    OneMatrixParams,
    SemidefiniteParams,
)
from alphacut.solver.bisection.engines._base import Cost
from alphacut.solver.bisection.outcome import Budget, OnProgress, Outcome
from alphacut.solver.bisection.problem import PointProblem

if TYPE_CHECKING:
    from alphacut.solver.bisection.bounds.semidefinite.rounds import Start


class Rotating:
    """Bounds bisections by one matrix for each frequency. See `Method` for the contract.

    It looks for no cuts.
    """

    name = "semidefinite"
    proves_lemmas = False

    def __init__(self, params: SemidefiniteParams = USUAL_SEMIDEFINITE) -> None:
        self._params = params

    def estimate(self, problem: PointProblem, budget: Budget) -> Cost | None:  # noqa: ARG002
        """Tell what steps take where the groups are carried around; a tree begins with the same."""
        params, switches = self._params, problem.network.switches
        if switches > params.largest_alone or not rotates(problem, params.smallest):
            return None
        return Cost(seconds=params.loading + params.each * switches**3, share=params.share)

    def bound(self, problem: PointProblem, budget: Budget, on_progress: OnProgress) -> Outcome:
        """Prove what the relaxation proves."""
        from alphacut.solver.bisection.bounds.semidefinite.root import prove_in, root_of
        from alphacut.solver.bisection.bounds.semidefinite.rotating import Rotated

        run = Rotated(problem, budget, on_progress)
        root = root_of(problem, run.deadline, self._params)
        if root is not None:
            run.region = region = root.region
            run.proof = prove_in(
                region, problem, root.rotation, run.goal, run.deadline, run.on_bound, self._params
            )
        return run.finished()


class Semidefinite:
    """Bounds bisections in a tree that decides pairs of switches. See `Method` for the contract.

    Parameters
    ----------
    most_nodes
        Parts that are bounded, the whole included; None: as many as the parameters say.
    few
        Whether they are few, for others are tried next: one, where states of groups may divide
        better than pairs.
    learns
        Whether each problem begins with the inequalities that counted in the one before, if it has
        as many switches: samples of one network are alike.
    """

    name = "semidefinite"
    proves_lemmas = False

    def __init__(
        self,
        params: OneMatrixParams = USUAL_ONE_MATRIX,
        most_nodes: int | None = None,
        *,
        few: bool = False,
        learns: bool = False,
    ) -> None:
        self._params, self._few, self._learns = params, few, learns
        self._known: dict[int, Start] = {}  # the inequalities of the problem before, by switches
        self._most = params.most_nodes if most_nodes is None else most_nodes

    def estimate(self, problem: PointProblem, budget: Budget) -> Cost | None:  # noqa: ARG002
        """Tell what its parts take; where groups are carried around, blocks are smaller."""
        params = self._params
        few = len(problem.balance.extended) < params.fewest
        if few or not params.suits(problem) or rotates(problem) or lemmas_follow(problem, params):
            return None
        seconds = params.loading + params.each * len(problem.balance.extended) ** 3
        if self._few:
            return Cost(seconds=seconds, share=params.share_of_few)
        return Cost(seconds=params.times_deciding * seconds, share=params.share)

    def bound(self, problem: PointProblem, budget: Budget, on_progress: OnProgress) -> Outcome:
        """Search the tree."""
        from alphacut.solver.bisection.bounds.semidefinite.search import solved

        switches, parts = problem.network.switches, self._parts(problem)
        start = self._known.get(switches)
        outcome, rows = solved(problem, budget, on_progress, self._params, parts, start)
        if self._learns and rows is not None:
            self._known = {switches: rows}
        return outcome

    def _parts(self, problem: PointProblem) -> int:
        if not self._few:
            return self._most
        return 1 if len(set(problem.network.groups)) > 1 else self._params.few_nodes


def lemmas_follow(problem: PointProblem, params: OneMatrixParams) -> bool:
    """Tell whether lemmas about single intercepts close a large network sooner than pairs do.

    A tree of these, whose root is the same bound, leaves open intercepts to lemmas then.
    """
    network = problem.network
    few = network.switches <= params.largest_by_pairs or len(set(network.groups)) == 1
    if few or not problem.may_defer:
        return False
    from alphacut.solver.bisection.bounds.groups.relaxation import GroupRelaxation
    from alphacut.solver.bisection.bounds.state_relaxations import relaxation_of

    return isinstance(relaxation_of(problem), GroupRelaxation)


def rotates(problem: PointProblem, smallest: int = USUAL_SEMIDEFINITE.smallest) -> bool:
    """Tell whether the groups are carried around, so that matrices fall into small blocks."""
    if problem.network.switches < smallest or problem.balance.difference:
        return False
    from alphacut.solver.bisection.bounds.states.rotation import find_rotation

    return find_rotation(problem.network, problem.balance, ()) is not None
