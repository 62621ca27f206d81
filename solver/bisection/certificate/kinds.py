"""All kinds of proofs, splits, leaves and cuts of a certificate: who writes each, who checks it.

The verifier imports no producer, so that both are told by name; a test sees to it that all are
there, and that the verifier knows no other kind. A new kind is an entry here, a producer, and a
checker. The format is in docs/certificate.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

_ROOT = "alphacut.solver.bisection"


class Place(StrEnum):
    """Where a kind stands in a certificate."""

    PROOF = "proof"  # the certificate's "kind"
    SPLIT = "split"  # of an inner node of a tree
    LEAF = "leaf"  # the member of a node that has no split
    CUT = "cut"  # a member of a leaf over states, or of the whole certificate


@dataclass(frozen=True, kw_only=True)
class Kind:
    """One kind of proof, split, leaf or cut."""

    name: str  # in the certificate; "" for leaves of linear inequalities, which have no name
    place: Place
    does: str  # what it proves, for people
    produced_by: str  # module and name, below solver.bisection
    checked_by: str

    @property
    def producer(self) -> str:
        """Return where it is written, as `pkgutil.resolve_name` takes it."""
        return f"{_ROOT}.{self.produced_by}"

    @property
    def checker(self) -> str:
        """Return where it is checked."""
        return f"{_ROOT}.{self.checked_by}"


def _kinds(place: Place, *entries: tuple[str, str, str, str]) -> tuple[Kind, ...]:
    return tuple(
        Kind(name=name, place=place, does=does, produced_by=producer, checked_by=checker)
        for name, does, producer, checker in entries
    )


_TREE, _CHECKER, _LEAVES = "bounds.node", "verify.tree:TreeChecker", "verify.leaves:Leaves"

KINDS: tuple[Kind, ...] = (
    *_kinds(
        Place.PROOF,
        (
            "components",
            "divisions of components, counted",
            "engines.branch_and_bound:BranchAndBound",
            "verify.components:least_by_components",
        ),
        (
            "sweep",
            "states along an order",
            "engines.sweep:Sweep",
            "verify.sweep.check:check_sweep",
        ),
        (
            "elimination",
            "tables of eliminated switches",
            "engines.elimination:Elimination",
            "verify.elimination.check:check_elimination",
        ),
        (
            "packing",
            "loads of trees",
            "engines.packing:PackingEngine",
            "verify.packing.check:check_packing",
        ),
        ("tree", "subproblems", "bounds.proof:tree_certificate", _CHECKER),
    ),
    *_kinds(
        Place.SPLIT,
        ("intercept", "low and high intercepts", f"{_TREE}:LevelSplit", _CHECKER),
        ("slope", "low and high slopes", f"{_TREE}:LevelSplit", _CHECKER),
        ("count", "few and many separated pairs", f"{_TREE}:CountSplit", _CHECKER),
        ("parity", "an even and an odd number of them", f"{_TREE}:ParitySplit", _CHECKER),
        ("classes", "compositions: blocks in each class", f"{_TREE}:ClassSplit", _CHECKER),
        ("states", "blocks in each state", f"{_TREE}:StateSplit", _CHECKER),
    ),
    *_kinds(
        Place.LEAF,
        (
            "",
            "multipliers of linear inequalities",
            "bounds.duals:Multipliers",
            "verify.linear:LinearLeaves",
        ),
        (
            "semidefinite",
            "a semidefinite matrix over pairs",
            "bounds.semidefinite.leaf:PairMultipliers",
            "verify.semidefinite:capacity_bound",
        ),
        (
            "states",
            "multipliers over states of blocks",
            "bounds.states.leaf:StateMultipliers",
            "verify.states:line_bound",
        ),
        (
            "classes",
            "such multipliers for all compositions",
            "bounds.states.leaf:DivisionsLeaf",
            "verify.divisions:check_divisions",
        ),
        (
            "groups",
            "multipliers over joint states of two groups",
            "bounds.groups.leaf:GroupMultipliers",
            "verify.groups.leaf:slope_bound",
        ),
    ),
    *_kinds(
        Place.CUT,
        ("rows", "squares of integer sums", "bounds.rows:Vector", "verify.rows:Inequality"),
        ("sums", "sums of integers", "bounds.sums:violated", "verify.sums:read_sums"),
        (
            "sequences",
            "autocorrelations of one sequence",
            "bounds.sequences.autocorrelations:Autocorrelations",
            "verify.sequences.autocorrelations:read_sequences",
        ),
        (
            "crosscorrelations",
            "correlations of two sequences",
            "bounds.sequences.crosscorrelations:Crosscorrelations",
            "verify.sequences.crosscorrelations:read_crosscorrelations",
        ),
    ),
)


def names(place: Place) -> tuple[str, ...]:
    """Return the names of the kinds that may stand somewhere."""
    return tuple(kind.name for kind in KINDS if kind.place is place)
