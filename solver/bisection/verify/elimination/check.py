"""Checking a certificate that names an order of elimination: the counting is done again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.alpha import Alpha
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.problem import KnownPoint
from alphacut.solver.bisection.region import Region
from alphacut.solver.bisection.verify.elimination.classes import Classes, scaled_capacities
from alphacut.solver.bisection.verify.elimination.exclusion import Exclusion
from alphacut.solver.bisection.verify.errors import Refused
from alphacut.solver.bisection.verify.read import integer, integers, listed

LARGEST_TOTAL = 1 << 56  # scaled capacity of all links together
MOST_SUMS = 1 << 38  # in all tables together
LARGEST_TABLE = 1 << 28  # capacities in one table


def check_elimination(
    proof: Mapping[str, Any],
    *,
    network: Network,
    balance: Balance,
    alpha: Alpha,
    target: int,
    known: tuple[KnownPoint, ...],
) -> str:
    """Accept a certificate by elimination, or refuse it; return what was counted, in words."""
    members = [_twins(entry) for entry in listed(proof, "order")]
    if sorted(switch for twins in members for switch in twins) != list(range(network.switches)):
        raise Refused("the order does not name every switch once")
    if alpha.scaled(network.total) >= LARGEST_TOTAL:
        raise Refused("the capacities are too large for an elimination")
    highest = Region.of(network, balance, known).highest(alpha, target)
    if highest is None:
        return "nothing below is possible"
    try:
        classes = Classes.of(members, scaled_capacities(network, alpha), balance)
    except ValueError as error:
        raise Refused(f"switches in the order are not twins: {error}") from error
    counted = _Sums()
    if Exclusion(classes, highest, counted).least() is not None:
        raise Refused(f"there is a bisection below {target}, by elimination")
    return f"{counted.total} sums of partial cuts counted"


def _twins(entry: object) -> list[int]:
    """Return the switches of a class: one that is alone stands without brackets."""
    if not isinstance(entry, list):
        return [integer(entry, "a switch in the order", least=0)]
    found = integers(entry, "twins in the order", least=0)
    if not found:
        raise Refused("a class of twins in the order is empty")
    return found


class _Sums:
    """Counts sums, and refuses too many."""

    def __init__(self) -> None:
        self.total = 0

    def __call__(self, size: int) -> None:
        self.total += size
        if size > LARGEST_TABLE:
            raise Refused(f"a table of an elimination has more than {LARGEST_TABLE} capacities")
        if self.total > MOST_SUMS:
            raise Refused(f"an elimination takes more than {MOST_SUMS} sums")
