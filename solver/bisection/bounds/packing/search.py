"""Trees that load all links evenly, by multiplicative weights (Garg and Könemann, 2007).

Each source sends along a tree of shortest paths, where links are the longer the more of their
capacity is taken. What the first trees took without knowing better is left out in the end.

References
----------
Garg and Könemann, Faster and simpler algorithms for multicommodity flow and other fractional
packing problems (2007).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from alphacut.solver.bisection.verify.elimination.classes import Capacities
from alphacut.solver.bisection.verify.packing.loads import IntArray, Places, Slots, loads

AT_ONCE = 2  # trees between two looks at the loads
STEEPNESS = 8.0  # logarithm of how much longer the fullest link is than an empty one
GROWTH = 0.25  # of that, times the root of the number of trees: the more there are, the finer
SHORTEST = 1e-9  # length of a link, of which the longest has 1
LARGEST = 1 << 25  # places of all trees together: what a certificate may hold
MOST_TREES = 1 << 13
MARKS = 16  # beginnings that are tried for what is left in

FloatArray = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class TreePacking:
    """Trees, and the scaled capacity that any bisection has at least by their loads."""

    bound: Fraction
    sources: IntArray
    trees: Places  # (trees, switches) places of the next switches towards the source


@dataclass(kw_only=True)
class Packer:
    """Adds trees as long as it is asked to."""

    capacities: Capacities  # scaled
    weights: Sequence[int]
    half: int  # weight of the lighter side
    seed: int = 0
    _sources: list[IntArray] = field(default_factory=list)
    _trees: list[Places] = field(default_factory=list)
    _sums: list[IntArray] = field(default_factory=list)  # loads before each mark
    _marks: list[int] = field(default_factory=list)  # trees before each mark, over AT_ONCE

    def __post_init__(self) -> None:
        self._slots = Slots(capacities=self.capacities)
        self._capacity = np.array([self.capacities[u][v] for u, v in self._slots.pairs])
        switches = len(self.weights)
        owners = np.repeat(np.arange(switches), np.diff(self._slots.first))
        self._keys = owners * switches + self._slots.neighbours
        self._load = np.zeros(len(self._capacity), dtype=np.int64)

    def bounds(self) -> Iterator[Fraction]:
        """Yield the bound after every few trees, as long as there is room for more."""
        pool = self._pool()
        rounds = max(1, min(MOST_TREES, LARGEST // len(self.weights)) // AT_ONCE)
        for number in range(rounds):
            if number % max(1, rounds // MARKS) == 0:
                self._marks.append(number)
                self._sums.append(self._load.copy())
            self._add(np.array([next(pool) for _ in range(AT_ONCE)], dtype=np.int64))
            yield max((bound for bound, _ in self._by_mark()), default=Fraction(0))
            if not self._load.any():  # all weight is in one switch, and always will be
                return

    def best(self) -> TreePacking:
        """Return the trees that give the best bound."""
        bound, mark = max(self._by_mark(), default=(Fraction(0), 0))
        return TreePacking(
            bound=bound,
            sources=np.concatenate(self._sources[mark:]),
            trees=np.concatenate(self._trees[mark:]),
        )

    def _by_mark(self) -> Iterator[tuple[Fraction, int]]:
        for mark, before in zip(self._marks, self._sums, strict=True):
            load = self._load - before
            fullest = int(np.argmax(load / self._capacity))
            crossing = AT_ONCE * (len(self._trees) - mark) * self.half
            if load[fullest]:
                yield Fraction(crossing * int(self._capacity[fullest]), int(load[fullest])), mark

    def _pool(self) -> Iterator[int]:
        """Yield the switches that weigh something in random order, again and again."""
        rng, heavy = np.random.default_rng(self.seed), np.flatnonzero(self.weights)
        while True:
            yield from rng.permutation(heavy).tolist()

    def _add(self, sources: IntArray) -> None:
        _, above = dijkstra(self._graph(self._lengths()), indices=sources, return_predecessors=True)
        first, switches = self._slots.first[:-1], len(self.weights)
        above = np.where(above < 0, self._slots.neighbours[first], above)
        trees = np.searchsorted(self._keys, np.arange(switches) * switches + above) - first
        places = trees.astype(self._slots.type)
        load = loads(self._slots, self.weights, sources, places)
        assert load is not None
        self._load += load
        self._sources.append(sources)
        self._trees.append(places)

    def _lengths(self) -> FloatArray:
        taken = self._load / self._capacity
        steepness = STEEPNESS + GROWTH * math.sqrt(AT_ONCE * len(self._trees))
        lengths = np.exp(steepness * (taken / max(1e-300, taken.max()) - 1)) / self._capacity
        found: FloatArray = np.maximum(lengths / lengths.max(), SHORTEST)
        return found

    def _graph(self, lengths: FloatArray) -> csr_array:
        switches, slots = len(self.weights), self._slots
        return csr_array(
            (lengths[slots.links], slots.neighbours, slots.first), shape=(switches, switches)
        )
