"""Pairs of switches, merged into orbits under automorphisms.

With a switch on either side of a cut as a sign ±1, the product of the signs of
two switches tells whether they are separated.

References
----------
Bödi, Herr and Joswig, Algorithms for highly symmetric linear and integer programs (2013).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.parity import Mask, degree_mask

Permutation = tuple[int, ...]
IntArray = NDArray[np.int64]

MANY = 50_000  # numbers from which compiled code is worth being loaded
FloatArray = NDArray[np.float64]
ShortArray = NDArray[np.float32]  # where a few digits are enough
ComplexArray = NDArray[np.complex128]


class Pairs:
    """Orbits of pairs under some automorphisms: what fraction of each does a cut separate?

    Averaging any bisection over the group keeps every valid inequality.

    Parameters
    ----------
    generators
        Automorphisms that generate the group; none: every pair is an orbit.

    Attributes
    ----------
    size
        Number of switches, the dummy one included where there is one.
    orbit
        Matrix (switches × switches) of orbit numbers, -1 on its diagonal.
    count
        Number of orbits.
    first, second
        The pairs of switches.
    orbit_size
        Number of pairs of switches in each orbit.
    slope
        Coefficients (count) of a cut's slope in these fractions.
    """

    def __init__(
        self, network: Network, balance: Balance, generators: Sequence[Permutation] = ()
    ) -> None:
        self.network = network
        self.balance = balance
        self.size = len(balance.extended)
        self.generators = tuple(generators)
        dummy = range(network.switches, self.size)
        images = [np.array([*each, *dummy], dtype=np.int64) for each in generators]
        self.first, self.second = np.triu_indices(self.size, 1)
        self.orbit, self.count = self._pair_orbits(images)
        self.orbit_size = np.bincount(self.orbit[self.first, self.second], minlength=self.count)
        self.slope = self._slopes()

    def _pair_orbits(self, generators: list[IntArray]) -> tuple[IntArray, int]:
        first, second = self.first, self.second
        label = np.full((self.size, self.size), -1, dtype=np.int64)
        numbers = np.arange(len(first))
        label[first, second] = numbers
        label[second, first] = numbers
        merged = _merged(
            numbers, lambda: (label[each[first], each[second]] for each in generators)
        )  # one at a time: together they may be large
        _, dense = np.unique(merged, return_inverse=True)
        label[first, second] = dense
        label[second, first] = dense
        return label, int(dense.max(initial=-1)) + 1

    def _slopes(self) -> IntArray:
        coefficients = np.zeros(self.count, dtype=np.int64)
        for link in self.network.links:
            each = self.network.class_by_name[link.link_class].slope
            coefficients[self.orbit[link.first, link.second]] += each * link.multiplicity
        return coefficients

    def members(self, orbit: int) -> tuple[tuple[int, int], ...]:
        """Return the pairs of switches in an orbit."""
        return self._members[orbit]

    @cached_property
    def _members(self) -> list[tuple[tuple[int, int], ...]]:
        found: list[list[tuple[int, int]]] = [[] for _ in range(self.count)]
        orbits = self.orbit[self.first, self.second]
        for orbit, first, second in zip(orbits, self.first, self.second, strict=True):
            found[orbit].append((int(first), int(second)))
        return [tuple(members) for members in found]

    @cached_property
    def masks(self) -> list[Mask]:
        """For each orbit, the switches that are in an odd number of its pairs."""
        return [degree_mask(members) for members in self._members]


def _merged(numbers: IntArray, images: Callable[[], Iterable[IntArray]]) -> IntArray:
    """Label each number by the least one that the maps connect it with.

    Parameters
    ----------
    images
        Yields what each map makes of the numbers.
    """
    if len(numbers) > MANY:
        from alphacut.solver.bisection.bounds.union_find import flatten, union  # takes a moment

        parent = numbers.copy()
        for image in images():
            union(parent, numbers, image)
        flatten(parent)
        return parent
    label = numbers.copy()
    while True:
        before = label.copy()
        for image in images():
            least = np.minimum(label, label[image])
            np.minimum.at(label, image, least)
            label = np.minimum(label, least)
        label = label[label]
        if np.array_equal(before, label):
            return label
