"""The rotations of a certificate, and the blocks of switches that they carry around."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from alphacut.arrangements.words import shown
from alphacut.solver.bisection.certificate.proofs import BlockCycle
from alphacut.solver.bisection.verify.block_cyclic import BlockCyclic
from alphacut.solver.bisection.verify.blocks import Blocks
from alphacut.solver.bisection.verify.compositions import Compositions
from alphacut.solver.bisection.verify.groups.blocks import Groups
from alphacut.solver.bisection.verify.part import Statement
from alphacut.solver.bisection.verify.semidefinite import Layout
from alphacut.solver.common.errors import Refused


class Rotations:
    """Checks rotations when they are first used."""

    def __init__(self, statement: Statement, cycles: Sequence[BlockCycle]) -> None:
        self._statement = statement
        self._cycles = cycles
        self._structures: dict[int, BlockCyclic] = {}
        self._compositions: dict[int, Compositions] = {}
        self._layouts: dict[int | None, Layout] = {}

    def cycle(self, number: int | None) -> BlockCycle:
        """Return a rotation as it is written.

        Raises
        ------
        Refused
            If there is no such rotation.
        """
        if number is None or number >= len(self._cycles):
            raise Refused(f"a tree names rotation {shown(number)}, which does not exist")
        return self._cycles[number]

    def structure(self, number: int | None) -> tuple[int, BlockCyclic]:
        """Return the rotation that a node names, and its blocks."""
        cycle = self.cycle(number)
        assert number is not None  # it exists
        if number not in self._structures:
            statement = self._statement
            self._structures[number] = BlockCyclic(statement.network, statement.balance, cycle)
        return number, self._structures[number]

    def compositions(self, named: int) -> Compositions:
        """Return all compositions of the blocks of the rotation that a node names."""
        number, structure = self.structure(named)
        if number not in self._compositions:
            self._compositions[number] = Compositions(structure)
        return self._compositions[number]

    def blocks(self, number: int | None) -> tuple[int | None, Blocks]:
        """Return a rotation's blocks, or the groups where a node names no rotation."""
        return (None, self.groups) if number is None else self.structure(number)

    @cached_property
    def groups(self) -> Groups:
        """The groups of the network, each for itself."""
        return Groups(self._statement.network, self._statement.balance)

    def layout(self, number: int | None) -> Layout:
        """Return rows of switches for matrices over pairs, with a rotation or without."""
        if number not in self._layouts:
            cycle, statement = None if number is None else self.cycle(number), self._statement
            self._layouts[number] = Layout(statement.network, statement.balance, cycle)
        return self._layouts[number]
