"""Leaves of the semidefinite relaxation over pairs of switches: exact but for one matrix.

With the signs x of a cut, eight times the scaled capacity is 2·Σ A - 2·xᵀAx for
the matrix A of capacities. Multiples of what is known of xxᵀ are subtracted from
-2·A, in integers; what remains has to be a semidefinite matrix M, so that
xᵀMx ≥ 0. All matrices are the same along a rotation that was checked, and are
kept as tables (offset × position × position).

References
----------
Jansson, Chaykin and Keil, Rigorous error bounds for the optimal value in semidefinite programming
(2007).
"""

from __future__ import annotations

import itertools

import numpy as np
from numpy.typing import NDArray

from alphacut.arrangements.network import Network
from alphacut.arrangements.words import shown
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.certificate.known import KnownPoint
from alphacut.solver.bisection.certificate.leaves import SemidefiniteLeaf
from alphacut.solver.bisection.certificate.proofs import BlockCycle
from alphacut.solver.bisection.region import Region
from alphacut.solver.bisection.verify.block_cyclic import carried_around
from alphacut.solver.bisection.verify.definite import semidefinite
from alphacut.solver.bisection.verify.merged import Merged
from alphacut.solver.bisection.verify.packed import unpacked
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import Refused
from alphacut.solver.common.limits import at_most, room_for

IntArray = NDArray[np.int64]

LARGEST_MERGED = 1 << 62  # of what the entries of a matrix over classes can add up to
LARGEST_CLIQUE = 15  # switches
LARGEST_SUM = 1 << 20  # of the sizes of the coefficients of one inequality
LARGEST = 1 << 50  # of what the entries of the matrix can add up to, with its products
MOST_TRIANGLES = 1_000_000
LARGEST_SIZE = 8_000  # switches; the matrix of this size takes half a gigabyte
COPIES = 8  # of a table that are there while a leaf is checked
SIGNS = ((1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1))  # each with the product 1


