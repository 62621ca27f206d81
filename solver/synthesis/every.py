"""What no arrangement of a small shape surpasses: cuts of which every one has a small one.

Positions of each group, and groups, can be renamed: so all arrangements are isomorphic to those
that are listed here. The least of some cuts bounds the bisection of each; the arrangement that
they bound least is searched for a cut of its own, until that finds none.

References
----------
Kelley, The cutting-plane method for solving convex programs (1960): the master problem, which
arrangement violates none of the cuts so far, is solved by listing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations, islice

import numpy as np
from numpy.typing import NDArray

from alphacut.arrangements.links._base import Shape
from alphacut.solver.bisection.heuristics.tabu import Members
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.synthesis.pool import IntArray, Signs, severed_locally

MOST = 1 << 20  # arrangements that are listed
SWITCHES = 200
WALKS = 24  # for a cut of one arrangement, before it is taken to have none that is less
AT_ONCE = 6  # cuts that one search adds at most
STEPS = 60  # of a walk, for each switch

Word = tuple[int, ...]  # the position of a group at which the link to each other group ends


@dataclass(frozen=True, kw_only=True)
class Ceiling:
    """Every arrangement has one of some cuts that severs at most a value."""

    value: int  # times the denominator of α
    sides: tuple[Signs, ...] = field(repr=False)  # each of shape (groups, a)


def words(shape: Shape, *, sorted_: bool) -> Iterator[Word]:
    """Yield how the links of a group may end at its positions, with positions renamed.

    Parameters
    ----------
    sorted_
        Whether the other groups are renamed as well, so that numbers never fall.
    """

    def grow(word: Word, used: int) -> Iterator[Word]:
        if len(word) == shape.groups - 1:
            yield word
            return
        first = word[-1] if sorted_ and word else 0
        for position in range(first, min(used + 1, shape.a)):
            if word.count(position) < shape.h:
                yield from grow((*word, position), max(used, position + 1))

    return grow((), 0)


def listable(shape: Shape) -> bool:
    """Tell whether arrangements up to these renamings are few; no more words are made than that."""
    if shape.trunking > 1 or shape.groups * shape.a > SWITCHES:
        return False
    groups = shape.groups - 1  # after the first
    most = int(MOST ** (1 / groups)) + 1
    others = sum(1 for _ in islice(words(shape, sorted_=False), most + 1))
    if others > most:
        return False
    arrangements: int = sum(1 for _ in words(shape, sorted_=True)) * others**groups
    return arrangements <= MOST


class Listed:
    """All arrangements of a shape up to isomorphism, and the least of some cuts in each.

    Attributes
    ----------
    least
        One axis for each group, along its words: what the least cut so far severs, scaled.
    """

    def __init__(self, shape: Shape, alpha: Alpha) -> None:
        self._shape, self._alpha = shape, alpha
        first, others = list(words(shape, sorted_=True)), list(words(shape, sorted_=False))
        self._words = [np.array(first), *[np.array(others)] * (shape.groups - 1)]
        lengths = tuple(len(each) for each in self._words)
        self.least = np.full(lengths, np.iinfo(np.int64).max, np.int64)

    def add(self, side: Signs) -> None:
        """Let a cut bound all arrangements."""
        groups, alpha = self._shape.groups, self._alpha
        ends = [side[group][word] < 0 for group, word in enumerate(self._words)]
        crossing = np.zeros(self.least.shape, np.int16)
        for i, j in combinations(range(groups), 2):
            one = ends[i][:, j - 1].reshape([-1 if axis == i else 1 for axis in range(groups)])
            other = ends[j][:, i].reshape([-1 if axis == j else 1 for axis in range(groups)])
            crossing += one != other
        value = alpha.denominator * severed_locally(side) + alpha.numerator * crossing.astype(int)
        np.minimum(self.least, value, out=self.least)

    def highest(self) -> tuple[int, list[tuple[int, int]]]:
        """Return the arrangement that the cuts bound least: that bound, and its links' ends."""
        place = np.unravel_index(int(self.least.argmax()), self.least.shape)
        chosen = [word[each] for word, each in zip(self._words, place, strict=True)]
        a = self._shape.a
        links = [
            (i * a + int(chosen[i][j - 1]), j * a + int(chosen[j][i]))
            for i, j in combinations(range(self._shape.groups), 2)
        ]
        return int(self.least[place]), links


def ceiling(shape: Shape, alpha: Alpha, seed: int, stop: Callable[[], bool]) -> Ceiling | None:
    """Bound the bisection of every arrangement at a finite α; None: they are too many to list.

    The bound is true whenever the search is stopped, and the least there is once it ends by itself
    with the bisection of an arrangement.
    """
    if not listable(shape):
        return None
    listed, rng = Listed(shape, alpha), np.random.default_rng(seed)
    sides: list[Signs] = []
    while not (stop() and sides):
        bound, links = listed.highest()
        better = _cuts_below(shape, alpha, links, bound, rng)
        if not better:
            break
        for side in better:
            listed.add(side)
        sides += better
    return Ceiling(value=int(listed.least.max()), sides=tuple(sides))


def _cuts_below(
    shape: Shape, alpha: Alpha, links: list[tuple[int, int]], bound: int, rng: np.random.Generator
) -> list[Signs]:
    """Return some least cuts of one arrangement among those below a bound, by tabu walks."""
    a, switches = shape.a, shape.groups * shape.a
    local = [
        (g * a + x, g * a + y) for g in range(shape.groups) for x, y in combinations(range(a), 2)
    ]
    ends = np.array(local + links, np.int64)
    capacity = np.full(len(ends), alpha.numerator, np.int64)
    capacity[: len(local)] = alpha.denominator
    weights = np.ones(switches + switches % 2, np.int64)  # an isolated one makes halves equal
    members = Members.joined(ends[:, 0], ends[:, 1], capacity, weights)
    found: dict[bytes, tuple[int, Signs]] = {}
    for _ in range(WALKS):
        start: IntArray = np.ones(len(weights), np.int64)
        start[rng.permutation(len(weights))[: len(weights) // 2]] = -1
        signs = members.improve(start, STEPS * switches, rng)[:switches]
        value = int(capacity[signs[ends[:, 0]] != signs[ends[:, 1]]].sum())
        side: NDArray[np.int8] = (signs * signs[0]).astype(np.int8)
        if value < bound:
            found[side.tobytes()] = value, side.reshape(shape.groups, a)
    best = sorted(found.values(), key=lambda each: each[0])[:AT_ONCE]
    return [side for _, side in best]
