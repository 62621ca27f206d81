"""The search for a lift whose least bisection is as large as possible.

Where classes are few, each is judged once. Where they are many, ends are swapped by a tabu
search that wants every cut of the pool to sever more than the best arrangement's least; a lift
that reaches this is searched for a cut of its own, which joins the pool.

References
----------
Glover, Tabu search, part I (ORSA Journal on Computing, 1989).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from alphacut.arrangements.links._base import Shape
from alphacut.arrangements.links.lift import Offsets
from alphacut.solver.synthesis.aim import Aim
from alphacut.solver.synthesis.classes import ends_of, offsets_from, slots
from alphacut.solver.synthesis.cuts import CutFinder
from alphacut.solver.synthesis.pool import Pool, Signs, severed_locally
from alphacut.solver.synthesis.structure import rank

IntArray = NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class SearchParams:
    """What steers a search."""

    known: int = 3  # walks from cuts of the pool, before a lift is believed to be good
    fresh: int = 3  # and from new sides
    thorough: int = 30  # new sides for a lift that would be the best
    stay: int = 8  # moves for which an end that was swapped stays, and as many more by chance
    patience: int = 400  # moves without a lift that the pool lets pass, before a new start
    shaken: int = 6  # swaps by chance that make a new start from the best
    sample: int = 4_000  # swaps that are compared for a move, where there are more
    exhausted: int = 2_000  # draws of known lifts in a row, when all with a symmetry are met
    rounds: int | None = None  # moves after which a local search ends; None: by the clock


USUAL = SearchParams()


@dataclass(frozen=True, kw_only=True)
class Tally:
    """How many arrangements were looked at, and how."""

    judged: int = 0  # by the pool
    searched: int = 0  # by walks of their own
    cuts: int = 0  # in the pool, in the end
    finished: bool = True  # whether all classes were listed


@dataclass(frozen=True, kw_only=True)
class Design:
    """The best arrangement that a search found."""

    offsets: Offsets
    value: int  # of the aim, by the least cut that was found
    side: Signs = field(repr=False)  # that cut
    tally: Tally
    # for each class a cut whose value is at most that of the design, if all were listed
    witnesses: tuple[tuple[Offsets, Signs], ...] | None = field(default=None, repr=False)


class Judge:
    """Finds the value of an aim in one lift after another, and keeps the cuts that it met.

    Parameters
    ----------
    should_stop
        Tells whether to stop; asked before each walk.
    used
        How many positions, from the first, have global ports; None: all.
    """

    def __init__(
        self,
        shape: Shape,
        aim: Aim,
        seed: int,
        params: SearchParams,
        should_stop: Callable[[], bool],
        used: int | None = None,
    ) -> None:
        self.used = shape.a if used is None else used
        self.shape, self.aim, self.params, self.should_stop = shape, aim, params, should_stop
        self.rng = np.random.default_rng(seed)
        self.pool = Pool(shape)
        self._finder = CutFinder(shape, self.rng)
        self.judged = self.searched = 0

    def by_pool(self, offsets: Offsets) -> int | None:
        """Return the least value of the pool's cuts in a lift; None: the pool is empty."""
        self.judged += 1
        if not len(self.pool):
            return None
        return int(self.aim.values(self.pool.local, self.pool.severed(offsets)).min())

    def search(self, offsets: Offsets, below: int | None, *, thorough: bool) -> None:
        """Add cuts of a lift to the pool, until one is below a value or enough was tried."""
        self.searched += 1
        fresh = self.params.thorough if thorough else self.params.fresh
        for term in self.aim.terms:
            known = self.params.known
            for side in self._finder.walks(offsets, self.pool, term, known, fresh):
                self.pool.add(side)
                if below is not None and self.value(offsets, side) < below:
                    return
                if self.should_stop():
                    return

    def value(self, offsets: Offsets, side: Signs) -> int:
        """Return the value of one cut in a lift."""
        local, crossing = severed_locally(side), crossing_links(self.shape, offsets, side)
        return int(self.aim.values(np.array(local), np.array(crossing)))

    def least(self, offsets: Offsets) -> tuple[int, Signs]:
        """Return the least value of the pool's cuts in a lift, and that cut."""
        values = self.aim.values(self.pool.local, self.pool.severed(offsets))
        place = int(values.argmin())
        return int(values[place]), self.pool.sides[place].copy()

    def tally(self, *, finished: bool) -> Tally:
        """Return what was done so far."""
        return Tally(
            judged=self.judged, searched=self.searched, cuts=len(self.pool), finished=finished
        )