class Layout:
    """Switches in rows, each the image of the one before; one row without a rotation.

    Parameters
    ----------
    cycle
        The rotation; None: one row holds all switches.

    Raises
    ------
    Refused
        If the permutation is no automorphism, or does not carry the block
        around all switches, or if a bisection needs a dummy switch.
    """

    def __init__(self, network: Network, balance: Balance, cycle: BlockCycle | None) -> None:
        size = len(balance.extended)
        if size > LARGEST_SIZE:
            raise Refused(f"a semidefinite leaf is used for more than {LARGEST_SIZE} switches")
        at_most("matrix", size, "rows of a semidefinite matrix")
        if cycle is not None and balance.difference:
            raise Refused("a rotation is used where a bisection needs a dummy switch")
        rows = [list(range(size))] if cycle is None else carried_around(network, balance, cycle)
        self.order, self.width = len(rows), len(rows[0])
        room_for(8 * COPIES * size * self.width, f"tables of {size:,} x {self.width:,} pairs")
        self.weights = [balance.extended[switch] for switch in rows[0]]
        self.size = size
        self._row = np.zeros(size, dtype=np.int64)
        self._position = np.zeros(size, dtype=np.int64)
        for number, row in enumerate(rows):
            self._row[row] = number
            self._position[row] = np.arange(self.width)

    @property
    def shape(self) -> tuple[int, int, int]:
        """The shape of a table."""
        return self.order, self.width, self.width

    def add(self, table: IntArray, first: IntArray, second: IntArray, values: IntArray) -> None:
        """Add values to the entries of pairs of switches, and to their mirror images.

        Parameters
        ----------
        table
            (offset, width, width), changed in place.
        first, second, values
            (pairs,) each.
        """
        for one, other in ((first, second), (second, first)):
            offset = (self._row[other] - self._row[one]) % self.order
            np.add.at(table, (offset, self._position[one], self._position[other]), values)

    def links(self, network: Network, part: str) -> IntArray:
        """Return the table of intercepts ("base") or slopes of the links.

        Parameters
        ----------
        part
            "base" or "slope".

        Returns
        -------
        (offset, width, width) of the layout.

        Raises
        ------
        Refused
            If capacities are too large, or the rotation moves links.
        """
        by_name = network.class_by_name
        each = [
            getattr(by_name[link.link_class], part) * link.multiplicity for link in network.links
        ]
        if sum(each) >= 1 << 40:
            raise Refused("a semidefinite leaf is used where capacities are too large")
        table = np.zeros(self.shape, dtype=np.int64)
        ends = np.array([link[:2] for link in network.links], dtype=np.int64).reshape(-1, 2)
        self.add(table, ends[:, 0], ends[:, 1], np.array(each, dtype=np.int64))
        if (table % self.order).any():
            raise Refused("a rotation does not keep the links")
        return np.asarray(table // self.order, dtype=np.int64)


class _Remainder:
    """The matrix that multipliers leave of the capacity, and what they add up to."""

    def __init__(self, layout: Layout, matrix: IntArray, constant: int) -> None:
        self._layout = layout
        self.matrix = matrix
        self.constant = constant
        self._spent = int(np.abs(matrix).max(initial=0))

    @property
    def switches(self) -> int:
        """How many switches there are, the dummy one included."""
        return self._layout.size

    def _spend(self, most: int) -> None:
        """Refuse multipliers that could make an entry overflow."""
        self._spent += most
        if self._spent > LARGEST:
            raise Refused("a semidefinite leaf's multipliers are too large")

    def capacity(self, table: IntArray, multiplier: int, least: int) -> None:
        """Subtract a multiple of (eight times a capacity ≥ eight times its least value).

        A capacity that is at most a value has a negative multiplier.
        """
        self._spend(2 * abs(multiplier) * max(1, int(table.max(initial=0))))
        self.matrix += 2 * multiplier * table
        total = self._layout.order * int(table.sum())
        self.constant += multiplier * (8 * least - 2 * total)

    def triangles(self, packed: IntArray) -> None:
        """Subtract multiples of s₁·x_u·x_v + s₂·x_u·x_w + s₃·x_v·x_w ≥ -1, over all turns."""
        first, second, third, kind, values = packed
        inside = (packed[:3] >= 0) & (packed[:3] < self._layout.size)
        if not inside.all() or (kind < 0).any() or (kind >= len(SIGNS)).any():
            raise Refused("a triangle names a switch or a kind that does not exist")
        if (first == second).any() or (first == third).any() or (second == third).any():
            raise Refused("a triangle names a switch twice")
        if (values < 0).any():
            raise Refused("a triangle's multiplier is negative")
        total = sum(values.tolist())
        self._spend(6 * total)
        signs = np.array(SIGNS, dtype=np.int64)[kind]
        for place, pair in enumerate(((first, second), (first, third), (second, third))):
            self._layout.add(self.matrix, *pair, -values * signs[:, place])
        self.constant -= 2 * self._layout.order * total

    def cliques(self, size: int, packed: IntArray) -> None:
        """Subtract multiples of Σ b_i·b_j·x_i·x_j ≥ (1 - k)/2 over k switches, over all turns.

        The bit of a switch in a mark, the last switch's the lowest, tells that its b is -1.
        """
        *switches, mark, values = packed
        inside = (packed[:size] >= 0) & (packed[:size] < self._layout.size)
        if not inside.all() or (mark < 0).any() or (mark >> size).any():
            raise Refused("a clique names a switch or signs that do not exist")
        pairs = list(itertools.combinations(range(size), 2))
        if any((switches[one] == switches[other]).any() for one, other in pairs):
            raise Refused("a clique names a switch twice")
        if (values < 0).any():
            raise Refused("a clique's multiplier is negative")
        total = sum(values.tolist())
        self._spend(size * (size - 1) * total)
        signs = [1 - 2 * (mark >> (size - 1 - place) & 1) for place in range(size)]
        for one, other in pairs:
            products = -values * signs[one] * signs[other]
            self._layout.add(self.matrix, switches[one], switches[other], products)
        self.constant -= (size - 1) * self._layout.order * total

    def odd_sums(self, size: int, packed: IntArray) -> None:
        """Subtract multiples of (Σ b_i·x_i)² ≥ 1 for integers b of odd sum, over all turns."""
        switches, factors, values = packed[:size], packed[size : 2 * size], packed[2 * size]
        if (switches < 0).any() or (switches >= self._layout.size).any():
            raise Refused("an odd sum names a switch that does not exist")
        if (np.diff(np.sort(switches, axis=0), axis=0) == 0).any():
            raise Refused("an odd sum names a switch twice")
        if (np.abs(factors) > LARGEST_SUM).any() or (
            np.abs(factors).sum(axis=0) > LARGEST_SUM
        ).any():
            raise Refused("an odd sum has coefficients that are too large")
        if (factors.sum(axis=0) % 2 == 0).any():
            raise Refused("the coefficients of an odd sum add up to an even number")
        if (values < 0).any():
            raise Refused("an odd sum's multiplier is negative")
        each = zip(values.tolist(), factors.T.tolist(), strict=True)
        total = sum(value * sum(map(abs, some)) ** 2 for value, some in each)
        self._spend(2 * total)
        for one, other in itertools.combinations(range(size), 2):
            products = -values * factors[one] * factors[other]
            self._layout.add(self.matrix, switches[one], switches[other], products)
        squares = zip(values.tolist(), (factors**2).sum(axis=0).tolist(), strict=True)
        self.constant -= self._layout.order * sum(value * (some - 1) for value, some in squares)

    def merged(self, merged: Merged) -> IntArray:
        """Return the matrix over classes of switches whose signs a path has decided."""
        if self._spent * merged.largest**2 > LARGEST_MERGED:
            raise Refused("a semidefinite leaf's multipliers are too large")
        return merged.table(self.matrix[0])[None]

    def box(self, table: IntArray) -> None:
        """Subtract multiples of products of two signs, which are between -1 and 1."""
        self._spend(int(np.abs(table).max(initial=0)))
        self.matrix -= table
        self.constant -= self._layout.order * sum(np.abs(table).ravel().tolist())

    def diagonal(self, values: IntArray) -> None:
        """Subtract multiples of the squares of the signs, which are 1."""
        self._spend(int(np.abs(values).max(initial=0)))
        place = np.arange(self._layout.width)
        self.matrix[0, place, place] -= values
        self.constant += self._layout.order * sum(values.tolist())

    def halves(self, values: IntArray) -> None:
        """Subtract multiples of signs times the sum of all weights' signs, which is 0."""
        weights = self._layout.weights
        if max(weights) >= 1 << 40:
            raise Refused("a semidefinite leaf is used where weights are too large")
        self._spend(2 * int(np.abs(values).max(initial=0)) * max(weights))
        product = np.outer(values, np.array(weights, dtype=np.int64))
        self.matrix -= (product + product.T)[None, :, :]


def capacity_bound(
    layout: Layout,
    network: Network,
    alpha: Alpha,
    known: tuple[KnownPoint, ...],
    region: Region,
    leaf: SemidefiniteLeaf,
    merged: Merged | None = None,
) -> tuple[int, int]:
    """Return a numerator and a denominator that every scaled capacity in a region is at least.

    Parameters
    ----------
    merged
        Classes of switches whose signs are alike or opposite, where no rotation is used.

    Raises
    ------
    Refused
        If the leaf is not well formed, or its matrix is not shown to be semidefinite.
    """
    counted = (alpha, *(each.alpha for each in known))
    nothing = np.zeros(layout.shape, dtype=np.int64)  # of what counts nowhere, however large
    intercepts = any(leaf.intercept) or any(at.denominator for at in counted)
    slopes = any(leaf.slope) or any(at.numerator for at in counted)
    base = layout.links(network, "base") if intercepts else nothing
    slope = layout.links(network, "slope") if slopes else nothing
    rest = _Remainder(layout, np.zeros(layout.shape, dtype=np.int64), 0)

    def scaled(at: Alpha) -> IntArray:
        if max(at.numerator, at.denominator) >= 1 << 20:
            raise Refused("a semidefinite leaf is used where α has too many digits")
        return np.asarray(at.denominator * base + at.numerator * slope, dtype=np.int64)

    rest.capacity(scaled(alpha), -leaf.objective, 0)
    for index, value in leaf.known:
        if index >= len(known):
            raise Refused(f"a leaf names known point {shown(index)}, which does not exist")
        rest.capacity(scaled(known[index].alpha), value, known[index].bound)
    sides = ((base, leaf.intercept, 0), (slope, leaf.slope, 1))
    for table, (low, high), part in sides:
        rest.capacity(table, low, region.low[part])
        rest.capacity(table, -high, region.high[part])
    if leaf.number > MOST_TRIANGLES:
        raise Refused("a leaf has too many triangles")
    rest.triangles(unpacked(leaf.triangles, (5, leaf.number)))
    _subtract_cliques(rest, leaf)
    _subtract_odd_sums(rest, leaf)
    rest.box(_table(leaf.box, layout))
    rest.diagonal(unpacked(leaf.diagonal, (layout.width,)))
    rest.halves(unpacked(leaf.halves, (layout.width,)))
    matrix = rest.matrix if merged is None else rest.merged(merged)
    if not semidefinite(matrix, 0):
        raise Refused("a leaf's matrix is not shown to be semidefinite")
    return rest.constant, 8 * leaf.objective


def _subtract_cliques(rest: _Remainder, leaf: SemidefiniteLeaf) -> None:
    if sum(each.number for each in leaf.cliques) > MOST_TRIANGLES:
        raise Refused("a leaf has too many cliques")
    for each in leaf.cliques:
        if not each.size % 2 or each.size > LARGEST_CLIQUE:
            raise Refused(f"a clique has {shown(each.size)} switches: an odd number is needed")
        rest.cliques(each.size, unpacked(each.table, (each.size + 2, each.number)))


def _subtract_odd_sums(rest: _Remainder, leaf: SemidefiniteLeaf) -> None:
    if sum(each.number * each.size for each in leaf.sums) > MOST_TRIANGLES:
        raise Refused("a leaf has too many odd sums")
    for each in leaf.sums:
        if each.size > rest.switches:
            raise Refused(f"an odd sum has {shown(each.size)} switches, more than there are")
        rest.odd_sums(each.size, unpacked(each.table, (2 * each.size + 1, each.number)))


def _table(packed: str, layout: Layout) -> IntArray:
    """Read a table up to half of all offsets; the others are mirror images."""
    order, width, _ = layout.shape
    half = unpacked(packed, (order // 2 + 1, width, width))
    rest = np.swapaxes(half[1 : order - order // 2], 1, 2)[::-1]
    return np.concatenate([half, rest])
