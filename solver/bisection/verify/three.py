"""A search for three sequences that have more than a number.

What three sequences have is a sum of three parts, each a weighted sum of the correlations of two of
them, and what each part comes to at most is known. Where all three have more than a number, none of
the parts lacks much of its most: all that they lack together is less than the difference, so that
for shares of it, one part lacks less than its share. So for each part the pairs are searched that
lack less (`verify.sphere`), by looking at all sequences for the first, and the third sequence is
looked for with all that both bring to it.

What a first sequence has at most with the third one is taken into account as well: for most of
those that may have nearly the most with a second one, that lacks too much already.
"""

from __future__ import annotations

from collections.abc import Sequence, Sized
from functools import cached_property, lru_cache
from itertools import product

import numpy as np

from alphacut.solver.bisection.verify.errors import Refused
from alphacut.solver.bisection.verify.frame import IntArray
from alphacut.solver.bisection.verify.sequences import FloatArray, Letters, number_looked_at
from alphacut.solver.bisection.verify.shifts import sample
from alphacut.solver.bisection.verify.sphere import Budget, Sphere, enough
from alphacut.solver.bisection.verify.squares import Above, Near, Part, Way
from alphacut.solver.bisection.verify.third import Third

Sampled = FloatArray | Letters

MIXTURES = (0.0, 0.25, 0.5, 0.75, 1.0)  # how much of the other part goes into the first look
SHARES = 6  # of what parts may lack together: how finely it is divided
MOST_SHARES = 4  # of one part
FEW = 100  # first sequences by which shares are chosen
SAMPLE, MANY = 100_000, 2_000  # sequences, and first ones by which letters are estimated then
ENOUGH = 10_000  # letters for each of them: more are not worth while


class ThreeSearch:
    """A search for three sequences that have more than a number, and as much as possible.

    Parameters
    ----------
    parts
        Weights of the first and second sequence, the first and third, and the second and third.
    highest
        What each part comes to at most.
    most
        The number.
    steps
        Letters that may be set.
    """

    def __init__(
        self,
        parts: Sequence[Part],
        highest: Sequence[int],
        most: int,
        steps: int,
    ) -> None:
        self._most = most
        # one more than what the parts may lack together: room for what is lost in floating point
        self._excess = float(sum(highest) - most)
        self.budget = Budget(steps)
        near = [Near(*each) for each in zip(parts, highest, strict=True)]
        self._mirrored = all(each.mirrored for each in near)
        xy, xz, yz = near
        yx, zx, zy = (each.turned for each in near)
        # two that lack little, the first with the third, and the second with the third
        self._ways = (
            ((xy, xz, yz), (yx, yz, xz)),
            ((xz, xy, zy), (zx, zy, xy)),
            ((yz, yx, zx), (zy, zx, yx)),
        )

    def run(self) -> int | None:
        """Return the most that three sequences have, if it is more than the number."""
        found: int | None = None
        for case in self._cases:
            for firsts in enough(case.whole, case.free, lambda: 0.0, mirrored=self._mirrored):
                more = case.extend(firsts, self._excess)
                if more is not None and (found is None or more > found):
                    self._excess -= more - (self._most if found is None else found)
                    found = more
        return found

    @property
    def letters(self) -> float:
        """About how many letters are set."""
        number = sum(case.all_letters for case in self._cases)
        return number / (2 if self._mirrored else 1)

    @cached_property
    def _cases(self) -> list[_Case]:
        """The searches for each part, with the shares for which the fewest letters are set."""
        if self._excess <= 0:
            return []
        tried = [self._by_share(ways) for ways in self._ways]
        numbers = range(MOST_SHARES + 1)
        shares = [each for each in product(numbers, repeat=3) if sum(each) == SHARES]

        def letters(each: tuple[int, ...]) -> float:
            return sum(t[n].letters for t, n in zip(tried, each, strict=True) if n)

        best = min(shares, key=letters)
        return [each[n] for each, n in zip(tried, best, strict=True) if n]

    def _by_share(self, ways: Sequence[Way]) -> dict[int, _Case]:
        """Return the search for a part with each share, from that sequence that is better."""
        found = dict[int, _Case]()
        for number in range(1, MOST_SHARES + 1):
            share = number * self._excess / SHARES
            cases = [_Case(way, share, self._excess, self._most, self.budget) for way in ways]
            found[number] = min(cases, key=lambda case: case.letters)
        return found


