"""How large capacities and networks may be: what is checked before a question is taken."""

from __future__ import annotations

from math import gcd

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.engines._base import Capabilities
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import QuestionError

LARGEST_LINE = (1 << 53) - 1  # of an intercept or slope: what every reader of JSON keeps exactly


def check_range(
    name: str, capabilities: Capabilities, network: Network, low: Alpha, high: Alpha
) -> None:
    """Refuse a curve for which an engine may have to compute with too large numbers.

    Parameters
    ----------
    low, high
        The range of α, which is asked about at its ends, and where two lines meet.

    Raises
    ------
    QuestionError
        It names the largest that is taken.
    """
    _check_lines(network)
    for alpha in (low, high):
        _check_alpha(name, capabilities, max(alpha.numerator, alpha.denominator))
        _check_scaled(name, capabilities, alpha.scaled(network.total), f"at α = {alpha}")
    if low < high:
        unit = _unit(network)
        _check_alpha(name, capabilities, max(network.total) // unit)
        meeting = 2 * network.total.intercept * network.total.slope // unit
        _check_scaled(name, capabilities, meeting, "where lines may meet")


def check_problem(name: str, capabilities: Capabilities, problem: PointProblem) -> None:
    """Refuse a problem with too large numbers at its α, as `check_range` does.

    Parameters
    ----------
    name
        Of the engine, for the message.
    capabilities
        What it takes.
    """
    _check_lines(problem.network)
    for alpha in (problem.alpha, *(known.alpha for known in problem.known)):
        _check_alpha(name, capabilities, max(alpha.numerator, alpha.denominator))
        total = alpha.scaled(problem.network.total)
        _check_scaled(name, capabilities, total, f"at α = {alpha}")


def fits(capabilities: Capabilities, problem: PointProblem) -> bool:
    """Tell whether an engine takes the numbers of a problem."""
    alphas = (problem.alpha, *(known.alpha for known in problem.known))
    return all(a.scaled(problem.network.total) <= capabilities.largest_scaled for a in alphas)


def _unit(network: Network) -> int:
    """Return what all capacities have in common.

    Where the lines of two cuts meet, α = Δintercept/Δslope in lowest terms, and both differences
    are multiples of it.
    """
    present = {link.link_class for link in network.links}
    classes = [each for each in network.classes if each.name in present]
    return gcd(*(number for each in classes for number in (each.base, each.slope))) or 1


def _check_lines(network: Network) -> None:
    largest = max(network.total)
    if largest > LARGEST_LINE:
        raise QuestionError(
            "topology",
            f"the capacities of all links add up to {largest:,}, and at most "
            f"{LARGEST_LINE:,} is taken; write them in a larger unit",
        )


def _check_alpha(name: str, capabilities: Capabilities, largest: int) -> None:
    """Refuse an α, or what α there may be, by the larger of its numerator and denominator."""
    if capabilities.largest_alpha is not None and largest > capabilities.largest_alpha:
        raise QuestionError(
            "topology",
            f"α may have a numerator or denominator of {largest:,}, and {name} takes at most "
            f"{capabilities.largest_alpha:,}; write capacities in a larger unit, or α with fewer "
            "digits",
        )


def _check_scaled(name: str, capabilities: Capabilities, total: int, where: str) -> None:
    if total > capabilities.largest_scaled:
        raise QuestionError(
            "topology",
            f"{where}, the capacities of all links, scaled to integers, add up to {total:,}, and "
            f"{name} takes at most {capabilities.largest_scaled:,}; write them in a larger unit, "
            "or α with fewer digits",
        )
