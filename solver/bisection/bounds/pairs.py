"""Pairs of switches, merged into orbits where automorphisms make them equal."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from arrangements.network import Network
from solver.bisection.balance import Balance
from solver.bisection.parity import Mask, degree_mask

Permutation = tuple[int, ...]
IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]


class Pairs:
    """The variables of the all-pairs relaxation: is a pair separated by the cut?

    One variable stands for each orbit of pairs under the automorphisms given:
    the fraction of its pairs that are separated. Averaging any bisection over
    the group keeps every valid inequality, so the relaxation loses nothing.

    Attributes
    ----------
    size
        Number of switches, the dummy one included where there is one.
    orbit
        Matrix (size × size) of orbit numbers, -1 on the diagonal.
    count
        Number of orbits.
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
        extended = [self._extended(permutation) for permutation in generators]
        self.first, self.second = np.triu_indices(self.size, 1)
        self.orbit, self.count = self._pair_orbits(extended)
        self.representatives = _switch_representatives(self.size, extended)
        self.orbit_size = np.bincount(self.orbit[self.first, self.second], minlength=self.count)
        self.intercept = self._line_coefficients("base")
        self.slope = self._line_coefficients("slope")

    def _extended(self, permutation: Permutation) -> IntArray:
        dummy = range(len(permutation), self.size)
        return np.array([*permutation, *dummy], dtype=np.int64)

    def _pair_orbits(self, generators: list[IntArray]) -> tuple[IntArray, int]:
        label = np.full((self.size, self.size), -1, dtype=np.int64)
        numbers = np.arange(len(self.first))
        label[self.first, self.second] = numbers
        label[self.second, self.first] = numbers
        images = [label[g[self.first], g[self.second]] for g in generators]
        flat = _merged(numbers, images)
        _, dense = np.unique(flat, return_inverse=True)
        label[self.first, self.second] = dense
        label[self.second, self.first] = dense
        return label, int(dense.max(initial=-1)) + 1

    def _line_coefficients(self, part: str) -> IntArray:
        coefficients = np.zeros(self.count, dtype=np.int64)
        for link in self.network.links:
            each: int = getattr(self.network.class_by_name[link.link_class], part)
            coefficients[self.orbit[link.first, link.second]] += each * link.multiplicity
        return coefficients

    def members(self, orbit: int) -> tuple[tuple[int, int], ...]:
        """Return the pairs of an orbit."""
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

    def half_row(self, switch: int) -> IntArray:
        """Return the coefficients of the weight on the other side of a switch."""
        others = np.delete(np.arange(self.size), switch)
        weights = np.array(self.balance.extended, dtype=np.int64)[others]
        row = np.zeros(self.count, dtype=np.int64)
        np.add.at(row, self.orbit[switch, others], weights)
        return row

    def vector_row(self, switches: IntArray, values: IntArray) -> tuple[IntArray, IntArray]:
        """Return orbits and coefficients of Σ v_i·v_j·y_ij over pairs of a support."""
        first, second = np.triu_indices(len(switches), 1)
        orbits = self.orbit[switches[first], switches[second]]
        unique, position = np.unique(orbits, return_inverse=True)
        coefficients = np.zeros(len(unique), dtype=np.int64)
        np.add.at(coefficients, position, values[first] * values[second])
        kept = coefficients != 0
        return unique[kept], coefficients[kept]

    def matrix(self, fractions: FloatArray) -> FloatArray:
        """Return the matrix (size × size) of 1 - 2·y, with a diagonal of ones."""
        padded = np.append(fractions, 0.0)  # orbit -1 reads the last entry
        return np.asarray(1.0 - 2.0 * padded[self.orbit], dtype=np.float64)


def _merged(numbers: IntArray, images: list[IntArray]) -> IntArray:
    """Label each number by the least one that the maps connect it with."""
    label = numbers.copy()
    while True:
        before = label.copy()
        for image in images:
            least = np.minimum(label, label[image])
            np.minimum.at(label, image, least)
            label = np.minimum(label, least)
        label = label[label]
        if np.array_equal(before, label):
            return label


def _switch_representatives(size: int, generators: list[IntArray]) -> IntArray:
    return np.unique(_merged(np.arange(size), generators))
