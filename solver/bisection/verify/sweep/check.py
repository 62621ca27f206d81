"""Checking a certificate that names an order of the switches: the counting is done again."""

from __future__ import annotations

from alphacut.solver.bisection.certificate.proofs import SweepProof
from alphacut.solver.bisection.verify.orbit_variables import check_automorphism
from alphacut.solver.bisection.verify.part import Statement
from alphacut.solver.bisection.verify.sweep.exclusion import Exclusion, TooLarge
from alphacut.solver.common.errors import Refused

MOST_STATES = 1 << 22  # at one step
MOST_SYMMETRIES = 64


def check_sweep(proof: SweepProof, statement: Statement) -> str:
    """Accept a certificate by sweeps, or refuse it; return what was counted, in words.

    Raises
    ------
    Refused
        If the order or a symmetry is none, or a bisection has less than the target.
    """
    if sorted(proof.order) != list(range(statement.network.switches)):
        raise Refused("the order does not name every switch once")
    if len(proof.symmetries) > MOST_SYMMETRIES:
        raise Refused(f"a sweep has more than {MOST_SYMMETRIES} symmetries")
    for each in proof.symmetries:
        check_automorphism(statement.network, statement.balance, each)
    highest = statement.highest
    if highest is None:
        return "nothing below is possible"
    counted = _States()
    try:
        exclusion = Exclusion(
            network=statement.network,
            balance=statement.balance,
            alpha=statement.alpha,
            order=proof.order,
            most_ends=min(proof.reach, 2 * highest),
            highest=highest,
            symmetries=proof.symmetries,
        )
        holds = exclusion.holds(counted)
    except TooLarge as error:
        raise Refused(str(error)) from error
    if not holds:
        raise Refused(f"there is a bisection below {statement.target}, by sweeping")
    return f"{counted.total} states of partial cuts counted"


class _States:
    """Counts states, and refuses too many."""

    def __init__(self) -> None:
        self.total = 0

    def __call__(self, states: int) -> None:
        self.total += states
        if states > MOST_STATES:
            raise Refused(f"a sweep has more than {MOST_STATES} states at one step")
