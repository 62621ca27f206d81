"""Good bisections at every α: an upper curve before anything is proven."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from typing import Protocol

import numpy as np

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.alpha import INFINITY, ZERO, Alpha
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.envelope import Envelope
from alphacut.solver.bisection.heuristics.starts import filled, starts, trivial_cut
from alphacut.solver.bisection.heuristics.tabu import Walker
from alphacut.solver.bisection.point import Answer
from alphacut.solver.bisection.problem import Cut

STARTS = 16  # walks at one α from new starts
LEAST_STEPS, STEPS_PER_SWITCH = 2_000, 40  # length of one walk
WORK = 30_000_000  # moves times switches in one walk, at most


class SearchAt(Protocol):
    """Returns a good bisection at one α. See `search_at`."""

    def __call__(
        self,
        network: Network,
        balance: Balance,
        alpha: Alpha,
        *,
        deadline: float,
        go_on: Callable[[], bool],
    ) -> Cut: ...


def search_at(
    network: Network,
    balance: Balance,
    alpha: Alpha,
    *,
    deadline: float = np.inf,
    go_on: Callable[[], bool] = lambda: True,
    seed: int = 0,
) -> Cut:
    """Return the best bisection found at one α.

    Parameters
    ----------
    deadline
        On the monotonic clock, in seconds; the first start is never skipped.
    go_on
        Asked before every start.
    """
    rng = np.random.default_rng(seed)
    walker = Walker(network, balance, alpha)
    wanted = LEAST_STEPS + STEPS_PER_SWITCH * network.switches
    steps = min(wanted, 1 + WORK // network.switches)
    best = trivial_cut(network, balance)
    for order, blocks in itertools.islice(starts(network, rng), STARTS):
        side = walker.improve(filled(order, balance), blocks, steps, rng)
        if balance.holds(side):  # compiled code is not believed
            best = min(best, Cut.of(network, side), key=lambda cut: _rank(alpha, cut))
        if time.monotonic() > deadline or not go_on():
            break
    return best


def _rank(alpha: Alpha, cut: Cut) -> tuple[int, int, int]:
    """Order cuts at an α; at α = 0 the slope breaks ties, elsewhere the intercept."""
    line = cut.line
    rest = (line.slope, line.intercept) if alpha == ZERO else line
    return (alpha.scaled(line), *rest)


def search(
    network: Network,
    balance: Balance,
    *,
    low: Alpha = ZERO,
    high: Alpha = INFINITY,
    deadline: float = np.inf,
    go_on: Callable[[Cut | None], bool] = lambda _: True,
    at: SearchAt = search_at,
) -> tuple[Cut, ...]:
    """Return bisections whose lines draw an upper curve, by the envelope method.

    Parameters
    ----------
    at
        Searches at one α; another one to compare it with may take its place.
    """
    first = trivial_cut(network, balance)
    envelope = Envelope(low=low, high=high).absorb(Answer(alpha=None, cuts=(first,)))
    if not go_on(first):
        return envelope.cuts
    seen: set[Alpha] = set()
    while waiting := [alpha for alpha in envelope.needed if alpha not in seen]:
        alpha = min(waiting, key=lambda a: (a not in (low, high), a))
        seen.add(alpha)
        cut = at(network, balance, alpha, deadline=deadline, go_on=lambda: go_on(None))
        envelope = envelope.absorb(Answer(alpha=None, cuts=(cut,)))
        if time.monotonic() > deadline or not go_on(cut):
            break
    return envelope.cuts
