"""Leaves of a tree that are sums of inequalities over pairs of switches.

y_ij is 1 where the switches i and j are separated. Every inequality below holds for the pairs of
each bisection in the leaf, and for the mean over its images under a symmetry, in which all pairs of
an orbit have one value; with multipliers they add up to a bound of the scaled capacity.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from alphacut_verify.errors import Refused
from alphacut_verify.network import Alpha
from alphacut_verify.proofs.symmetry import pair_orbits
from alphacut_verify.proofs.tree import Pair, Path, Tree, highest_of
from alphacut_verify.reading import Object, a_list, an_integer, integers


def check_linear(tree: Tree, leaf: Object, path: Path) -> None:
    """Add up the inequalities of a leaf; what comes out must exceed what it has to exclude."""
    _check_shape(leaf, path.place)
    highest = highest_of(tree, path)
    if highest is None:
        return
    total = _Sum(tree, path, leaf)
    bound = total.constant + sum(min(0, each) for each in total.by_orbit().values())
    if not bound > total.objective * highest:
        raise Refused(
            path.place,
            f"proves no more than {bound}/{total.objective} where {highest} must be excluded",
        )


def _check_shape(leaf: Object, place: str) -> None:
    """Refuse a leaf whose members are not numbers and lists of numbers, used or not."""
    for name in ("objective", "symmetry"):
        if leaf.get(name) is not None:
            an_integer(leaf[name], f"{place}.{name}", 0)
    for name in ("intercept", "slope"):
        if leaf.get(name) is not None:
            integers(leaf[name], f"{place}.{name}", 0)
    for name in ("halves", "rows", "known", "counts"):
        for i, entry in enumerate(a_list(leaf.get(name, []), f"{place}.{name}")):
            integers(entry, f"{place}.{name}.{i}")


class _Sum:
    """The constant and the coefficients of pairs that multipliers add up to."""

    def __init__(self, tree: Tree, path: Path, leaf: Object) -> None:
        self.tree, self.path, self.leaf = tree, path, leaf
        self.constant = 0
        self.pairs: dict[Pair, int] = {}
        self.objective = an_integer(leaf.get("objective", 0), f"{path.place}.objective", 0)
        self.generators = self._generators()
        self._capacity(tree.task.alpha, self.objective)
        self._halves()
        self._rows()
        self._known()
        self._counts()
        self._limits("intercept", 0)
        self._limits("slope", 1)

    def by_orbit(self) -> dict[int, int]:
        """Return the coefficients, added up over each orbit of pairs."""
        if not self.generators:
            return dict(enumerate(self.pairs.values()))
        key = ("orbits", tuple(self.generators))
        if key not in self.tree.memory:
            n = len(self.tree.weights)
            self.tree.task.work.take(n * n * (1 + len(self.generators)), self.path.place)
            self.tree.memory[key] = pair_orbits(self.generators, n)
        orbits, found = self.tree.memory[key], dict[int, int]()
        for pair, coefficient in self.pairs.items():
            found[orbits[pair]] = found.get(orbits[pair], 0) + coefficient
        return found

    def _add(self, pair: Pair, coefficient: int) -> None:
        self.pairs[pair] = self.pairs.get(pair, 0) + coefficient

    def _generators(self) -> list[tuple[int, ...]]:
        index = self.leaf.get("symmetry")
        if index is None:
            return []
        place = f"{self.path.place}.symmetry"
        if not self.tree.symmetries:
            raise Refused(place, "the certificate has no symmetries")
        an_integer(index, place, 0, len(self.tree.symmetries) - 1)
        generators = self.tree.symmetry(index)
        self.tree.keeps_sets(generators, self.path, place)
        return generators

    def _entries(self, name: str, width: int, count: int) -> Iterable[tuple[str, tuple[int, ...]]]:
        """Yield the entries of a list, of an index below a count and multipliers."""
        place = f"{self.path.place}.{name}"
        for i, entry in enumerate(a_list(self.leaf.get(name, []), place)):
            numbers = integers(entry, f"{place}.{i}")
            if len(numbers) != width or not 0 <= numbers[0] < count:
                raise Refused(f"{place}.{i}", f"must be {width} numbers, the first below {count}")
            yield f"{place}.{i}", numbers

    def _capacity(self, alpha: Alpha, times: int) -> None:
        if not times:
            return
        pairs = self.tree.task.network.pairs
        self.tree.task.work.take(len(pairs), self.path.place)
        for pair, line in pairs.items():
            self._add(pair, times * alpha.scaled(line))

    def _halves(self) -> None:
        weights = self.tree.weights
        half = sum(weights) // 2
        for _, (switch, times) in self._entries("halves", 2, len(weights)):
            self.tree.task.work.take(len(weights), self.path.place)
            self.constant += times * half
            for other, weight in enumerate(weights):
                if other != switch:
                    self._add(_pair(switch, other), -times * weight)

    def _rows(self) -> None:
        for place, (index, times) in self._entries("rows", 2, len(self.tree.rows)):
            _not_negative(times, place)
            switches, values = self.tree.rows[index]
            self.tree.task.work.take(len(values) ** 2, self.path.place)
            total = sum(values)
            self.constant -= times * ((total * total - total % 2) // 4)
            for a, (i, v) in enumerate(zip(switches, values, strict=True)):
                for j, w in zip(switches[:a], values[:a], strict=True):
                    self._add(_pair(i, j), times * v * w)

    def _known(self) -> None:
        known = self.tree.task.known
        for place, (index, times) in self._entries("known", 2, len(known)):
            _not_negative(times, place)
            alpha, bound = known[index]
            self.constant += times * bound
            self._capacity(alpha, -times)

    def _counts(self) -> None:
        for place, (index, low, high) in self._entries("counts", 3, len(self.path.limits)):
            _not_negative(low, place)
            _not_negative(high, place)
            limit = self.path.limits[index]
            self.constant += low * limit.low - high * limit.high
            for pair in self.tree.sets[limit.index]:
                self._add(pair, high - low)

    def _limits(self, name: str, which: int) -> None:
        value: Any = self.leaf.get(name)
        if value is None:
            return
        place = f"{self.path.place}.{name}"
        numbers = integers(value, place, 0)
        if len(numbers) != 2:
            raise Refused(place, "must be two multipliers")
        low, high = numbers
        lines = self.path.lines
        self.constant += low * lines.least[which] - high * lines.largest[which]
        if low != high:
            for pair, line in self.tree.task.network.pairs.items():
                self._add(pair, (high - low) * line[which])


def _pair(i: int, j: int) -> Pair:
    return (i, j) if i < j else (j, i)


def _not_negative(value: int, place: str) -> None:
    if value < 0:
        raise Refused(place, "its multiplier must not be negative")
