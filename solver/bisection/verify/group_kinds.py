"""Majorities of groups of several kinds, counted anew (docs/certificate.md, "Kinds of groups").

A bisection gives each group a label: side 1 if at least half of its switches are there. Links
between groups of unlike labels are severed unless they touch a lesser side. The m switches of a
lesser side have no more of them than the m largest sums of links P(m), and than the group has to
groups of the other label, E. So with U between groups of unlike labels, and 0 ≤ θ ≤ 1, it severs

    θ·U + sum over groups of (inside(k) - θ·min(P(m), E))

at least, k switches of a group being on side 1. As links may have failed, U is of as many pairs of
groups as are apart those with the least between them, and inside(k) what is usual less what a
group lacks. U and E depend on how many groups of each kind
have the label of side 1: each such labelling is bounded with a multiplier for the weight there,
or, where no multipliers prove enough, by counting weights. Links between two kinds may be left out
of U and E, where lesser sides at both ends would spare them twice.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from alphacut.arrangements.any_wiring import AnyWiring
from alphacut.arrangements.network import GLOBAL
from alphacut.solver.bisection.certificate.proofs import GroupKindsProof
from alphacut.solver.bisection.verify.elimination.classes import (
    Capacities,
    scaled_capacities,
    shares,
)
from alphacut.solver.bisection.verify.part import Statement
from alphacut.solver.common.errors import Refused
from alphacut.solver.common.limits import room_for

LARGEST = 1 << 61  # of any sum, so that it has 64 bits
MOST_LABELLINGS = 1 << 18
MOST_PAIRS = 1_000  # of multipliers
MOST_GROUPS = 5_000  # pairs of them are counted
MOST_WORK = 1 << 32  # sums of all dynamic programmes together
MOST_GRID = 1 << 20  # square of the switches of a group
UNREACHED = 1 << 62

Ints = NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class Joint:
    """What is between the groups of two kinds."""

    least: Ints  # (pairs + 1,) what so many pairs of groups have at least, together
    most: int  # between two of them


NONE = Joint(least=np.zeros(1, dtype=np.int64), most=0)
Joined = dict[tuple[int, int], Joint]  # by two kinds


@dataclass(frozen=True, kw_only=True)
class Sort:
    """The groups of one kind: each is charged what any of them is at least."""

    groups: tuple[int, ...]
    size: int
    weight: int  # of a switch
    within: tuple[int, ...]  # (size + 1,) severed in a group by so many switches, at least
    ports: tuple[int, ...]  # (size + 1,) most that so many switches have to other groups

    @property
    def middle(self) -> int:
        """The fewest switches on side 1 of a group with its label."""
        return (self.size + 1) // 2

    def inside(self, k: int) -> int:
        """Return what is severed in a group with k switches on side 1, at least."""
        return self.within[k]

    def at_lesser(self, k: int) -> int:
        """Return what the lesser side of such a group has to other groups, at most."""
        return self.ports[min(k, self.size - k)]


@dataclass(frozen=True, kw_only=True)
class Labellings:
    """How many groups of each kind have the label of side 1, and what follows from that."""

    ones: Ints  # (labellings, kinds)
    unlike: Ints  # (labellings,) between groups of unlike labels, at least
    at_ones: Ints  # (labellings, kinds) from a group labelled 1 to all of the other label, at most
    at_zeros: Ints  # and from one of the other label


def check_group_kinds(proof: GroupKindsProof, statement: Statement) -> str:
    """Accept a certificate by majorities of kinds of groups, or refuse it; say what it is.

    Raises
    ------
    Refused
        If labellings are too many, or one has less than the target.
    """
    highest = statement.highest
    if highest is None:
        return "nothing below is possible"
    sorts, between, total = _counted(proof, statement)
    half = shares(statement.balance)[1]
    _check_numbers(proof, total, sum(len(s.groups) * s.size * s.weight for s in sorts))
    joined = _joined(sorts, between)
    everything = left = _all_labellings(sorts)
    needed = highest * proof.denominator + 1
    for theta, weight, left_out in proof.multipliers:
        labelled = _labellings(left, sorts, _kept(joined, left_out))
        lowest = _lagrangian(labelled, sorts, half, theta, weight, proof.denominator)
        left = left[lowest < needed]
    ways = {(theta, left_out) for theta, _, left_out in proof.multipliers}
    work = len(left) * len(ways) * (half + 1) * sum(len(s.groups) * (s.size + 1) for s in sorts)
    if work > MOST_WORK:
        raise Refused("a bound by kinds of groups leaves too many labellings to be counted")
    for place, ones in enumerate(left):
        for theta, left_out in sorted(ways, reverse=True):
            one = _labellings(left[place : place + 1], sorts, _kept(joined, left_out))
            if _least(one, sorts, half, theta, proof.denominator) >= needed:
                break
        else:
            raise Refused(
                f"no more than {highest} is proven where {ones.tolist()} groups of the kinds are "
                "labelled 1"
            )
    return f"{len(everything)} labellings of groups of {len(sorts)} kinds"


def _counted(proof: GroupKindsProof, statement: Statement) -> tuple[list[Sort], Ints, int]:
    """Return kinds of groups, scaled capacities between two groups, and all capacity."""
    network = statement.network
    names = {name: place for place, name in enumerate(dict.fromkeys(network.groups))}
    group_of = [names[name] for name in network.groups]
    rows = _check_kinds(proof, len(names))
    weights = shares(statement.balance)[0]
    capacities = scaled_capacities(network, statement.alpha)
    between, outer = _outside(capacities, group_of, len(names))
    total = sum(sum(row.values()) for row in capacities.values())
    if total > LARGEST // proof.denominator:
        raise Refused("the capacities are too large for a bound by kinds of groups")
    if isinstance(network, AnyWiring):
        link = network.class_by_name[GLOBAL.name]
        each = statement.alpha.denominator * link.base + statement.alpha.numerator * link.slope
        outer = [each * most for most in network.ports]
    members: list[list[int]] = [[] for _ in names]
    for switch, group in enumerate(group_of):
        members[group].append(switch)
    sorts = []
    for kind, lines in enumerate(rows):
        groups = tuple(g for g, own in enumerate(proof.kinds) if own == kind)
        own = [members[g] for g in groups]
        sorts.append(_sort(own, groups, lines, weights, capacities, outer))
    return sorts, between.astype(np.int64), total


def _check_kinds(proof: GroupKindsProof, number: int) -> tuple[int, ...]:
    """Refuse kinds that are not those of so many groups; return the rows of each kind."""
    kinds = len(set(proof.kinds))
    if number < 2 or number > MOST_GROUPS:
        raise Refused(f"there are {number} groups, where from 2 to {MOST_GROUPS} can be counted")
    if len(proof.kinds) != number:
        raise Refused(f"kinds names {len(proof.kinds)} groups, the network has {number}")
    if set(proof.kinds) != set(range(kinds)):
        raise Refused("kinds are numbered from 0, and each has a group")
    rows = proof.rows or (1,) * kinds
    if len(rows) != kinds:
        raise Refused(f"rows has {len(rows)} numbers for {kinds} kinds of groups")
    return rows


def _outside(
    capacities: Capacities, group_of: list[int], number: int
) -> tuple[NDArray[np.object_], list[int]]:
    """Return what is between each two groups, and what each switch has to other groups."""
    between = np.zeros((number, number), dtype=object)
    outer = [0] * len(group_of)
    for switch, row in capacities.items():
        own = group_of[switch]
        for other, capacity in row.items():
            if group_of[other] != own:
                between[own, group_of[other]] += capacity
                outer[switch] += capacity
    return between, outer


def _sort(
    members: list[list[int]],
    groups: tuple[int, ...],
    rows: int,
    weights: list[int],
    capacities: Capacities,
    outer: list[int],
) -> Sort:
    shapes = {(len(own), weights[v]) for own in members for v in own}
    if len(shapes) > 1:
        raise Refused("groups of one kind have unlike sizes, or switches of unlike weights")
    size, weight = shapes.pop()
    if size * size > MOST_GRID:
        raise Refused(f"groups of {size} switches are too large to be counted")
    if size % rows:
        raise Refused(f"rows: {size} switches of a group are not put into {rows} equal rows")
    sums = [
        list(accumulate(sorted((outer[v] for v in own), reverse=True), initial=0))
        for own in members
    ]
    return Sort(
        groups=groups,
        size=size,
        weight=weight,
        within=_within(members, rows, capacities),
        ports=tuple(max(each) for each in zip(*sums, strict=True)),
    )


def _within(members: list[list[int]], rows: int, capacities: Capacities) -> tuple[int, ...]:
    """Return what k switches sever in any of some groups at least, (size + 1,).

    That is so with the least capacity of a row and of a column, and also with usual ones, the
    medians, less what a group lacks of these: all, or what the switches of the smaller side lack.
    """
    size = len(members[0])
    columns = size // rows
    pairs = [
        (a, b, a // columns == b // columns)
        for a in range(size)
        for b in range(a)
        if a // columns == b // columns or a % columns == b % columns
    ]
    own = [[capacities[each[a]].get(each[b], 0) for a, b, _ in pairs] for each in members]
    kinds = [
        sorted(c for each in own for c, pair in zip(each, pairs, strict=True) if pair[2] == in_row)
        for in_row in (True, False)
    ]
    least = _of_grid(rows, columns, *(each[0] if each else 0 for each in kinds))
    row, column = (each[(len(each) - 1) // 2] if each else 0 for each in kinds)
    usual = _of_grid(rows, columns, row, column)
    lost = [0] * (size + 1)
    for each in own:
        lacks = [0] * size
        for capacity, (a, b, in_row) in zip(each, pairs, strict=True):
            lack = max(0, (row if in_row else column) - capacity)
            lacks[a] += lack
            lacks[b] += lack
        everything = sum(lacks) // 2
        most = accumulate(sorted(lacks, reverse=True), initial=0)
        lost = [max(before, min(own, everything)) for before, own in zip(lost, most, strict=True)]
    return tuple(max(least[k], usual[k] - lost[min(k, size - k)]) for k in range(size + 1))


def _of_grid(rows: int, columns: int, in_row: int, in_column: int) -> tuple[int, ...]:
    """Return the least that 0, 1, … switches of a grid are severed from its others by.

    Columns are taken from the fullest on. With given numbers of switches in them, the sum of
    squares of the rows is greatest where columns are nested: then it is the sum over places
    j = 1, 2, … of 2j - 1 times the j-th fullest column.
    """
    least = {(rows, 0): 0}  # by the last column, and all switches so far
    for place in range(1, columns + 1):
        after: dict[tuple[int, int], int] = {}
        for (last, taken), severed in least.items():
            for own in range(last + 1):
                across = in_row * own * (columns - 2 * place + 1)
                value = severed + in_column * own * (rows - own) + across
                key = own, taken + own
                if value < after.get(key, UNREACHED):
                    after[key] = value
        least = after
    least_by_number = [UNREACHED] * (rows * columns + 1)
    for (_, taken), severed in least.items():
        least_by_number[taken] = min(least_by_number[taken], severed)
    return tuple(least_by_number)


def _check_numbers(proof: GroupKindsProof, total: int, weight: int) -> None:
    """Refuse multipliers that are none, or with which sums would be too large."""
    if not 1 <= len(proof.multipliers) <= MOST_PAIRS:
        raise Refused(f"multipliers has {len(proof.multipliers)} pairs, not 1 to {MOST_PAIRS}")
    for theta, each, _ in proof.multipliers:
        if not 0 <= theta <= proof.denominator:
            raise Refused(f"multipliers: {theta} is not from 0 to the denominator")
        if 4 * (proof.denominator * total + abs(each) * (weight + 1)) > LARGEST:
            raise Refused("multipliers: they are too large for these capacities")


def _all_labellings(sorts: list[Sort]) -> Ints:
    """Return all numbers of groups with the label of side 1, kind by kind."""
    counts = [len(sort.groups) for sort in sorts]
    number = 1
    for count in counts:
        number *= count + 1
        if number > MOST_LABELLINGS:
            raise Refused("a bound by kinds of groups has too many labellings here")
    widest = max(sort.size for sort in sorts) + 1
    room_for(8 * number * (6 * len(sorts) + 4 * widest), "the labellings of groups")
    return np.indices([count + 1 for count in counts], dtype=np.int64).reshape(len(counts), -1).T


def _joined(sorts: list[Sort], between: Ints) -> Joined:
    """Return what is between groups, by their kinds."""
    joined: Joined = {}
    for a, sort in enumerate(sorts):
        for b, other in enumerate(sorts):
            each = sorted(
                int(between[g, h])
                for g in sort.groups
                for h in other.groups
                if (g < h if a == b else True)
            )
            least = np.array(list(accumulate(each, initial=0)), dtype=np.int64)
            joined[a, b] = Joint(least=least, most=each[-1] if each else 0)
    return joined


def _kept(joined: Joined, left_out: int) -> Joined:
    """Return them without the pairs of kinds that are left out.

    Bits stand for the pairs (0, 0), (0, 1), …, (1, 1), (1, 2), … in this order.
    """
    pairs = sorted(pair for pair in joined if pair[0] <= pair[1])
    gone = {pair for bit, pair in enumerate(pairs) if left_out >> bit & 1}
    return {
        (a, b): NONE if (min(a, b), max(a, b)) in gone else each for (a, b), each in joined.items()
    }


def _labellings(ones: Ints, sorts: list[Sort], joined: Joined) -> Labellings:
    """Return what follows from how many groups have the label of side 1."""
    zeros = np.array([len(sort.groups) for sort in sorts], dtype=np.int64) - ones
    unlike = np.zeros(len(ones), dtype=np.int64)
    at_ones, at_zeros = np.zeros_like(ones), np.zeros_like(ones)
    for (a, b), joint in joined.items():
        at_ones[:, a] += joint.most * zeros[:, b]
        at_zeros[:, a] += joint.most * ones[:, b]
        if a <= b and joint.most:
            apart = ones[:, a] * zeros[:, b]
            if a < b:
                apart = apart + zeros[:, a] * ones[:, b]
            unlike += joint.least[apart]
    return Labellings(ones=ones, unlike=unlike, at_ones=at_ones, at_zeros=at_zeros)


def _lagrangian(
    labellings: Labellings, sorts: list[Sort], half: int, theta: int, weight: int, unit: int
) -> Ints:
    """Return the bound of each labelling, times the denominator `unit`."""
    bounds = theta * labellings.unlike + weight * half
    for kind, sort in enumerate(sorts):
        ones = labellings.ones[:, kind]
        for first, last, number, ends in (
            (0, sort.middle, len(sort.groups) - ones, labellings.at_zeros[:, kind]),
            (sort.middle, sort.size + 1, ones, labellings.at_ones[:, kind]),
        ):
            lowest = np.full(len(ones), UNREACHED, dtype=np.int64)
            for k in range(first, last):
                spared = theta * np.minimum(sort.at_lesser(k), ends)
                each = unit * sort.inside(k) - weight * sort.weight * k - spared
                lowest = np.minimum(lowest, each)
            bounds += np.where(number > 0, number * lowest, 0)
    return bounds


def _least(one: Labellings, sorts: list[Sort], half: int, theta: int, unit: int) -> int:
    """Return the bound of a single labelling, times `unit`: the least over all weights."""
    least = np.full(half + 1, UNREACHED, dtype=np.int64)  # by the weight on side 1 so far
    least[0] = 0
    for kind, sort in enumerate(sorts):
        ones = int(one.ones[0, kind])
        ways = (
            (range(sort.middle), len(sort.groups) - ones, int(one.at_zeros[0, kind])),
            (range(sort.middle, sort.size + 1), ones, int(one.at_ones[0, kind])),
        )
        for sides, number, end in ways:
            charges = [
                (k * sort.weight, unit * sort.inside(k) - theta * min(sort.at_lesser(k), end))
                for k in sides
                if k * sort.weight <= half
            ]
            for _ in range(number):
                after = np.full(half + 1, UNREACHED, dtype=np.int64)
                for taken, charge in charges:
                    np.minimum(after[taken:], least[: half + 1 - taken] + charge, out=after[taken:])
                least = after
    if least[half] > LARGEST:
        return UNREACHED  # no sides have this weight
    return int(least[half]) + theta * int(one.unlike[0])
