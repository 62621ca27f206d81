"""The inequalities that a certificate lists: checked to hold for every cut.

Each is given by integers v for some elements, which are switches or products of
switches' signs. The sum F of v times the elements' signs obeys |F| ≥ gap for
every cut; F² ≥ gap², averaged over a cut and its exchanged sides, is then

    Σ_{i<j} v_i·v_j·y_ij ≤ (odd² + even² - gap²) / 4

where pairs of an odd and an even element are left out, and odd and even are the
sums of the values of each kind. The left side is an integer for every cut.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from alphacut.solver.bisection.certificate.cuts import Row
from alphacut.solver.bisection.certificate.fields import Element
from alphacut.solver.bisection.verify.errors import Refused
from alphacut.solver.bisection.verify.space import Mask, Space
from alphacut.solver.bisection.verify.space import Row as Coefficients

WIDEST = 12  # switches that products with a gap may tie together


@dataclass(frozen=True)
class Inequality:
    """One row of the certificate's table."""

    elements: tuple[Mask, ...]
    values: tuple[int, ...]
    gap: int

    @classmethod
    def of(cls, row: Row, size: int) -> Inequality:
        """Return what a row stands for in a network of so many switches, or refuse."""
        elements = tuple(element(each, size) for each in row.elements)
        if len(elements) != len(row.values) or len(set(elements)) != len(elements):
            raise Refused("a row's elements are not different, or do not fit its values")
        if row.gap is not None:
            found = cls(elements, row.values, row.gap)
            found._check_gap()
            return found
        if any(each.bit_count() != 1 for each in elements):
            raise Refused("a row without a gap has an element that is not a switch")
        return cls(elements, row.values, sum(row.values) % 2)  # an odd sum of odd numbers is odd

    def _check_gap(self) -> None:
        """Refuse a gap unless every value of F is an odd multiple of it."""
        if self.gap == 0:
            return
        rest = 0
        for part in self._independent():
            rests = {value % (2 * self.gap) for value in _sums(part)}
            if len(rests) != 1:
                raise Refused("a row comes nearer to zero than its gap")
            rest += rests.pop()
        if rest % (2 * self.gap) != self.gap:
            raise Refused("a row comes nearer to zero than its gap")

    def _independent(self) -> list[list[tuple[Mask, int]]]:
        """Split the terms into parts that have no switch in common."""
        parts: list[tuple[Mask, list[tuple[Mask, int]]]] = []
        for term in zip(self.elements, self.values, strict=True):
            together = [part for part in parts if part[0] & term[0]]
            parts = [part for part in parts if not part[0] & term[0]]
            union = term[0]
            terms = [term]
            for mask, others in together:
                union |= mask
                terms += others
            parts.append((union, terms))
        if any(mask.bit_count() > WIDEST for mask, _ in parts):
            raise Refused(f"a row with a gap ties more than {WIDEST} switches together")
        return [terms for _, terms in parts]

    @property
    def limit(self) -> int:
        """The right-hand side."""
        sums = [0, 0]
        for mask, value in zip(self.elements, self.values, strict=True):
            sums[mask.bit_count() % 2] += value
        return (sums[0] ** 2 + sums[1] ** 2 - self.gap**2) // 4

    def row(self, space: Space) -> Coefficients:
        """Return the left-hand side."""
        return space.quadratic(self.elements, self.values)


def element(written: Element, size: int) -> Mask:
    """Return a switch, or several different ones, as bits, or refuse."""
    switches = (written,) if isinstance(written, int) else written
    if any(switch >= size for switch in switches):
        raise Refused("an element names a switch that does not exist")
    if len(set(switches)) != len(switches):
        raise Refused("an element names a switch twice")
    return sum(1 << switch for switch in switches)


def _sums(terms: Sequence[tuple[Mask, int]]) -> list[int]:
    """Return Σ v·sign over some terms, for every choice of the sides of their switches."""
    union = 0
    for mask, _ in terms:
        union |= mask
    bits = [1 << u for u in range(union.bit_length()) if union >> u & 1]
    return [
        sum(-value if (mask & side).bit_count() % 2 else value for mask, value in terms)
        for side in map(sum, product(*((0, bit) for bit in bits)))
    ]