class _Case:
    """A search for three sequences two of which lack little of the most.

    Parameters
    ----------
    share
        What the two lack at most.
    excess
        What all parts may lack together.
    """

    def __init__(self, way: Way, share: float, excess: float, most: int, budget: Budget) -> None:
        near, other, _ = self._way = way
        self._share, self._excess, self._most, self._budget = share, excess, most, budget
        self._squares = near.squares(share)
        self._others = other.squares(excess / 2)
        mine, theirs = self._squares[0], self._others[0]
        counts = [
            int((mine.sampled + part * theirs.sampled + self._lacking(part) > 0).sum())
            for part in MIXTURES
        ]
        part = MIXTURES[int(np.argmin(counts))]
        self.whole = mine.whole + part * theirs.whole
        self.free = mine.free + part * theirs.free + self._lacking(part)

    def _lacking(self, part: float) -> float:
        return (1 - part) * self._share + part * self._excess

    @cached_property
    def letters(self) -> float:
        """About how many letters of second sequences are set, by the sample that chose squares."""
        sampled = sample(len(self.whole), None)[0]
        above, others = (
            np.stack([square.sampled for square in squares], axis=1)
            for squares in (self._squares, self._others)
        )
        left, radii = self._left(above, others, self._excess)
        few, budget = left[:FEW], Budget(FEW * ENOUGH)
        try:
            for rows, square in self._by_square(radii[:FEW]):
                radius = 2 * self._squares[square].size * radii[rows, square]
                for _ in self._squares[square].sphere(budget).inside(sampled[few[rows]], radius):
                    pass
        except Refused:
            return float(np.inf)
        return (FEW * ENOUGH - budget.left) / max(1, len(few)) * self._firsts(left, sampled)

    @property
    def all_letters(self) -> float:
        """About how many are set of second and third ones, by other first sequences.

        Of the least of many estimates one knows that it is too low.
        """
        sequences = _fresh(len(self.whole))
        left, _ = self._possible(sequences, self._excess)
        few, budget = left[:MANY], Budget(MANY * ENOUGH)
        try:
            _Case(self._way, self._share, self._excess, self._most, budget).extend(
                few, self._excess
            )
        except Refused:
            return float(np.inf)
        return (MANY * ENOUGH - budget.left) / max(1, len(few)) * self._firsts(left, sequences)

    def _firsts(self, left: Sized, sampled: Sampled) -> float:
        """Return how many first sequences are looked at further, if so many of a sample are."""
        return len(left) / len(sampled) * number_looked_at(len(self.whole))

    def _possible(self, firsts: Letters, excess: float) -> tuple[Letters, FloatArray]:
        """Return the first sequences that are looked at further, and radii as `_left` has them."""
        above = self._above.of(firsts)
        own = len(self._squares)
        left, radii = self._left(above[:, :own], above[:, own:], excess)
        return firsts[left], radii

    def _left(self, above: Sampled, others: Sampled, excess: float) -> tuple[IntArray, FloatArray]:
        """Return numbers of first sequences that are looked at further, and radii.

        Those are half of the squared ones, relative to the size of each sphere (sequence × square).
        """
        lacking = np.minimum(self._share, excess + np.minimum(0.0, others.min(axis=1)))
        radii = above + lacking[:, None]
        left = np.flatnonzero((lacking > 0) & (radii > 0).all(axis=1))
        return left, radii[left] / [square.size for square in self._squares]

    def _by_square(self, radii: FloatArray) -> list[tuple[IntArray, int]]:
        best = radii.argmin(axis=1)
        return [(np.flatnonzero(best == n), n) for n in range(len(self._squares))]

    @cached_property
    def _above(self) -> Above:
        return Above([*self._squares, *self._others])

    @cached_property
    def _spheres(self) -> list[Sphere]:
        return [square.sphere(self._budget) for square in self._squares]

    @cached_property
    def _third(self) -> Third:
        return Third(self._way, self._most, self._budget)

    def extend(self, firsts: Letters, excess: float) -> int | None:
        """Return the most that some first sequences have with others, if it is more.

        Parameters
        ----------
        excess
            What all parts may lack together by now.
        """
        firsts, radii = self._possible(firsts, excess)
        found: int | None = None
        for chosen, square in self._by_square(radii):
            mine, radius = np.asarray(firsts[chosen], np.float64), radii[chosen, square]
            size = 2 * self._squares[square].size
            for rows, seconds in self._spheres[square].inside(mine, size * radius):
                more = self._third.most(mine, rows, seconds)
                found = more if more is not None else found
        return found


@lru_cache(maxsize=2)
def _fresh(length: int) -> Letters:
    """Return sequences (sequence × letter) that are not those of `shifts.sample`."""
    signs = np.random.default_rng(1).choice([-1.0, 1.0], (SAMPLE, length))
    return np.asarray(signs, np.float32)
