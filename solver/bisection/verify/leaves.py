"""Leaves of a tree, by what they rest on."""

from __future__ import annotations

from alphacut.solver.bisection.certificate.kinds import checker_of
from alphacut.solver.bisection.certificate.leaves import (
    CompositionsLeaf,
    GroupsLeaf,
    Leaf,
    LinearLeaf,
    SemidefiniteLeaf,
    StatesLeaf,
)
from alphacut.solver.bisection.certificate.proofs import TreeProof
from alphacut.solver.bisection.verify.compositions import check_compositions
from alphacut.solver.bisection.verify.groups.leaf import slope_bound
from alphacut.solver.bisection.verify.groups.multiples import Known as KnownOfGroups
from alphacut.solver.bisection.verify.linear import LinearLeaves
from alphacut.solver.bisection.verify.merged import Merged
from alphacut.solver.bisection.verify.part import Part, Statement, enough
from alphacut.solver.bisection.verify.rotations import Rotations
from alphacut.solver.bisection.verify.semidefinite import capacity_bound
from alphacut.solver.bisection.verify.states import line_bound
from alphacut.solver.bisection.verify.tables import Known
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import Refused


class Grounds:
    """What the leaves of one certificate rest on.

    Parameters
    ----------
    rotations
        Those that the certificate names.
    """

    def __init__(self, statement: Statement, proof: TreeProof, rotations: Rotations) -> None:
        self.statement, self.rotations = statement, rotations
        self.linear = LinearLeaves(statement, proof)


def check_leaf(leaf: Leaf, part: Part, grounds: Grounds) -> None:
    """Refuse a leaf that does not prove its part, by the check of its class.

    Parameters
    ----------
    part
        What it has to prove.
    grounds
        What all leaves of the certificate rest on.
    """
    highest = part.region.highest(grounds.statement.alpha, grounds.statement.target)
    if highest is None or part.empty:
        return  # parity, levels and known points leave nothing to exclude
    checker_of(type(leaf))(leaf, part, highest, grounds)


def check_linear(leaf: LinearLeaf, part: Part, highest: int, grounds: Grounds) -> None:
    """Check a leaf of linear inequalities over pairs of switches.

    Parameters
    ----------
    highest
        The largest scaled capacity that is to be excluded.
    """
    grounds.linear.check(leaf, part, highest)


def check_semidefinite(leaf: SemidefiniteLeaf, part: Part, highest: int, grounds: Grounds) -> None:
    """Check a leaf of the semidefinite relaxation over pairs of switches.

    Parameters
    ----------
    highest
        The largest scaled capacity that is to be excluded.
    """
    statement, layout = grounds.statement, grounds.rotations.layout(leaf.rotation)
    merged = None
    if leaf.rotation is None:  # a rotation would move what is decided
        merged = Merged.of(part.limits, layout.size)
    bound = capacity_bound(
        layout, statement.network, statement.alpha, statement.known, part.region, leaf, merged
    )
    enough(bound, highest)


def check_states(leaf: StatesLeaf, part: Part, highest: int, grounds: Grounds) -> None:
    """Check a leaf of the relaxation over states: of the slope, or of the capacity.

    Parameters
    ----------
    highest
        The largest scaled capacity that is to be excluded.

    Raises
    ------
    Refused
        If it uses another rotation than the path, or proves too little.
    """
    alpha = grounds.statement.alpha
    number, structure = grounds.rotations.structure(leaf.rotation)
    if leaf.bounds == "capacity":
        weights = alpha.denominator, alpha.numerator
        enough(line_bound(structure, Known.of(structure), weights, (), leaf), highest)
        return
    counts = None
    if part.composition is not None:
        counts = part.composition[1]
        if part.composition[0] != number:
            raise Refused("a leaf uses another rotation than the composition on its path")
    for limit in part.limits:
        limit.check_kept([grounds.rotations.cycle(number).permutation])
    known = Known.of(structure, part.level, counts, part.states)
    slope = line_bound(structure, known, (0, 1), part.limits, leaf)
    enough(_capacity(slope, part.level, alpha), highest)


def check_all_compositions(
    leaf: CompositionsLeaf,
    part: Part,
    highest: int,  # noqa: ARG001
    grounds: Grounds,
) -> None:
    """Check a leaf of all compositions.

    Parameters
    ----------
    highest
        The largest scaled capacity that is to be excluded.

    Raises
    ------
    Refused
        If it leaves a composition open, or names multipliers twice.
    """
    statement, compositions = grounds.statement, grounds.rotations.compositions(leaf.rotation)
    names = [each for each in leaf.multipliers if isinstance(each, str)]
    if len(set(names)) < len(names):
        raise Refused("a leaf names the same multipliers twice")
    multipliers = [
        statement.named(each) if isinstance(each, str) else each for each in leaf.multipliers
    ]
    check_compositions(compositions, part.region, statement.alpha, statement.target, multipliers)


def check_groups(leaf: GroupsLeaf, part: Part, highest: int, grounds: Grounds) -> None:
    """Check a leaf over joint states of two groups, which bounds the slope.

    Parameters
    ----------
    highest
        The largest scaled capacity that is to be excluded.

    Raises
    ------
    Refused
        If the path has the composition of a rotation, or it proves too little.
    """
    counts = None
    if part.composition is not None:
        number, counts = part.composition
        if number is not None:
            raise Refused("a leaf over groups stands below a rotation's composition")
    groups = grounds.rotations.groups
    slope = slope_bound(groups, KnownOfGroups.of(groups, part.level, counts), leaf)
    enough(_capacity(slope, part.level, grounds.statement.alpha), highest)


def _capacity(slope: tuple[int, int], intercept: int, alpha: Alpha) -> tuple[int, int]:
    """Return the scaled capacity of a line, a ratio as its slope is."""
    numerator, denominator = slope
    return alpha.denominator * intercept * denominator + alpha.numerator * numerator, denominator
