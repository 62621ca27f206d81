"""The rotations of a certificate, and the blocks of switches that they carry around."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from alphacut.arrangements.words import shown
from alphacut.solver.bisection.verify.divisions import Divisions
from alphacut.solver.bisection.verify.errors import Refused
from alphacut.solver.bisection.verify.frame import Blocks, Frame
from alphacut.solver.bisection.verify.groups.frame import Groups
from alphacut.solver.bisection.verify.part import Claim
from alphacut.solver.bisection.verify.read import integer, listed, mapping
from alphacut.solver.bisection.verify.semidefinite import Turning


class Rotations:
    """Checks rotations when they are first used."""

    def __init__(self, claim: Claim, certificate: Mapping[str, Any]) -> None:
        self._claim = claim
        self._written = [mapping(r, "a rotation") for r in listed(certificate, "rotations")]
        self._frames: dict[int, Frame] = {}
        self._divisions: dict[int, Divisions] = {}
        self._turnings: dict[int | None, Turning] = {}

    def _number(self, node: Mapping[str, Any]) -> int:
        number = integer(node.get("rotation"), "rotation", least=0)
        if number >= len(self._written):
            raise Refused(f"a tree names rotation {shown(number)}, which does not exist")
        return number

    def permutation(self, number: int) -> Any:
        """Return the permutation of a rotation."""
        return self._written[number]["permutation"]

    def frame(self, node: Mapping[str, Any]) -> tuple[int, Frame]:
        """Return the rotation that a node names, and its blocks."""
        number = self._number(node)
        if number not in self._frames:
            claim = self._claim
            self._frames[number] = Frame(claim.network, claim.balance, self._written[number])
        return number, self._frames[number]

    def divisions(self, node: Mapping[str, Any]) -> Divisions:
        """Return all divisions of the blocks of the rotation that a node names."""
        number, frame = self.frame(node)
        if number not in self._divisions:
            self._divisions[number] = Divisions(frame)
        return self._divisions[number]

    def blocks(self, node: Mapping[str, Any]) -> tuple[int | None, Blocks]:
        """Return a rotation's blocks, or the groups where a node names no rotation."""
        return (None, self.groups) if node.get("rotation") is None else self.frame(node)

    @cached_property
    def groups(self) -> Groups:
        """The groups of the network, each for itself."""
        return Groups(self._claim.network, self._claim.balance)

    def turning(self, node: Mapping[str, Any]) -> Turning:
        """Return rows of switches for matrices over pairs, with a rotation or without."""
        number = None if node.get("rotation") is None else self._number(node)
        if number not in self._turnings:
            rotation = None if number is None else self._written[number]
            claim = self._claim
            self._turnings[number] = Turning(claim.network, claim.balance, rotation)
        return self._turnings[number]
