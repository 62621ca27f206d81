"""When local and global links of a dragonfly carry the same load under uniform traffic."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, kw_only=True)
class Dimensions:
    """Sizes of a dragonfly with trunking whose groups are complete.

    References
    ----------
    Camarero et al., Topological characterization of Hamming and Dragonfly
    networks, section 5.1. Its α and Δ₂ are `use_ratio` and `h` here, its b is
    the number of groups.
    """

    a: int  # switches in each group, at least 2
    groups: int  # b, at least 2
    trunking: int = 1  # t, global links between each pair of groups

    @property
    def h(self) -> Fraction:
        """Global links of each switch, from a·h = t·(b - 1) (equation 1)."""
        return Fraction(self.trunking * (self.groups - 1), self.a)

    @property
    def link_ratio(self) -> Fraction:
        """Global links for each local one, t·(b - 1) / (a·(a - 1)) (equation 3)."""
        return Fraction(self.trunking * (self.groups - 1), self.a * (self.a - 1))

    @property
    def use_ratio(self) -> Fraction:
        """Uses of global links for each use of a local one, nearly (equation 2)."""
        return use_ratio(self.a, self.trunking)

    @property
    def balanced_groups(self) -> Fraction:
        """The number of groups for which both ratios agree (equation 4)."""
        return groups_at(self.a, self.trunking, self.use_ratio)

    @property
    def groups_between(self) -> tuple[Fraction, Fraction]:
        """The numbers of groups with half as many global links as local ones, and as many.

        Table I calls them the limits of the number of groups.
        """
        least, most = (groups_at(self.a, self.trunking, Fraction(1, k)) for k in (2, 1))
        return least, most

    @property
    def balanced_h(self) -> Fraction:
        """The global links of each switch for which both ratios agree (equation 5)."""
        return (self.a - 1) * self.use_ratio


def use_ratio(a: int, trunking: int) -> Fraction:
    """Return 1 / (1 + (t/a - 1)²), between 1/2 and 1 (equation 2)."""
    return 1 / (1 + (Fraction(trunking, a) - 1) ** 2)


def groups_at(a: int, trunking: int, ratio: Fraction) -> Fraction:
    """Return the number of groups with so many global links for each local one (equation 3)."""
    return 1 + ratio * a * (a - 1) / trunking


@dataclass(frozen=True, kw_only=True)
class TableRow:
    """How many groups a dragonfly can have at one level of trunking."""

    trunking: int
    most: Fraction  # groups at which there are as many global links as local ones
    balanced: Fraction  # by equation 4
    least: Fraction  # groups at which there are half as many global links as local ones


def table(a: int) -> list[TableRow]:
    """Return the table of dimensions for groups of a switches.

    For a = 4 it is Table I of Camarero et al., which prints 7.5 as the least
    number of groups for t = 1; its own equation 3 gives 7.
    """
    return [
        TableRow(
            trunking=t,
            most=groups_at(a, t, Fraction(1)),
            balanced=groups_at(a, t, use_ratio(a, t)),
            least=groups_at(a, t, Fraction(1, 2)),
        )
        for t in range(1, a + 1)
    ]
