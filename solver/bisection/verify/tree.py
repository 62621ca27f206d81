"""Checking a tree of subproblems: it covers everything, and each leaf proves its bound.

References
----------
Cheung, Gleixner and Steffy, Verifying integer programming results (2017).
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from alphacut.arrangements.words import shown
from alphacut.solver.bisection.certificate.fields import Pair
from alphacut.solver.bisection.certificate.proofs import TreeProof
from alphacut.solver.bisection.certificate.tree import (
    ByComposition,
    ByCount,
    ByLevel,
    ByParity,
    ByStates,
    Node,
    Split,
)
from alphacut.solver.bisection.parity import Parities, degree_mask
from alphacut.solver.bisection.region import Region
from alphacut.solver.bisection.verify.counts import Limit
from alphacut.solver.bisection.verify.leaves import Grounds, check_leaf
from alphacut.solver.bisection.verify.part import Part, Statement
from alphacut.solver.bisection.verify.rotations import Rotations
from alphacut.solver.common.errors import Refused


def check_tree(proof: TreeProof, statement: Statement) -> str:
    """Accept a tree that proves the statement, or refuse it."""
    leaves = TreeChecker(statement, proof).check()
    return (
        f"{leaves} leaves, {len(proof.rows)} inequalities, {len(statement.known)} known points, "
        f"{len(statement.lemmas)} known intercepts"
    )


class TreeChecker:
    """Checks the nodes of one certificate against one statement."""

    def __init__(self, statement: Statement, proof: TreeProof) -> None:
        self._statement = statement
        self._sets = [_pairs(statement, members) for members in proof.sets]
        self._rotations = Rotations(statement, proof.rotations)
        self._grounds = Grounds(statement, proof, self._rotations)
        self._tree = proof.tree

    @cached_property
    def _whole(self) -> Region:
        statement = self._statement
        whole = Region.of(statement.network, statement.balance, statement.known, statement.lemmas)
        return whole if statement.intercept is None else whole.at(statement.intercept)

    def check(self) -> int:
        """Check every leaf; return how many there are.

        Raises
        ------
        Refused
            At the first leaf that does not prove its part.
        """
        parities = Parities.of_bisections(self._statement.balance)
        waiting: list[tuple[Node, Part]] = [
            (self._tree, Part(region=self._whole, limits=(), parities=parities))
        ]
        leaves = 0
        while waiting:
            node, part = waiting.pop()
            if isinstance(node, Split):
                waiting += self._halves(node, part)
            else:
                check_leaf(node, part, self._grounds)
                leaves += 1
        return leaves

    def _halves(self, node: Split, part: Part) -> list[tuple[Node, Part]]:
        """Return the parts of a split, mostly two; together they cover the node."""
        match node:
            case ByComposition():
                return self._by_composition(node, part)
            case ByStates():
                return self._by_states(node, part)
            case ByParity():
                mask = degree_mask(self._sets[self._set(node.set)])
                return [(node.even, part.assuming(mask, 0)), (node.odd, part.assuming(mask, 1))]
            case ByCount():
                low, high = self._count_halves(node, part)
            case ByLevel():
                low = replace(part, region=part.region.below(node.split, node.level))
                high = replace(part, region=part.region.above(node.split, node.level + 1))
        return [(node.low, low), (node.high, high)]

    def _by_composition(self, node: ByComposition, part: Part) -> list[tuple[Node, Part]]:
        """Return the parts for all compositions."""
        number, blocks = self._rotations.blocks(node.rotation)
        if part.composition is not None:
            raise Refused("a tree divides by composition twice")
        vectors, children = blocks.vectors(part.level), dict(node.parts)
        if not set(vectors) <= children.keys():
            raise Refused("a tree leaves out a composition")
        return [(children[v], replace(part, composition=(number, v))) for v in vectors]

    def _by_states(self, node: ByStates, part: Part) -> list[tuple[Node, Part]]:
        """Return the parts for all numbers of blocks in each state."""
        number, structure = self._rotations.structure(node.rotation)
        if part.composition is None or part.composition[0] != number:
            raise Refused("a tree divides blocks into states that have no composition")
        if part.states is not None:
            raise Refused("a tree divides blocks into states twice")
        vectors, children = structure.state_vectors(part.composition[1]), dict(node.parts)
        if not set(vectors) <= children.keys():
            raise Refused("a tree leaves out a composition of the blocks into states")
        return [(children[v], replace(part, states=v)) for v in vectors]

    def _count_halves(self, node: ByCount, part: Part) -> tuple[Part, Part]:
        number = self._set(node.set)
        others = tuple(limit for limit in part.limits if limit.number != number)
        split = next((limit for limit in part.limits if limit.number == number), None)
        split = split or Limit.of(number, self._sets[number], part.parities)
        few, many = (*others, split.at_most(node.level)), (*others, split.more_than(node.level))
        return replace(part, limits=few), replace(part, limits=many)

    def _set(self, number: int) -> int:
        if number >= len(self._sets):
            raise Refused(f"a tree splits on set {shown(number)}, which does not exist")
        return number


def _pairs(statement: Statement, pairs: tuple[Pair, ...]) -> frozenset[Pair]:
    if not pairs:
        raise Refused("a set of pairs is empty")
    size = len(statement.balance.extended)
    if not all(first < second < size for first, second in pairs):
        raise Refused("a set names a pair that does not exist, or is not in order")
    if len(set(pairs)) != len(pairs):
        raise Refused("a set names a pair twice")
    return frozenset(pairs)
