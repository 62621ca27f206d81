"""Checking a certificate that names an order of elimination: the counting is done again."""

from __future__ import annotations

from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.certificate.proofs import EliminationProof, Twins, WrittenCutset
from alphacut.solver.bisection.verify.elimination.classes import (
    Capacities,
    Classes,
    scaled_capacities,
    shares,
)
from alphacut.solver.bisection.verify.elimination.cutset import Cutset, least_given
from alphacut.solver.bisection.verify.elimination.exclusion import Exclusion
from alphacut.solver.bisection.verify.elimination.trees import Trees
from alphacut.solver.bisection.verify.part import Statement
from alphacut.solver.common.errors import Refused

LARGEST_TOTAL = 1 << 56  # scaled capacity of all links together
MOST_SUMS = 1 << 39  # in all tables together
MOST_ASSIGNMENTS = 1 << 20  # of a cutset
LARGEST_TABLE = 1 << 28  # capacities in one table


def check_elimination(proof: EliminationProof, statement: Statement) -> str:
    """Accept a certificate by elimination, or refuse it; return what was counted, in words.

    Raises
    ------
    Refused
        If the order is none, its classes are no twins, or what is counted is less than the target.
    """
    cutset = None if proof.cutset is None else _cutset(proof.cutset)
    fixed = () if cutset is None else cutset.classes
    members = [*(list(_twins(entry)) for entry in proof.order), *map(list, fixed)]
    named = sorted(switch for twins in members for switch in twins)
    if named != list(range(statement.network.switches)):
        raise Refused("the order does not name every switch once")
    if statement.alpha.scaled(statement.network.total) >= LARGEST_TOTAL:
        raise Refused("the capacities are too large for an elimination")
    highest = statement.highest
    if highest is None:
        return "nothing below is possible"
    capacities, counted = scaled_capacities(statement.network, statement.alpha), _Sums()
    if cutset is None and all(len(each) == 1 for each in members):
        weights, half = shares(statement.balance)
        trees = Trees.along([switch for (switch,) in members], capacities, weights)
        if trees is not None:
            return _counted(trees.least(half, highest, counted), statement, counted)
    try:
        classes = Classes.of(members, capacities, statement.balance, fixed=len(fixed))
    except ValueError as error:
        raise Refused(f"switches in the order are not twins: {error}") from error
    if cutset is None:
        return _counted(Exclusion(classes, highest, counted).least(), statement, counted)
    _check_cutset(cutset, capacities, statement.balance)
    least = least_given(classes, cutset, highest, counted)
    words = _counted(None if least is None else least[0], statement, counted)
    return f"{words}, for {cutset.number} assignments of a cutset"


def _counted(below: int | None, statement: Statement, counted: _Sums) -> str:
    """Refuse where a bisection below the target was found; else tell what was counted."""
    if below is not None:
        raise Refused(f"there is a bisection below {statement.target}, by elimination")
    return f"{counted.total} sums of partial cuts counted"


def _cutset(written: WrittenCutset) -> Cutset:
    """Return which classes of twins are fixed, and how they may be exchanged."""
    if not written.classes:
        raise Refused("a cutset is empty")
    classes = tuple(_twins(each) for each in written.classes)
    return Cutset(classes=classes, exchanges=dict(written.exchanges))


def _check_cutset(cutset: Cutset, capacities: Capacities, balance: Balance) -> None:
    try:
        cutset.check(capacities, balance.weights)
    except ValueError as error:
        raise Refused(str(error)) from error
    if cutset.number > MOST_ASSIGNMENTS:
        raise Refused(f"a cutset has more than {MOST_ASSIGNMENTS} assignments")


def _twins(entry: Twins) -> tuple[int, ...]:
    """Return the switches of a class: one that is alone stands without brackets."""
    if entry == ():
        raise Refused("a class of twins in the order is empty")
    return (entry,) if isinstance(entry, int) else entry


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
