"""The search for cables to move: a tabu search of swaps, judged by a pool of cuts.

Two ends of cables in one group change places, or an end moves to a free port. The search makes
small by how much cuts of the pool fall short of one more than the best cabling; one that falls
short of nothing is searched for a cut of its own.

References
----------
Glover, Tabu search, part I (ORSA Journal on Computing, 1989).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from alphacut.solver.bisection.heuristics.tabu import Members
from alphacut.solver.synthesis.aim import Aim
from alphacut.solver.synthesis.recabling.cables import Cabling, Limits, positions, relabelled
from alphacut.solver.synthesis.recabling.pool import CablePool, Signs
from alphacut.solver.synthesis.search import USUAL, SearchParams

IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]
SAMPLE = 4_000  # swaps that are compared for a move
STEPS = 40  # moves of a walk for each switch


@dataclass(frozen=True, kw_only=True)
class Recabled:
    """The best cabling that a search found."""

    joined: IntArray = field(repr=False)  # of shape (cables, 2)
    value: int  # of the aim, by the least cut that was found
    side: Signs = field(repr=False)  # that cut
    before: int  # value of the cabling that the search began with
    before_sides: tuple[Signs, ...] = field(repr=False)  # cuts of it, the least first
    judged: int
    searched: int
    cuts: int


class _Walks:
    """Looks for bisections of one cabling that sever little."""

    def __init__(self, cabling: Cabling, rng: np.random.Generator) -> None:
        network = cabling.network
        self._cabling, self._rng = cabling, rng
        self._size = network.switches
        self._groups = np.array(network.groups, np.int64)
        self._steps = 500 + STEPS * self._size
        self._weights = np.ones(self._size + self._size % 2, np.int64)
        stays, classes = cabling.stays, network.class_by_name
        self._stays = np.array([link[:2] for link in stays], np.int64).reshape(-1, 2)
        self._base = np.array([link[3] * classes[link[2]].base for link in stays], np.int64)
        self._slope = np.array([link[3] * classes[link[2]].slope for link in stays], np.int64)

    def walks(
        self, joined: IntArray, term: tuple[int, int], starts: Signs, fresh: int
    ) -> Iterator[Signs]:
        """Yield the best side of each walk, from given sides and from new ones.

        Parameters
        ----------
        term
            What capacities count that do not depend on α, and that do.
        starts
            Of shape (sides, switches).
        """
        members = self._members(joined, term)
        for start in (*map(self._padded, starts), *self._new(fresh)):
            yield members.improve(start, self._steps, self._rng)[: self._size].astype(np.int8)

    def _members(self, joined: IntArray, term: tuple[int, int]) -> Members:
        ends = np.concatenate([self._stays, joined])
        cable = self._cabling.cable_class
        each = term[0] * cable.base + term[1] * cable.slope
        stays = term[0] * self._base + term[1] * self._slope
        capacity = np.concatenate([stays, np.full(len(joined), each, np.int64)])
        return Members.joined(ends[:, 0], ends[:, 1], capacity, self._weights)

    def _new(self, count: int) -> Iterator[IntArray]:
        """Fill one side with whole groups in a random order, or with any switches."""
        for number in range(count):
            order = self._rng.permutation(self._size)
            if number % 2 == 0:
                rank = self._rng.permutation(self._groups.max() + 1)
                order = order[np.argsort(rank[self._groups[order]], kind="stable")]
            signs = np.full(self._size, -1, np.int64)
            signs[order[: self._size // 2]] = 1
            yield self._padded(signs)

    def _padded(self, signs: NDArray[np.int8] | IntArray) -> IntArray:
        """Put the dummy switch, where there is one, on the lighter side."""
        found = np.ones(len(self._weights), np.int64)
        found[: self._size] = signs
        if len(found) > self._size:
            found[-1] = -found[:-1].sum()
        return found


class CableSearch:
    """One search over the ends of cables.

    Parameters
    ----------
    limits
        What may move.
    should_stop
        Tells whether to stop; asked before each walk.
    """

    def __init__(
        self,
        cabling: Cabling,
        aim: Aim,
        limits: Limits,
        seed: int,
        should_stop: Callable[[], bool],
        params: SearchParams = USUAL,
    ) -> None:
        self._cabling, self._aim, self._limits = cabling, aim, limits
        self._should_stop, self._params = should_stop, params
        self._rng = np.random.default_rng(seed)
        self._pool = CablePool(cabling)
        self._walks = _Walks(cabling, self._rng)
        self._cables = len(cabling.joined)
        self._start = np.concatenate([cabling.joined.ravel(), cabling.free])
        self._place = self._start.copy()
        self._position = np.array(positions(cabling.network), np.int64)
        self._group = np.array(cabling.network.groups, np.int64)[self._start]
        self._tabu = np.zeros(len(self._place), np.int64)
        self._by_group = [np.flatnonzero(self._group == each) for each in np.unique(self._group)]
        self._pairs = self._all_pairs()
        self._each = max(
            u * cabling.cable_class.base + v * cabling.cable_class.slope for u, v in aim.terms
        )
        self.judged = self.searched = 0

    def run(self, first: IntArray | None = None) -> Recabled:
        """Move ends until the time or the number of moves is over, and return the best.

        Parameters
        ----------
        first
            A cabling, of shape (cables, 2), to look at before others, which keeps the limits.
        """
        self._search(None, thorough=True)
        before, side = self._least()
        sides = self._lowest(20)
        self._best = (self._joined(), before, side)
        if first is not None:
            self._place[: 2 * self._cables] = first.ravel()
            self._consider()
        moves = idle = 0
        rounds = self._params.rounds
        while not self._should_stop() and (rounds is None or moves < rounds):
            moves, idle = moves + 1, idle + 1
            if self._move(moves) == 0:
                self._consider()
                idle = 0
            elif idle >= self._params.patience:
                self._shake()
                idle = 0
        joined, value, side = self._best
        if self._limits.reach is None:
            joined = relabelled(self._cabling.joined, joined, self._cabling.network.groups)
        return Recabled(
            joined=joined, value=value, side=side, before=before, before_sides=sides,
            judged=self.judged, searched=self.searched, cuts=len(self._pool),
        )  # fmt: skip

    def _joined(self) -> IntArray:
        return self._place[: 2 * self._cables].reshape(-1, 2).copy()

    def _all_pairs(self) -> IntArray | None:
        """List pairs of ends that can change places, of shape (2, pairs); None: they are many."""
        if sum(len(each) ** 2 // 2 for each in self._by_group) > 4 * SAMPLE:
            return None
        pairs = []
        for ends in self._by_group:
            one, other = np.triu_indices(len(ends), 1)
            pairs.append(np.stack([ends[one], ends[other]]))
        found = np.concatenate(pairs, axis=1)
        return np.asarray(found[:, found[0] < 2 * self._cables])

    def _drawn(self, count: int) -> IntArray:
        """Draw pairs of ends of one group, of shape (2, pairs)."""
        one = self._rng.integers(2 * self._cables, size=count)
        other = np.empty_like(one)
        for ends in self._by_group:
            mine = np.isin(one, ends, assume_unique=False)
            other[mine] = self._rng.choice(ends, int(mine.sum()))
        return np.stack([np.minimum(one, other), np.maximum(one, other)])

    def _candidates(self, now: int) -> IntArray:
        """Return the swaps that are allowed, of shape (2, swaps): the first end has a cable."""
        pairs = self._drawn(SAMPLE) if self._pairs is None else self._pairs
        one, other = pairs
        place = self._place
        keep = (place[one] != place[other]) & (one // 2 != other // 2)
        keep &= (self._tabu[one] < now) & (self._tabu[other] < now)
        if self._limits.reach is not None:
            reach, at = self._limits.reach, self._position
            keep &= np.abs(at[self._start[one]] - at[place[other]]) <= reach
            real = other < 2 * self._cables
            keep &= ~real | (np.abs(at[self._start[other]] - at[place[one]]) <= reach)
        pairs = pairs[:, keep]
        if self._limits.moves is not None and pairs.size:
            pairs = pairs[:, self._moved_after(pairs) <= self._limits.moves]
        return pairs

    def _moved_after(self, pairs: IntArray) -> IntArray:
        """Count the cables that would join other switches than at the start."""
        cables = 2 * self._cables
        away = self._place != self._start
        pad = np.append(away[:cables].reshape(-1, 2).any(axis=1), False)
        total = int(pad.sum())
        found = np.full(pairs.shape[1], total, np.int64)
        for end, new in ((pairs[0], pairs[1]), (pairs[1], pairs[0])):
            real = end < cables
            mate = np.where(real, end ^ 1, 0)
            after = away[mate] | (self._place[new] != self._start[end])
            found += np.where(real, after.astype(np.int64) - pad[np.where(real, end // 2, -1)], 0)
        return found

    def _move(self, now: int) -> int:
        """Make the swap after which the pool's cuts lack least, and return what they lack."""
        pairs = self._candidates(now)
        if not pairs.size:
            self._tabu[:] = 0
            return 1
        lack = self._lacking(pairs)
        self.judged += pairs.shape[1]
        chosen = int(self._rng.choice(np.flatnonzero(lack == lack.min())))
        ends = pairs[:, chosen]
        self._place[ends] = self._place[ends[::-1]]
        stay = self._params.stay
        self._tabu[ends] = now + stay + self._rng.integers(stay + 1)
        return int(lack[chosen])

    def _lacking(self, pairs: IntArray) -> IntArray:
        """Add up, for each swap, by how much cuts of the pool are not better than the best."""
        wanted = self._best[1] + 1
        crossing = self._pool.crossing(self._joined())
        values = self._pool.values(self._aim, crossing)
        # a swap takes at most two cables off a cut: others stay good enough
        near = np.flatnonzero(values < wanted + 2 * self._each)
        signs = self._pool.sides[near][:, self._place]
        cables = signs[:, 0 : 2 * self._cables : 2] * signs[:, 1 : 2 * self._cables : 2]
        cables = np.concatenate([cables, np.zeros((len(near), 1), np.int8)], axis=1)
        one, other = pairs
        gain = cables[:, one // 2] + cables[:, np.where(other < 2 * self._cables, other // 2, -1)]
        gain = gain * (signs[:, one] != signs[:, other])
        after = self._pool.values(self._aim, crossing[near][:, None] + gain, near)
        return np.asarray(np.maximum(wanted - after, 0).sum(axis=0))

    def _search(self, below: int | None, *, thorough: bool) -> None:
        """Add cuts of the present cabling to the pool, until one is below a value."""
        self.searched += 1
        params, joined = self._params, self._joined()
        fresh = params.thorough if thorough else params.fresh
        for term in self._aim.terms:
            starts = self._lowest(params.known) if len(self._pool) else ()
            for side in self._walks.walks(joined, term, np.array(starts, np.int8), fresh):
                self._pool.add(side)
                if below is not None and self._least()[0] < below:
                    return
                if self._should_stop():
                    return

    def _least(self) -> tuple[int, Signs]:
        """Return the least value of the pool's cuts in the present cabling, and that cut."""
        values = self._pool.values(self._aim, self._pool.crossing(self._joined()))
        place = int(values.argmin())
        return int(values[place]), self._pool.sides[place].copy()

    def _lowest(self, count: int) -> tuple[Signs, ...]:
        values = self._pool.values(self._aim, self._pool.crossing(self._joined()))
        return tuple(self._pool.sides[at].copy() for at in np.argsort(values)[:count])

    def _consider(self) -> None:
        """Search the present cabling for its least cut, and take it if it is the best."""
        for thorough in (False, True):
            self._search(self._best[1] + 1, thorough=thorough)
            value, side = self._least()
            if value <= self._best[1]:
                return
        if not self._should_stop():
            self._best = (self._joined(), value, side)

    def _shake(self) -> None:
        """Begin anew with some swaps by chance, from the best cabling or from the first."""
        self._tabu[:] = 0
        if self._rng.random() < 0.3:
            self._place = self._start.copy()
        else:
            self._place = np.concatenate([self._best[0].ravel(), self._rest()])
        for _ in range(self._params.shaken):
            pairs = self._candidates(1)
            if pairs.size:
                ends = pairs[:, self._rng.integers(pairs.shape[1])]
                self._place[ends] = self._place[ends[::-1]]

    def _rest(self) -> IntArray:
        """Return the ports that the best cabling leaves free, in the order of groups."""
        used = np.bincount(self._best[0].ravel(), minlength=len(self._position))
        all_ports = np.bincount(self._start, minlength=len(self._position))
        left = np.repeat(np.arange(len(self._position)), all_ports - used)
        groups = np.array(self._cabling.network.groups)[left]
        slots = self._group[2 * self._cables :]
        found: IntArray = np.empty_like(slots)
        for group in np.unique(slots):
            found[slots == group] = left[groups == group]
        return found
