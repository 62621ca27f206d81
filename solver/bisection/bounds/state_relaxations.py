"""The relaxation over states of groups that suits a network: by a rotation of them, or by pairs."""

from __future__ import annotations

from alphacut.arrangements.structure.interchangeable import folded
from alphacut.solver.bisection.bounds.groups.relaxation import GroupRelaxation
from alphacut.solver.bisection.bounds.states.relaxation import StateRelaxation
from alphacut.solver.bisection.bounds.states.rotation import Rotation, find_rotation
from alphacut.solver.bisection.bounds.warm_start_cache import WarmStartCache
from alphacut.solver.bisection.parameters import USUAL, SolverParams
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.bisection.verify.block_cyclic import BlockCyclic
from alphacut.solver.bisection.verify.groups.blocks import Groups
from alphacut.solver.common.errors import Refused

Relaxation = StateRelaxation | GroupRelaxation

WIDTH_OF_PAIRS = 2  # switches of a block whose states are what pairs of switches tell as well


def relaxation_of(
    problem: PointProblem, params: SolverParams = USUAL, warm_starts: WarmStartCache | None = None
) -> Relaxation | None:
    """Return the relaxation that bounds slopes at single intercepts; None where none suits.

    Where slopes count for nothing, none is needed.

    Parameters
    ----------
    warm_starts
        Where earlier runs stood.
    """
    network, balance, limits = problem.network, problem.balance, params.relaxations
    if not problem.alpha.numerator or network.switches > limits.most_switches:
        return None
    generators = folded(network, balance.weights).generators
    rotation = find_rotation(network, balance, generators)
    few = network.switches < limits.fewest_switches
    if rotation is not None and not (few and rotation.width <= WIDTH_OF_PAIRS):
        rotated = _by_rotation(problem, rotation, params, warm_starts)
        if rotated is not None:
            return rotated
    return None if few else _by_groups(problem, params)


def _by_rotation(
    problem: PointProblem,
    rotation: Rotation,
    params: SolverParams,
    warm_starts: WarmStartCache | None,
) -> StateRelaxation | None:
    network, balance = problem.network, problem.balance
    size = len(balance.extended)
    if size * (size - 1) // 2 > params.relaxations.largest_pairs * rotation.order:
        return None
    try:
        structure = BlockCyclic(network, balance, rotation.cycle)
        structure.intercepts  # noqa: B018 - refused where links with an intercept join groups
    except Refused:
        return None
    return StateRelaxation(balance, rotation, structure, params.states, warm_starts)


def _by_groups(problem: PointProblem, params: SolverParams) -> GroupRelaxation | None:
    try:
        structure = Groups(problem.network, problem.balance)
    except Refused:
        return None
    fits = structure.order * structure.states <= params.relaxations.most_group_states
    return GroupRelaxation(problem.balance, structure, params.groups) if fits else None
