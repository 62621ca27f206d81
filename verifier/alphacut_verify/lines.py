"""Which lines (L, G) a cut can have, and the largest capacity that a proof must exclude.

The sum of the weights of one side is known, so that its parity is. So is that of the severed links
of a class, where all degrees are even, or odd exactly where weights are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import gcd

from alphacut_verify.network import GLOBAL, Alpha, Balance, Network

MOST_SLOPES = 200_000  # that are listed


class Parities:
    """Vectors modulo 2 whose sum over the switches of a side is known; bits of an integer each."""

    def __init__(self, balance: Balance) -> None:
        self._known: dict[int, tuple[int, int]] = {}  # by leading bit: vector, parity
        weights = balance.with_dummy()
        half = sum(weights) // 2
        self.learn(sum(1 << i for i, weight in enumerate(weights) if weight % 2), half % 2)

    def copy(self) -> Parities:
        """Return a copy that may learn more."""
        other = Parities.__new__(Parities)
        other._known = dict(self._known)
        return other

    def learn(self, vector: int, parity: int) -> bool:
        """Add what is known of a vector; tell whether it can be so."""
        vector, parity = self._reduced(vector, parity)
        if not vector:
            return parity == 0
        self._known[vector.bit_length()] = (vector, parity)
        return True

    def of(self, vector: int) -> int | None:
        """Return the parity of a vector, or None where it is not known."""
        rest, parity = self._reduced(vector, 0)
        return parity if not rest else None

    def _reduced(self, vector: int, parity: int) -> tuple[int, int]:
        while vector and (found := self._known.get(vector.bit_length())):
            vector, parity = vector ^ found[0], parity ^ found[1]
        # a vector below its leading bit may still be reducible, but not to zero
        return vector, parity


def degrees(pairs: Iterable[tuple[int, int]]) -> int:
    """Return the vector of the degrees modulo 2 of the switches in some pairs."""
    vector = 0
    for i, j in pairs:
        vector ^= 1 << i | 1 << j
    return vector


Residue = tuple[int, int]  # residue and modulus; modulus 0: this number alone


@dataclass(frozen=True, kw_only=True)
class Lines:
    """The lines that cuts may have, within limits."""

    intercepts: Residue
    slopes: Residue
    least: tuple[int, int]  # of L and of G
    largest: tuple[int, int]
    known: tuple[tuple[Alpha, int], ...] = ()  # scaled capacities that no bisection is below
    levels: Mapping[int, int] = field(default_factory=dict)  # intercept: its least slope

    @classmethod
    def of(cls, network: Network, balance: Balance) -> Lines:
        """Return the lines that parity leaves for the bisections of a network."""
        parities = Parities(balance)
        ends: dict[str, list[tuple[int, int]]] = {name: [] for name in network.classes}
        for (i, j, name), count in network.links.items():
            if count % 2:
                ends[name].append((i, j))
        numbers: list[tuple[int, int, tuple[int, int]]] = []
        for name, pairs in ends.items():
            parity = parities.of(degrees(pairs))
            if network.any_wiring is not None and name == GLOBAL[0]:
                parity = None
            numbers.append((parity or 0, 1 if parity is None else 2, network.classes[name]))
        present = {name for _, _, name in network.links}
        used = [each for each, name in zip(numbers, ends, strict=True) if name in present]
        return cls(
            intercepts=_combined([(r, m, line[0]) for r, m, line in used]),
            slopes=_combined([(r, m, line[1]) for r, m, line in used]),
            least=(0, 0),
            largest=network.total,
        )

    def narrowed(self, which: int, *, low: int | None = None, high: int | None = None) -> Lines:
        """Return the lines with a limit on the intercept (0) or the slope (1)."""
        least, largest = list(self.least), list(self.largest)
        if low is not None:
            least[which] = max(least[which], low)
        if high is not None:
            largest[which] = min(largest[which], high)
        return replace(self, least=(least[0], least[1]), largest=(largest[0], largest[1]))

    def intercepts_at_most(self, high: int) -> Sequence[int]:
        """Return the intercepts up to a number, from the largest on."""
        return _down(self.intercepts, self.least[0], min(high, self.largest[0]))

    def open_slopes(self) -> Sequence[int]:
        """Return the slopes within the limits."""
        return _down(self.slopes, self.least[1], self.largest[1])

    def allows(self, intercept: int, slope: int) -> bool:
        """Tell whether known points and levels leave a line."""
        return slope >= self.levels.get(intercept, 0) and all(
            alpha.scaled((intercept, slope)) >= bound for alpha, bound in self.known
        )

    def highest(self, alpha: Alpha, target: int) -> int | None:
        """Return the largest scaled capacity below the target that a line here has, or None."""
        slopes = self.open_slopes()
        if len(slopes) > MOST_SLOPES:
            return self._by_residues(alpha, target)
        best: int | None = None
        for slope in slopes:
            room = target - 1 - alpha.p * slope
            if room < 0:
                continue
            most = room // alpha.q if alpha.q else self.largest[0]
            for intercept in self.intercepts_at_most(most):
                value = alpha.scaled((intercept, slope))
                if best is not None and value <= best:
                    break
                if any(a.scaled((intercept, slope)) < bound for a, bound in self.known):
                    break  # and for smaller intercepts even more
                if slope >= self.levels.get(intercept, 0):
                    best = value
                    break
        return best

    def _by_residues(self, alpha: Alpha, target: int) -> int | None:
        (r, m), (s, n) = self.intercepts, self.slopes
        start, step = alpha.q * r + alpha.p * s, gcd(alpha.q * m, alpha.p * n)
        if not step:
            return start if start < target else None
        return target - 1 - (target - 1 - start) % step


def _combined(numbers: Collection[tuple[int, int, int]]) -> Residue:
    """Return residue and modulus of a sum of counts (r modulo m), each times its capacity."""
    modulus = gcd(*(m * each for _, m, each in numbers)) if numbers else 0
    total = sum(r * each for r, _, each in numbers)
    return (total % modulus if modulus else total), modulus


def _down(residue: Residue, low: int, high: int) -> range:
    r, m = residue
    if not m:
        return range(r, r - 1, -1) if low <= r <= high else range(0)
    top = high - (high - r) % m
    return range(top, low - 1, -m)
