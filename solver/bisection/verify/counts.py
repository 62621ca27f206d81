"""Limits on how many of some pairs a cut separates, along a path of a tree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from alphacut.solver.bisection.parity import Parities, degree_mask
from alphacut.solver.bisection.region import Residue, crossing_residue
from alphacut.solver.bisection.verify.orbit_variables import OrbitVariables, Pair, Row
from alphacut.solver.common.errors import Refused


@dataclass(frozen=True, kw_only=True)
class Limit:
    """The number of separated pairs of a set lies between low and high."""

    number: int  # of the set in the certificate
    members: frozenset[Pair]  # each in order
    residue: Residue  # what parity allows
    low: int
    high: int

    @classmethod
    def of(cls, number: int, members: frozenset[Pair], parities: Parities) -> Limit:
        """Return the limits that parity alone gives.

        Parameters
        ----------
        number
            Of the set in the certificate.
        members
            Its pairs.
        parities
            What is known of numbers of separated pairs.
        """
        plain = Residue(0, 1)
        unlimited = cls(number=number, members=members, residue=plain, low=0, high=len(members))
        return unlimited.under(parities)

    def under(self, parities: Parities) -> Limit:
        """Return the limits with what is known of parity now."""
        residue = crossing_residue(parities, degree_mask(self.members))
        low, high = residue.at_least(self.low), residue.at_most(self.high)
        return replace(self, residue=residue, low=low, high=high)

    def at_most(self, level: int) -> Limit:
        """Return the part of a split in which the number is at most a level."""
        return replace(self, high=min(self.high, self.residue.at_most(level)))

    def more_than(self, level: int) -> Limit:
        """Return the other part."""
        return replace(self, low=max(self.low, self.residue.at_least(level + 1)))

    def row(self, variables: OrbitVariables) -> Row:
        """Return the number in some variables."""
        return variables.number(self.members)

    def check_kept(self, generators: Sequence[Sequence[int]]) -> None:
        """Refuse symmetries that move the set: what lies in the leaf is not symmetric.

        Raises
        ------
        Refused
            If a generator moves the set.
        """
        for permutation in generators:
            if any(_image(permutation, pair) not in self.members for pair in self.members):
                raise Refused("a leaf uses a symmetry that does not keep the counts on its path")


def _image(permutation: Sequence[int], pair: Pair) -> Pair:
    first, second = (permutation[u] if u < len(permutation) else u for u in pair)
    return (first, second) if first < second else (second, first)
