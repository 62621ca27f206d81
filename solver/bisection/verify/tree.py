"""Checking a tree of subproblems: it covers everything, and each leaf proves its bound."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from alphacut.arrangements.words import shown
from alphacut.solver.bisection.parity import Parities, degree_mask
from alphacut.solver.bisection.region import Region
from alphacut.solver.bisection.verify.counts import Limit
from alphacut.solver.bisection.verify.errors import Refused
from alphacut.solver.bisection.verify.frame import Counts
from alphacut.solver.bisection.verify.leaves import Leaves
from alphacut.solver.bisection.verify.limits import at_most
from alphacut.solver.bisection.verify.part import Claim, Part
from alphacut.solver.bisection.verify.read import integer, integers, listed, mapping, member
from alphacut.solver.bisection.verify.rotations import Rotations

LEVELS = ("intercept", "slope")


class TreeChecker:
    """Checks the nodes of one certificate against one claim."""

    def __init__(self, claim: Claim, certificate: Mapping[str, Any]) -> None:
        self._claim = claim
        self._sets = [_pairs(claim, members) for members in listed(certificate, "sets")]
        self._rotations = Rotations(claim, certificate)
        self._leaves = Leaves(claim, certificate, self._rotations)
        integer(certificate.get("denominator"), "denominator", least=1)
        self._tree = mapping(certificate.get("tree"), "tree")

    @cached_property
    def _whole(self) -> Region:
        claim = self._claim
        whole = Region.of(claim.network, claim.balance, claim.known, claim.levels)
        return whole if claim.intercept is None else whole.at(claim.intercept)

    def check(self) -> int:
        """Check every leaf; return how many there are.

        Raises
        ------
        Refused
            At the first leaf that does not prove its part.
        """
        parities = Parities.of_bisections(self._claim.balance)
        waiting = [(self._tree, Part(region=self._whole, limits=(), parities=parities))]
        leaves = nodes = 0
        while waiting:
            nodes += 1
            at_most("nodes", nodes, "nodes of a tree")
            node, part = waiting.pop()
            if "split" in node:
                waiting += self._halves(node, part)
            else:
                self._leaves.check(node, part)
                leaves += 1
        return leaves

    def _halves(self, node: Mapping[str, Any], part: Part) -> list[tuple[Mapping[str, Any], Part]]:
        """Return the parts of a split, mostly two; together they cover the node."""
        split = node["split"]
        if split == "classes":
            return self._by_classes(node, part)
        if split == "states":
            return self._by_states(node, part)
        if split == "parity":
            mask = degree_mask(self._sets[self._set(node)])
            return [
                (member(node, "even"), part.assuming(mask, 0)),
                (member(node, "odd"), part.assuming(mask, 1)),
            ]
        level = integer(node.get("level"), "level")
        if split == "count":
            low, high = self._count_halves(node, part, level)
        elif split in LEVELS:
            low = replace(part, region=part.region.below(split, level))
            high = replace(part, region=part.region.above(split, level + 1))
        else:
            raise Refused(f"a tree splits on {shown(split)}, which is not known")
        return [(member(node, "low"), low), (member(node, "high"), high)]

    def _by_classes(
        self, node: Mapping[str, Any], part: Part
    ) -> list[tuple[Mapping[str, Any], Part]]:
        """Return the parts for all numbers of blocks in each class."""
        number, blocks = self._rotations.blocks(node)
        if part.classes is not None:
            raise Refused("a tree divides blocks into classes twice")
        vectors, given = blocks.vectors(part.level), _parts(node)
        if not set(vectors) <= given.keys():
            raise Refused("a tree leaves out a division of the blocks into classes")
        return [(given[v], replace(part, classes=(number, v))) for v in vectors]

    def _by_states(
        self, node: Mapping[str, Any], part: Part
    ) -> list[tuple[Mapping[str, Any], Part]]:
        """Return the parts for all numbers of blocks in each state."""
        number, frame = self._rotations.frame(node)
        if part.classes is None or part.classes[0] != number:
            raise Refused("a tree divides blocks into states that are not divided into classes")
        if part.states is not None:
            raise Refused("a tree divides blocks into states twice")
        vectors, given = frame.state_vectors(part.classes[1]), _parts(node)
        if not set(vectors) <= given.keys():
            raise Refused("a tree leaves out a division of the blocks into states")
        return [(given[v], replace(part, states=v)) for v in vectors]

    def _count_halves(self, node: Mapping[str, Any], part: Part, level: int) -> tuple[Part, Part]:
        number = self._set(node)
        others = tuple(limit for limit in part.limits if limit.number != number)
        split = next((limit for limit in part.limits if limit.number == number), None)
        split = split or Limit.of(number, self._sets[number], part.parities)
        few, many = (*others, split.at_most(level)), (*others, split.more_than(level))
        return replace(part, limits=few), replace(part, limits=many)

    def _set(self, node: Mapping[str, Any]) -> int:
        number = integer(node.get("set"), "set", least=0)
        if number >= len(self._sets):
            raise Refused(f"a tree splits on set {shown(number)}, which does not exist")
        return number


def _parts(node: Mapping[str, Any]) -> dict[Counts, Mapping[str, Any]]:
    """Return the parts of a split by numbers of blocks."""
    given: dict[Counts, Mapping[str, Any]] = {}
    for entry in listed(node, "parts"):
        if not isinstance(entry, list) or len(entry) != 2:
            raise Refused("a part is not a list of numbers and a node")
        given[tuple(integers(entry[0], "a part's numbers"))] = mapping(entry[1], "a part")
    return given


def _pairs(claim: Claim, members: Any) -> frozenset[tuple[int, int]]:
    if not isinstance(members, list) or not members:
        raise Refused("a set of pairs is not a list of at least one pair")
    size = len(claim.balance.extended)
    pairs = [integers(pair, "a set's pair", length=2) for pair in members]
    if not all(0 <= first < second < size for first, second in pairs):
        raise Refused("a set names a pair that does not exist, or is not in order")
    found = frozenset((first, second) for first, second in pairs)
    if len(found) != len(pairs):
        raise Refused("a set names a pair twice")
    return found
