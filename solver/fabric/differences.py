"""What differs between a fabric and its design: links missing, doubled, and at wrong switches.

Switches are numbered as in the design; those that are not in it follow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product

from alphacut.arrangements.network import Network
from alphacut.solver.fabric.matching import Match

Joint = tuple[int, int, str]  # two switches, first < second, and a class of links
ANY = ""  # stands for all classes, where design and fabric call them differently

Links = list[tuple[int, int, str, int]]  # two switches, class, number of links
Swaps = list[tuple[int, int, int, int, str]]  # designed: a - x and b - y; now: a - b and x - y
Moves = list[tuple[int, int, int, str]]  # designed: a - x; now: a - b
Changes = list[tuple[int, int, str, str, int]]  # two switches, classes designed and now, links
Pairs = list[tuple[int, int, int, int]]  # two groups, links designed and now


@dataclass(frozen=True, kw_only=True)
class Differences:
    """What is not as it was designed."""

    classes: bool  # whether links are compared class by class
    lost: list[int] = field(default_factory=list)  # switches that are not there
    unplanned_switches: list[int] = field(default_factory=list)  # of the fabric, by its numbers
    missing: Links = field(default_factory=list)
    doubled: Links = field(default_factory=list)  # more links than planned between two switches
    unplanned: Links = field(default_factory=list)  # between switches that were to have none
    swapped: Swaps = field(default_factory=list)
    moved: Moves = field(default_factory=list)
    changed: Changes = field(default_factory=list)
    # of groups whose number of links differs; where these alone are compared, also inside one
    pairs: Pairs = field(default_factory=list)

    @property
    def none(self) -> bool:
        """Whether the fabric is as it was designed."""
        parts = (self.lost, self.unplanned_switches, self.missing, self.doubled, self.unplanned)
        return not any((*parts, self.swapped, self.moved, self.changed, self.pairs))


def differences(design: Network, fabric: Network, match: Match) -> Differences:
    """Compare a fabric with its design, link by link, or by the links between groups alone."""
    if match.by == "groups":
        return Differences(classes=False, pairs=_pairs_of_groups(design, fabric))
    numbers = common_numbers(design.switches, fabric.switches, match.same)
    classes = _same_classes(design, fabric)
    planned = counted(design, list(range(design.switches)), classes=classes)
    there = counted(fabric, numbers, classes=classes)
    found = Differences(
        classes=classes,
        lost=[switch for switch, each in enumerate(match.same) if each is None],
        unplanned_switches=[s for s, number in enumerate(numbers) if number >= design.switches],
        pairs=_pairs(design, planned, there),
    )
    _Sorting(planned, planned - there, there - planned, found).sort()
    return found


def common_numbers(design: int, fabric: int, same: Sequence[int | None]) -> list[int]:
    """Return the number of each switch of the fabric: that in the design, or one behind it."""
    numbers: list[int | None] = [None] * fabric
    for planned, there in enumerate(same):
        if there is not None:
            numbers[there] = planned
    behind = iter(range(design, design + fabric))
    return [next(behind) if number is None else number for number in numbers]


def counted(network: Network, numbers: Sequence[int], *, classes: bool) -> Counter[Joint]:
    """Count the links between any two switches, by their common numbers."""
    found = Counter[Joint]()
    for first, second, name, multiplicity in network.links:
        one, other = numbers[first], numbers[second]
        found[min(one, other), max(one, other), name if classes else ANY] += multiplicity
    return found


def _same_classes(design: Network, fabric: Network) -> bool:
    """Whether both call any class of links alike."""
    used = [{link.link_class for link in network.links} for network in (design, fabric)]
    return bool(used[0] & used[1])


def _pairs(design: Network, planned: Counter[Joint], there: Counter[Joint]) -> Pairs:
    groups = dense(design.groups)

    def between(counts: Counter[Joint]) -> Counter[tuple[int, int]]:
        found = Counter[tuple[int, int]]()
        for (first, second, _), number in counts.items():
            if max(first, second) < design.switches and groups[first] != groups[second]:
                one, other = groups[first], groups[second]
                found[min(one, other), max(one, other)] += number
        return found

    return _unlike(between(planned), between(there))


def _pairs_of_groups(design: Network, fabric: Network) -> Pairs:
    found = []
    for network in (design, fabric):
        groups, between = dense(network.groups), Counter[tuple[int, int]]()
        for first, second, _, multiplicity in network.links:
            one, other = groups[first], groups[second]
            between[min(one, other), max(one, other)] += multiplicity
        found.append(between)
    return _unlike(found[0], found[1])


def _unlike(planned: Counter[tuple[int, int]], there: Counter[tuple[int, int]]) -> Pairs:
    pairs = sorted(planned.keys() | there.keys())
    return [(*pair, planned[pair], there[pair]) for pair in pairs if planned[pair] != there[pair]]


def dense(groups: Sequence[int]) -> list[int]:
    """Number groups from 0, in the order of their numbers."""
    number = {group: place for place, group in enumerate(sorted(set(groups)))}
    return [number[group] for group in groups]


class _Sorting:
    """Tells what became of links that are missing, by those that are there in their place."""

    def __init__(
        self,
        planned: Counter[Joint],
        missing: Counter[Joint],
        extra: Counter[Joint],
        found: Differences,
    ) -> None:
        self._planned, self._missing, self._extra, self._found = planned, missing, extra, found
        self._missing_at: dict[int, list[Joint]] = {}
        for joint in sorted(missing):
            for end in joint[:2]:
                self._missing_at.setdefault(end, []).append(joint)

    def sort(self) -> None:
        """Take the explanations of most links first: other classes, exchanged ends, moved ones."""
        for joint in sorted(self._extra):
            self._change(joint)
        for joint in sorted(self._extra):
            while self._extra[joint] and self._swap(joint):
                pass
        for joint in sorted(self._extra):
            while self._extra[joint] and self._move(joint):
                pass
        for joint, number in sorted((+self._extra).items()):
            into = self._found.doubled if self._planned[joint] else self._found.unplanned
            into.append((*joint, number))
        self._found.missing.extend((*joint, n) for joint, n in sorted((+self._missing).items()))

    def _change(self, joint: Joint) -> None:
        first, second, now = joint
        for missing in self._missing_at.get(first, ()):
            if missing[:2] == (first, second):
                number = min(self._missing[missing], self._extra[joint])
                if number:
                    self._missing[missing] -= number
                    self._extra[joint] -= number
                    self._found.changed.append((first, second, missing[2], now, number))

    def _swap(self, joint: Joint) -> bool:
        """Explain a link a - b by two planned ones, a - x and b - y, and another, x - y."""
        a, b, name = joint
        for (x, one), (y, other) in product(self._open(a, name), self._open(b, name)):
            if x == y or one == other:
                continue
            across = (min(x, y), max(x, y), name)
            if self._extra[across] < 1 + (across == joint):
                continue
            for gone in (one, other):
                self._missing[gone] -= 1
            for come in (joint, across):
                self._extra[come] -= 1
            self._found.swapped.append((a, x, b, y, name))
            return True
        return False

    def _move(self, joint: Joint) -> bool:
        """Explain a link by a planned one with which it shares a switch."""
        for kept, to in (joint[:2], joint[1::-1]):
            for x, gone in self._open(kept, joint[2]):
                self._missing[gone] -= 1
                self._extra[joint] -= 1
                self._found.moved.append((kept, x, to, joint[2]))
                return True
        return False

    def _open(self, switch: int, name: str) -> Iterator[tuple[int, Joint]]:
        """Yield the missing links of a switch that are not explained, with their other ends."""
        for joint in self._missing_at.get(switch, ()):
            if joint[2] == name and self._missing[joint] > 0:
                yield joint[0] + joint[1] - switch, joint
