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
Image = tuple[IntArray, IntArray]  # some numbers, and what a map makes of them

MANY = 50_000  # numbers from which compiled code is worth being loaded
FloatArray = NDArray[np.float64]
ShortArray = NDArray[np.float32]  # where a few digits are enough
ComplexArray = NDArray[np.complex128]


class Pairs:
    """The variables of the all-pairs relaxation: does a cut separate two switches?

    One variable stands for each orbit of pairs under the automorphisms given:
    the fraction of its pairs that are separated. Averaging any bisection over
    the group keeps every valid inequality, so the relaxation loses nothing.

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
    representatives
        One switch of each orbit of switches.
    intercept, slope
        Coefficients (count) of a cut's line in these variables.
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
        numbers = np.arange(self.size)
        self.representatives = np.unique(
            _merged(numbers, lambda: ((numbers, image) for image in images))
        )
        self.orbit_size = np.bincount(self.orbit[self.first, self.second], minlength=self.count)
        self.intercept = self._line_coefficients("base")
        self.slope = self._line_coefficients("slope")

    def _pair_orbits(self, generators: list[IntArray]) -> tuple[IntArray, int]:
        first, second = self.first, self.second
        label = np.full((self.size, self.size), -1, dtype=np.int64)
        numbers = np.arange(len(first))
        label[first, second] = numbers
        label[second, first] = numbers
        merged = _merged(
            numbers, lambda: (_moved_pairs(label, first, second, each) for each in generators)
        )  # one at a time: together they may be large
        _, dense = np.unique(merged, return_inverse=True)
        label[first, second] = dense
        label[second, first] = dense
        return label, int(dense.max(initial=-1)) + 1

    def _line_coefficients(self, part: str) -> IntArray:
        coefficients = np.zeros(self.count, dtype=np.int64)
        for link in self.network.links:
            each: int = getattr(self.network.class_by_name[link.link_class], part)
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

    @property
    def symmetric(self) -> bool:
        """Whether any automorphism is used."""
        return bool(self.generators)

    # ---- rows ------------------------------------------------------------

    def half_row(self, switch: int) -> IntArray:
        """Return the weight of the switches on the other side from one.

        It is half of all weight in every bisection.

        Returns
        -------
        (orbits,), weights.
        """
        orbits = self.orbit[switch]
        weights = np.array(self.balance.extended, dtype=np.int64)
        row = np.zeros(self.count, dtype=np.int64)
        np.add.at(row, orbits[orbits >= 0], weights[orbits >= 0])
        return row

    def quadratic_row(self, switches: IntArray, values: IntArray) -> tuple[IntArray, IntArray]:
        """Return orbits and coefficients of Σ v_i·v_j·y_ij over pairs of a support.

        Parameters
        ----------
        switches, values
            (k,) each: the support and v on it.

        Returns
        -------
        (n,) each: orbits in order, and coefficients that are not 0.
        """
        if len(switches) == 3:
            return self._triangle_row(switches.tolist(), values.tolist())
        first, second = np.triu_indices(len(switches), 1)
        orbits = self.orbit[switches[first], switches[second]]
        unique, position = np.unique(orbits, return_inverse=True)
        coefficients = np.zeros(len(unique), dtype=np.int64)
        np.add.at(coefficients, position, values[first] * values[second])
        kept = coefficients != 0
        return unique[kept], coefficients[kept]

    def _triangle_row(self, switches: list[int], values: list[int]) -> tuple[IntArray, IntArray]:
        """Return what `quadratic_row` does for three switches, of which there are most."""
        sums: dict[int, int] = {}
        for i, j in ((0, 1), (0, 2), (1, 2)):
            orbit = int(self.orbit[switches[i], switches[j]])
            sums[orbit] = sums.get(orbit, 0) + values[i] * values[j]
        kept = sorted(orbit for orbit, value in sums.items() if value)
        coefficients = [sums[orbit] for orbit in kept]
        return np.array(kept, dtype=np.int64), np.array(coefficients, dtype=np.int64)

    def matrix(self, fractions: FloatArray) -> FloatArray:
        """Return the matrix (switches × switches) of products of two signs, 1 - 2·y."""
        matrix = np.asarray(1.0 - 2.0 * fractions[self.orbit], dtype=np.float64)
        np.fill_diagonal(matrix, 1.0)
        return matrix


def _moved_pairs(label: IntArray, first: IntArray, second: IntArray, moved: IntArray) -> Image:
    """Return the numbers of the pairs that a map of switches can move, and of their images."""
    switches = np.flatnonzero(moved != np.arange(len(moved)))
    if 2 * len(switches) > len(moved):
        return np.arange(len(first)), label[moved[first], moved[second]]
    numbers = label[switches]
    numbers = np.unique(numbers[numbers >= 0])
    return numbers, label[moved[first[numbers]], moved[second[numbers]]]


def _merged(numbers: IntArray, images: Callable[[], Iterable[Image]]) -> IntArray:
    """Label each number by the least one that the maps connect it with.

    Parameters
    ----------
    images
        Yields some numbers, and what a map makes of these; it leaves all others as they are.
    """
    if len(numbers) > MANY:
        from alphacut.solver.bisection.bounds.union_find import flatten, union  # takes a moment

        parent = numbers.copy()
        for moved, image in images():
            union(parent, moved, image)
        flatten(parent)
        return parent
    label = numbers.copy()
    while True:
        before = label.copy()
        for moved, image in images():
            least = np.minimum(label[moved], label[image])
            np.minimum.at(label, image, least)
            label[moved] = np.minimum(label[moved], least)
        label = label[label]
        if np.array_equal(before, label):
            return label
