"""Writing a tree as a certificate that the verifier can check."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from alphacut.solver.bisection.bounds.duals import SCALE
from alphacut.solver.bisection.bounds.groups.leaf import GroupMultipliers
from alphacut.solver.bisection.bounds.node import (
    ClassSplit,
    CountSplit,
    Node,
    ParitySplit,
    StateSplit,
)
from alphacut.solver.bisection.bounds.rows import Vector
from alphacut.solver.bisection.bounds.semidefinite.leaf import PairMultipliers
from alphacut.solver.bisection.bounds.states.leaf import (
    DivisionsLeaf,
    StateMultipliers,
    WrittenLeaf,
)
from alphacut.solver.bisection.bounds.states.relaxation import StateRelaxation
from alphacut.solver.bisection.bounds.states.rotation import Rotation
from alphacut.solver.bisection.bounds.tree import Tree
from alphacut.solver.bisection.outcome import CERTIFICATE_FORMAT, Certificate
from alphacut.solver.bisection.problem import KnownPoint


def tree_certificate(tree: Tree, target: int) -> Certificate:
    """Write the proof that no bisection has a scaled capacity below a target.

    Parameters
    ----------
    target
        At most what the tree proves. A node whose own bound reaches it becomes
        a leaf, whatever was tried below.
    """
    writer = _Writer(tree, target)
    return _certificate(tree, writer, writer.node(tree.root))


def spare_certificate(tree: Tree) -> Certificate | None:
    """Write what was found for a bound that is not reached, as a proof of what it proves alone."""
    if tree.spare is None:
        return None
    writer = _Writer(tree, 0)
    return _certificate(tree, writer, writer.leaf(replace(tree.root, multipliers=tree.spare)))


def _certificate(tree: Tree, writer: _Writer, written: dict[str, Any]) -> Certificate:
    known = tree.problem.known
    return {
        "format": CERTIFICATE_FORMAT,
        "kind": "tree",
        "known": [_known(point) for point in known],
        "levels": [[level.intercept, level.slope] for level in tree.problem.levels],
        "symmetries": [[list(p) for p in group] for group in writer.symmetries],
        "rows": [inequality.as_json() for inequality in writer.rows],
        "sets": [[list(pair) for pair in members] for members in writer.sets],
        **({"rotations": writer.rotations} if writer.rotations else {}),
        "denominator": SCALE,
        "tree": written,
    }


def _known(point: KnownPoint) -> list[Any]:
    return [str(point.alpha), point.bound]


class _Writer:
    """Numbers the inequalities and symmetries that the leaves use."""

    def __init__(self, tree: Tree, target: int) -> None:
        self._relaxations = tree.relaxations
        self._start = tree.start
        self._target = target
        self.rows: dict[Vector, int] = {}
        self.sets: dict[tuple[tuple[int, int], ...], int] = {}
        self.rotations: list[dict[str, list[int]]] = []
        self.symmetries: list[tuple[tuple[int, ...], ...]] = []

    def node(self, node: Node) -> dict[str, Any]:
        if node.split is None or node.bound >= self._target:
            return self.leaf(node)
        if isinstance(node.split, ClassSplit | StateSplit):
            parts = zip(node.split.vectors, map(self.node, node.children), strict=True)
            return {
                "split": "classes" if isinstance(node.split, ClassSplit) else "states",
                **self._classes_rotation(),
                "parts": [[list(vector), part] for vector, part in parts],
            }
        first, second = (self.node(child) for child in node.children)
        if isinstance(node.split, ParitySplit):
            return {
                "split": "parity",
                "set": self._set(node.split.members),
                "even": first,
                "odd": second,
            }
        if isinstance(node.split, CountSplit):
            number = self._set(node.split.count.members)
            split = {"split": "count", "set": number, "level": node.split.level}
            return {**split, "low": first, "high": second}
        assert node.split is not None
        return {
            "split": node.split.part,
            "level": node.split.level,
            "low": first,
            "high": second,
        }

    def _rotation(self, rotation: Rotation) -> int:
        """Return the number of a rotation."""
        written = rotation.as_json()
        if written not in self.rotations:
            self.rotations.append(written)
        return self.rotations.index(written)

    def _classes_rotation(self) -> dict[str, int]:
        """Return the rotation's number where blocks are those of a rotation."""
        rotated = isinstance(self._relaxations.states, StateRelaxation)
        return {"rotation": self._states_rotation()} if rotated else {}

    def _states_rotation(self) -> int:
        states = self._relaxations.states
        assert isinstance(states, StateRelaxation)
        return self._rotation(states.rotation)

    def leaf(self, node: Node) -> dict[str, Any]:
        """Write a node's own bound, whatever was tried below."""
        if isinstance(node.multipliers, StateMultipliers | DivisionsLeaf | WrittenLeaf):
            return node.multipliers.as_json(self._states_rotation())
        if isinstance(node.multipliers, GroupMultipliers):
            return node.multipliers.as_json()
        if isinstance(node.multipliers, PairMultipliers):
            rotation = self._start.rotation if self._start else None
            return node.multipliers.as_json(None if rotation is None else self._rotation(rotation))
        if node.multipliers is None or node.relaxation is None:
            return {}
        relaxation = self._relaxations[node.relaxation]
        places = {
            index: self.rows.setdefault(relaxation.inequalities[index], len(self.rows))
            for index in node.multipliers.rows
        }
        return node.multipliers.as_json(places, self._symmetry(node.relaxation))

    def _set(self, members: tuple[tuple[int, int], ...]) -> int:
        return self.sets.setdefault(members, len(self.sets))

    def _symmetry(self, number: int) -> int | None:
        """Return where a group stands in the certificate; the trivial one is not written."""
        group = self._relaxations.groups[number]
        if group and group not in self.symmetries:
            self.symmetries.append(group)
        return self.symmetries.index(group) if group else None
