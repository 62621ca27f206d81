"""Greedy elimination orders: least degree and least fill (Bodlaender and Koster, 2010).

Of twins, switches with the same links, only the number on side 1 counts: they may be
eliminated together, as one with more than two sides.

References
----------
Bodlaender and Koster, Treewidth computations I. Upper bounds (2010).
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count

WIDEST = 24.0  # bits that a table may tell sides by; wider ones are not looked for


class Graph:
    """What is left while switches are eliminated: those beside one are joined to each other.

    Parameters
    ----------
    beside
        The neighbours of every switch (or class of twins).
    bits
        Of every one, the logarithm to base 2 of the number of its sides.
    """

    def __init__(self, beside: Sequence[set[int]], bits: Sequence[float]) -> None:
        self._beside = {own: set(others) for own, others in enumerate(beside)}
        self._bits = bits
        self._degrees = [
            bits[own] + sum(bits[other] for other in others) for own, others in self._beside.items()
        ]

    def __iter__(self) -> Iterator[int]:
        return iter(self._beside)

    def degree(self, own: int) -> float:
        """Return the bits that tell the sides of a switch and of those beside it."""
        return self._degrees[own]

    def fill(self, own: int) -> float:
        """Return the number of pairs beside it that are not joined."""
        others = self._beside[own]
        joined = sum(len(others & self._beside[other]) for other in others)
        return (len(others) * (len(others) - 1) - joined) / 2

    def eliminate(self, own: int) -> set[int]:
        """Join all that are beside a switch to each other, and return them."""
        others = self._beside.pop(own)
        for other in others:
            mine = self._beside[other]
            mine.remove(own)
            self._degrees[other] -= self._bits[own]
            if len(others) > 1:
                new = others - mine
                new.remove(other)
                mine |= new
                self._degrees[other] += sum(self._bits[each] for each in new)
        return others

    def around(self, others: set[int]) -> set[int]:
        """Return some switches and all that are beside them."""
        return others.union(*(self._beside[other] for other in others))


Scopes = dict[int, set[int]]  # of every switch, in order: those beside it when it is eliminated
Rule = Callable[[Graph], "Scopes | None"]


def least_degree(graph: Graph) -> Scopes | None:
    """Eliminate what has the least degree, of equals what has waited longest.

    Leaves of a tree go first, then what they have made leaves: equal subtrees are then there at
    the same time.

    Returns
    -------
    What was eliminated, or None where it is too wide.
    """
    return _greedy(graph, Graph.degree, lambda others: others)


def least_fill(graph: Graph) -> Scopes | None:
    """Eliminate what joins the fewest pairs. See `least_degree`."""
    return _greedy(graph, Graph.fill, graph.around)


def in_order(order: Iterable[int]) -> Rule:
    """Return the rule that eliminates in a given order."""

    def eliminate(graph: Graph) -> Scopes | None:
        scopes = Scopes()
        for own in order:
            if graph.degree(own) > WIDEST:
                return None
            scopes[own] = graph.eliminate(own)
        return scopes

    return eliminate


def _greedy(
    graph: Graph, rank: Callable[[Graph, int], float], changed: Callable[[set[int]], set[int]]
) -> Scopes | None:
    number, scopes = count(), Scopes()
    ranks = {own: rank(graph, own) for own in graph}
    heap = [(each, next(number), own) for own, each in ranks.items()]
    heapq.heapify(heap)
    while heap:
        found, _, own = heapq.heappop(heap)
        if ranks.get(own) != found:
            continue  # it has changed since
        if graph.degree(own) > WIDEST:
            return None
        del ranks[own]
        scopes[own] = graph.eliminate(own)
        for other in changed(scopes[own]):
            new = rank(graph, other)
            if new != ranks[other]:
                ranks[other] = new
                heapq.heappush(heap, (new, next(number), other))
    return scopes


def bits_of(members: Sequence[Sequence[int]]) -> list[float]:
    """Return the bits of classes of twins: how many are on side 1 is what counts."""
    return [math.log2(len(each) + 1) for each in members]
