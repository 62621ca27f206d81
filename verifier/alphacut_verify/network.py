"""A network: switches, and links with classes whose capacities are affine in α."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

Line = tuple[int, int]  # a capacity intercept + slope·α

LOCAL = ("local", (1, 0))
GLOBAL = ("global", (0, 1))


@dataclass(frozen=True, kw_only=True)
class Alpha:
    """α = p/q in lowest terms; infinity is 1/0."""

    p: int
    q: int

    @classmethod
    def of(cls, value: Fraction | None) -> Alpha:
        """Return an α from a number; None is infinity."""
        return cls(p=1, q=0) if value is None else cls(p=value.numerator, q=value.denominator)

    def scaled(self, line: Line) -> int:
        """Return the scaled capacity of a line: q·intercept + p·slope."""
        return self.q * line[0] + self.p * line[1]

    def __str__(self) -> str:
        return "inf" if not self.q else str(Fraction(self.p, self.q))


@dataclass(frozen=True, kw_only=True)
class AnyWiring:
    """For a network of which every wiring is meant: the ports of each switch for global links."""

    ports: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Network:
    """Switches 0 … n - 1 and undirected links without loops."""

    hosts: tuple[int, ...]  # of each switch
    groups: tuple[int, ...]  # of each switch
    classes: dict[str, Line]  # the capacity of one link of each class
    links: dict[tuple[int, int, str], int]  # (i, j, class) with i < j: how many parallel ones
    any_wiring: AnyWiring | None = None

    @property
    def switches(self) -> int:
        """How many switches there are."""
        return len(self.hosts)

    @cached_property
    def pairs(self) -> dict[tuple[int, int], Line]:
        """The capacity between any two switches i < j that are joined."""
        found: dict[tuple[int, int], Line] = {}
        for (i, j, name), count in self.links.items():
            base, slope = self.classes[name]
            before = found.get((i, j), (0, 0))
            found[i, j] = (before[0] + count * base, before[1] + count * slope)
        return found

    @cached_property
    def total(self) -> Line:
        """The capacity of all links together."""
        lines = self.pairs.values()
        return sum(line[0] for line in lines), sum(line[1] for line in lines)

    @cached_property
    def members(self) -> tuple[tuple[int, ...], ...]:
        """The switches of each group; groups in the order of their first switches."""
        found: dict[int, list[int]] = {}
        for switch, group in enumerate(self.groups):
            found.setdefault(group, []).append(switch)
        return tuple(map(tuple, found.values()))

    def counts(self) -> dict[str, int]:
        """Return how many links there are of each class."""
        found = dict.fromkeys(self.classes, 0)
        for (_, _, name), count in self.links.items():
            found[name] += count
        return found

    def severed(self, side: Collection[int]) -> Line:
        """Return the capacity of the links with one end in a side."""
        inside = set(side)
        if self.any_wiring is not None:
            return self._severed_in_the_mean(inside)
        lines = [line for (i, j), line in self.pairs.items() if (i in inside) != (j in inside)]
        return sum(line[0] for line in lines), sum(line[1] for line in lines)

    def _severed_in_the_mean(self, inside: set[int]) -> Line:
        """Return what some permutation of the switches of each group severs at most.

        Global links between two groups are severed as in the mean over all permutations,
        rounded down; those inside a group are the same in all.
        """
        share = {}
        for members in self.members:
            taken = sum(each in inside for each in members)
            share.update(dict.fromkeys(members, Fraction(taken, len(members))))
        intercept = slope = 0
        mean = Fraction(0)
        for (i, j, name), count in self.links.items():
            if name == GLOBAL[0]:
                mean += count * (share[i] * (1 - share[j]) + share[j] * (1 - share[i]))
            elif (i in inside) != (j in inside):
                intercept += count * self.classes[name][0]
                slope += count * self.classes[name][1]
        number = mean.numerator // mean.denominator
        base, rise = self.classes[GLOBAL[0]]
        return intercept + number * base, slope + number * rise

    def scaled(self, alpha: Alpha) -> dict[tuple[int, int], int]:
        """Return the scaled capacity between switches i < j, where there is any at this α."""
        found = {pair: alpha.scaled(line) for pair, line in self.pairs.items()}
        return {pair: capacity for pair, capacity in found.items() if capacity}


def subset_sums(weights: tuple[int, ...]) -> int:
    """Return all sums of some of the weights, as bits of one integer."""
    sums = 1
    for weight in weights:
        sums |= sums << weight
    return sums


@dataclass(frozen=True, kw_only=True)
class Balance:
    """How switches are weighed, and what halves are."""

    weights: tuple[int, ...]  # of each switch, without a dummy
    difference: int  # d: the least difference between two sides; the weight of the dummy

    @classmethod
    def of(cls, weights: tuple[int, ...]) -> Balance:
        """Find the least difference: of all sums of weights, bits of one integer, the middle."""
        total = sum(weights)
        lighter = (subset_sums(weights) & ((1 << (total // 2 + 1)) - 1)).bit_length() - 1
        return cls(weights=weights, difference=total - 2 * lighter)

    @property
    def sums(self) -> int:
        """The weights that a side can have, as bits of one integer."""
        return subset_sums(self.weights)

    @property
    def lighter(self) -> int:
        """The weight of the lighter side of a bisection, (W - d)/2, where W is without a dummy."""
        return (sum(self.weights) - self.difference) // 2

    def with_dummy(self) -> tuple[int, ...]:
        """Return the weights with that of the dummy, if one is needed."""
        return self.weights + ((self.difference,) if self.difference else ())
