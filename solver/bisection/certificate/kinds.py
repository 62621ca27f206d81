"""All kinds of proofs, splits, leaves and cuts of a certificate: who writes each, who checks it.

The verifier finds here by the class of a proof or a leaf what checks it. It imports no producer, so
that both are told by name; a test sees to it that all are there. A new kind is an entry here, a
producer, and a checker. The format is in docs/certificate.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from pkgutil import resolve_name
from typing import Any

from alphacut.solver.bisection.certificate.cuts import (
    CrosscorrelationCut,
    Row,
    SequenceCut,
    SumCut,
)
from alphacut.solver.bisection.certificate.leaves import (
    CompositionsLeaf,
    GroupsLeaf,
    LinearLeaf,
    SemidefiniteLeaf,
    StatesLeaf,
)
from alphacut.solver.bisection.certificate.proofs import (
    ClosProof,
    ComponentsProof,
    EliminationProof,
    GroupKindsProof,
    LeafSpineGroupsProof,
    MajorityProof,
    PackingProof,
    SpreadingProof,
    SweepProof,
    TreeProof,
    UnevenProof,
)
from alphacut.solver.bisection.certificate.tree import (
    ByComposition,
    ByCount,
    ByLevel,
    ByParity,
    ByStates,
)

_ROOT = "alphacut.solver.bisection"


class Place(StrEnum):
    """Where a kind stands in a certificate."""

    PROOF = "proof"  # the certificate's "kind"
    SPLIT = "split"  # of an inner node of a tree
    LEAF = "leaf"  # the member of a node that has no split
    CUT = "cut"  # a member of a leaf over states, or of the whole certificate


DISPATCHED = (Place.PROOF, Place.LEAF)  # where a class alone tells the check


@dataclass(frozen=True, kw_only=True)
class Kind:
    """One kind of proof, split, leaf or cut."""

    name: str  # in the certificate; "" for leaves of linear inequalities, which have no name
    place: Place
    does: str  # what it proves, for people
    produced_by: str  # module and name, below solver.bisection; "": by earlier versions alone
    checked_by: str
    record: type  # that holds it

    @property
    def producer(self) -> str:
        """Return where it is written, as `pkgutil.resolve_name` takes it."""
        return f"{_ROOT}.{self.produced_by}"

    @property
    def checker(self) -> str:
        """Return where it is checked."""
        return f"{_ROOT}.{self.checked_by}"


def _kinds(place: Place, *entries: tuple[str, type, str, str, str]) -> tuple[Kind, ...]:
    return tuple(
        Kind(
            name=name,
            place=place,
            does=does,
            produced_by=producer,
            checked_by=checker,
            record=record,
        )
        for name, record, does, producer, checker in entries
    )


_TREE, _CHECKER = "bounds.node", "verify.tree:TreeChecker"

KINDS: tuple[Kind, ...] = (
    *_kinds(
        Place.PROOF,
        (
            "components",
            ComponentsProof,
            "divisions of components, counted",
            "",
            "verify.components:check_components",
        ),
        (
            "sweep",
            SweepProof,
            "states along an order",
            "engines.sweep:Sweep",
            "verify.sweep.check:check_sweep",
        ),
        (
            "elimination",
            EliminationProof,
            "tables of eliminated switches",
            "engines.elimination:Elimination",
            "verify.elimination.check:check_elimination",
        ),
        (
            "packing",
            PackingProof,
            "loads of trees",
            "engines.packing:Packing",
            "verify.packing.check:check_packing",
        ),
        (
            "majority",
            MajorityProof,
            "majorities of groups",
            "engines.structured:Majority",
            "verify.majority:check_majority",
        ),
        (
            "spreading",
            SpreadingProof,
            "loads of what spreads over common ends",
            "engines.structured:Spreading",
            "verify.spreading:check_spreading",
        ),
        (
            "leaf_spine_groups",
            LeafSpineGroupsProof,
            "shares of the leaves of groups",
            "engines.structured:LeafSpineGroups",
            "verify.leaf_spine_groups:check_leaf_spine_groups",
        ),
        (
            "group_kinds",
            GroupKindsProof,
            "majorities of kinds of groups",
            "engines.structured:Majority",
            "verify.group_kinds:check_group_kinds",
        ),
        (
            "uneven",
            UnevenProof,
            "labels of groups that lack links",
            "engines.structured:Uneven",
            "verify.uneven:check_uneven",
        ),
        (
            "clos",
            ClosProof,
            "charges of faults of a folded Clos network",
            "engines.structured:Clos",
            "verify.clos.check:check_clos",
        ),
        (
            "tree",
            TreeProof,
            "subproblems",
            "bounds.proof:tree_certificate",
            "verify.tree:check_tree",
        ),
    ),
    *_kinds(
        Place.SPLIT,
        ("intercept", ByLevel, "low and high intercepts", f"{_TREE}:LevelSplit", _CHECKER),
        (
            "slope",
            ByLevel,
            "low and high slopes",
            "bounds.semidefinite.pair_tree:PairTree",
            _CHECKER,
        ),
        ("count", ByCount, "few and many separated pairs", f"{_TREE}:CountSplit", _CHECKER),
        ("parity", ByParity, "an even and an odd number of them", f"{_TREE}:ParitySplit", _CHECKER),
        (
            "classes",
            ByComposition,
            "compositions: blocks of each minority",
            f"{_TREE}:CompositionSplit",
            _CHECKER,
        ),
        ("states", ByStates, "blocks in each state", f"{_TREE}:StateSplit", _CHECKER),
    ),
    *_kinds(
        Place.LEAF,
        (
            "",
            LinearLeaf,
            "multipliers of linear inequalities",
            "",
            "verify.leaves:check_linear",
        ),
        (
            "semidefinite",
            SemidefiniteLeaf,
            "a semidefinite matrix over pairs",
            "bounds.semidefinite.leaf:PairMultipliers",
            "verify.leaves:check_semidefinite",
        ),
        (
            "states",
            StatesLeaf,
            "multipliers over states of blocks",
            "bounds.states.leaf:StateMultipliers",
            "verify.leaves:check_states",
        ),
        (
            "classes",
            CompositionsLeaf,
            "such multipliers for all compositions",
            "bounds.states.dual_pool:DualPool",
            "verify.leaves:check_all_compositions",
        ),
        (
            "groups",
            GroupsLeaf,
            "multipliers over joint states of two groups",
            "bounds.groups.leaf:GroupMultipliers",
            "verify.leaves:check_groups",
        ),
    ),
    *_kinds(
        Place.CUT,
        ("rows", Row, "squares of integer sums", "", "verify.rows:Inequality"),
        ("sums", SumCut, "sums of integers", "bounds.sums:violated", "verify.sums:read_sums"),
        (
            "sequences",
            SequenceCut,
            "autocorrelations of one sequence",
            "",
            "verify.sequences.autocorrelations:read_sequences",
        ),
        (
            "crosscorrelations",
            CrosscorrelationCut,
            "correlations of two sequences",
            "",
            "verify.sequences.crosscorrelations:read_crosscorrelations",
        ),
    ),
)


@lru_cache(maxsize=len(Place))
def records(place: Place) -> Mapping[str, type]:
    """Return the records of the kinds that may stand somewhere, by their names."""
    return {kind.name: kind.record for kind in KINDS if kind.place is place}


_loaded = cache(resolve_name)


def checker_of(record: type) -> Callable[..., Any]:
    """Return what checks a whole proof or a leaf of some class; it is loaded only now.

    A proof is given a `Statement`, and tells in words what was checked. A leaf is given its part
    of all bisections and the `Grounds` of its tree.
    """
    checked = {kind.record: kind.checker for kind in KINDS if kind.place in DISPATCHED}
    checker: Callable[..., Any] = _loaded(checked[record])
    return checker


def names(place: Place) -> tuple[str, ...]:
    """Return the names of the kinds that may stand somewhere."""
    return tuple(kind.name for kind in KINDS if kind.place is place)
