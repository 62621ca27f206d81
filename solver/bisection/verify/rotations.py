"""The rotations of a certificate, and the blocks of switches that they carry around."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from alphacut.arrangements.words import shown
from alphacut.solver.bisection.certificate.proofs import BlockCycle
from alphacut.solver.bisection.verify.divisions import Divisions
from alphacut.solver.bisection.verify.errors import Refused
from alphacut.solver.bisection.verify.frame import Blocks, Frame
from alphacut.solver.bisection.verify.groups.frame import Groups
from alphacut.solver.bisection.verify.part import Claim
from alphacut.solver.bisection.verify.semidefinite import Turning


class Rotations:
    """Checks rotations when they are first used."""

    def __init__(self, claim: Claim, cycles: Sequence[BlockCycle]) -> None:
        self._claim = claim
        self._cycles = cycles
        self._frames: dict[int, Frame] = {}
        self._divisions: dict[int, Divisions] = {}
        self._turnings: dict[int | None, Turning] = {}

    def cycle(self, number: int | None) -> BlockCycle:
        """Return a rotation as it is written."""
        if number is None or number >= len(self._cycles):
            raise Refused(f"a tree names rotation {shown(number)}, which does not exist")
        return self._cycles[number]

    def frame(self, number: int | None) -> tuple[int, Frame]:
        """Return the rotation that a node names, and its blocks."""
        cycle = self.cycle(number)
        assert number is not None  # it exists
        if number not in self._frames:
            claim = self._claim
            self._frames[number] = Frame(claim.network, claim.balance, cycle)
        return number, self._frames[number]

    def divisions(self, named: int) -> Divisions:
        """Return all divisions of the blocks of the rotation that a node names."""
        number, frame = self.frame(named)
        if number not in self._divisions:
            self._divisions[number] = Divisions(frame)
        return self._divisions[number]

    def blocks(self, number: int | None) -> tuple[int | None, Blocks]:
        """Return a rotation's blocks, or the groups where a node names no rotation."""
        return (None, self.groups) if number is None else self.frame(number)

    @cached_property
    def groups(self) -> Groups:
        """The groups of the network, each for itself."""
        return Groups(self._claim.network, self._claim.balance)

    def turning(self, number: int | None) -> Turning:
        """Return rows of switches for matrices over pairs, with a rotation or without."""
        if number not in self._turnings:
            cycle, claim = None if number is None else self.cycle(number), self._claim
            self._turnings[number] = Turning(claim.network, claim.balance, cycle)
        return self._turnings[number]
