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

from collections.abc import Sequence
from functools import cached_property
from itertools import product

import numpy as np

from solver.bisection.verify.errors import Refused
from solver.bisection.verify.frame import IntArray
from solver.bisection.verify.sequences import FloatArray, Letters, circulant
from solver.bisection.verify.shifts import around, sample, tried
from solver.bisection.verify.sphere import Budget, Sphere, enough, lost

Part = tuple[int, ...]  # weights of the correlations of two, as of a bound on two sequences
Sampled = FloatArray | Letters

SQUARES = 2  # of a part: each first sequence takes the better one
MIXTURES = (0.0, 0.25, 0.5, 0.75, 1.0)  # how much of the other part goes into the first look
SHARES = 6  # of what parts may lack together: how finely it is divided
MOST_SHARES = 4  # of one part
FEW = 100  # first sequences by which the letters of a search are estimated
ENOUGH = 1 << 20  # letters for them: more are not worth while
SHIFTS = 8  # of the spheres for a sequence that is with two known ones
NARROWEST, WIDEST = 0.02, 3.0  # relative to what these bring to one letter
STEEP = 2.0  # how letters grow with a radius, relative to the sphere's size
LARGEST = 30.0  # of an exponent: all that is larger is far too much


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
        near = [_Near(*each) for each in zip(parts, highest, strict=True)]
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
        return sum(case.letters for case in self._cases) / (2 if self._mirrored else 1)

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


