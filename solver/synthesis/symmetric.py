"""Lifts that keep a further symmetry: groups multiplied by a unit, positions permuted alike.

Multiplying all group numbers by a unit u takes the pair of positions at offset d to offset u·d.
Where a permutation of positions makes the pairs there of those at d, the network has one symmetry
more: the reflection for u = -1. Offsets fall into orbits, and one pair tells a whole orbit, so that
there are far fewer arrangements to search than with the rotation alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

import numpy as np

from alphacut.arrangements.links._base import Shape
from alphacut.arrangements.links.lift import Offsets
from alphacut.solver.synthesis.classes import canonical, units
from alphacut.solver.synthesis.pool import Signs
from alphacut.solver.synthesis.search import Design, Judge

REFLECTION, MULTIPLIER = "reflection", "multiplier"
Pairs = tuple[tuple[int, tuple[int, int]], ...]  # offsets of one orbit, with their pairs
TRIES = 200  # options that are tried before a draw begins anew


@dataclass(frozen=True, kw_only=True)
class Option:
    """One way to join an orbit of offsets."""

    pairs: Pairs
    ports: Counter[int] = field(compare=False, repr=False)  # that it takes of each position


@dataclass(frozen=True, kw_only=True)
class Space:
    """All lifts that one unit keeps with one permutation of positions."""

    shape: Shape
    unit: int
    permutation: tuple[int, ...]  # of the positions that have global ports

    @cached_property
    def orbits(self) -> list[list[Option]]:
        """For each orbit of offsets, the ways to join it; the orbits with the fewest first."""
        left, found = set(range(1, self.shape.groups // 2 + 1)), []
        while left:
            first = min(left)
            options = [
                option
                for x in range(len(self.permutation))
                for y in range(len(self.permutation))
                if (option := self._option(first, (x, y))) is not None
            ]
            left -= set(self._orbit(first))
            found.append(options)
        return sorted(found, key=len)

    def _orbit(self, first: int) -> list[int]:
        """Return the offsets, each to half the groups, that an offset is taken to."""
        groups, d, found = self.shape.groups, first, list[int]()
        while not found or min(d, groups - d) != first:
            found.append(min(d, groups - d))
            d = d * self.unit % groups
        return found

    def _option(self, first: int, pair: tuple[int, int]) -> Option | None:
        """Follow a pair around its orbit; None: it does not come back as it was."""
        groups, d = self.shape.groups, first
        found: dict[int, tuple[int, int]] = {}
        while True:
            low, here = (d, pair) if 2 * d <= groups else (groups - d, pair[::-1])
            if 2 * d == groups and pair[0] != pair[1]:
                return None
            if low in found:
                if found[low] != here:
                    return None
                break
            found[low] = here
            d, pair = d * self.unit % groups, (self.permutation[pair[0]], self.permutation[pair[1]])
        ports: Counter[int] = Counter()
        for low, (x, y) in found.items():
            ports.update((x,) if 2 * low == groups else (x, y))
        if max(ports.values()) > self.shape.h:
            return None
        return Option(pairs=tuple(found.items()), ports=ports)

    def drawn(
        self, rng: np.random.Generator, kept: Sequence[Option | None] | None = None
    ) -> list[Option] | None:
        """Draw an option for each orbit so that ports suffice; None: none was met.

        Parameters
        ----------
        kept
            Options that stay; None for those to draw.
        """
        found: list[Option | None] = list(kept or [None] * len(self.orbits))
        used: Counter[int] = Counter()
        for each in found:
            if each is not None:
                used.update(each.ports)
        tries = [TRIES]
        open_orbits = [at for at, each in enumerate(found) if each is None]
        return self._fill(rng, found, open_orbits, used, tries)

    def _fill(
        self,
        rng: np.random.Generator,
        found: list[Option | None],
        left: list[int],
        used: Counter[int],
        tries: list[int],
    ) -> list[Option] | None:
        if not left:
            return [each for each in found if each is not None]
        at, options = left[0], self.orbits[left[0]]
        for number in rng.permutation(len(options)):
            option = options[number]
            tries[0] -= 1
            if tries[0] < 0:
                return None
            if any(used[x] + count > self.shape.h for x, count in option.ports.items()):
                continue
            found[at] = option
            done = self._fill(rng, found, left[1:], used + option.ports, tries)
            if done is not None:
                return done
        found[at] = None
        return None


def offsets_of(options: Sequence[Option]) -> Offsets:
    """Return the offsets that options for all orbits make."""
    pairs = dict(pair for option in options for pair in option.pairs)
    return tuple(pairs[d] for d in range(1, len(pairs) + 1))


def spaces(shape: Shape, used: int, symmetry: str) -> list[Space]:
    """Return a space for every unit and every permutation of positions, up to renaming them."""
    groups = shape.groups
    if symmetry == REFLECTION:
        multipliers = [groups - 1]
    else:
        multipliers = [unit for unit in units(groups) if unit not in (1, groups - 1)]
    found = [
        Space(shape=shape, unit=unit, permutation=permutation)
        for unit in multipliers
        for permutation in permutations_up_to_names(used)
    ]
    return [space for space in found if all(space.orbits)]


def permutations_up_to_names(count: int) -> Iterator[tuple[int, ...]]:
    """Yield one permutation with each lengths of cycles."""

    def lengths(left: int, most: int) -> Iterator[tuple[int, ...]]:
        if left == 0:
            yield ()
        for length in range(min(left, most), 0, -1):
            for rest in lengths(left - length, length):
                yield (length, *rest)

    for cycles in lengths(count, count):
        image, first = list(range(count)), 0
        for length in cycles:
            image[first : first + length] = [*range(first + 1, first + length), first]
            first += length
        yield tuple(image)


def search_symmetric(
    judge: Judge,
    symmetry: str,
    on_progress: Callable[[Offsets, int], None],
    draws: int | None = None,
) -> Design | None:
    """Draw lifts with a symmetry, and draw parts of the best anew; None: there was none.

    Parameters
    ----------
    draws
        After which the search ends; None: by the clock.
    """
    return _Draws(judge, spaces(judge.shape, judge.used, symmetry), on_progress).run(draws)


class _Draws:
    """A search by drawing: half of the draws keep most of the best lift."""

    def __init__(
        self, judge: Judge, known: list[Space], on_progress: Callable[[Offsets, int], None]
    ) -> None:
        self._judge, self._on_progress = judge, on_progress
        self._spaces = known
        self._best: tuple[int, Offsets, Signs, Space, list[Option]] | None = None
        self._met: set[Offsets] = set()  # one lift of each class
        self._idle = 0  # draws in a row of lifts that were met before

    def run(self, draws: int | None) -> Design | None:
        judge, number = self._judge, 0
        barren = {id(space): 0 for space in self._spaces}
        while self._spaces and (draws is None or number < draws):
            if judge.should_stop() and (self._best is not None or number):
                break
            number += 1
            space, options = self._draw()
            if options is not None:
                if self._is_new(offsets_of(options)):
                    self._look(space, options)
                elif self._idle >= judge.params.exhausted:
                    break
                continue
            barren[id(space)] += 1
            if self._best is None and barren[id(space)] > 20:
                self._spaces.remove(space)
        if self._best is None:
            return None
        value, offsets, side, _, _ = self._best
        return Design(offsets=offsets, value=value, side=side, tally=judge.tally(finished=False))

    def _is_new(self, offsets: Offsets) -> bool:
        """Take note of a lift; tell whether none of its class was met before."""
        one, known = canonical(offsets, self._judge.shape.groups), len(self._met)
        self._met.add(one)
        self._idle = self._idle + 1 if len(self._met) == known else 0
        return not self._idle

    def _draw(self) -> tuple[Space, list[Option] | None]:
        rng = self._judge.rng
        if self._best is not None and rng.random() < 0.5:
            _, _, _, space, options = self._best
            drop = rng.permutation(len(options))[: int(rng.integers(1, 4))]
            kept = [None if at in drop else each for at, each in enumerate(options)]
            return space, space.drawn(rng, kept)
        space = self._spaces[int(rng.integers(len(self._spaces)))]
        return space, space.drawn(rng)

    def _look(self, space: Space, options: list[Option]) -> None:
        """Judge a lift by the pool, and by walks of its own if that does not exclude it."""
        judge, offsets = self._judge, offsets_of(options)
        best = None if self._best is None else self._best[0]
        value = judge.by_pool(offsets)
        for thorough in (False, True):
            if value is not None and best is not None and value <= best:
                return
            judge.search(offsets, None if best is None else best + 1, thorough=thorough)
            value = judge.by_pool(offsets)
        value, side = judge.least(offsets)
        if best is None or (value > best and not judge.should_stop()):
            self._best = (value, offsets, side, space, options)
            self._on_progress(offsets, value)


def exists(shape: Shape, used: int, symmetry: str) -> bool:
    """Tell whether some lift with a symmetry was met in a few draws."""
    rng = np.random.default_rng(0)
    return any(
        space.drawn(rng) is not None
        for space in islice(spaces(shape, used, symmetry), 200)
        for _ in range(5)
    )
