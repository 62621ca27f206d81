"""The space in which multipliers are added up: pairs of switches, merged by symmetry."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from arrangements.network import Network
from solver.bisection.alpha import Alpha
from solver.bisection.balance import Balance
from solver.bisection.verify.errors import Refused

Row = dict[int, int]  # coefficient of each orbit of pairs


class PairSpace:
    """Pairs of switches, the dummy one included, up to automorphisms that were checked.

    A permutation that keeps links, classes and weights turns bisections into
    bisections of the same line. Averaging over the group that such permutations
    generate therefore keeps every valid inequality, with one number in [0, 1]
    for each orbit of pairs.
    """

    def __init__(
        self, network: Network, balance: Balance, generators: Sequence[Sequence[int]]
    ) -> None:
        self._network = network
        self._balance = balance
        self.size = len(balance.extended)
        self._parent = list(range(self.size * self.size))
        for permutation in generators:
            _check_automorphism(network, balance, permutation)
            self._merge([*permutation, *range(network.switches, self.size)])

    def _merge(self, permutation: list[int]) -> None:
        for first in range(self.size):
            for second in range(first + 1, self.size):
                one = self.orbit(first, second)
                other = self.orbit(permutation[first], permutation[second])
                if one != other:
                    self._parent[max(one, other)] = min(one, other)

    def orbit(self, first: int, second: int) -> int:
        """Return the number of a pair's orbit."""
        low, high = (first, second) if first < second else (second, first)
        number = root = low * self.size + high
        while self._parent[root] != root:
            root = self._parent[root]
        while self._parent[number] != root:
            self._parent[number], number = root, self._parent[number]
        return root

    @cached_property
    def intercept(self) -> Row:
        """A cut's intercept in these variables."""
        return self._line("base")

    @cached_property
    def slope(self) -> Row:
        """A cut's slope in these variables."""
        return self._line("slope")

    def _line(self, part: str) -> Row:
        row: Row = {}
        for link in self._network.links:
            each: int = getattr(self._network.class_by_name[link.link_class], part)
            orbit = self.orbit(link.first, link.second)
            row[orbit] = row.get(orbit, 0) + each * link.multiplicity
        return row

    def scaled(self, alpha: Alpha) -> Row:
        """Return a cut's scaled capacity in these variables."""
        row = {orbit: alpha.denominator * value for orbit, value in self.intercept.items()}
        for orbit, value in self.slope.items():
            row[orbit] = row.get(orbit, 0) + alpha.numerator * value
        return row

    def half(self, switch: int) -> Row:
        """Return the weight on the other side of a switch, which is half of all."""
        row: Row = {}
        for other, weight in enumerate(self._balance.extended):
            if other != switch:
                orbit = self.orbit(switch, other)
                row[orbit] = row.get(orbit, 0) + weight
        return row

    def vector(self, switches: Sequence[int], values: Sequence[int]) -> Row:
        """Return Σ v_i·v_j·y_ij over the pairs of a vector's support."""
        row: Row = {}
        for place, (first, value) in enumerate(zip(switches, values, strict=True)):
            for second, other in zip(switches[place + 1 :], values[place + 1 :], strict=True):
                orbit = self.orbit(first, second)
                row[orbit] = row.get(orbit, 0) + value * other
        return row


def _check_automorphism(network: Network, balance: Balance, permutation: Sequence[int]) -> None:
    if sorted(permutation) != list(range(network.switches)):
        raise Refused("a symmetry is not a permutation of the switches")
    if any(
        balance.weights[switch] != balance.weights[image]
        for switch, image in enumerate(permutation)
    ):
        raise Refused("a symmetry does not keep the weights of the switches")
    links = {
        (link.first, link.second, link.link_class): link.multiplicity for link in network.links
    }
    for (first, second, name), multiplicity in links.items():
        one, other = permutation[first], permutation[second]
        image = (min(one, other), max(one, other), name)
        if links.get(image) != multiplicity:
            raise Refused("a symmetry does not keep the links of the network")
