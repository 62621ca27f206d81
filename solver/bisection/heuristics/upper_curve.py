"""An upper curve by the envelope-intersection method, with a heuristic search at each α.

See `envelope` for the method; nothing is proven here.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.envelope import Envelope
from alphacut.solver.bisection.heuristics.params import UpperCurveParams
from alphacut.solver.bisection.heuristics.search import (
    LASTING,
    SearchParams,
    first_cut,
    rank,
    search_at,
)
from alphacut.solver.bisection.outcome import Outcome
from alphacut.solver.bisection.parameters import USUAL
from alphacut.solver.bisection.problem import Cut
from alphacut.solver.common.alpha import INFINITY, ZERO, Alpha

ONE = Alpha(1, 1)  # inside a range: all links count there
UNLIMITED = SearchParams(patience=100)  # where there is no deadline


class SearchAt(Protocol):
    """Returns a good bisection at one α. See `search_at`."""

    def __call__(
        self,
        network: Network,
        balance: Balance,
        alpha: Alpha,
        *,
        deadline: float,
        should_continue: Callable[[], bool],
    ) -> Cut: ...


def search(
    network: Network,
    balance: Balance,
    *,
    low: Alpha = ZERO,
    high: Alpha = INFINITY,
    deadline: float = np.inf,
    should_continue: Callable[[Cut | None], bool] = lambda _: True,
    at: SearchAt = search_at,
) -> tuple[Cut, ...]:
    """Return bisections whose lines draw an upper curve, by the envelope method.

    The first one is told before anything that takes long: it is kept if the search is ended by
    force.

    Parameters
    ----------
    at
        Searches at one α; another one to compare it with may take its place.
    """
    first = first_cut(network, balance, low if low == high else ONE)
    envelope = Envelope(low=low, high=high).absorb(Outcome(cuts=(first,)))
    best_of_all = not any(first.line)  # nothing is better than what severs nothing
    if not should_continue(first) or best_of_all:
        return envelope.cuts
    seen: set[Alpha] = set()
    while waiting := [alpha for alpha in envelope.needed if alpha not in seen]:
        alpha = min(waiting, key=lambda a: (a not in (low, high), a))
        seen.add(alpha)
        cut = at(
            network,
            balance,
            alpha,
            deadline=deadline,
            should_continue=lambda: should_continue(None),
        )
        envelope = envelope.absorb(Outcome(cuts=(cut,)))
        if time.monotonic() > deadline or not should_continue(cut):
            break
    return envelope.cuts


def further(
    network: Network,
    balance: Balance,
    alphas: Sequence[Alpha],
    cuts: Sequence[Cut],
    *,
    deadline: float = np.inf,
    should_continue: Callable[[Cut | None], bool] = lambda _: True,
    times: UpperCurveParams = USUAL.upper_curve,
) -> tuple[Cut, ...]:
    """Go on searching from what was found, and return what is better somewhere.

    It ends soon after it finds something, so that a proof can be tried anew; else with the
    deadline, and without one when nothing better has come for long.

    Parameters
    ----------
    alphas
        Where better cuts are wanted, at least one.
    """
    params = UNLIMITED if np.isinf(deadline) else LASTING
    each = max(times.least, (deadline - time.monotonic()) / (times.rounds * len(alphas)))
    for seed, turn in enumerate(itertools.repeat(alphas), start=1):
        improved = []
        for alpha in turn:
            best = min(cuts, key=lambda cut: rank(alpha, cut))
            until = min(deadline, time.monotonic() + each)
            cut = search_at(
                network, balance, alpha, deadline=until,
                should_continue=lambda: should_continue(None), seed=seed,
                cuts=(best,), params=params,
            )  # fmt: skip
            better = rank(alpha, cut) < rank(alpha, best)
            improved += [cut] if better else []
            if time.monotonic() > deadline or not should_continue(cut if better else None):
                return tuple(improved)
        if improved or np.isinf(deadline):
            return tuple(improved)
    raise AssertionError("turns have no end")
