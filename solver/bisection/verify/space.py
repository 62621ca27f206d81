"""The space in which multipliers are added up: products of signs, merged by symmetry.

The switches on one side of a cut have the sign 1, the others -1. For a set of
switches, y is 1 where the product of their signs is -1 and else 0; for a pair
it tells whether the cut separates them. Only sets of even size occur, so that
exchanging the sides changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.alpha import Alpha
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.verify.errors import Refused
from alphacut.solver.bisection.verify.limits import room_for

MOST_SETS = 1 << 22  # in all orbits that a proof asks for
EACH = 160  # bytes that a set takes beside its bits
SOME = 1 << 12  # sets after which their memory is looked at again

Row = dict[int, int]  # coefficient of each orbit of sets
Mask = int  # a set of switches; bit u is set where switch u is in it


class Space:
    """Sets of switches, the dummy one included, up to automorphisms that were checked.

    A permutation that keeps links, classes and weights turns bisections into
    bisections of the same line. Averaging over the group that such permutations
    generate therefore keeps every valid inequality, with one number in [0, 1]
    for each orbit of sets.
    """

    def __init__(
        self, network: Network, balance: Balance, generators: Sequence[Sequence[int]]
    ) -> None:
        self._network = network
        self._balance = balance
        self.size = len(balance.extended)
        self._bytes = EACH + self.size // 8  # of a set
        room_for(len(generators) * self.size * self._bytes, "the symmetries of a proof")
        self._bits: list[list[Mask]] = []  # of each generator, the images of single switches
        for permutation in generators:
            check_automorphism(network, balance, permutation)
            images = [*permutation, *range(network.switches, self.size)]
            self._bits.append([1 << image for image in images])
        self._orbit: dict[Mask, int] = {}

    def orbit(self, mask: Mask) -> int:
        """Return the number of a set's orbit.

        Many symmetries can carry one set to more others than any memory holds.
        """
        if mask not in self._orbit:
            self._make_room()
            number = len(self._orbit)  # no orbit found before has it: it is at least their size
            self._orbit[mask] = number
            waiting = [mask]
            while waiting:
                found = _switches(waiting.pop())
                for bits in self._bits:
                    image = sum(bits[switch] for switch in found)
                    if image not in self._orbit:
                        if len(self._orbit) >= MOST_SETS:
                            raise Refused("the symmetries of a proof make its sets too many")
                        self._make_room()
                        self._orbit[image] = number
                        waiting.append(image)
        return self._orbit[mask]

    def _make_room(self) -> None:
        if len(self._orbit) % SOME == 0:
            room_for(len(self._orbit) * self._bytes, "the sets of switches of a proof")

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
        for mask, each in self._links(part):
            self._increase(row, mask, each)
        return row

    def _links(self, part: str) -> list[tuple[Mask, int]]:
        """Return every link's pair of switches with what it adds to the part."""
        by_name = self._network.class_by_name
        return [
            (1 << link.first | 1 << link.second, each * link.multiplicity)
            for link in self._network.links
            if (each := int(getattr(by_name[link.link_class], part)))
        ]

    def _increase(self, row: Row, mask: Mask, value: int) -> None:
        if mask:  # the product of no signs is 1
            orbit = self.orbit(mask)
            row[orbit] = row.get(orbit, 0) + value

    def scaled(self, alpha: Alpha) -> Row:
        """Return a cut's scaled capacity in these variables."""
        row = {orbit: alpha.denominator * value for orbit, value in self.intercept.items()}
        for orbit, value in self.slope.items():
            row[orbit] = row.get(orbit, 0) + alpha.numerator * value
        return row

    def half(self, element: Mask) -> Row:
        """Return the weight of the switches whose sign differs from an odd product's.

        It is half of all weight: the weights times the signs add up to 0.
        """
        row: Row = {}
        for switch, weight in enumerate(self._balance.extended):
            self._increase(row, element ^ 1 << switch, weight)
        return row

    def product(self, element: Mask, level: int) -> Row:
        """Return the equation (intercept = level), multiplied by an even product.

        With C the intercept of all links together and c each link's,
        Σ c·y(link, element) - (C - 2·level)·y(element) = level.
        """
        row: Row = {}
        links = self._links("base")
        for mask, each in links:
            self._increase(row, mask ^ element, each)
        self._increase(row, element, 2 * level - sum(each for _, each in links))
        return row

    def quadratic(self, elements: Sequence[Mask], values: Sequence[int]) -> Row:
        """Return Σ v_i·v_j·y_ij over the pairs of elements that are both odd or both even."""
        row: Row = {}
        odd = [element.bit_count() % 2 for element in elements]
        for i, (first, value) in enumerate(zip(elements, values, strict=True)):
            for j in range(i):
                if odd[i] == odd[j]:
                    self._increase(row, first ^ elements[j], value * values[j])
        return row


def _switches(mask: Mask) -> list[int]:
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def check_automorphism(network: Network, balance: Balance, permutation: Sequence[int]) -> None:
    """Refuse a permutation that does not keep links, classes and weights."""
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