class _Near:
    """What two sequences have in one part, which comes to a number at most."""

    def __init__(self, weights: Part, highest: int) -> None:
        self._weights, self.highest = weights, highest
        half = len(weights) // 4
        split = np.split(np.array(weights, dtype=np.float64), [half, 2 * half])
        self._rows = (around(split[0]), split[2], around(split[1]))
        self.own, self.cross, self.other = (circulant(row) for row in self._rows)

    @property
    def mirrored(self) -> bool:
        """Whether two sequences have the same backwards."""
        return bool((self.cross == self.cross.T).all())

    @property
    def turned(self) -> _Near:
        """The same, seen from the other sequence."""
        half, weights = len(self._weights) // 4, self._weights
        cross = weights[2 * half :]
        return _Near(
            (*weights[half : 2 * half], *weights[:half], cross[0], *cross[:0:-1]), self.highest
        )

    @cached_property
    def _tried(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Shifts, how large the sphere of each is, and what is above the most in a sample."""
        mine, cross, theirs = (np.fft.fft(row) for row in self._rows)
        shifts, above = tried(mine.real, np.abs(cross) ** 2, theirs.real)
        sizes = np.exp(np.log(shifts - theirs.real[:, None]).mean(axis=0))
        return shifts, sizes, above - self.highest

    def squares(self, lacking: float) -> list[_Square]:
        """Return those that are best for sequences that lack less than a number."""
        shifts, sizes, above = self._tried
        radius = (above + lacking) / sizes
        best, chosen = np.full(len(radius), np.inf), list[int]()
        for _ in range(SQUARES):
            left = np.minimum(best[:, None], radius)
            cost = np.expm1(np.clip(STEEP * left, 0.0, LARGEST)).sum(axis=0)
            chosen.append(int(cost.argmin()))
            best = left[:, chosen[-1]]
        return [
            _Square(self, float(shifts[n]), float(sizes[n]), above[:, n])
            for n in dict.fromkeys(chosen)
        ]


class _Square:
    """A completed square: what first sequences have at most, and where second ones have it.

    Attributes
    ----------
    sampled
        What the sequences of a sample have above the part's most.
    """

    def __init__(self, near: _Near, shift: float, size: float, sampled: FloatArray) -> None:
        self.size, self.sampled = size, sampled
        self.definite = shift * np.eye(len(near.own)) - near.other
        self.centre = near.cross @ np.linalg.inv(self.definite)
        self.whole = near.own + self.centre @ near.cross.T
        self.free = shift * len(near.own) / 2 - near.highest
        self._single = self.whole.astype(np.float32)
        self._at_least = np.float32(self.free + lost(self.whole))

    def above(self, firsts: Letters) -> Letters:
        """Return what first sequences may have more than the part's most, and hardly more."""
        own = np.einsum("ij,ij->i", firsts @ self._single, firsts)
        return np.asarray(own / 2 + self._at_least)


# two sequences that lack little, the first with the third, and the second with the third
Way = tuple[_Near, _Near, _Near]


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
        """About how many letters are set, by a sample."""
        sampled = sample(len(self.whole), None)[0]
        left, radii = self._left(
            [square.sampled for square in self._squares],
            [square.sampled for square in self._others],
            self._excess,
        )
        few, length = left[:FEW], len(self.whole)
        budget = Budget(ENOUGH)
        try:
            for rows, square in self._by_square(radii[:FEW]):
                radius = radii[rows, square]
                sphere = Sphere(self._squares[square].definite, budget)
                centre = sampled[few[rows]] @ self._squares[square].centre
                for _ in sphere.inside(centre, 2 * self._squares[square].size * radius):
                    pass
        except Refused:
            return float(np.inf)
        share = len(left) / len(sampled) * 2.0**length / (2 * length)
        return (ENOUGH - budget.left) / max(1, len(few)) * share

    def _left(
        self, above: Sequence[Sampled], others: Sequence[Sampled], excess: float
    ) -> tuple[IntArray, FloatArray]:
        """Return numbers of first sequences that are looked at further, and radii.

        Those are half of the squared ones, relative to the size of each sphere (sequence × square).
        """
        lacking = np.minimum(self._share, excess + np.minimum(0.0, np.min(others, axis=0)))
        radii = np.stack(above, axis=1) + lacking[:, None]
        left = np.flatnonzero((lacking > 0) & (radii > 0).all(axis=1))
        return left, radii[left] / [square.size for square in self._squares]

    def _by_square(self, radii: FloatArray) -> list[tuple[IntArray, int]]:
        best = radii.argmin(axis=1)
        return [(np.flatnonzero(best == n), n) for n in range(len(self._squares))]

    @cached_property
    def _spheres(self) -> list[Sphere]:
        return [Sphere(square.definite, self._budget) for square in self._squares]

    @cached_property
    def _third(self) -> _Third:
        return _Third(self._way, self._most, self._budget)

    def extend(self, firsts: Letters, excess: float) -> int | None:
        """Return the most that some first sequences have with others, if it is more.

        Parameters
        ----------
        excess
            What all parts may lack together by now.
        """
        left, radii = self._left(
            [square.above(firsts) for square in self._squares],
            [square.above(firsts) for square in self._others],
            excess,
        )
        letters: FloatArray = np.asarray(firsts[left], np.float64)
        found: int | None = None
        for chosen, square in self._by_square(radii):
            mine, radius = letters[chosen], radii[chosen, square]
            centre = mine @ self._squares[square].centre
            size = 2 * self._squares[square].size
            for rows, seconds in self._spheres[square].inside(centre, size * radius):
                more = self._third.most(mine[rows], seconds)
                found = more if more is not None else found
        return found


class _Third:
    """What a third sequence brings to two that are known, and all have together.

    Parameters
    ----------
    most
        What is to be exceeded.
    """

    def __init__(self, way: Way, most: int, budget: Budget) -> None:
        self._near, self._first, self._second = way
        self._goal, self._budget = most + 0.5, budget
        self._own = self._first.other + self._second.other
        self._mine = self._near.own + self._first.own
        self._theirs = self._near.other + self._second.own
        self._spheres = list[tuple[float, Sphere]]()  # with half of what is added for each

    def most(self, firsts: FloatArray, seconds: FloatArray) -> int | None:
        """Return the most that some pairs have with any third sequence, if it is more."""
        alone = ((firsts @ self._mine) * firsts + (seconds @ self._theirs) * seconds) / 2
        sums = (alone + (firsts @ self._near.cross) * seconds).sum(axis=1)
        towards = firsts @ self._first.cross + seconds @ self._second.cross
        sphere, radius = self._least(sums - self._goal, towards)
        found: int | None = None
        for rows, thirds in sphere.inside(towards @ sphere.inverse, 2 * radius):
            own = ((thirds @ self._own) * thirds).sum(axis=1) / 2
            have = sums[rows] + own + (towards[rows] * thirds).sum(axis=1)
            if have.max() > self._goal:
                found = round(float(have.max()))
                self._goal = found + 0.5
        return found

    def _least(self, above: FloatArray, towards: FloatArray) -> tuple[Sphere, FloatArray]:
        """Return the sphere that leaves the fewest of some pairs, and half of the radii."""
        tried = list[tuple[int, Sphere, FloatArray]]()
        for free, sphere in self._spheres or self._begin(towards):
            radius = above + free + ((towards @ sphere.inverse) * towards).sum(axis=1) / 2
            tried.append((int((radius > 0).sum()), sphere, radius))
        return min(tried, key=lambda each: each[0])[1:]

    def _begin(self, towards: FloatArray) -> list[tuple[float, Sphere]]:
        """Prepare spheres for what pairs bring to a third sequence."""
        most = float(np.linalg.eigvalsh(self._own)[-1])
        size = max(1.0, float(np.abs(self._own).sum(axis=1).max()), float(np.abs(towards).mean()))
        length = len(self._own)
        for shift in (most + size * np.geomspace(NARROWEST, WIDEST, SHIFTS)).tolist():
            sphere = Sphere(shift * np.eye(length) - self._own, self._budget)
            self._spheres.append((shift * length / 2, sphere))
        return self._spheres
