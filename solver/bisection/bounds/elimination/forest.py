"""Forests as rooted trees, equal subtrees once (AHU names: Aho, Hopcroft and Ullman, 1974).

Each tree is rooted at a switch below which no subtree has more than half of all weight, where
there is one. Below a root, what counts of a subtree are its shape, weights and capacities.

References
----------
Aho, Hopcroft and Ullman, The Design and Analysis of Computer Algorithms (1974).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from alphacut.solver.bisection.verify.elimination.classes import Capacities


class Branch(NamedTuple):
    """A subtree with the link above it: all that are equal have the same number."""

    weight: int  # of all its switches
    own: int  # weight of its topmost switch
    capacity: int  # scaled, of the link above that; 0 for a root
    below: tuple[int, ...]  # branches, in order of their numbers


@dataclass(frozen=True, kw_only=True)
class Forest:
    """Switches with the one above each, and the branches of all."""

    order: Sequence[int]  # of all switches, each before the one above it
    above: Sequence[int]  # of each switch; -1 for a root
    branch: Sequence[int]  # of each switch: the number of its branch
    branches: Sequence[Branch]  # by number, each after those below it
    roots: Branch  # all trees, below a switch that does not exist

    @classmethod
    def of(cls, capacities: Capacities, weights: Sequence[int]) -> Forest | None:
        """Return the forest that links form, or None where there is a cycle."""
        order, above = _peeled(capacities)
        if len(order) < len(capacities):
            return None
        order = _balanced(order, above, weights)
        numbers, branches = dict[Branch, int](), list[Branch]()
        below = dict[int, list[int]]()
        branch = [0] * len(order)
        for switch in order:
            upper, own = above[switch], weights[switch]
            parts = below.pop(switch, ())
            kind = Branch(
                own + sum([branches[part].weight for part in parts]) if parts else own,
                own,
                capacities[switch][upper] if upper >= 0 else 0,
                tuple(sorted(parts)),
            )
            number = numbers.setdefault(kind, len(branches))
            if number == len(branches):
                branches.append(kind)
            branch[switch] = number
            below.setdefault(upper, []).append(number)
        roots = Branch(sum(weights), 0, 0, tuple(sorted(below[-1])))
        return cls(order=order, above=above, branch=branch, branches=branches, roots=roots)

    def below(self) -> dict[int, list[int]]:
        """Return the switches right below each one that has any, and by -1 the roots."""
        found = dict[int, list[int]]()
        for switch in self.order:
            found.setdefault(self.above[switch], []).append(switch)
        return found


def _peeled(capacities: Capacities) -> tuple[list[int], list[int]]:
    """Take leaves away in rounds; return the switches in this order, and that above each.

    Equal subtrees are complete in the same round. What is on a cycle is never taken away.
    """
    degrees, left = [0] * len(capacities), [0] * len(capacities)
    for switch, links in capacities.items():
        degrees[switch] = len(links)
        for other in links:
            left[switch] ^= other  # what is left when one is left
    order = [switch for switch, degree in enumerate(degrees) if degree <= 1]
    above = [-1] * len(capacities)
    for switch in order:  # grows while it is read
        if degrees[switch]:
            upper = above[switch] = left[switch]
            left[upper] ^= switch
            degrees[upper] -= 1
            if degrees[upper] == 1:
                order.append(upper)
    return order, above


def _balanced(order: list[int], above: list[int], weights: Sequence[int]) -> list[int]:
    """Move a root to where no branch has more than half of all weight; return the new order."""
    sums, total = list(weights), sum(weights)
    heaviest = dict[int, int]()  # the one below, where it has more than half of all weight
    for switch in order:
        upper = above[switch]
        if upper >= 0:
            sums[upper] += sums[switch]
            if 2 * sums[switch] > total:
                heaviest[upper] = switch
    root = next((u for u in heaviest if above[u] < 0), None)
    if root is None:
        return order
    path = [root]
    while path[-1] in heaviest:
        path.append(heaviest[path[-1]])
    for upper, switch in pairwise(path):
        above[upper] = switch
    above[path[-1]] = -1
    moved = set(path)
    return [*(switch for switch in order if switch not in moved), *path]
