"""The search for a good bisection at one α: walks from blocks, and a population of bisections.

References
----------
Benlic and Hao, An effective multilevel tabu search approach for balanced graph partitioning (2011).
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.heuristics.evolution import Evolution
from alphacut.solver.bisection.heuristics.exchange_passes import Passes
from alphacut.solver.bisection.heuristics.partitioner import partitioned
from alphacut.solver.bisection.heuristics.starts import (
    filled,
    halves_of,
    has_blocks,
    repaired,
    starts,
    trivial_cut,
)
from alphacut.solver.bisection.heuristics.tabu import IntArray, Walker
from alphacut.solver.bisection.problem import Cut
from alphacut.solver.common.alpha import ZERO, Alpha


@dataclass(frozen=True, kw_only=True)
class SearchParams:
    """What steers a search, and when it ends by itself."""

    walks: int = 16  # from blocks and random orders
    least_steps: int = 2_000  # of a walk
    steps_per_switch: int = 40
    work: int = 30_000_000  # moves times switches in one walk, at most
    partitions: int = 12  # of the partitioner, with different seeds, while there is time
    refined: int = 8  # of what it begins with, the best; that takes a moment to load
    patience: int | None = 24  # rounds without a better cut before it ends; None: at the deadline
    more: int = 3  # times as many where there are as many switches as this or more:
    middle: int = 200
    small: int = 64  # switches up to which walks are made without blocks, and are enough
    passes: int = 0  # starts of passes, in place of walks on a network that is small; 0: walks
    small_for_passes: int = 110  # switches up to which it is small then, where there are no blocks
    fruitless: int = 12  # starts in a row that found nothing better, after which no more are tried

    def enough(self, network: Network) -> bool:
        """Tell whether a network is so small that walks are enough, or passes in their place."""
        if network.switches <= self.small:
            return True
        few = self.passes and network.switches <= self.small_for_passes
        return bool(few) and not has_blocks(network)


FIRST = SearchParams()  # before anything is proven: what comes soon
QUICK = SearchParams(passes=32)  # where a sweep follows, which needs no cut that is the best
BRIEF = SearchParams(
    refined=0, walks=0, patience=0
)  # where the best is about to be found and proven anyway
LASTING = SearchParams(patience=None)  # as long as there is time


def search_at(
    network: Network,
    balance: Balance,
    alpha: Alpha,
    *,
    deadline: float = np.inf,
    should_continue: Callable[[], bool] = lambda: True,
    seed: int = 0,
    cuts: Sequence[Cut] = (),
    params: SearchParams = FIRST,
) -> Cut:
    """Return the best bisection found at one α.

    Parameters
    ----------
    deadline
        On the monotonic clock, in seconds; the first start is never skipped.
    should_continue
        Asked all the time.
    seed
        The same seed finds the same, save for what the clock cuts off.
    cuts
        Found elsewhere, to begin with.
    """
    run = _Run(network, balance, alpha, deadline, should_continue, seed, cuts, params)
    orders = () if run.small else narrow_orders(network, alpha)
    for _ in itertools.chain(run.offered(orders), run.walked(), run.evolved()):
        if time.monotonic() > deadline or not should_continue():
            break
    return run.best


def first_cut(network: Network, balance: Balance, alpha: Alpha) -> Cut:
    """Return a bisection in a moment, where there are many switches half of a narrow order.

    Where components fill a half, it is theirs, and severs nothing.

    Parameters
    ----------
    alpha
        Links without capacity there do not count.
    """
    if network.switches <= FIRST.small:
        return trivial_cut(network, balance)
    from alphacut.solver.bisection.heuristics.components import whole_side  # loads SciPy

    whole = whole_side(network, balance, alpha)
    if whole is not None:
        return Cut.of(network, whole)
    orders = narrow_orders(network, alpha)
    halves = itertools.chain.from_iterable(halves_of(order, balance) for order in orders)
    cuts = (trivial_cut(network, balance), *(Cut.of(network, side) for side in halves))
    return min(cuts, key=lambda cut: rank(alpha, cut))


def narrow_orders(network: Network, alpha: Alpha) -> tuple[tuple[int, ...], ...]:
    """Return orders half of which severs little."""
    from alphacut.solver.bisection.bounds.orders.linear import linear_orders  # loads SciPy

    return linear_orders(network, alpha)


def rank(alpha: Alpha, cut: Cut) -> tuple[int, int, int]:
    """Order cuts at an α; at α = 0 the slope breaks ties, elsewhere the intercept."""
    line = cut.line
    rest = (line.slope, line.intercept) if alpha == ZERO else line
    return (alpha.scaled(line), *rest)


class _Run:
    """One search; each of its stages yields after every piece of work."""

    def __init__(
        self,
        network: Network,
        balance: Balance,
        alpha: Alpha,
        deadline: float,
        should_continue: Callable[[], bool],
        seed: int,
        cuts: Sequence[Cut],
        params: SearchParams,
    ) -> None:
        self._network, self._balance, self._alpha = network, balance, alpha
        self._deadline, self._should_continue, self._params = deadline, should_continue, params
        self.small = params.enough(network)
        self._rng = np.random.default_rng(seed)
        self._walker = Walker(network, balance, alpha)
        self._evolution = Evolution(self._walker.members, np.random.default_rng([seed, 1]))
        self._cuts, self._seed = cuts, seed
        known = [trivial_cut(network, balance), *cuts]
        self.best = min(known, key=lambda cut: rank(alpha, cut))

    def offered(self, orders: Sequence[Sequence[int]]) -> Iterator[None]:
        """Begin with what is known, with halves of orders, and with a partitioner's divisions.

        They are measured as they are before anything is refined: that much there is time for.
        """
        walker = self._walker
        halves = itertools.chain.from_iterable(halves_of(o, self._balance) for o in orders)
        offers = [walker.signs(side) for side in (*(cut.side for cut in self._cuts), *halves)]
        ranks = [self._measure(self._balanced(signs)) for signs in offers]
        for number in range(0 if self.small else self._params.partitions):
            signs = partitioned(walker.members, self._seed + number)
            if signs is None or time.monotonic() > self._deadline:
                break
            offers.append(signs)
            ranks.append(self._measure(self._balanced(signs)))
        yield
        best = sorted(range(len(offers)), key=ranks.__getitem__)
        for place in best[: self._params.refined]:
            self._take(offers[place])
            yield

    def walked(self) -> Iterator[None]:
        """Walk from blocks and from random orders, where there are blocks or few switches."""
        network, params = self._network, self._params
        if self.small and params.passes:
            yield from self._passed()
            return
        if not (self.small or has_blocks(network)):
            return
        usual_steps = params.least_steps + params.steps_per_switch * network.switches
        steps = min(usual_steps, 1 + params.work // network.switches)
        for order, blocks in itertools.islice(starts(network, self._rng), params.walks):
            side = self._walker.improve(filled(order, self._balance), blocks, steps, self._rng)
            self._measure(side)
            self._evolution.offer(self._walker.signs(side), refine=False)
            yield

    def _passed(self) -> Iterator[None]:
        """Improve blocks and random orders by passes, which need no compiler to be loaded."""
        passes, idle = Passes(self._walker.members), 0
        chosen = itertools.islice(starts(self._network, self._rng), self._params.passes)
        for order, _ in chosen:
            before = self.best
            signs = passes.improve(self._walker.signs(filled(order, self._balance)))
            self._measure(self._walker.side(signs))
            self._evolution.offer(signs, refine=False)
            yield
            idle = idle + 1 if self.best is before else 0
            if idle == self._params.fruitless:
                break

    def evolved(self) -> Iterator[None]:
        """Combine and renew bisections until nothing better comes for long enough."""
        self._evolution.idle = 0
        patience, switches = self._params.patience, self._network.switches
        if patience is not None and self.small:
            patience = 0
        if patience is not None and switches >= self._params.middle:
            patience *= self._params.more
        while patience is None or self._evolution.idle < patience:
            if self._evolution.step():
                self._measure_best()
            yield

    def _take(self, signs: IntArray) -> None:
        """Offer a division, made equal by weight where refinement alone cannot do that."""
        if self._evolution.offer(signs):
            self._measure_best()
        elif self._evolution.best is None:
            self._evolution.offer(self._walker.signs(self._balanced(signs)))
            self._measure_best()

    def _balanced(self, signs: IntArray) -> list[int]:
        """Return a side of a bisection that is much like a division."""
        side = self._walker.side(signs)
        if self._balance.holds(side):
            return side
        pull = signs.astype(float)[: self._network.switches]
        return repaired(side, self._balance, pull.tolist())

    def _measure_best(self) -> None:
        found = self._evolution.best
        if found is not None:
            self._measure(self._walker.side(found.signs))

    def _measure(self, side: Sequence[int]) -> tuple[float, ...]:
        """Keep a side if it is better, and rank it; what libraries say is not believed."""
        if not self._balance.holds(side):
            return (float("inf"),)
        cut = Cut.of(self._network, side)
        self.best = min(self.best, cut, key=lambda each: rank(self._alpha, each))
        return rank(self._alpha, cut)
