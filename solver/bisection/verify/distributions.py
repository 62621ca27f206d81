"""Where what switches hold ends (for `spreading`): mixtures of distributions, compared exactly."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction

from alphacut.solver.common.errors import Refused

MOST_ENTRIES = 1 << 23  # of all distributions that are written out

Shares = tuple[tuple[int, Fraction], ...]  # by the number of a distribution, in order


class Distributions:
    """Distributions over switches, as mixtures of others; alike ones have one number.

    The numbers below `switches` are those that lie at one switch.
    """

    def __init__(self, switches: int) -> None:
        self._switches = switches
        self._numbers: dict[Shares, int] = {}
        self._shares: list[Shares] = []
        self._written: dict[int, Shares] = {}
        self._entries = 0

    def mixed(self, parts: Iterable[tuple[int, Fraction]]) -> int:
        """Return the number of a mixture."""
        sums: defaultdict[int, Fraction] = defaultdict(Fraction)
        for number, share in parts:
            sums[number] += share
        if len(sums) == 1:
            return next(iter(sums))
        shares = tuple(sorted(sums.items()))
        if shares not in self._numbers:
            self._numbers[shares] = self._switches + len(self._shares)
            self._shares.append(shares)
        return self._numbers[shares]

    def equal(self, numbers: set[int]) -> bool:
        """Tell whether some distributions are one."""
        return len(numbers) == 1 or len({self._at_ends(number) for number in numbers}) == 1

    def _at_ends(self, number: int) -> Shares:
        """Write a distribution out over switches; parts of a mixture have lower numbers."""
        needed, waiting = set[int](), [number]
        while waiting:
            each = waiting.pop()
            if each >= self._switches and each not in needed and each not in self._written:
                needed.add(each)
                waiting += [part for part, _ in self._shares[each - self._switches]]
        for each in sorted(needed):
            shares: defaultdict[int, Fraction] = defaultdict(Fraction)
            for part, share in self._shares[each - self._switches]:
                for end, its in self._written.get(part, ((part, Fraction(1)),)):
                    shares[end] += share * its
            self._entries += len(shares)
            if self._entries > MOST_ENTRIES:
                raise Refused(f"distributions have more than {MOST_ENTRIES} entries")
            self._written[each] = tuple(sorted(shares.items()))
        return self._written.get(number, ((number, Fraction(1)),))
