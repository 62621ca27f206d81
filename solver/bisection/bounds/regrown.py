"""A lemma's tree grown again from what an earlier attempt wrote of it: no node is bounded twice.

Each leaf is measured anew by the function that the verifier uses, so that a tree serves whatever
slope is to be proven now, and an earlier attempt need not be believed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from alphacut.solver.bisection.bounds.counts import Count
from alphacut.solver.bisection.bounds.node import (
    CompositionSplit,
    CountSplit,
    Members,
    Node,
    ParitySplit,
    Split,
    StateSplit,
    divided,
)
from alphacut.solver.bisection.bounds.state_relaxations import Relaxation
from alphacut.solver.bisection.bounds.states.relaxation import StateRelaxation
from alphacut.solver.bisection.certificate import tree as written
from alphacut.solver.bisection.certificate.leaves import GroupsLeaf, StatesLeaf
from alphacut.solver.bisection.certificate.proofs import TreeProof
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.common.errors import Refused

# where there is one intercept; levels of it divide nothing
Divided = written.ByComposition | written.ByStates | written.ByParity | written.ByCount

CloseIfEmpty = Callable[[Node], bool]  # closes a node without bisections; tells whether it is one


@dataclass(frozen=True, kw_only=True)
class Regrown:
    """What was taken over."""

    open: tuple[Node, ...]  # nodes that are to be bounded, the first ones last
    nodes: int  # that were bounded before


def regrown(
    root: Node,
    target: int,
    problem: PointProblem,
    states: Relaxation,
    close_if_empty: CloseIfEmpty,
) -> Regrown | None:
    """Grow an earlier tree below a root; None if it is about other blocks, or divides nothing.

    Parameters
    ----------
    root
        Of the lemma's tree, with nothing found.
    target
        The slope that is to be proven.
    problem
        With the lemma, and the earlier tree.
    """
    proof = problem.earlier_tree
    if not isinstance(proof, TreeProof) or not isinstance(proof.tree, written.Split):
        return None
    cycles = (states.rotation.cycle,) if isinstance(states, StateRelaxation) else ()
    if proof.rotations not in ((), cycles):
        return None
    growth = _Growth(target, problem, states, proof.sets, close_if_empty)
    growth.grow(root, proof.tree)
    return Regrown(open=tuple(growth.open), nodes=growth.nodes)


class _Growth:
    """Walks a written tree, and grows the nodes that it stands for."""

    def __init__(
        self,
        target: int,
        problem: PointProblem,
        states: Relaxation,
        sets: tuple[Members, ...],
        close_if_empty: CloseIfEmpty,
    ) -> None:
        self._target, self._problem = target, problem
        self._states, self._sets = states, sets
        self._close_if_empty = close_if_empty
        self.open: list[Node] = []
        self.nodes = 0

    def grow(self, node: Node, tree: written.Node) -> None:
        """Give a node the children, or the bound, that a part of a tree gives it."""
        if not isinstance(tree, Divided):
            self._take_leaf(node, tree)
            return
        self.nodes += 1
        node.split = self._split(node, tree)
        node.children = divided(node, node.split)
        for child, part in zip(node.children, written.parts(tree), strict=True):
            self.grow(child, part)

    def _split(self, node: Node, tree: Divided) -> Split:
        match tree:
            case written.ByComposition():
                return CompositionSplit(vectors=tuple(vector for vector, _ in tree.parts))
            case written.ByStates():
                return StateSplit(vectors=tuple(vector for vector, _ in tree.parts))
            case written.ByParity():
                return ParitySplit(members=self._sets[tree.set])
            case written.ByCount():
                members = self._sets[tree.set]
                limited = (count for count in node.counts if count.members == members)
                count = next(limited, None) or Count.of(node.parities, members)
                return CountSplit(count=count, level=tree.level)

    def _take_leaf(self, node: Node, leaf: written.Node) -> None:
        """Take a leaf's bound over, or leave the node to be bounded."""
        if self._close_if_empty(node):
            return
        alpha = self._problem.alpha
        slope = self._slope(node, leaf)
        if slope is not None:
            line = alpha.denominator * node.region.low.intercept
            least = line + alpha.numerator * max(0, ceil(slope))
            bound = node.region.lowest(alpha, least, self._target)
            if bound >= self._target:
                assert isinstance(leaf, StatesLeaf | GroupsLeaf)
                node.bound, node.multipliers = bound, leaf
                self.nodes += 1
                return
        node.stale = True
        self.open.append(node)

    def _slope(self, node: Node, leaf: written.Node) -> Fraction | None:
        """Return what a leaf proves of a node's slope; None if nothing."""
        if not isinstance(leaf, StatesLeaf | GroupsLeaf):
            return None
        try:
            return self._states.proven_slope(
                node.region.low.intercept, node.composition, node.counts, leaf, node.states
            )
        except Refused:
            return None
