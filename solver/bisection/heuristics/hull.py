"""Good bisections at every α: an upper curve before anything is proven."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable

import numpy as np

from arrangements.network import Network
from solver.bisection.alpha import INFINITY, ZERO, Alpha
from solver.bisection.balance import Balance
from solver.bisection.envelope import Envelope
from solver.bisection.heuristics.starts import filled, starts, trivial_cut
from solver.bisection.heuristics.tabu import Walker
from solver.bisection.point import Answer
from solver.bisection.problem import Cut

STARTS = 12  # starts of the walk at one α
STEPS_PER_SWITCH = 12  # length of one walk
LARGEST_WALK = 4_096  # switches; beyond this the starts themselves are all


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
    walker = Walker(network, balance, alpha) if network.switches <= LARGEST_WALK else None
    steps = 40 + STEPS_PER_SWITCH * network.switches
    best = trivial_cut(network, balance)
    for order, blocks in itertools.islice(starts(network, rng), STARTS):
        side = filled(order, balance)
        if walker is not None:
            side = walker.improve(side, blocks, steps, rng, deadline)
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
) -> tuple[Cut, ...]:
    """Return bisections whose lines draw an upper curve, by the envelope method."""
    first = trivial_cut(network, balance)
    envelope = Envelope(low=low, high=high).absorb(Answer(alpha=None, cuts=(first,)))
    if not go_on(first):
        return envelope.cuts
    seen: set[Alpha] = set()
    while waiting := [alpha for alpha in envelope.needed if alpha not in seen]:
        alpha = min(waiting, key=lambda a: (a not in (low, high), a))
        seen.add(alpha)
        cut = search_at(network, balance, alpha, deadline=deadline, go_on=lambda: go_on(None))
        envelope = envelope.absorb(Answer(alpha=None, cuts=(cut,)))
        if time.monotonic() > deadline or not go_on(cut):
            break
    return envelope.cuts
