"""Whether bounds that are counted within a moment are likely to close a point, whatever its size.

These are loads of links on products and up levels (`bounds.spreading`), majorities of groups
(`bounds.majority`), shares of leaves (`bounds.leaf_spine_groups`) and folded Clos networks as they
are built (`bounds.clos`). They are counted here, and compared with a cut that needs no search.
Where capacities of some classes do not count, components may be halves.
"""

from __future__ import annotations

from enum import StrEnum

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.heuristics.starts import filled
from alphacut.solver.bisection.outcome import Budget
from alphacut.solver.bisection.parameters import USUAL
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.common.alpha import Alpha

MOST_SWITCHES = 10_000  # of a network whose majorities are counted: some tenths of a second
NEAR = 0.9  # of the cut that is not searched for: from 0.94 on runs closed, from 0.82 on none did


class Closing(StrEnum):
    """How soon a point closes."""

    SOON = "soon"
    PERHAPS = "perhaps"  # a folded Clos network with faults: where they are not too entangled
    UNKNOWN = "unknown"  # no such bound tells


def closing(network: Network, balance: Balance, alpha: Alpha) -> Closing:
    """Tell how soon bounds that are counted within a moment are likely to close a point."""
    weights = set(balance.weights)
    if _falls_into_halves(network, balance, alpha):
        return Closing.SOON
    problem = PointProblem(network=network, balance=balance, alpha=alpha)
    if len(weights) == 1:
        found = _product(problem) or (_divides_no_group(network, alpha) and _majorities(problem))
        return Closing.SOON if found else Closing.UNKNOWN
    if len(weights) == 2 and 0 in weights:
        return _through_switches_without_weight(problem)
    return Closing.UNKNOWN


def _falls_into_halves(network: Network, balance: Balance, alpha: Alpha) -> bool:
    """Tell whether the links that count at an end of the range leave a bisection without any."""
    if 0 not in alpha.scales(network).values():
        return False
    from alphacut.solver.bisection.heuristics.components import whole_side  # loads SciPy

    return whole_side(network, balance, alpha) is not None


def _product(problem: PointProblem) -> bool:
    from alphacut.solver.bisection.bounds.spreading.spread import closing_side

    side = closing_side(problem.network, problem.balance, problem.alpha, USUAL.spreading)
    return side is not None


def _divides_no_group(network: Network, alpha: Alpha) -> bool:
    """Tell whether groups have twice the capacity inside that their switches have to others."""
    if not (network.depends_on_alpha and alpha.finite) or network.switches > MOST_SWITCHES:
        return False
    inside = joining = 0
    for first, second, name, number in network.links:
        if network.groups[first] == network.groups[second]:
            inside += number
        else:
            joining += number * network.class_by_name[name].slope
    return 2 * inside + network.switches >= 4 * alpha.fraction * joining


def _majorities(problem: PointProblem) -> bool:
    from alphacut.solver.bisection.bounds.majority.run import bounded

    found = bounded(
        problem, Budget(), lambda _: True, USUAL.majority, USUAL.group_kinds
    ).certified_bound
    return found >= NEAR * _unsearched(problem)


def _through_switches_without_weight(problem: PointProblem) -> Closing:
    from alphacut.solver.bisection.bounds.clos.structure import FoldedClos
    from alphacut.solver.bisection.bounds.leaf_spine_groups import bounded
    from alphacut.solver.bisection.bounds.spreading.spread import spreads

    clos = FoldedClos.of(problem)
    if clos is not None:
        return Closing.PERHAPS if clos.differing else Closing.SOON
    least = _unsearched(problem)
    if any(each.bound >= least for each in spreads(problem, USUAL.spreading)):
        return Closing.SOON
    near = bounded(problem, Budget(), lambda _: True).certified_bound >= NEAR * least
    return Closing.SOON if near else Closing.UNKNOWN


def _unsearched(problem: PointProblem) -> int:
    """Return the capacity between the first groups and the others, one of them divided perhaps."""
    network, weights = problem.network, problem.balance.weights
    # of each group first the switches without weight, so that they stay with it
    order = sorted(range(len(weights)), key=lambda each: (network.groups[each], weights[each]))
    return problem.alpha.scaled(network.cut(filled(order, problem.balance)))
