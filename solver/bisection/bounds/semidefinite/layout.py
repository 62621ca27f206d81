"""Switches in rows that a rotation takes one to the next, and tables over pairs of them.

A matrix over the switches that the rotation leaves as it is has one entry for
each offset between rows and each two positions in them: a table (offset ×
position × position). Without a rotation there is one row, and the table is the
matrix itself.
"""

from __future__ import annotations

import numpy as np

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.pairs import FloatArray, IntArray
from alphacut.solver.bisection.bounds.states.rotation import Rotation


class Layout:
    """The tables of one network.

    Parameters
    ----------
    rotation
        Not used where a bisection needs a dummy switch, which would not turn.

    Attributes
    ----------
    rows
        Matrix (order × width) of switches, the dummy one included.
    row, position
        Of every switch.
    weights
        Of the switches of a row.
    orbit
        Table of the numbers of pairs, the same for an entry and its mirror image.
    count
        How many such numbers there are.
    entries
        How many entries of a table each number has.
    diagonal
        Table that is true where a switch is paired with itself.
    """

    def __init__(self, network: Network, balance: Balance, rotation: Rotation | None) -> None:
        self.network = network
        self.balance = balance
        size = len(balance.extended)
        self.rotation = None if balance.difference else rotation
        self.rows = np.arange(size)[None, :] if self.rotation is None else self.rotation.blocks
        self.order, self.width = len(self.rows), int(self.rows.shape[1])
        self.size = size
        self.row, self.position = np.zeros(size, np.int64), np.zeros(size, np.int64)
        self.row[self.rows] = np.arange(self.order)[:, None]
        self.position[self.rows] = np.arange(self.width)[None, :]
        self.weights = np.array(balance.extended, dtype=np.int64)[self.rows[0]]
        self.orbit, self.count = self._orbits()
        self.entries = np.bincount(self.orbit.ravel(), minlength=self.count)
        self.diagonal = np.zeros(self.orbit.shape, dtype=bool)
        self.diagonal[0, np.arange(self.width), np.arange(self.width)] = True

    def _orbits(self) -> tuple[IntArray, int]:
        numbers = np.arange(self.order * self.width**2).reshape(self.order, self.width, self.width)
        smaller = np.minimum(numbers, mirrored(numbers))
        _, dense = np.unique(smaller, return_inverse=True)
        return dense.reshape(numbers.shape), int(dense.max()) + 1

    def links(self, part: str) -> IntArray:
        """Return the table of the links' intercepts ("base") or slopes.

        Returns
        -------
        (offset, position, position), capacities that are not scaled.
        """
        table = np.zeros(self.orbit.shape, dtype=np.int64)
        for link in self.network.links:
            each: int = getattr(self.network.class_by_name[link.link_class], part)
            table[self.place(link.first, link.second)] += each * link.multiplicity
        return np.asarray((table + mirrored(table)) // self.order)

    def place(self, first: int | IntArray, second: int | IntArray) -> tuple[IntArray, ...]:
        """Return the offset and positions of pairs of switches.

        Parameters
        ----------
        first, second
            A switch each, or (n,) switches.
        """
        offset = (self.row[second] - self.row[first]) % self.order
        return offset, self.position[first], self.position[second]

    def averaged(self, table: FloatArray) -> FloatArray:
        """Return the mean (count) of the entries of each number."""
        sums = np.bincount(self.orbit.ravel(), table.ravel(), minlength=self.count)
        return np.asarray(sums / self.entries)


def mirrored(table: IntArray) -> IntArray:
    """Return the table of the transposed matrix.

    Parameters
    ----------
    table
        (offset, position, position).
    """
    order = len(table)
    return np.asarray(np.swapaxes(table, 1, 2)[-np.arange(order) % order])
