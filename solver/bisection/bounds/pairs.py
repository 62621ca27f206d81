"""Pairs of switches, merged into orbits under automorphisms.

With a switch on either side of a cut as a sign ±1, the product of the signs of
two switches tells whether they are separated.

References
----------
Bödi, Herr and Joswig, Algorithms for highly symmetric linear and integer programs (2013).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.parity import Mask, degree_mask

Permutation = tuple[int, ...]
IntArray = NDArray[np.int64]

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
        images = (label[each[first], each[second]] for each in generators)  # which may be large
        merged = _merged(numbers, images)
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


def _merged(numbers: IntArray, images: Iterable[IntArray]) -> IntArray:
    """Label each number by its class, in the order of the classes' least numbers.

    Parameters
    ----------
    images
        What each map makes of the numbers, which puts both into one class.
    """
    from scipy.sparse import coo_array  # takes a moment to load
    from scipy.sparse.csgraph import connected_components

    label, size, joined = numbers, len(numbers), np.ones(len(numbers), dtype=np.int8)
    for image in images:
        links = coo_array((joined, (label, label[image])), shape=(size, size))
        label = connected_components(links, directed=False)[1][label]
    return np.asarray(label, dtype=np.int64)
