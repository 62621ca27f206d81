"""Pairs of switches, or of products of switches, merged into orbits.

With a switch on either side of a cut as a sign ±1, the product of the signs of
two switches tells whether they are separated. Where blocks of switches are
given, such as the groups of a dragonfly, products of the signs within a block
become elements beside the switches, and pairs of elements make up all that a
cut does to two blocks at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.parity import Mask, degree_mask

Permutation = tuple[int, ...]
Element = tuple[int, ...]  # the switches whose signs are multiplied, sorted; () is 1
Blocks = tuple[tuple[int, ...], ...]
IntArray = NDArray[np.int64]
Image = tuple[IntArray, IntArray]  # some numbers, and what a map makes of them

MANY = 50_000  # numbers from which compiled code is worth being loaded
FloatArray = NDArray[np.float64]
ShortArray = NDArray[np.float32]  # where a few digits are enough
ComplexArray = NDArray[np.complex128]


class Pairs:
    """The variables of the all-pairs relaxation: does a cut give a pair different signs?

    One variable stands for each orbit of pairs under the automorphisms given:
    the fraction of its pairs whose signs differ. Averaging any bisection over
    the group keeps every valid inequality, so the relaxation loses nothing.
    Pairs of elements with the same product share their variable; a pair of an
    odd and an even element has none, as exchanging the sides turns its sign.

    Parameters
    ----------
    blocks
        A partition of the switches, the dummy one included, that the
        automorphisms keep; empty to have no elements but the switches.

    Attributes
    ----------
    size
        Number of switches, the dummy one included where there is one.
    elements
        The switches first, then odd and then even products within a block.
    orbit
        Matrix (elements × elements) of orbit numbers, -1 where there is none.
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
        self,
        network: Network,
        balance: Balance,
        generators: Sequence[Permutation] = (),
        blocks: Blocks = (),
    ) -> None:
        self.network = network
        self.balance = balance
        self.blocks = blocks
        self.size = len(balance.extended)
        self.generators = tuple(generators)
        self.elements = _elements(self.size, blocks)
        self.place = {element: number for number, element in enumerate(self.elements)}
        self._odd = np.array([len(element) % 2 for element in self.elements])
        images = [self._images(permutation) for permutation in generators]
        self.first, self.second = np.triu_indices(self.size, 1)
        self.orbit, self.count = self._pair_orbits(images)
        numbers = np.arange(len(self.elements))
        self.element_representatives = np.unique(
            _merged(numbers, lambda: ((numbers, image) for image in images))
        )
        self.representatives = self.element_representatives[
            self.element_representatives < self.size
        ]
        self.orbit_size = np.bincount(self.orbit[self.first, self.second], minlength=self.count)
        self.intercept = self._line_coefficients("base")
        self.slope = self._line_coefficients("slope")

    def _images(self, permutation: Permutation) -> IntArray:
        """Return where a permutation of the switches takes each element."""
        extended = [*permutation, *range(len(permutation), self.size)]
        images = (tuple(sorted(extended[u] for u in element)) for element in self.elements)
        return np.array([self.place[image] for image in images], dtype=np.int64)

    def _pair_orbits(self, generators: list[IntArray]) -> tuple[IntArray, int]:
        first, second = np.triu_indices(len(self.elements), 1)
        kept = self._odd[first] == self._odd[second]
        first, second = first[kept], second[kept]
        label = np.full((len(self.elements), len(self.elements)), -1, dtype=np.int64)
        numbers = np.arange(len(first))
        label[first, second] = numbers
        label[second, first] = numbers
        products = [self._same_products(label, first, second)] if self.blocks else []

        def merging() -> Iterator[Image]:  # one at a time: together they may be large
            yield from (_moved_pairs(label, first, second, each) for each in generators)
            yield from ((numbers, image) for image in products)

        _, dense = np.unique(_merged(numbers, merging), return_inverse=True)
        label[first, second] = dense
        label[second, first] = dense
        return label, int(dense.max(initial=-1)) + 1

    def _same_products(self, label: IntArray, first: IntArray, second: IntArray) -> IntArray:
        """Map each pair within a block to the pair of 1 and its product."""
        one = self.place[()]
        images = np.arange(len(first))
        block = self._block_of_elements
        for number in np.nonzero((block[first] == block[second]) & (block[first] >= 0))[0]:
            product = set(self.elements[first[number]]) ^ set(self.elements[second[number]])
            images[number] = label[one, self.place[tuple(sorted(product))]]
        return images

    @cached_property
    def _block_of_elements(self) -> IntArray:
        """The block in which each element lies; -1 for the element 1."""
        block_of = {switch: b for b, block in enumerate(self.blocks) for switch in block}
        return np.array([block_of[e[0]] if e else -1 for e in self.elements], dtype=np.int64)

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

    @property
    def odd_representatives(self) -> list[int]:
        """One odd element of each orbit of them."""
        return [int(e) for e in self.element_representatives if self._odd[e]]

    @property
    def even_representatives(self) -> list[int]:
        """One even element of each orbit of them, without the element 1."""
        return [int(e) for e in self.element_representatives if not self._odd[e] and e != self.one]

    @property
    def one(self) -> int:
        """The number of the element 1; -1 without blocks."""
        return self.place.get((), -1)

    @cached_property
    def parts(self) -> list[IntArray]:
        """The odd elements and, where there are any, the even ones."""
        odd, even = np.nonzero(self._odd)[0], np.nonzero(self._odd == 0)[0]
        return [part for part in (odd, even) if len(part)]

    # ---- rows ------------------------------------------------------------

    def half_row(self, element: int) -> IntArray:
        """Return the weight of the switches whose sign differs from an odd element's.

        It is half of all weight in every bisection.
        """
        orbits = self.orbit[element, : self.size]
        weights = np.array(self.balance.extended, dtype=np.int64)
        row = np.zeros(self.count, dtype=np.int64)
        np.add.at(row, orbits[orbits >= 0], weights[orbits >= 0])
        return row

    def product_row(self, element: int, level: int) -> IntArray:
        """Return the intercept's equation, multiplied by an even element.

        Where the intercept is at a level, the row times the variables is level.
        """
        row = np.zeros(self.count, dtype=np.int64)
        total = 0
        for link in self.network.links:
            each = self.network.class_by_name[link.link_class].base * link.multiplicity
            if each:
                total += each
                orbit = self.orbit[element, self.place[link.first, link.second]]
                row[orbit] += each if orbit >= 0 else 0
        row[self.orbit[self.one, element]] -= total - 2 * level
        return row

    def quadratic_row(self, elements: IntArray, values: IntArray) -> tuple[IntArray, IntArray]:
        """Return orbits and coefficients of Σ v_i·v_j·y_ij over pairs of a support."""
        if len(elements) == 3:
            return self._triangle_row(elements.tolist(), values.tolist())
        first, second = np.triu_indices(len(elements), 1)
        orbits = self.orbit[elements[first], elements[second]]
        valid = orbits >= 0
        unique, position = np.unique(orbits[valid], return_inverse=True)
        coefficients = np.zeros(len(unique), dtype=np.int64)
        np.add.at(coefficients, position, (values[first] * values[second])[valid])
        kept = coefficients != 0
        return unique[kept], coefficients[kept]

    def _triangle_row(self, elements: list[int], values: list[int]) -> tuple[IntArray, IntArray]:
        """Return what `quadratic_row` does for three elements, of which there are most."""
        sums: dict[int, int] = {}
        for i, j in ((0, 1), (0, 2), (1, 2)):
            orbit = int(self.orbit[elements[i], elements[j]])
            sums[orbit] = sums.get(orbit, 0) + values[i] * values[j]
        kept = sorted(orbit for orbit, value in sums.items() if value and orbit >= 0)
        coefficients = [sums[orbit] for orbit in kept]
        return np.array(kept, dtype=np.int64), np.array(coefficients, dtype=np.int64)

    def matrix(self, fractions: FloatArray) -> FloatArray:
        """Return the matrix (elements × elements) of products, 1 - 2·y or 0 where there is none."""
        padded = np.append(fractions, 0.5)  # orbit -1 reads the last entry
        matrix = np.asarray(1.0 - 2.0 * padded[self.orbit], dtype=np.float64)
        np.fill_diagonal(matrix, 1.0)
        return matrix


