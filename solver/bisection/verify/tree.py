"""Checking a tree of subproblems: it covers everything, and each leaf proves its bound."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from arrangements.network import Network
from solver.bisection.alpha import Alpha
from solver.bisection.balance import Balance
from solver.bisection.parity import Mask, Parities, degree_mask
from solver.bisection.problem import KnownPoint, Level
from solver.bisection.region import Region
from solver.bisection.verify.counts import Limit
from solver.bisection.verify.errors import Refused
from solver.bisection.verify.frame import Blocks, Counts, Frame
from solver.bisection.verify.groups import leaf as group_leaf
from solver.bisection.verify.groups.frame import Groups
from solver.bisection.verify.groups.multiples import Known as KnownOfGroups
from solver.bisection.verify.read import (
    entries,
    integer,
    integers,
    listed,
    mapping,
    member,
    triples,
)
from solver.bisection.verify.rows import Inequality, element
from solver.bisection.verify.semidefinite import Turning, capacity_bound
from solver.bisection.verify.space import Row, Space
from solver.bisection.verify.states import line_bound
from solver.bisection.verify.tables import Known

Limits = tuple[Limit, ...]  # of different sets, in the order in which a path splits them
LEVELS = ("intercept", "slope")


@dataclass(frozen=True, kw_only=True)
class Claim:
    """What a tree has to prove: no bisection has a scaled capacity below target."""

    network: Network
    balance: Balance
    alpha: Alpha
    target: int
    known: tuple[KnownPoint, ...]  # proven elsewhere, in the order of the certificate
    levels: tuple[Level, ...] = ()  # proven elsewhere
    intercept: int | None = None  # of all bisections that are meant


@dataclass(frozen=True, kw_only=True)
class Part:
    """The part of all bisections that a node of the tree stands for."""

    region: Region  # of lines
    limits: Limits  # on numbers of separated pairs
    parities: Parities  # of numbers of separated pairs
    # number of a rotation, or None for the network's groups, and blocks in each class
    classes: tuple[int | None, Counts] | None = None

    @property
    def empty(self) -> bool:
        """Whether the limits leave no number of some pairs."""
        return any(limit.low > limit.high for limit in self.limits)

    def assuming(self, mask: Mask, parity: int) -> Part:
        """Return the part in which a number with this degree mask has a parity.

        Where the other parity is known already, the part is empty, and stays
        as it is: whatever is proven in it is proven in nothing.
        """
        parities = self.parities.assuming(mask, parity)
        limits = tuple(limit.under(parities) for limit in self.limits)
        return replace(self, parities=parities, limits=limits)


class TreeChecker:
    """Checks the nodes of one certificate against one claim."""

    def __init__(self, claim: Claim, certificate: Mapping[str, Any]) -> None:
        self._claim = claim
        self._size = len(claim.balance.extended)
        self._inequalities = [
            Inequality.read(row, self._size) for row in listed(certificate, "rows")
        ]
        self._generators = [
            [integers(permutation, "a symmetry") for permutation in _group(group)]
            for group in listed(certificate, "symmetries")
        ]
        self._sets = [_pairs(claim, members) for members in listed(certificate, "sets")]
        self._kept: set[tuple[int, int]] = set()  # sets that were seen to keep a symmetry
        self._rotations = [mapping(r, "a rotation") for r in listed(certificate, "rotations")]
        self._frames: dict[int, Frame] = {}
        self._turnings: dict[int | None, Turning] = {}
        self._denominator = integer(certificate.get("denominator"), "denominator", least=1)
        self._tree = mapping(certificate.get("tree"), "tree")
        self._spaces: dict[int | None, Space] = {}
        self._rows: dict[tuple[int | None, int], Row] = {}

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
        leaves = 0
        while waiting:
            node, part = waiting.pop()
            if "split" in node:
                waiting += self._halves(node, part)
            else:
                self._check_leaf(node, part)
                leaves += 1
        return leaves

    def _halves(self, node: Mapping[str, Any], part: Part) -> list[tuple[Mapping[str, Any], Part]]:
        """Return the parts of a split, mostly two; together they cover the node."""
        split = node["split"]
        if split == "classes":
            return self._by_classes(node, part)
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
            raise Refused(f"a tree splits on {split!r}, which is not known")
        return [(member(node, "low"), low), (member(node, "high"), high)]

    def _by_classes(
        self, node: Mapping[str, Any], part: Part
    ) -> list[tuple[Mapping[str, Any], Part]]:
        """Return the parts for all numbers of blocks in each class."""
        number, frame = self._blocks(node)
        if part.classes is not None:
            raise Refused("a tree divides blocks into classes twice")
        given: dict[Counts, Mapping[str, Any]] = {}
        for entry in listed(node, "parts"):
            if not isinstance(entry, list) or len(entry) != 2:
                raise Refused("a part is not a list of numbers and a node")
            given[tuple(integers(entry[0], "a part's numbers"))] = mapping(entry[1], "a part")
        vectors = frame.vectors(self._level(part.region))
        if not set(vectors) <= given.keys():
            raise Refused("a tree leaves out a division of the blocks into classes")
        return [(given[v], replace(part, classes=(number, v))) for v in vectors]

    def _blocks(self, node: Mapping[str, Any]) -> tuple[int | None, Blocks]:
        """Return a rotation's blocks, or the groups where a node names no rotation."""
        return (None, self._groups) if node.get("rotation") is None else self._frame(node)

    @cached_property
    def _groups(self) -> Groups:
        return Groups(self._claim.network, self._claim.balance)

    def _frame(self, node: Mapping[str, Any]) -> tuple[int, Frame]:
        number = integer(node.get("rotation"), "rotation", least=0)
        if number >= len(self._rotations):
            raise Refused(f"a tree names rotation {number}, which does not exist")
        if number not in self._frames:
            claim = self._claim
            self._frames[number] = Frame(claim.network, claim.balance, self._rotations[number])
        return number, self._frames[number]

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
            raise Refused(f"a tree splits on set {number}, which does not exist")
        return number

    def _symmetry(self, node: Mapping[str, Any]) -> int | None:
        symmetry = node.get("symmetry")
        if symmetry is None:
            return None
        if integer(symmetry, "symmetry", least=0) >= len(self._generators):
            raise Refused(f"a tree names symmetry {symmetry}, which does not exist")
        return int(symmetry)

    # ---- leaves ----------------------------------------------------------

    def _check_leaf(self, leaf: Mapping[str, Any], part: Part) -> None:
        claim = self._claim
        highest = part.region.highest(claim.alpha, claim.target)
        if highest is None or part.empty:
            return  # parity, levels and known points leave nothing to exclude
        if "states" in leaf:
            self._check_states(mapping(leaf["states"], "states"), part, highest)
            return
        if "groups" in leaf:
            self._check_groups(mapping(leaf["groups"], "groups"), part, highest)
            return
        if "semidefinite" in leaf:
            self._check_semidefinite(mapping(leaf["semidefinite"], "semidefinite"), part, highest)
            return
        objective = integer(leaf.get("objective", 0), "objective", least=0)
        _enough((self._least(leaf, part, objective), objective), highest)

    def _check_states(self, written: Mapping[str, Any], part: Part, highest: int) -> None:
        """Check a leaf of the relaxation over states: of the slope, or of the capacity."""
        number, frame = self._frame(written)
        alpha = self._claim.alpha
        weights = alpha.denominator, alpha.numerator
        if written.get("bounds") == "capacity":
            _enough(line_bound(frame, Known.of(frame), weights, (), written), highest)
            return
        level = self._level(part.region)
        counts = None
        if part.classes is not None:
            counts = part.classes[1]
            if part.classes[0] != number:
                raise Refused("a leaf uses another rotation than the classes on its path")
        for limit in part.limits:
            limit.check_kept([self._rotations[number]["permutation"]])
        known = Known.of(frame, level, counts)
        bound = line_bound(frame, known, (0, 1), part.limits, written)
        self._check_slope(level, bound, highest)

    def _check_groups(self, written: Mapping[str, Any], part: Part, highest: int) -> None:
        """Check a leaf over joint states of two groups, which bounds the slope."""
        level = self._level(part.region)
        counts = None
        if part.classes is not None:
            number, counts = part.classes
            if number is not None:
                raise Refused("a leaf over groups stands below classes of a rotation's blocks")
        known = KnownOfGroups.of(self._groups, level, counts)
        self._check_slope(level, group_leaf.slope_bound(self._groups, known, written), highest)

    def _check_slope(self, level: int, bound: tuple[int, int], highest: int) -> None:
        """Refuse a bound on the slope, a ratio, that leaves a capacity open."""
        numerator, denominator = bound
        alpha = self._claim.alpha
        least = alpha.denominator * level * denominator + alpha.numerator * numerator
        _enough((least, denominator), highest)

    def _check_semidefinite(self, written: Mapping[str, Any], part: Part, highest: int) -> None:
        """Check a leaf of the semidefinite relaxation over pairs of switches."""
        claim = self._claim
        number = written.get("rotation")
        if number not in self._turnings:
            rotation = None
            if number is not None:
                if not 0 <= integer(number, "rotation") < len(self._rotations):
                    raise Refused(f"a tree names rotation {number}, which does not exist")
                rotation = self._rotations[number]
            self._turnings[number] = Turning(claim.network, claim.balance, rotation)
        turning = self._turnings[number]
        bound = capacity_bound(
            turning, claim.network, claim.alpha, claim.known, part.region, written
        )
        _enough(bound, highest)

    def _least(self, leaf: Mapping[str, Any], part: Part, objective: int) -> int:
        """Return a number that objective·capacity is at least, everywhere in the leaf.

        Each inequality is taken as (row · y ≥ side); their sum, with multipliers
        that are not negative, is subtracted from the capacity, and what remains
        of each variable is at its least at an end of its range.
        """
        region, limits = part.region, part.limits
        symmetry = self._symmetry(leaf)
        space = self._space(symmetry)
        for limit in limits:
            self._check_kept(limit, symmetry)
        total = _Sum(space.scaled(self._claim.alpha), objective)
        half = self._claim.balance.half
        for mask, value in self._multiples(leaf, "halves", odd=True):
            total.add(space.half(mask), half, value)
        for mask, value in self._multiples(leaf, "products", odd=False):
            level = self._level(region)
            total.add(space.product(mask, level), level, value)
        for index, value in entries(leaf, "rows", least=0):
            total.add(self._row(symmetry, space, index), self._inequalities[index].limit, -value)
        for index, value in entries(leaf, "known", least=0):
            if not 0 <= index < len(self._claim.known):
                raise Refused(f"a leaf names known point {index}, which does not exist")
            known = self._claim.known[index]
            total.add(space.scaled(known.alpha), known.bound, value)
        for index, low, high in triples(leaf, "counts"):
            if not 0 <= index < len(limits):
                raise Refused(f"a leaf names count {index}, which its path does not limit")
            row = limits[index].row(space)
            total.add(row, limits[index].low, low)
            total.add(row, limits[index].high, -high)
        for name, row in (("intercept", space.intercept), ("slope", space.slope)):
            low, high = integers(leaf.get(name, [0, 0]), name, length=2, least=0)
            total.add(row, getattr(region.low, name), low)
            total.add(row, getattr(region.high, name), -high)
        return total.least()

    def _space(self, symmetry: int | None) -> Space:
        if symmetry not in self._spaces:
            generators = [] if symmetry is None else self._generators[symmetry]
            self._spaces[symmetry] = Space(self._claim.network, self._claim.balance, generators)
        return self._spaces[symmetry]

    def _check_kept(self, limit: Limit, symmetry: int | None) -> None:
        if symmetry is not None and (limit.number, symmetry) not in self._kept:
            limit.check_kept(self._generators[symmetry])
            self._kept.add((limit.number, symmetry))

    def _multiples(
        self, leaf: Mapping[str, Any], name: str, *, odd: bool
    ) -> list[tuple[Mask, int]]:
        """Return the elements and multipliers of a leaf's table."""
        found = []
        for entry in listed(leaf, name):
            if not isinstance(entry, list) or len(entry) != 2:
                raise Refused(f"{name} is not a list of elements and multipliers")
            mask = element(entry[0], self._size)
            if mask.bit_count() % 2 != odd:
                raise Refused(f"{name} has a product of {mask.bit_count()} switches")
            found.append((mask, integer(entry[1], name)))
        return found

    @staticmethod
    def _level(region: Region) -> int:
        if not region.one_intercept:
            raise Refused("a leaf multiplies the intercept's equation, but it is not decided")
        return region.low.intercept

    def _row(self, symmetry: int | None, space: Space, index: int) -> Row:
        if not 0 <= index < len(self._inequalities):
            raise Refused(f"a leaf names row {index}, which does not exist")
        if (symmetry, index) not in self._rows:
            self._rows[symmetry, index] = self._inequalities[index].row(space)
        return self._rows[symmetry, index]


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

    def least(self) -> int:
        return self._constant + sum(min(0, value) for value in self._reduced.values())


def _enough(bound: tuple[int, int], highest: int) -> None:
    """Refuse a bound, a ratio, that does not exceed the highest capacity to be excluded."""
    numerator, denominator = bound
    if numerator <= highest * denominator:
        raise Refused(
            f"a leaf proves only {_ratio(numerator, denominator or 1):.6f} "
            f"where more than {highest} is needed"
        )


def _ratio(numerator: int, denominator: int) -> float:
    """Return what people are told of a number that may be of any size."""
    try:
        return numerator / denominator
    except OverflowError:
        return math.inf if numerator > 0 else -math.inf


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


def _group(group: Any) -> list[Any]:
    if not isinstance(group, list):
        raise Refused("a group of symmetries is not a list")
    return group
