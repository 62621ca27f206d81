"""The variables in which multipliers are added up: pairs of switches, merged by symmetry.

For each pair y tells whether the cut separates it; an orbit's variable is their average.

References
----------
Bödi, Herr and Joswig, Algorithms for highly symmetric linear and integer programs (2013).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import Refused
from alphacut.solver.common.limits import room_for

EACH = 300  # bytes that a pair takes in a table
SOME = 1 << 12  # pairs after which their memory is looked at again

Row = dict[int, int]  # coefficient of each orbit of pairs
Pair = tuple[int, int]  # in order


class OrbitVariables:
    """Pairs of switches, the dummy one included, up to automorphisms that were checked.

    A permutation that keeps links, classes and weights turns bisections into
    bisections of the same line. Averaging over the group that such permutations
    generate therefore keeps every valid inequality, with one number in [0, 1]
    for each orbit of pairs.

    Parameters
    ----------
    generators
        Automorphisms, each the image of every switch.
    """

    def __init__(
        self, network: Network, balance: Balance, generators: Sequence[Sequence[int]]
    ) -> None:
        self._network = network
        self._balance = balance
        self.size = len(balance.extended)
        room_for(len(generators) * self.size * 8, "the symmetries of a proof")
        for permutation in generators:
            check_automorphism(network, balance, permutation)
        dummy = range(network.switches, self.size)
        self._generators = [[*permutation, *dummy] for permutation in generators]
        self._orbit: dict[Pair, int] = {}

    def orbit(self, first: int, second: int) -> int:
        """Return the number of the orbit of a pair of different switches."""
        pair = (first, second) if first < second else (second, first)
        if pair not in self._orbit:
            self._make_room()
            number = len(self._orbit)  # no orbit found before has it: it is at least their size
            self._orbit[pair] = number
            waiting = [pair]
            while waiting:
                i, j = waiting.pop()
                for image in self._generators:
                    one, other = image[i], image[j]
                    moved = (one, other) if one < other else (other, one)
                    if moved not in self._orbit:
                        self._make_room()
                        self._orbit[moved] = number
                        waiting.append(moved)
        return self._orbit[pair]

    def _make_room(self) -> None:
        if len(self._orbit) % SOME == 0:
            room_for(len(self._orbit) * EACH, "the pairs of switches of a proof")

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
            if each:
                self._increase(row, link.first, link.second, each * link.multiplicity)
        return row

    def _increase(self, row: Row, first: int, second: int, value: int) -> None:
        orbit = self.orbit(first, second)
        row[orbit] = row.get(orbit, 0) + value

    def scaled(self, alpha: Alpha) -> Row:
        """Return a cut's scaled capacity in these variables."""
        row = {orbit: alpha.denominator * value for orbit, value in self.intercept.items()}
        for orbit, value in self.slope.items():
            row[orbit] = row.get(orbit, 0) + alpha.numerator * value
        return row

    def half(self, switch: int) -> Row:
        """Return the weight of the switches on the other side from one: half of all weight."""
        row: Row = {}
        for other, weight in enumerate(self._balance.extended):
            if other != switch:
                self._increase(row, switch, other, weight)
        return row

    def quadratic(self, switches: Sequence[int], values: Sequence[int]) -> Row:
        """Return Σ v_i·v_j·y_ij over the pairs of some switches."""
        row: Row = {}
        for i, (first, value) in enumerate(zip(switches, values, strict=True)):
            for second, other in zip(switches[:i], values, strict=False):
                self._increase(row, first, second, value * other)
        return row

    def number(self, pairs: Iterable[Pair]) -> Row:
        """Return the number of separated pairs in a set of them."""
        row: Row = {}
        for first, second in pairs:
            self._increase(row, first, second, 1)
        return row


def check_automorphism(network: Network, balance: Balance, permutation: Sequence[int]) -> None:
    """Refuse a permutation that does not keep links, classes and weights.

    Parameters
    ----------
    permutation
        The image of each switch.

    Raises
    ------
    Refused
        If it is no permutation, or moves one of these.
    """
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
