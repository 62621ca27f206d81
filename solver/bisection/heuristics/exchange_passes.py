"""Passes of exchanges that end at the best bisection on their way (Kernighan and Lin, 1970).

In plain Python: on a small network a search is over before a compiler has been loaded.

References
----------
Kernighan and Lin, An efficient heuristic procedure for partitioning graphs, Bell System Technical
Journal 49 (1970).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from alphacut.solver.bisection.heuristics.tabu import IntArray, Members

MOST_PASSES = 20  # each of which has found something better


class Passes:
    """Improves bisections of members by exchanges.

    Parameters
    ----------
    members
        What is exchanged.
    """

    def __init__(self, members: Members) -> None:
        start, ends = members.start.tolist(), members.ends.tolist()
        capacity = members.capacity.tolist()
        self._weights: list[int] = members.weights.tolist()
        self._joined = [
            list(zip(ends[a:b], capacity[a:b], strict=True)) for a, b in pairwise(start)
        ]

    def improve(self, signs: IntArray) -> IntArray:
        """Return signs that no further pass improves, with the same weight on either side.

        Parameters
        ----------
        signs
            (members,), 1 on one side and -1 on the other.
        """
        best: list[int] = signs.tolist()
        for _ in range(MOST_PASSES):
            better = self._pass(best)
            if better is None:
                break
            best = better
        improved = signs.copy()
        improved[:] = best
        return improved

    def _pass(self, before: Sequence[int]) -> list[int] | None:
        """Exchange all pairs, the best first, each once; return the best signs if they are better.

        A member without weight moves alone.
        """
        signs = list(before)
        gain = [
            sum(-c if signs[v] == sign else c for v, c in joined)
            for sign, joined in zip(signs, self._joined, strict=True)
        ]
        free = set(range(len(signs)))
        saved = best = 0
        best_signs = None
        while firsts := [u for u in free if signs[u] > 0 or not self._weights[u]]:
            first = max(firsts, key=gain.__getitem__)
            saved += self._move(first, signs, gain, free)
            if self._weights[first]:
                seconds = [u for u in free if self._may_follow(u, first, signs)]
                if not seconds:
                    break
                second = max(seconds, key=gain.__getitem__)
                saved += self._move(second, signs, gain, free)
            if saved > best:
                best, best_signs = saved, list(signs)
        return best_signs

    def _may_follow(self, switch: int, first: int, signs: Sequence[int]) -> bool:
        return signs[switch] < 0 and self._weights[switch] == self._weights[first]

    def _move(self, member: int, signs: list[int], gain: list[int], free: set[int]) -> int:
        """Move a member to the other side for this pass; return what that takes off the cut."""
        saved = gain[member]
        sign = signs[member] = -signs[member]
        gain[member] = -saved
        free.discard(member)
        for other, capacity in self._joined[member]:
            gain[other] += -2 * capacity if signs[other] == sign else 2 * capacity
        return saved
