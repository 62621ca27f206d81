"""Checking what spreads over common ends: the loads of links bound every bisection from below.

Each switch holds its weight, and in rounds everything moves over links. If in the end the weight
of every switch lies in the same shares on the same ends, then of each bisection, with the share x
of the ends on its side 1, at least w₁(1 - x) + w₂x of the weights w₁ and w₂ of its sides has
crossed it, which is at least the lighter of both; and 2w₁w₂/(w₁ + w₂) where the ends share as the
weights do, x = w₁/(w₁ + w₂). No link that it severs has carried more than its load. This is the
argument by which the fat trees of Leiserson (Fat-trees: universal networks for
hardware-efficient supercomputing, 1985) and products of networks are bounded.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from alphacut.solver.bisection.certificate.proofs import SpreadingProof, SpreadingRound
from alphacut.solver.bisection.verify import even_rounds
from alphacut.solver.bisection.verify.part import Statement, enough
from alphacut.solver.common.errors import Refused

MOST_ROUNDS = 64
MOST_STEPS = 1 << 24  # of all searches within classes together
MOST_ENTRIES = 1 << 23  # of all distributions over ends that are written out

Link = tuple[int, int]  # first < second
Capacities = Mapping[Link, int]  # scaled, above 0
Shares = tuple[tuple[int, Fraction], ...]  # by the number of a distribution, in order


def check_spreading(proof: SpreadingProof, statement: Statement) -> str:
    """Accept a certificate by spreading, or refuse it; return what it is, in words.

    Raises
    ------
    Refused
        If the rounds do not label all switches, or prove less than the target.
    """
    highest = statement.highest
    if highest is None:
        return "nothing below is possible"
    n, weights = statement.network.switches, statement.balance.weights
    if not 1 <= len(proof.rounds) <= MOST_ROUNDS:
        raise Refused(f"there should be 1 to {MOST_ROUNDS} rounds")
    if any(len(each.labels) != n for each in proof.rounds):
        raise Refused("a round does not label every switch once")
    tightest = _tightest(proof.rounds, Spreading(_scaled(statement), n), weights)
    bound = tightest * _crossing(proof.rounds, weights, statement.balance.difference)
    enough((bound.numerator, bound.denominator), highest)
    return f"{len(proof.rounds)} rounds, a load of at most {1 / tightest} for each unit of capacity"


def _crossing(
    rounds: Sequence[SpreadingRound], weights: Sequence[int], difference: int
) -> Fraction:
    """Return the least weight that crosses between the sides of a bisection, given common ends.

    Evening out among switches that hold the same leaves each what it held, so that all of it
    together ends as the weights lie; so does then each part of it, as ends are common.
    """
    total = sum(weights)
    for each in rounds:
        alike = len(set(zip(each.labels, weights, strict=True))) == len(set(each.labels))
        if each.rule != "even" or not alike:
            return Fraction(total - difference, 2)  # the lighter side
    return Fraction(total**2 - difference**2, 2 * total)


def _tightest(
    rounds: Sequence[SpreadingRound], spreading: Spreading, weights: Sequence[int]
) -> Fraction:
    """Return the least capacity for a unit of load, or refuse."""
    if all(each.rule == "even" for each in rounds):
        labels = [each.labels for each in rounds]
        found = even_rounds.tightest(spreading.capacities, labels, weights, spreading.within)
        if found is not None:
            return found
    moves = [spreading.move(each.rule, each.labels) for each in rounds]
    if not spreading.same_ends(moves, [v for v, weight in enumerate(weights) if weight]):
        raise Refused("the weights of two switches do not end in the same shares")
    loads = spreading.loads(moves, [Fraction(weight) for weight in weights])
    if not loads:
        raise Refused("nothing moves")
    return min(Fraction(spreading.capacities[link]) / load for link, load in loads.items())


def _scaled(statement: Statement) -> dict[Link, int]:
    """Return the scaled capacity of every pair of switches that has one."""
    scales = {
        each.name: statement.alpha.denominator * each.base + statement.alpha.numerator * each.slope
        for each in statement.network.classes
    }
    scaled: defaultdict[Link, int] = defaultdict(int)
    for first, second, name, multiplicity in statement.network.links:
        if scales[name]:
            scaled[first, second] += scales[name] * multiplicity
    return dict(scaled)


@dataclass(frozen=True, kw_only=True)
class Pattern:
    """Loads within a class, when each member sends a unit evenly to all members.

    Members and links are told by places in the class, so that classes alike share one.
    """

    of_member: Mapping[tuple[int, Link], Fraction]  # by the place that sends, and the link

    @cached_property
    def whole(self) -> Mapping[Link, Fraction]:
        """The same of all members together."""
        found: defaultdict[Link, Fraction] = defaultdict(Fraction)
        for (_, link), load in self.of_member.items():
            found[link] += load
        return dict(found)


@dataclass(frozen=True, kw_only=True)
class Move:
    """What one round does."""

    # of "even": the members of each class, and what links within it carry
    classes: Sequence[tuple[Sequence[int], Pattern]] = ()
    # of "up": switches by level, from below, and to which others each sends which share
    levels: Sequence[Sequence[int]] = ()
    up: Mapping[int, Sequence[tuple[int, Fraction]]] = field(default_factory=dict)


class Spreading:
    """Rounds on a network of some switches."""

    def __init__(self, capacities: Capacities, switches: int) -> None:
        self.capacities = capacities
        self._switches = switches
        self._steps = 0
        self._patterns: dict[tuple[int, tuple[Link, ...]], Pattern] = {}

    @cached_property
    def _beside(self) -> list[dict[int, int]]:
        """The capacities of each switch to its neighbours."""
        found: list[dict[int, int]] = [{} for _ in range(self._switches)]
        for (first, second), capacity in self.capacities.items():
            found[first][second] = found[second][first] = capacity
        return found

    def within(self, size: int, links: tuple[Link, ...]) -> Mapping[Link, Fraction]:
        """Return what the links of a class carry, when each member sends a unit to all."""
        return self._known(size, links).whole

    def move(self, rule: str, labels: Sequence[int]) -> Move:
        """Return what a round does."""
        members: defaultdict[int, list[int]] = defaultdict(list)
        for switch, label in enumerate(labels):
            members[label].append(switch)
        if rule == "even":
            return Move(classes=[(each, self._pattern(each)) for each in members.values()])
        up = {}
        for switch in range(self._switches):
            above = {u: c for u, c in self._beside[switch].items() if labels[u] > labels[switch]}
            total = sum(above.values())
            up[switch] = [(u, Fraction(c, total)) for u, c in above.items()]
        return Move(levels=[members[level] for level in sorted(members)], up=up)

    def _pattern(self, members: Sequence[int]) -> Pattern:
        """Return what links of a class carry; a unit is divided among all shortest ways in it."""
        place = {switch: number for number, switch in enumerate(members)}
        links = tuple(
            (place[u], place[v])
            for u in members
            for v in sorted(self._beside[u])
            if v in place and u < v
        )
        return self._known(len(members), links)

    def _known(self, size: int, links: tuple[Link, ...]) -> Pattern:
        """Return the loads of a class, which those alike share."""
        key = size, links
        if key not in self._patterns:
            self._step(size * (len(links) + 1))
            self._patterns[key] = Pattern(of_member=_loads_within(*key))
        return self._patterns[key]

    def _step(self, number: int) -> None:
        self._steps += number
        if self._steps > MOST_STEPS:
            raise Refused(f"classes take more than {MOST_STEPS} steps")

    def loads(self, moves: Iterable[Move], held: list[Fraction]) -> dict[Link, Fraction]:
        """Return what each link carries in all rounds together, in both directions."""
        loads: defaultdict[Link, Fraction] = defaultdict(Fraction)
        for move in moves:
            for level in move.levels:
                for switch in level:
                    for other, share in move.up[switch] if held[switch] else ():
                        loads[min(switch, other), max(switch, other)] += held[switch] * share
                        held[other] += held[switch] * share
                    if move.up[switch]:
                        held[switch] = Fraction(0)
            for members, pattern in move.classes:
                self._load_class(members, pattern, held, loads)
        return {link: load for link, load in loads.items() if load}

    def _load_class(
        self,
        members: Sequence[int],
        pattern: Pattern,
        held: list[Fraction],
        loads: dict[Link, Fraction],
    ) -> None:
        """Spread what the members of a class hold, and add what its links carry."""
        amounts = [held[each] for each in members]
        if len(set(amounts)) == 1:
            for (first, second), load in pattern.whole.items():
                loads[_pair(members[first], members[second])] += load * amounts[0]
            return
        self._step(len(pattern.of_member))
        for (source, (first, second)), load in pattern.of_member.items():
            loads[_pair(members[first], members[second])] += load * amounts[source]
        mean = sum(amounts, Fraction(0)) / len(members)
        for each in members:
            held[each] = mean

    def same_ends(self, moves: Sequence[Move], sources: Sequence[int]) -> bool:
        """Tell whether what some switches hold ends in the same shares at the same switches."""
        ends = _Distributions(self._switches)
        at = list(range(self._switches))  # where what a switch holds ends, as a distribution
        for move in reversed(moves):
            for members, _ in move.classes:
                mixed = ends.mixed([(at[each], Fraction(1, len(members))) for each in members])
                for each in members:
                    at[each] = mixed
            for level in reversed(move.levels):
                for switch in level:
                    if move.up[switch]:
                        at[switch] = ends.mixed([(at[u], share) for u, share in move.up[switch]])
        return ends.equal({at[source] for source in sources})


def _loads_within(size: int, links: Sequence[Link]) -> dict[tuple[int, Link], Fraction]:
    """Return the loads when each of some members sends a share of a unit to each member."""
    beside: list[list[int]] = [[] for _ in range(size)]
    for first, second in links:
        beside[first].append(second)
        beside[second].append(first)
    loads: dict[tuple[int, Link], Fraction] = {}
    for source in range(size):
        order, ways, before = _shortest(beside, source)
        if len(order) < size:
            raise Refused("a class is not connected")
        carried = [Fraction(1, size)] * size  # what ends at a member or passes through it
        for each in reversed(order[1:]):
            for earlier in before[each]:
                load = carried[each] * Fraction(ways[earlier], ways[each])
                carried[earlier] += load
                loads[source, _pair(each, earlier)] = load
    return loads


def _pair(one: int, other: int) -> Link:
    return (one, other) if one < other else (other, one)


def _shortest(
    beside: Sequence[Sequence[int]], source: int
) -> tuple[list[int], list[int], list[list[int]]]:
    """Return an order from a source on, numbers of shortest ways, and what stands before each."""
    far, ways = [-1] * len(beside), [0] * len(beside)
    before: list[list[int]] = [[] for _ in beside]
    far[source], ways[source] = 0, 1
    order, waiting = list[int](), deque([source])
    while waiting:
        each = waiting.popleft()
        order.append(each)
        for other in beside[each]:
            if far[other] < 0:
                far[other] = far[each] + 1
                waiting.append(other)
            if far[other] == far[each] + 1:
                ways[other] += ways[each]
                before[other].append(each)
    return order, ways, before


class _Distributions:
    """Distributions over switches, as mixtures of others; alike ones have one number.

    The numbers below `switches` are those that lie at one switch.
    """

    def __init__(self, switches: int) -> None:
        self._switches = switches
        self._numbers: dict[Shares, int] = {}
        self._shares: list[Shares] = []
        self._written: dict[int, Shares] = {}
        self._entries = 0

    def mixed(self, parts: Iterable[tuple[int, Fraction]]) -> int:
        """Return the number of a mixture."""
        sums: defaultdict[int, Fraction] = defaultdict(Fraction)
        for number, share in parts:
            sums[number] += share
        if len(sums) == 1:
            return next(iter(sums))
        shares = tuple(sorted(sums.items()))
        if shares not in self._numbers:
            self._numbers[shares] = self._switches + len(self._shares)
            self._shares.append(shares)
        return self._numbers[shares]

    def equal(self, numbers: set[int]) -> bool:
        """Tell whether some distributions are one."""
        return len(numbers) == 1 or len({self._at_ends(number) for number in numbers}) == 1

    def _at_ends(self, number: int) -> Shares:
        """Write a distribution out over switches; parts of a mixture have lower numbers."""
        needed, waiting = set[int](), [number]
        while waiting:
            each = waiting.pop()
            if each >= self._switches and each not in needed and each not in self._written:
                needed.add(each)
                waiting += [part for part, _ in self._shares[each - self._switches]]
        for each in sorted(needed):
            shares: defaultdict[int, Fraction] = defaultdict(Fraction)
            for part, share in self._shares[each - self._switches]:
                for end, its in self._written.get(part, ((part, Fraction(1)),)):
                    shares[end] += share * its
            self._entries += len(shares)
            if self._entries > MOST_ENTRIES:
                raise Refused(f"distributions have more than {MOST_ENTRIES} entries")
            self._written[each] = tuple(sorted(shares.items()))
        return self._written.get(number, ((number, Fraction(1)),))
