"""Good bisections at every α: an upper curve before anything is proven."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

import numpy as np

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.alpha import INFINITY, ZERO, Alpha
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.envelope import Envelope
from alphacut.solver.bisection.heuristics.at_alpha import search_at
from alphacut.solver.bisection.heuristics.starts import trivial_cut
from alphacut.solver.bisection.point import Answer
from alphacut.solver.bisection.problem import Cut

__all__ = ["SearchAt", "search", "search_at"]


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