def _elements(size: int, blocks: Blocks) -> list[Element]:
    elements: list[Element] = [(switch,) for switch in range(size)]
    if blocks:
        products = [
            tuple(sorted(chosen))
            for block in blocks
            for length in range(2, len(block) + 1)
            for chosen in combinations(block, length)
        ]
        elements += [e for e in products if len(e) % 2]
        elements += [(), *(e for e in products if not len(e) % 2)]
    return elements


def keeps(blocks: Blocks, permutations: Iterable[Permutation]) -> bool:
    """Tell whether permutations take blocks to blocks; the dummy switch stays."""
    known = {frozenset(block) for block in blocks}
    return all(
        frozenset(p[u] if u < len(p) else u for u in block) in known
        for p in permutations
        for block in blocks
    )


def _moved_pairs(label: IntArray, first: IntArray, second: IntArray, moved: IntArray) -> Image:
    """Return the numbers of the pairs that a map of elements can move, and of their images."""
    elements = np.flatnonzero(moved != np.arange(len(moved)))
    if 2 * len(elements) > len(moved):
        return np.arange(len(first)), label[moved[first], moved[second]]
    numbers = label[elements]
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
        from alphacut.solver.bisection.bounds.joining import flatten, join  # takes a moment

        parent = numbers.copy()
        for moved, image in images():
            join(parent, moved, image)
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
