"""Leaves of a tree, by what they rest on."""

from __future__ import annotations

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
from alphacut.solver.bisection.verify.part import Claim, Part, enough
from alphacut.solver.bisection.verify.rotations import Rotations
from alphacut.solver.bisection.verify.semidefinite import capacity_bound
from alphacut.solver.bisection.verify.states import line_bound
from alphacut.solver.bisection.verify.tables import Known
from alphacut.solver.common.errors import Refused


class Leaves:
    """Checks the leaves of one certificate."""

    def __init__(self, claim: Claim, proof: TreeProof, rotations: Rotations) -> None:
        self._claim, self._rotations = claim, rotations
        self._weights = claim.alpha.denominator, claim.alpha.numerator
        self._linear = LinearLeaves(claim, proof)

    def check(self, leaf: Leaf, part: Part) -> None:
        """Refuse a leaf that does not prove its part."""
        highest = part.region.highest(self._claim.alpha, self._claim.target)
        if highest is None or part.empty:
            return  # parity, levels and known points leave nothing to exclude
        match leaf:
            case LinearLeaf():
                self._linear.check(leaf, part, highest)
            case SemidefiniteLeaf():
                self._check_semidefinite(leaf, part, highest)
            case StatesLeaf():
                self._check_states(leaf, part, highest)
            case CompositionsLeaf():
                self._check_compositions(leaf, part)
            case GroupsLeaf():
                self._check_groups(leaf, part, highest)

    def _check_states(self, leaf: StatesLeaf, part: Part, highest: int) -> None:
        """Check a leaf of the relaxation over states: of the slope, or of the capacity."""
        number, structure = self._rotations.structure(leaf.rotation)
        if leaf.bounds == "capacity":
            enough(line_bound(structure, Known.of(structure), self._weights, (), leaf), highest)
            return
        counts = None
        if part.composition is not None:
            counts = part.composition[1]
            if part.composition[0] != number:
                raise Refused("a leaf uses another rotation than the composition on its path")
        for limit in part.limits:
            limit.check_kept([self._rotations.cycle(number).permutation])
        known = Known.of(structure, part.level, counts, part.states)
        self._check_slope(line_bound(structure, known, (0, 1), part.limits, leaf), part, highest)

    def _check_compositions(self, leaf: CompositionsLeaf, part: Part) -> None:
        """Check a leaf of all compositions."""
        compositions, claim = self._rotations.compositions(leaf.rotation), self._claim
        names = [each for each in leaf.multipliers if isinstance(each, str)]
        if len(set(names)) < len(names):
            raise Refused("a leaf names the same multipliers twice")
        multipliers = [
            claim.named(each) if isinstance(each, str) else each for each in leaf.multipliers
        ]
        check_compositions(compositions, part.region, claim.alpha, claim.target, multipliers)

    def _check_groups(self, leaf: GroupsLeaf, part: Part, highest: int) -> None:
        """Check a leaf over joint states of two groups, which bounds the slope."""
        counts = None
        if part.composition is not None:
            number, counts = part.composition
            if number is not None:
                raise Refused("a leaf over groups stands below a rotation's composition")
        groups = self._rotations.groups
        known = KnownOfGroups.of(groups, part.level, counts)
        self._check_slope(slope_bound(groups, known, leaf), part, highest)

    def _check_slope(self, bound: tuple[int, int], part: Part, highest: int) -> None:
        """Refuse a bound on the slope, a ratio, that leaves a capacity open."""
        numerator, denominator = bound
        base, slope = self._weights
        enough((base * part.level * denominator + slope * numerator, denominator), highest)

    def _check_semidefinite(self, leaf: SemidefiniteLeaf, part: Part, highest: int) -> None:
        """Check a leaf of the semidefinite relaxation over pairs of switches."""
        claim, layout = self._claim, self._rotations.layout(leaf.rotation)
        merged = None
        if leaf.rotation is None:  # a rotation would move what is decided
            merged = Merged.of(part.limits, layout.size)
        bound = capacity_bound(
            layout, claim.network, claim.alpha, claim.known, part.region, leaf, merged
        )
        enough(bound, highest)
