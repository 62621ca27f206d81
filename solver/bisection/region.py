"""Which lines (intercept, slope) a bisection can still have: parity, lemmas, known points.

Everything here is exact and small, because the verifier rests on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from math import gcd

from alphacut.arrangements.network import Line, LinkClass, Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.certificate.known import InterceptLemma, KnownPoint
from alphacut.solver.bisection.parity import Mask, Parities, odd_mask
from alphacut.solver.bisection.spans import AT_ONCE, LARGEST, Spans, spans
from alphacut.solver.common.alpha import Alpha

MOST_LEVELS = 200_000  # beyond this many levels, levels are not listed one by one
FEW = 32  # slopes, for which arrays are not worth it


@dataclass(frozen=True)
class Residue:
    """The numbers remainder + k·modulus; modulus 0 leaves the remainder alone."""

    remainder: int
    modulus: int

    def at_least(self, value: int) -> int:
        """Return the smallest of the numbers that is at least value."""
        if not self.modulus:
            return self.remainder
        return value + (self.remainder - value) % self.modulus

    def at_most(self, value: int) -> int:
        """Return the largest of the numbers that is at most value."""
        if not self.modulus:
            return self.remainder
        return value - (value - self.remainder) % self.modulus


def crossing_residue(parities: Parities, mask: Mask) -> Residue:
    """Return the numbers of separated pairs that parity allows, given their degree mask."""
    parity = parities.of(mask)
    return Residue(0, 1) if parity is None else Residue(parity, 2)


@dataclass(frozen=True)
class Region:
    """Lines that are not excluded: a lattice, a box, half planes and what lemmas exclude."""

    intercept: Residue
    slope: Residue
    low: Line  # least intercept and slope, each on its own
    high: Line  # largest intercept and slope
    known: tuple[KnownPoint, ...] = ()
    lemmas: tuple[InterceptLemma, ...] = ()

    @classmethod
    def of(
        cls,
        network: Network,
        balance: Balance,
        known: tuple[KnownPoint, ...] = (),
        lemmas: tuple[InterceptLemma, ...] = (),
    ) -> Region:
        """Return the region in which the line of every bisection lies.

        Parameters
        ----------
        known
            Points that are certified elsewhere.
        lemmas
            Lemmas about intercepts that are certified elsewhere.
        """
        known_parities = Parities.of_bisections(balance)
        parities = {
            c.name: known_parities.of(odd_mask(network.degrees(c.name)))
            for c in network.classes
            if c.name not in network.free
        }
        present = [c for c in network.classes if network.links_of(c.name)]
        return cls(
            intercept=_residue(present, parities, "base"),
            slope=_residue(present, parities, "slope"),
            low=Line(0, 0),
            high=network.total,
            known=known,
            lemmas=lemmas,
        )

    def settled(self, intercept: int, slope: int) -> bool:
        """Tell whether a line is excluded by what is known about its intercept."""
        return self._least_slope.get(intercept, 0) > slope

    @cached_property
    def _least_slope(self) -> dict[int, int]:
        """The least slope at an intercept, where something is known of it."""
        slopes: dict[int, int] = {}
        for lemma in self.lemmas:
            slopes[lemma.intercept] = max(lemma.slope, slopes.get(lemma.intercept, 0))
        return slopes

    def below(self, part: str, level: int) -> Region:
        """Keep the lines whose intercept or slope is at most a level."""
        return replace(
            self, high=self.high._replace(**{part: min(level, getattr(self.high, part))})
        )

    def above(self, part: str, level: int) -> Region:
        """Keep the lines whose intercept or slope is at least a level."""
        return replace(self, low=self.low._replace(**{part: max(level, getattr(self.low, part))}))

    def values(self, alpha: Alpha, low: int, below: int) -> Iterator[tuple[int, int, int]]:
        """List the open intercepts at each open slope, for capacities in [low, below).

        Parameters
        ----------
        low, below
            Scaled.

        Yields
        ------
        slope, least intercept, largest intercept
            On the lattice, for each slope at which there is an open intercept.
        """
        if not self._by_arrays(alpha, low, below):
            yield from self._one_by_one(alpha, low, below)
            return
        for each in self._at_once(alpha, low, below):
            yield from zip(
                each.slope.tolist(), each.least.tolist(), each.most.tolist(), strict=True
            )

    def _by_arrays(self, alpha: Alpha, low: int, below: int) -> bool:
        """Tell whether the slopes are many, and the numbers small enough for arrays."""
        return self._many and not self.lemmas and self._fits(alpha, low, below)

    def _fits(self, alpha: Alpha, low: int, below: int) -> bool:
        floors = [(known.alpha, known.bound) for known in self.known]
        ends = [at.scaled(self.high) for at, _ in [*floors, (alpha, low)]]
        numbers = [*self.low, *ends, *(bound for _, bound in floors), low, below]
        return max(map(abs, numbers)) < LARGEST

    @property
    def _many(self) -> bool:
        step = self.slope.modulus
        return bool(step) and (self.high.slope - self.low.slope) // step >= FEW

    @property
    def _slopes(self) -> range:
        """The slopes of the lattice in the box."""
        first = self.slope.at_least(self.low.slope)
        if not self.slope.modulus:
            return range(first, first + (self.low.slope <= first <= self.high.slope))
        return range(first, self.high.slope + 1, self.slope.modulus)

    def _one_by_one(self, alpha: Alpha, low: int, below: int) -> Iterator[tuple[int, int, int]]:
        for slope in self._slopes:
            span = self._intercepts(alpha, slope, low, below)
            if span is not None:
                yield slope, *span

    def _at_once(self, alpha: Alpha, low: int, below: int) -> Iterator[Spans]:
        slopes = self._slopes
        for start in range(0, len(slopes), AT_ONCE):
            yield spans(
                slopes[start : start + AT_ONCE],
                (self.intercept.remainder, self.intercept.modulus),
                (self.low.intercept, self.high.intercept),
                [*((known.alpha, known.bound) for known in self.known), (alpha, low)],
                (alpha, below - 1),
            )

    def _extremes(self, alpha: Alpha, low: int, below: int) -> Iterable[tuple[int, int]]:
        """Yield the least and the largest scaled capacity, of some slopes after others."""
        if self._by_arrays(alpha, low, below):
            extremes = (each.scaled(alpha) for each in self._at_once(alpha, low, below))
            return (each for each in extremes if each is not None)
        return (
            (alpha.scaled(Line(least, slope)), alpha.scaled(Line(most, slope)))
            for slope, least, most in self._one_by_one(alpha, low, below)
        )

    def _intercepts(self, alpha: Alpha, slope: int, low: int, below: int) -> tuple[int, int] | None:
        least, most = self.low.intercept, self.high.intercept
        bounds = [(known.alpha, known.bound) for known in self.known]
        for at, bound in [*bounds, (alpha, low)]:
            missing = bound - at.numerator * slope
            if at.denominator:
                least = max(least, -(-missing // at.denominator))
            elif missing > 0:
                return None
        room = below - 1 - alpha.numerator * slope
        if alpha.denominator:
            most = min(most, room // alpha.denominator)
        elif room < 0:
            return None
        first, last = self.intercept.at_least(least), self.intercept.at_most(most)
        step = self.intercept.modulus
        while step and first <= last and self.settled(first, slope):
            first += step
        while step and first <= last and self.settled(last, slope):
            last -= step
        inside = least <= first <= last <= most
        return (first, last) if inside and not self.settled(first, slope) else None

    def at(self, intercept: int) -> Region:
        """Keep the lines of one intercept."""
        return self.below("intercept", intercept).above("intercept", intercept)

    @property
    def one_intercept(self) -> bool:
        """Whether the intercept is decided."""
        return self.low.intercept == self.high.intercept

    @property
    def listable(self) -> bool:
        """Whether the slopes are few enough to be listed."""
        step = self.slope.modulus
        return not step or (self.high.slope - self.low.slope) // step <= MOST_LEVELS

    def _searched(self, alpha: Alpha, low: int, below: int) -> bool:
        """Tell whether slopes are looked at for an extreme, and not the lattice alone."""
        if not self.listable:
            return False
        return not self._many or bool(self.lemmas) or self._fits(alpha, low, below)

    def _steps(self, alpha: Alpha) -> Residue:
        """Return the scaled capacities that the lattice alone allows."""
        q, p = alpha.denominator, alpha.numerator
        return Residue(
            q * self.intercept.remainder + p * self.slope.remainder,
            gcd(q * self.intercept.modulus, p * self.slope.modulus),
        )

    def highest(self, alpha: Alpha, below: int) -> int | None:
        """Return the largest open scaled capacity under a value, if there is any."""
        largest = self._steps(alpha).at_most(below - 1)
        if not self._searched(alpha, 0, below):
            return largest if 0 <= largest < below else None
        best = None
        for _, value in self._extremes(alpha, 0, below):
            best = value if best is None else max(best, value)
            if best == largest:
                break  # the lattice has no more
        return best

    def lowest(self, alpha: Alpha, low: int, below: int) -> int:
        """Return the least open scaled capacity in [low, below), or below itself.

        Parameters
        ----------
        low, below
            Scaled.
        """
        least = self._steps(alpha).at_least(low)
        if not self._searched(alpha, low, below):
            return least if low <= least < below else below
        best = below
        for value, _ in self._extremes(alpha, low, below):
            best = min(best, value)
            if best == least:
                break  # the lattice has no less
        return best


def _residue(classes: list[LinkClass], parities: dict[str, int | None], part: str) -> Residue:
    remainder, modulus = 0, 0
    for link_class in classes:
        each, parity = getattr(link_class, part), parities.get(link_class.name)
        remainder += each * (parity or 0)
        modulus = gcd(modulus, each * (1 if parity is None else 2))
    return Residue(remainder % modulus if modulus else remainder, modulus)