def crossing_links(shape: Shape, offsets: Offsets, side: Signs) -> int:
    """Count the global links of a lift that a side of shape (groups, a) severs."""
    groups, found = shape.groups, 0
    for at, (x, y) in enumerate(offsets):
        d = at // shape.trunking + 1
        links = groups // 2 if 2 * d == groups else groups
        found += int((side[:links, x] != np.roll(side[:, y], -d)[:links]).sum())
    return found


def best_of(
    judge: Judge, listed: Sequence[Offsets], on_progress: Callable[[Offsets, int], None]
) -> Design | None:
    """Return the best of all classes; None if it was stopped before the first was judged.

    Parameters
    ----------
    on_progress
        Hears of each arrangement that is better than all before, and of its value.
    """
    best: int | None = None
    contenders: list[tuple[Offsets, Signs]] = []
    witnesses: list[tuple[Offsets, Signs]] = []
    for offsets in listed:
        if judge.should_stop():
            break
        value, side = _judged(judge, offsets, best)
        witnesses.append((offsets, side))
        if best is None or value > best:
            # it was not looked at enough to be the best
            if judge.should_stop() and best is not None:
                witnesses.pop()
                break
            best, contenders = value, []
            on_progress(offsets, value)
        if value == best:
            contenders.append((offsets, side))
    if best is None:
        return None
    finished = len(witnesses) == len(listed)
    offsets, side = min(contenders, key=lambda each: rank(judge.shape, each[0]))
    return Design(
        offsets=offsets, value=best, side=side, tally=judge.tally(finished=finished),
        witnesses=tuple(witnesses) if finished else None,
    )  # fmt: skip


def _judged(judge: Judge, offsets: Offsets, best: int | None) -> tuple[int, Signs]:
    """Return the least value that is known of a lift; below the best, any that shows this."""
    value = judge.by_pool(offsets)
    for thorough in (False, True):
        if value is not None and best is not None and value < best:
            break
        judge.search(offsets, best, thorough=thorough)
        value = judge.by_pool(offsets)
    return judge.least(offsets)


def local_search(
    judge: Judge, on_progress: Callable[[Offsets, int], None], first: Sequence[Offsets] = ()
) -> Design:
    """Swap ends until the time or the number of moves is over, and return the best lift met.

    Parameters
    ----------
    first
        Lifts that are looked at before others; the search begins with the best of them.
    """
    return _LocalSearch(judge, on_progress).run(first)


