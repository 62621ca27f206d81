"""Checking a certificate that names an order of the switches: the counting is done again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.alpha import Alpha
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.problem import KnownPoint
from alphacut.solver.bisection.region import Region
from alphacut.solver.bisection.verify.errors import Refused
from alphacut.solver.bisection.verify.orbit_variables import check_automorphism
from alphacut.solver.bisection.verify.read import integer, integers, listed
from alphacut.solver.bisection.verify.sweep.exclusion import Exclusion, TooLarge

MOST_STATES = 1 << 22  # at one step
MOST_SYMMETRIES = 64


def check_sweep(
    proof: Mapping[str, Any],
    *,
    network: Network,
    balance: Balance,
    alpha: Alpha,
    target: int,
    known: tuple[KnownPoint, ...],
) -> str:
    """Accept a certificate by sweeps, or refuse it; return what was counted, in words."""
    order = integers(proof.get("order"), "order")
    if sorted(order) != list(range(network.switches)):
        raise Refused("the order does not name every switch once")
    written = listed(proof, "symmetries")
    if len(written) > MOST_SYMMETRIES:
        raise Refused(f"a sweep has more than {MOST_SYMMETRIES} symmetries")
    symmetries = [tuple(integers(each, "a symmetry")) for each in written]
    for each in symmetries:
        check_automorphism(network, balance, each)
    reach = integer(proof.get("reach"), "reach", least=0)
    highest = Region.of(network, balance, known).highest(alpha, target)
    if highest is None:
        return "nothing below is possible"
    counted = _States()
    try:
        exclusion = Exclusion(
            network=network,
            balance=balance,
            alpha=alpha,
            order=tuple(order),
            reach=min(reach, 2 * highest),
            highest=highest,
            symmetries=tuple(symmetries),
        )
        holds = exclusion.holds(counted)
    except TooLarge as error:
        raise Refused(str(error)) from error
    if not holds:
        raise Refused(f"there is a bisection below {target}, by sweeping")
    return f"{counted.total} states of partial cuts counted"


class _States:
    """Counts states, and refuses too many."""

    def __init__(self) -> None:
        self.total = 0

    def __call__(self, states: int) -> None:
        self.total += states
        if states > MOST_STATES:
            raise Refused(f"a sweep has more than {MOST_STATES} states at one step")
