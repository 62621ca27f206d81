"""What is known of the parity of numbers of separated pairs.

For a side S of a cut and a set of pairs, the degrees of the switches of S in
these pairs add up to twice the pairs inside S plus the separated ones. So the
number of separated pairs is even or odd with that sum. A bisection fixes one
such sum, that of the weights; each parity that is assumed on top fixes another,
and then all their combinations modulo 2 are known.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from alphacut.solver.bisection.balance import Balance

Mask = int  # bit u is set where switch u counts


def degree_mask(pairs: Iterable[tuple[int, int]]) -> Mask:
    """Return the switches that are in an odd number of some pairs."""
    mask = 0
    for first, second in pairs:
        mask ^= 1 << first ^ 1 << second
    return mask


def odd_mask(numbers: Sequence[int]) -> Mask:
    """Return where numbers are odd."""
    return int("0" + "".join("1" if number % 2 else "0" for number in reversed(numbers)), 2)


@dataclass(frozen=True)
class Parities:
    """Known parities of sums over a side, as reduced equations modulo 2.

    All sums over all switches are even here, so either side may be meant.
    """

    equations: tuple[tuple[Mask, int], ...]  # each with a leading bit of its own

    @classmethod
    def of_bisections(cls, balance: Balance) -> Parities:
        """Return what balance alone tells: the weight of a side, dummy included."""
        weights = odd_mask(balance.extended)
        return cls(()).assuming(weights, balance.half % 2) if weights else cls(())

    def of(self, mask: Mask) -> int | None:
        """Return the parity of the sum over a mask, if it is known."""
        rest, parity = self._reduced(mask, 0)
        return None if rest else parity

    def assuming(self, mask: Mask, parity: int) -> Parities:
        """Add an equation that is not known yet."""
        rest, value = self._reduced(mask, parity)
        return Parities((*self.equations, (rest, value))) if rest else self

    def _reduced(self, mask: Mask, parity: int) -> tuple[Mask, int]:
        for equation, value in self.equations:
            if mask >> (equation.bit_length() - 1) & 1:
                mask ^= equation
                parity ^= value
        return mask, parity
