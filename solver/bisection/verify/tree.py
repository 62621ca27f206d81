"""Checking a tree of subproblems: it covers everything, and each leaf proves its bound."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from arrangements.network import Network
from solver.bisection.alpha import Alpha
from solver.bisection.balance import Balance
from solver.bisection.problem import KnownPoint
from solver.bisection.region import Region
from solver.bisection.verify.errors import Refused
from solver.bisection.verify.read import entries, integer, integers, listed, mapping, member
from solver.bisection.verify.space import PairSpace, Row

Fixed = tuple[tuple[int, int, bool], ...]  # decided pairs: (switch, switch, separated)
LEVELS = ("intercept", "slope")


@dataclass(frozen=True, kw_only=True)
class Claim:
    """What a tree has to prove: no bisection has a scaled capacity below target."""

    network: Network
    balance: Balance
    alpha: Alpha
    target: int
    known: tuple[KnownPoint, ...]  # proven elsewhere, in the order of the certificate


class TreeChecker:
    """Checks the nodes of one certificate against one claim."""

    def __init__(self, claim: Claim, certificate: Mapping[str, Any]) -> None:
        self._claim = claim
        self._vectors = [_vector(claim, row) for row in listed(certificate, "rows")]
        self._generators = [
            [integers(permutation, "a symmetry") for permutation in group]
            for group in listed(certificate, "symmetries")
        ]
        self._denominator = integer(certificate.get("denominator"), "denominator", least=1)
        self._tree = mapping(certificate.get("tree"), "tree")
        self._spaces: dict[int | None, PairSpace] = {}
        self._rows: dict[tuple[int | None, int], Row] = {}

    @cached_property
    def _whole(self) -> Region:
        return Region.of(self._claim.network, self._claim.balance, self._claim.known)

    def check(self) -> int:
        """Check every leaf; return how many there are.

        Raises
        ------
        Refused
            At the first leaf that does not prove its part.
        """
        waiting: list[tuple[Mapping[str, Any], Region, Fixed]] = [(self._tree, self._whole, ())]
        leaves = 0
        while waiting:
            node, region, fixed = waiting.pop()
            if "split" in node:
                waiting += self._halves(node, region, fixed)
            else:
                self._check_leaf(node, region, fixed)
                leaves += 1
        return leaves

    def _halves(
        self, node: Mapping[str, Any], region: Region, fixed: Fixed
    ) -> list[tuple[Mapping[str, Any], Region, Fixed]]:
        """Return the two parts of a split; together they cover the node."""
        split = node["split"]
        if split == "pair":
            first, second = self._pair(node)
            return [
                (member(node, "together"), region, (*fixed, (first, second, False))),
                (member(node, "apart"), region, (*fixed, (first, second, True))),
            ]
        if split not in LEVELS:
            raise Refused(f"a tree splits on {split!r}, which is not known")
        level = integer(node.get("level"), "level")
        return [
            (member(node, "low"), region.below(split, level), fixed),
            (member(node, "high"), region.above(split, level + 1), fixed),
        ]

    def _pair(self, node: Mapping[str, Any]) -> tuple[int, int]:
        pair = integers(node.get("pair"), "pair")
        size = len(self._claim.balance.extended)
        if len(pair) != 2 or pair[0] == pair[1] or not all(0 <= u < size for u in pair):
            raise Refused(f"a tree splits on {pair}, which is not a pair of switches")
        return pair[0], pair[1]

    # ---- leaves ----------------------------------------------------------

    def _check_leaf(self, leaf: Mapping[str, Any], region: Region, fixed: Fixed) -> None:
        claim = self._claim
        highest = region.highest(claim.alpha, claim.target)
        if highest is None:
            return  # parity, levels and known points leave nothing to exclude
        objective = integer(leaf.get("objective", 0), "objective", least=0)
        least = self._least(leaf, region, fixed, objective)
        if least <= objective * highest:
            raise Refused(
                f"a leaf proves only {least / (objective or 1):.6f} "
                f"where more than {highest} is needed"
            )

    def _least(
        self, leaf: Mapping[str, Any], region: Region, fixed: Fixed, objective: int
    ) -> int:
        """Return a number that objective·capacity is at least, everywhere in the leaf.

        Each inequality is taken as (row · y ≥ side); their sum, with multipliers
        that are not negative, is subtracted from the capacity, and what remains
        of each variable is at its least at an end of its range.
        """
        symmetry = leaf.get("symmetry")
        space = self._space(symmetry, fixed)
        total = _Sum(space.scaled(self._claim.alpha), objective)
        half = self._claim.balance.half
        for switch, value in entries(leaf, "halves"):
            if not 0 <= switch < space.size:
                raise Refused(f"a leaf names switch {switch}, which does not exist")
            total.add(space.half(switch), half, value)
        for index, value in entries(leaf, "rows", least=0):
            row, limit = self._row(symmetry, space, index)
            total.add(row, limit, -value)
        for index, value in entries(leaf, "known", least=0):
            if not 0 <= index < len(self._claim.known):
                raise Refused(f"a leaf names known point {index}, which does not exist")
            known = self._claim.known[index]
            total.add(space.scaled(known.alpha), known.bound, value)
        for part, row in (("intercept", space.intercept), ("slope", space.slope)):
            low, high = integers(leaf.get(part, [0, 0]), part, length=2, least=0)
            total.add(row, getattr(region.low, part), low)
            total.add(row, getattr(region.high, part), -high)
        return total.least({space.orbit(u, v): separated for u, v, separated in fixed})

    def _space(self, symmetry: Any, fixed: Fixed) -> PairSpace:
        if symmetry is not None:
            symmetry = integer(symmetry, "symmetry", least=0)
            if symmetry >= len(self._generators):
                raise Refused(f"a leaf names symmetry {symmetry}, which does not exist")
        generators = [] if symmetry is None else self._generators[symmetry]
        if symmetry not in self._spaces:
            self._spaces[symmetry] = PairSpace(
                self._claim.network, self._claim.balance, generators
            )
        for first, second, _ in fixed:
            _check_kept(generators, first, second)
        return self._spaces[symmetry]

    def _row(self, symmetry: int | None, space: PairSpace, index: int) -> tuple[Row, int]:
        if not 0 <= index < len(self._vectors):
            raise Refused(f"a leaf names row {index}, which does not exist")
        switches, values = self._vectors[index]
        if (symmetry, index) not in self._rows:
            self._rows[symmetry, index] = space.vector(switches, values)
        total = sum(values)
        return self._rows[symmetry, index], (total * total - total % 2) // 4


class _Sum:
    """A capacity less multiples of valid inequalities, in exact integers."""

    def __init__(self, capacity: Row, objective: int) -> None:
        self._reduced = {orbit: objective * value for orbit, value in capacity.items()}
        self._constant = 0

    def add(self, row: Row, side: int, multiplier: int) -> None:
        if multiplier:
            self._constant += multiplier * side
            for orbit, value in row.items():
                self._reduced[orbit] = self._reduced.get(orbit, 0) - multiplier * value

    def least(self, fixed: Mapping[int, bool]) -> int:
        least = self._constant
        for orbit, value in self._reduced.items():
            least += value * fixed[orbit] if orbit in fixed else min(0, value)
        return least


def _check_kept(generators: Sequence[Sequence[int]], first: int, second: int) -> None:
    """Refuse a symmetry that moves a decided pair: its region is not symmetric."""
    for permutation in generators:
        images = {permutation[u] if u < len(permutation) else u for u in (first, second)}
        if images != {first, second}:
            raise Refused("a leaf uses a symmetry that does not keep its decided pairs")


def _vector(claim: Claim, row: Any) -> tuple[list[int], list[int]]:
    if not isinstance(row, list) or len(row) != 2:
        raise Refused("a row is not a pair of switches and values")
    switches, values = integers(row[0], "a row's switches"), integers(row[1], "a row's values")
    size = len(claim.balance.extended)
    if len(switches) != len(values) or len(set(switches)) != len(switches):
        raise Refused("a row's switches are not different, or do not fit its values")
    if not all(0 <= switch < size for switch in switches):
        raise Refused("a row names a switch that does not exist")
    return switches, values
