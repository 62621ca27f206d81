"""Checking a certificate that names an order of elimination: the counting is done again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.alpha import Alpha
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.problem import KnownPoint
from alphacut.solver.bisection.region import Region
from alphacut.solver.bisection.verify.elimination.classes import (
    Capacities,
    Classes,
    scaled_capacities,
)
from alphacut.solver.bisection.verify.elimination.cutset import Cutset, Exchange, least_given
from alphacut.solver.bisection.verify.elimination.exclusion import Exclusion
from alphacut.solver.bisection.verify.errors import Refused
from alphacut.solver.bisection.verify.read import integer, integers, listed, mapping

LARGEST_TOTAL = 1 << 56  # scaled capacity of all links together
MOST_SUMS = 1 << 39  # in all tables together
MOST_ASSIGNMENTS = 1 << 20  # of a cutset
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
    cutset = _cutset(proof.get("cutset"))
    fixed = () if cutset is None else cutset.classes
    members = [*(_twins(entry) for entry in listed(proof, "order")), *map(list, fixed)]
    if sorted(switch for twins in members for switch in twins) != list(range(network.switches)):
        raise Refused("the order does not name every switch once")
    if alpha.scaled(network.total) >= LARGEST_TOTAL:
        raise Refused("the capacities are too large for an elimination")
    highest = Region.of(network, balance, known).highest(alpha, target)
    if highest is None:
        return "nothing below is possible"
    capacities, counted = scaled_capacities(network, alpha), _Sums()
    try:
        classes = Classes.of(members, capacities, balance, fixed=len(fixed))
    except ValueError as error:
        raise Refused(f"switches in the order are not twins: {error}") from error
    if cutset is None:
        below = Exclusion(classes, highest, counted).least() is not None
    else:
        _check_cutset(cutset, capacities, balance)
        below = least_given(classes, cutset, highest, counted) is not None
    if below:
        raise Refused(f"there is a bisection below {target}, by elimination")
    fixings = "" if cutset is None else f", for {cutset.number} assignments of a cutset"
    return f"{counted.total} sums of partial cuts counted{fixings}"


def _cutset(written: object) -> Cutset | None:
    """Read which classes of twins are fixed, and how they may be exchanged."""
    if written is None:
        return None
    entry = mapping(written, "the cutset")
    classes = tuple(tuple(_twins(each)) for each in listed(entry, "classes"))
    exchanges = dict[int, Exchange]()
    for each in listed(entry, "exchanges"):
        if not isinstance(each, list) or len(each) != 2 or not isinstance(each[1], list):
            raise Refused("an exchange is not a class and a list of pairs")
        pairs = [
            integers(pair, "a pair that changes places", length=2, least=0) for pair in each[1]
        ]
        place = integer(each[0], "a class that is exchanged", least=0)
        exchanges[place] = [(one, other) for one, other in pairs]
    if not classes:
        raise Refused("a cutset is empty")
    return Cutset(classes=classes, exchanges=exchanges)


def _check_cutset(cutset: Cutset, capacities: Capacities, balance: Balance) -> None:
    try:
        cutset.check(capacities, balance.weights)
    except ValueError as error:
        raise Refused(str(error)) from error
    if cutset.number > MOST_ASSIGNMENTS:
        raise Refused(f"a cutset has more than {MOST_ASSIGNMENTS} assignments")


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
