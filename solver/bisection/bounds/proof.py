"""Writing a tree as a certificate that the verifier can check."""

from __future__ import annotations

from dataclasses import replace

from alphacut.solver.bisection.bounds.groups.leaf import GroupMultipliers
from alphacut.solver.bisection.bounds.node import (
    CompositionSplit,
    CountSplit,
    Node,
    ParitySplit,
    StateSplit,
)
from alphacut.solver.bisection.bounds.semidefinite.leaf import PairMultipliers
from alphacut.solver.bisection.bounds.states.leaf import StateMultipliers
from alphacut.solver.bisection.bounds.states.relaxation import StateRelaxation
from alphacut.solver.bisection.bounds.states.rotation import Rotation
from alphacut.solver.bisection.bounds.tree import Tree
from alphacut.solver.bisection.certificate import tree as written
from alphacut.solver.bisection.certificate.leaves import (
    CompositionsLeaf,
    GroupsLeaf,
    Leaf,
    LinearLeaf,
    SemidefiniteLeaf,
    StatesLeaf,
)
from alphacut.solver.bisection.certificate.proofs import BlockCycle, TreeProof


def tree_certificate(tree: Tree, target: int) -> TreeProof:
    """Write the proof that no bisection has a scaled capacity below a target.

    Parameters
    ----------
    target
        At most what the tree proves. A node whose own bound reaches it becomes
        a leaf, whatever was tried below.
    """
    writer = _Writer(tree, target)
    return _certificate(tree, writer, writer.node(tree.root))


def partial_certificate(tree: Tree) -> TreeProof | None:
    """Write what was found for a bound that is not reached, as a proof of what it proves alone.

    Of a lemma, that is the tree as it stands: what is closed, and nothing where it is open.
    """
    if tree.problem.target_lemma is not None:
        if tree.bound >= tree.target or not tree.root.children:
            return None
        writer = _Writer(tree, tree.target, closed_only=True)
        return _certificate(tree, writer, writer.node(tree.root))
    if tree.partial_leaf is None:
        return None
    writer = _Writer(tree, 0)
    return _certificate(
        tree, writer, writer.leaf(replace(tree.root, multipliers=tree.partial_leaf))
    )


def _certificate(tree: Tree, writer: _Writer, root: written.Node) -> TreeProof:
    return TreeProof(
        known=tree.problem.known,
        levels=tree.problem.lemmas,
        sets=tuple(writer.sets),
        rotations=tuple(writer.rotations),
        tree=root,
    )


class _Writer:
    """Numbers the sets of pairs and the rotations that splits and leaves use.

    Parameters
    ----------
    closed_only
        Whether multipliers that prove less than the target are left out.
    """

    def __init__(self, tree: Tree, target: int, *, closed_only: bool = False) -> None:
        self._closed_only = closed_only
        self._states = tree.states
        self._start = tree.start
        self._target = target
        self.sets: dict[tuple[tuple[int, int], ...], int] = {}
        self.rotations: list[BlockCycle] = []

    def node(self, node: Node) -> written.Node:
        split = node.split
        if split is None or node.bound >= self._target:
            wanted = node.bound >= self._target or not self._closed_only
            return self.leaf(node) if wanted else LinearLeaf()
        if isinstance(split, CompositionSplit):
            rotated = isinstance(self._states, StateRelaxation)
            number = self._states_rotation() if rotated else None
            return written.ByComposition(rotation=number, parts=self._parts(node, split))
        if isinstance(split, StateSplit):
            number = self._states_rotation()
            return written.ByStates(rotation=number, parts=self._parts(node, split))
        first, second = (self.node(child) for child in node.children)
        if isinstance(split, ParitySplit):
            return written.ByParity(set=self._set(split.members), even=first, odd=second)
        if isinstance(split, CountSplit):
            number = self._set(split.count.members)
            return written.ByCount(set=number, level=split.level, low=first, high=second)
        return written.ByLevel(split="intercept", level=split.level, low=first, high=second)

    def _parts(
        self, node: Node, split: CompositionSplit | StateSplit
    ) -> tuple[tuple[tuple[int, ...], written.Node], ...]:
        return tuple(zip(split.vectors, map(self.node, node.children), strict=True))

    def _rotation(self, rotation: Rotation) -> int:
        """Return the number of a rotation."""
        if rotation.cycle not in self.rotations:
            self.rotations.append(rotation.cycle)
        return self.rotations.index(rotation.cycle)

    def _states_rotation(self) -> int:
        assert isinstance(self._states, StateRelaxation)
        return self._rotation(self._states.rotation)

    def leaf(self, node: Node) -> Leaf:
        """Write a node's own bound, whatever was tried below."""
        multipliers = node.multipliers
        if isinstance(multipliers, StateMultipliers):
            return multipliers.leaf(self._states_rotation())
        if isinstance(multipliers, CompositionsLeaf | StatesLeaf):
            return replace(multipliers, rotation=self._states_rotation())
        if isinstance(multipliers, GroupMultipliers):
            return multipliers.leaf
        if isinstance(multipliers, GroupsLeaf | SemidefiniteLeaf):
            return multipliers
        if isinstance(multipliers, PairMultipliers):
            rotation = self._start.rotation if self._start else None
            return multipliers.leaf(None if rotation is None else self._rotation(rotation))
        return LinearLeaf()

    def _set(self, members: tuple[tuple[int, int], ...]) -> int:
        return self.sets.setdefault(members, len(self.sets))
