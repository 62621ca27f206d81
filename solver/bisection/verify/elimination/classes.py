"""Classes of twins: switches that may change places, of which only a number on side 1 counts.

Where some classes are fixed before the others are eliminated, it is enough that switches are
twins among the others. For any number on side 1, those that sever least come first then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import gcd
from typing import Any

import numpy as np
from numpy.typing import NDArray

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.verify.elimination.tables import Frame, Table
from alphacut.solver.common.alpha import Alpha

Capacities = Mapping[int, Mapping[int, int]]  # scaled, of the links of each switch, by other end
Links = tuple[tuple[int, int], ...]  # classes and scaled capacities


def scaled_capacities(network: Network, alpha: Alpha) -> dict[int, dict[int, int]]:
    """Return the scaled capacity between every two switches that are linked, both ways."""
    capacities: dict[int, dict[int, int]] = {switch: {} for switch in range(network.switches)}
    scales = {
        each.name: alpha.denominator * each.base + alpha.numerator * each.slope
        for each in network.classes
    }
    for first, second, name, multiplicity in network.links:
        scaled = scales[name] * multiplicity
        if scaled:
            capacities[first][second] = capacities[first].get(second, 0) + scaled
            capacities[second][first] = capacities[second].get(first, 0) + scaled
    return capacities


def shares(balance: Balance) -> tuple[list[int], int]:
    """Return all weights and that of the lighter half, in units of what they have in common."""
    unit = gcd(*balance.weights)
    half = (sum(balance.weights) - balance.difference) // 2
    return [weight // unit for weight in balance.weights], half // unit


@dataclass(frozen=True, kw_only=True)
class Classes:
    """The switches in classes, in the order in which they are eliminated."""

    members: tuple[tuple[int, ...], ...]  # of each class: switches that are twins
    weights: tuple[int, ...]  # of each member, by class
    inner: tuple[int, ...]  # scaled capacity between any two members, by class
    outer: tuple[Mapping[int, Any], ...]  # and between a member and one of another class
    given: tuple[tuple[Links, ...], ...]  # and between each member and one of a class that is fixed

    half: int  # weight of the lighter side of a bisection

    @classmethod
    def of(
        cls,
        members: Sequence[Sequence[int]],
        capacities: Capacities,
        balance: Balance,
        fixed: int = 0,
    ) -> Classes:
        """Put switches into classes that hold each of them once.

        Weights are taken in units of their greatest common divisor.

        Parameters
        ----------
        fixed
            How many classes, the last ones, are fixed: members of another class may have
            different links to them.

        Raises
        ------
        ValueError
            If switches of a class are not twins.
        """
        weights, half = shares(balance)
        number = {switch: each for each, twins in enumerate(members) for switch in twins}
        first = len(members) - fixed
        inner, outer, given = list[int](), list[dict[int, int]](), list[tuple[Links, ...]]()
        for own, twins in enumerate(members):
            last = first if own < first else len(members)  # of the classes that twins see alike
            links = capacities[twins[0]]
            within = links.get(twins[1], 0) if len(twins) > 1 else 0
            beside = _outside(links, number, own, last)
            for twin in twins if len(twins) > 1 else ():
                links = capacities[twin]
                if _outside(links, number, own, last) != beside:
                    raise ValueError("they have different links")
                if any(links.get(other, 0) != within for other in twins if other != twin):
                    raise ValueError("they are not linked to each other alike")
                if weights[twin] != weights[twins[0]]:
                    raise ValueError("they have different weights")
            inner.append(within)
            outer.append({number[s]: c for s, c in beside.items()})
            given.append(tuple(_to_fixed(capacities[twin], number, last) for twin in twins))
        return cls(
            members=tuple(map(tuple, members)),
            weights=tuple(weights[twins[0]] for twins in members),
            inner=tuple(inner),
            outer=tuple(outer),
            given=tuple(given),
            half=half,
        )

    @cached_property
    def total(self) -> int:
        """The weight of all switches."""
        return sum(w * len(twins) for w, twins in zip(self.weights, self.members, strict=True))

    def sides(self, own: int) -> int:
        """Return how many sides a class can have: what counts is how many are on side 1."""
        return len(self.members[own]) + 1

    def side_1(self, numbers: Mapping[int, int]) -> list[int]:
        """Return the switches on side 1, by the side of each class."""
        return [u for own, number in numbers.items() for u in self.members[own][:number]]

    def alone(self, own: int, frame: Frame) -> Table:
        """Return the table of a class, by its side."""
        return frame.of_one(len(self.members[own]), self.inner[own], self.weights[own])

    def severed_between(self, own: int, other: int) -> NDArray[np.int64]:
        """Return what links between two classes sever, by the sides of both.

        Returns
        -------
        (sides of one, sides of the other), scaled.
        """
        here = np.arange(self.sides(own), dtype=np.int64)[:, None]
        there = np.arange(self.sides(other), dtype=np.int64)
        capacity: int = self.outer[own][other]
        return capacity * (here * there[::-1] + here[::-1] * there)


def _outside(
    links: Mapping[int, int], number: Mapping[int, int], own: int, last: int
) -> dict[int, int]:
    """Return the links that lead out of a class, and not to the last classes."""
    return {s: c for s, c in links.items() if number[s] != own and number[s] < last}


def _to_fixed(links: Mapping[int, int], number: Mapping[int, int], last: int) -> Links:
    """Return the capacity to a switch of each of the last classes, whose switches are twins."""
    return tuple(sorted({number[s]: c for s, c in links.items() if number[s] >= last}.items()))
