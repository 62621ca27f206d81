"""The numbers that tune linear relaxations and the tree that uses them (`bounds.tree`)."""

from __future__ import annotations

from dataclasses import dataclass

from alphacut.solver.bisection.bounds.stopping import StoppingRule

_AFTER_ROUNDS = StoppingRule(least=5, span=4, patience=3.75)  # of cutting planes


@dataclass(frozen=True, kw_only=True)
class TreeParams:
    """When a tree of relaxations is tried (`bounds.tree_run`)."""

    most_nodes: int = 3_000  # beyond this it is too large to be worth its certificate
    largest: int = 8_000  # switches up to which it is tried: with symmetry it may serve
    small: int = 64  # switches up to which better cuts are looked for before
    large: int = 200  # switches beyond which others come after it, and no general solver does
    seconds: float = 10_000  # until a network is closed: as many as there are
    share_if_swept: float = 0.6  # of the time, on a large network of which a sweep may come next
    seconds_on_word: float = 80_000  # of a general solver, which leaves no certificate


@dataclass(frozen=True, kw_only=True)
class CuttingPlaneParams:
    """The linear relaxation over pairs (`bounds.all_pairs`): rows of a round, and when it ends."""

    margin: float = 1e-3  # by how much a float bound must pass before it is made exact
    triangles: int = 200  # most triangles added in one round
    vectors: int = 25  # most eigenvector cuts in one round, with symmetry
    vectors_plain: int = 2  # and without: each is a dense row then
    hypermetric: int = 25  # most hypermetric inequalities in one round
    stopping: StoppingRule = _AFTER_ROUNDS
    # while more triangles are violated than a round adds, the bound may stand still and rise later
    least_while_crowded: int = 13
    kept_rows: int = 100  # slack rows are dropped beyond this many


@dataclass(frozen=True, kw_only=True)
class RelaxationParams:
    """Which relaxations a tree uses (`bounds.relaxations`)."""

    largest_pairs: int = 8_000  # variables; beyond this the relaxation is not built
    fewest_switches: int = 48  # where joint states of two groups are used
    most_group_states: int = 1_300  # of all groups together, up to signs


USUAL_CUTTING_PLANE = CuttingPlaneParams()
