"""Inequalities between the states of blocks, where pairs of switches are too coarse.

A block's state is the side on which each of its switches lies. Any integer
function of the states of some blocks, f, has f·(f - 1) ≥ 0. For the indicators
A, B and C of three sets of states of three blocks this gives

    f = B + C - A:      A·B + A·C - B·C ≤ A
    f = A + B + C - 1:  A + B + C - A·B - A·C - B·C ≤ 1

which are the triangle inequalities if each set asks for the side of one switch;
and for single states s, t of two blocks f = [s] + [t] says that their joint
frequency is not negative.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from math import gcd

import numpy as np

from alphacut.solver.bisection.bounds.pairs import FloatArray, IntArray, Pairs
from alphacut.solver.bisection.bounds.rows import Form

TOLERANCE = 1e-5
WORTHWHILE = 1e-4  # least violation of a triple of sets that is added
TRIES = 400  # triples of blocks from which a round climbs
CLIMBS = 20  # most steps of alternating maximisation


class Lifted:
    """Searches violated inequalities between states of two or three blocks."""

    def __init__(self, pairs: Pairs) -> None:
        self._pairs = pairs
        self._states = [list(product((1, -1), repeat=len(b))) for b in pairs.blocks]
        self._widest = max(len(states) for states in self._states)
        self._characters = [self._character_matrix(b) for b in range(len(pairs.blocks))]
        self._projection = self._projection_matrix()
        self._leading = self._leading_blocks()

    def _character_matrix(self, block: int) -> IntArray:
        """Return the value (states × elements) of each element in each state of a block."""
        position = {switch: k for k, switch in enumerate(self._pairs.blocks[block])}
        columns = self._columns(block)
        matrix = np.ones((len(self._states[block]), len(columns)), dtype=np.int64)
        for row, state in enumerate(self._states[block]):
            for column, number in enumerate(columns):
                for switch in self._pairs.elements[number]:
                    matrix[row, column] *= state[position[switch]]
        return matrix

    def _columns(self, block: int) -> list[int]:
        """Return the elements of a block, the element 1 first."""
        inside = set(self._pairs.blocks[block])
        elements = enumerate(self._pairs.elements)
        return [self._pairs.one, *(k for k, e in elements if e and set(e) <= inside)]

    def _projection_matrix(self) -> FloatArray:
        """Return the matrix that takes products of elements to frequencies of states."""
        blocks = len(self._states)
        matrix = np.zeros((blocks, self._widest, len(self._pairs.elements)))
        for block, characters in enumerate(self._characters):
            matrix[block, : len(characters), self._columns(block)] = characters.T / len(characters)
        return matrix.reshape(blocks * self._widest, -1)

    def _leading_blocks(self) -> IntArray:
        """Return the blocks of the representatives, one at least of each orbit of blocks."""
        leaders = {int(u) for u in self._pairs.representatives}
        return np.array([b for b, block in enumerate(self._pairs.blocks) if leaders & set(block)])

    def frequencies(self, matrix: FloatArray) -> FloatArray:
        """Return the joint frequencies (block, block, state, state) of the states."""
        joint = self._projection @ matrix @ self._projection.T
        blocks = len(self._states)
        shape = (blocks, self._widest, blocks, self._widest)
        return np.asarray(joint.reshape(shape).transpose(0, 2, 1, 3))

    def violated(self, matrix: FloatArray, rng: np.random.Generator, most: int) -> list[Form]:
        """Return violated inequalities, the most violated of each kind first.

        Parameters
        ----------
        matrix
            Products of elements in a solution of the relaxation.
        most
            Of each of the two kinds.
        """
        joint = self.frequencies(matrix)
        return [*self._negative(joint, most), *self._triples(joint, rng, most)]

    def _negative(self, joint: FloatArray, most: int) -> list[Form]:
        """Find joint frequencies of two blocks that are negative."""
        blocks = len(self._states)
        found = []
        for one in self._leading:
            for other in range(blocks):
                if other != one and not (other in self._leading and other < one):
                    low = joint[one, other]
                    found += [
                        (low[s, t], int(one), other, int(s), int(t))
                        for s, t in np.argwhere(low < -TOLERANCE)
                    ]
        return [
            self.form({one: self._indicator(one, [s]), other: self._indicator(other, [t])})
            for _, one, other, s, t in sorted(found)[:most]
        ]

    def _indicator(self, block: int, states: list[int]) -> IntArray:
        table = np.zeros(len(self._states[block]), dtype=np.int64)
        table[states] = 1
        return table

    def _triples(self, joint: FloatArray, rng: np.random.Generator, most: int) -> list[Form]:
        """Climb from random triples of blocks, each set the best for the other two."""
        blocks = len(self._states)
        if blocks < 3:
            return []
        chosen = rng.random((TRIES, blocks)).argsort(axis=1)[:, :3]
        a, b, c = chosen.T
        ab, ac, bc = joint[a, b], joint[a, c], joint[b, c]
        alone = np.einsum("bbss->bs", joint)
        pa, pb, pc = alone[a], alone[b], alone[c]
        covering = rng.integers(2, size=TRIES).astype(bool)[:, None]
        sets = [(rng.random((TRIES, self._widest)) < 0.5).astype(float) for _ in range(3)]
        in_a, in_b, in_c = sets
        for _ in range(CLIMBS):
            gain = _times(ab, in_b) + _times(ac, in_c) - pa
            in_a = (np.where(covering, -gain, gain) > 1e-9).astype(float)
            with_a, with_c = _times_transposed(ab, in_a), _times(bc, in_c)
            in_b = (np.where(covering, pb - with_a - with_c, with_a - with_c) > 1e-9).astype(float)
            with_a, with_b = _times_transposed(ac, in_a), _times_transposed(bc, in_b)
            in_c = (np.where(covering, pc - with_a - with_b, with_a - with_b) > 1e-9).astype(float)
        joined = (_times(ab, in_b) * in_a).sum(1), (_times(ac, in_c) * in_a).sum(1)
        opposite = (_times(bc, in_c) * in_b).sum(1)
        own = (pa * in_a).sum(1)
        others = (pb * in_b).sum(1) + (pc * in_c).sum(1)
        excess = np.where(
            covering[:, 0],
            own + others - joined[0] - joined[1] - opposite - 1,
            joined[0] + joined[1] - opposite - own,
        )
        order = [t for t in np.argsort(-excess)[:most] if excess[t] > WORTHWHILE]
        return [
            self._triple_form(chosen[t], (in_a[t], in_b[t], in_c[t]), bool(covering[t, 0]))
            for t in order
        ]

    def _triple_form(self, blocks: IntArray, sets: tuple[FloatArray, ...], covering: bool) -> Form:
        tables = {
            int(block): inside[: len(self._states[block])].astype(np.int64)
            for block, inside in zip(blocks, sets, strict=True)
        }
        first = int(blocks[0])
        if covering:
            tables[first] = tables[first] - 1
        else:
            tables[first] = -tables[first]
        return self.form(tables)

    def form(self, tables: Mapping[int, IntArray]) -> Form:
        """Return f·(f - 1) ≥ 0 for the sum f of integer functions of blocks' states.

        With D·f as an integer combination of elements, 2·D·f - D is an odd
        multiple of D, so it is never nearer to zero than D.
        """
        unit = max(len(self._states[block]) for block in tables)
        values: dict[int, int] = {self._pairs.one: -unit}
        for block, table in tables.items():
            weights = 2 * (unit // len(table)) * (table @ self._characters[block])
            for number, value in zip(self._columns(block), weights, strict=True):
                values[number] = values.get(number, 0) + int(value)
        divisor = gcd(unit, *values.values())
        kept = sorted(number for number, value in values.items() if value)
        return Form(
            tuple(self._pairs.elements[number] for number in kept),
            tuple(values[number] // divisor for number in kept),
            unit // divisor,
        )


def _times(matrices: FloatArray, vectors: FloatArray) -> FloatArray:
    return np.asarray(np.matmul(matrices, vectors[:, :, None])[:, :, 0])


def _times_transposed(matrices: FloatArray, vectors: FloatArray) -> FloatArray:
    return np.asarray(np.matmul(vectors[:, None, :], matrices)[:, 0, :])