class _LocalSearch:
    """One tabu search over the ends of offsets, and over ports that stay unused."""

    def __init__(self, judge: Judge, on_progress: Callable[[Offsets, int], None]) -> None:
        self._judge, self._on_progress = judge, on_progress
        shape, rng = judge.shape, judge.rng
        self._used = slots(shape.groups, shape.trunking)
        self._paired = 2 * shape.trunking * ((shape.groups - 1) // 2)  # then ends alone
        ports = np.repeat(np.arange(judge.used), shape.h)
        self._ends: IntArray = rng.permutation(ports)
        self._tabu = np.zeros(len(ports), np.int64)
        first, second = np.triu_indices(len(ports), 1)
        inside = first < self._used
        self._first, self._second = first[inside], second[inside]
        self._best: Design | None = None

    def run(self, first: Sequence[Offsets]) -> Design:
        params = self._judge.params
        for offsets in first:
            self._ends = self._slots(offsets)
            self._consider()
        if self._best is None:
            self._consider()
        else:
            self._ends = self._slots(self._best.offsets)
        moves = idle = 0
        while not self._judge.should_stop() and (params.rounds is None or moves < params.rounds):
            moves, idle = moves + 1, idle + 1
            if self._move(moves) == 0:
                self._consider()
                idle = 0
            elif idle >= params.patience:
                self._shake()
                idle = 0
        assert self._best is not None
        return replace(self._best, tally=self._judge.tally(finished=False))

    def _offsets(self, ends: IntArray) -> Offsets:
        shape = self._judge.shape
        return offsets_from(tuple(map(int, ends[: self._used])), shape.groups, shape.trunking)

    def _slots(self, offsets: Offsets) -> IntArray:
        """Return the ends of a lift, and after them the ports that it leaves unused."""
        shape = self._judge.shape
        ends = np.array(ends_of(offsets, shape.groups, shape.trunking), np.int64)
        used = self._judge.used
        left = shape.h - np.bincount(ends, minlength=used)[:used]
        return np.concatenate([ends, np.repeat(np.arange(used), left)])

    def _move(self, now: int) -> int:
        """Make the swap after which the pool's cuts lack least, and return what they lack."""
        judge, rng = self._judge, self._judge.rng
        first, second = self._first, self._second
        if len(first) > judge.params.sample:
            drawn = rng.integers(len(first), size=judge.params.sample)
            first, second = first[drawn], second[drawn]
        keep = self._ends[first] != self._ends[second]
        keep &= (self._tabu[first] < now) & (self._tabu[second] < now)
        first, second = first[keep], second[keep]
        if not len(first):
            self._tabu[:] = 0
            return 1
        lack = self._lacking(first, second)
        judge.judged += len(first)
        chosen = int(rng.choice(np.flatnonzero(lack == lack.min())))
        one, other = int(first[chosen]), int(second[chosen])
        self._ends[[one, other]] = self._ends[[other, one]]
        self._tabu[[one, other]] = now + judge.params.stay + rng.integers(judge.params.stay + 1)
        return int(lack[chosen])

    def _lacking(self, first: IntArray, second: IntArray) -> IntArray:
        """Add up, for each swap, by how much cuts of the pool are not better than the best."""
        judge = self._judge
        codes = judge.pool.codes(self._offsets(self._ends))
        places = np.stack([self._place(first), self._place(second)], axis=1)
        new = np.stack(
            [self._after(first, second, first), self._after(first, second, second)], axis=1
        )
        same = places[:, 0] == places[:, 1]  # both ends of one offset: one change
        places[same, 1] = -1
        values = judge.aim.values(judge.pool.local, judge.pool.changed(codes, places, new))
        assert self._best is not None
        return np.asarray(np.maximum(self._best.value + 1 - values, 0).sum(axis=0))

    def _place(self, slot: IntArray) -> IntArray:
        """Return the pair, from 0, that a slot is an end of; -1: an unused port."""
        pair = np.where(slot < self._paired, slot // 2, slot - self._paired // 2)
        return np.where(slot < self._used, pair, -1)

    def _after(self, first: IntArray, second: IntArray, slot: IntArray) -> IntArray:
        """Return the code of the pair of a slot once two ends have been swapped."""
        ends, a = self._ends, self._judge.shape.a
        alone = slot >= self._paired  # the self-opposite offset has one end of each link
        low = np.where(alone, slot, slot // 2 * 2)
        high = np.where(alone, slot, low + 1)
        pair = []
        for side in (low, high):
            value = ends[side]
            value = np.where(side == first, ends[second], value)
            pair.append(np.where(side == second, ends[first], value))
        return np.asarray(pair[0] * a + pair[1])

    def _consider(self) -> None:
        """Search a lift for its least cut, and take it if it is the best."""
        judge, offsets = self._judge, self._offsets(self._ends)
        best = None if self._best is None else self._best.value
        for thorough in (False, True):
            judge.search(offsets, None if best is None else best + 1, thorough=thorough)
            value, side = judge.least(offsets)
            if best is not None and value <= best:
                return
        if best is None or not judge.should_stop():
            self._best = Design(
                offsets=offsets, value=value, side=side, tally=judge.tally(finished=False)
            )
            self._on_progress(offsets, value)

    def _shake(self) -> None:
        """Begin anew from the best lift with some swaps by chance."""
        judge, rng = self._judge, self._judge.rng
        assert self._best is not None
        self._ends = self._slots(self._best.offsets)
        for _ in range(judge.params.shaken):
            one, other = rng.choice(len(self._ends), 2, replace=False)
            self._ends[[one, other]] = self._ends[[other, one]]
        self._tabu[:] = 0


def until(seconds: float | None, also: Callable[[], bool] = lambda: False) -> Callable[[], bool]:
    """Return what tells that so many seconds from now are over, or that somebody said stop."""
    end = None if seconds is None else time.monotonic() + seconds
    return lambda: (end is not None and time.monotonic() > end) or also()
