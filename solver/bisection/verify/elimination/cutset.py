"""Cutset conditioning: what is left after the sides of some switches are fixed (Dechter, 1990).

All assignments of the switches of a cutset to the sides are gone through; the others are
eliminated for many assignments together, as if these were the sides of one more switch. Of
twins only the number on side 1 counts, and switches that differ in their links to the cutset
alone are twins, too: once it is fixed, those of them are on side 1 that sever least there. Where
an automorphism exchanges two classes of twins and maps each other class of the cutset onto
itself, it is enough to look at the assignments with no more on side 1 in the first of the two
than in the second.

References
----------
Dechter, Enhancement schemes for constraint processing: backjumping, learning, and cutset
decomposition (1990).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement, islice, product
from math import comb

import numpy as np
from numpy.typing import NDArray

from alphacut.solver.bisection.verify.elimination.classes import Capacities, Classes
from alphacut.solver.bisection.verify.elimination.exclusion import Exclusion, ignore
from alphacut.solver.bisection.verify.elimination.tables import Frame, OnProgress, Table

TOGETHER = 1 << 9  # assignments for which is eliminated at the same time

IntArray = NDArray[np.int64]
Exchange = Sequence[tuple[int, int]]  # pairs of switches that change places


@dataclass(frozen=True, kw_only=True)
class Cutset:
    """Classes of twins whose sides are fixed, and how they may be exchanged.

    Attributes
    ----------
    exchanges
        By the place of a class: what exchanges it with the next one.
    """

    classes: tuple[tuple[int, ...], ...]
    exchanges: dict[int, Exchange]

    @property
    def chains(self) -> list[list[int]]:
        """The places of the classes, those that may be exchanged together."""
        chains: list[list[int]] = []
        for place in range(len(self.classes)):
            if place - 1 in self.exchanges:
                chains[-1].append(place)
            else:
                chains.append([place])
        return chains

    @property
    def number(self) -> int:
        """How many assignments are to be looked at."""
        found = 1
        for chain in self.chains:
            found *= comb(len(self.classes[chain[0]]) + len(chain), len(chain))
        return found

    def assignments(self) -> Iterator[tuple[int, ...]]:
        """Yield how many of each class are on side 1."""
        counts = (
            combinations_with_replacement(range(len(self.classes[chain[0]]) + 1), len(chain))
            for chain in self.chains
        )
        for parts in product(*counts):
            yield sum(parts, ())

    def check(self, capacities: Capacities, weights: Sequence[int]) -> None:
        """Check the exchanges; that the classes are of twins is checked elsewhere.

        Raises
        ------
        ValueError
            If one is no automorphism, or does not exchange what it should.
        """
        for place, pairs in self.exchanges.items():
            if not 0 <= place < len(self.classes) - 1:
                raise ValueError("an exchange is of no two classes of the cutset")
            image = {u: v for pair in pairs for u, v in (pair, pair[::-1])}
            if len(image) != 2 * len(pairs):
                raise ValueError("an exchange moves a switch twice, or not at all")
            _check_automorphism(image, capacities, weights)
            for number, members in enumerate(self.classes):
                other = {place: place + 1, place + 1: place}.get(number, number)
                if {image.get(u, u) for u in members} != set(self.classes[other]):
                    raise ValueError("an exchange does not map classes of the cutset onto others")


def _check_automorphism(
    image: dict[int, int], capacities: Capacities, weights: Sequence[int]
) -> None:
    for switch, other in image.items():
        if switch not in capacities or other not in capacities:
            raise ValueError("an exchange names what is no switch")
        moved = {image.get(end, end): c for end, c in capacities[switch].items()}
        if moved != capacities[other] or weights[switch] != weights[other]:
            raise ValueError(f"an exchange of {switch} and {other} changes links or weights")


@dataclass(frozen=True, kw_only=True)
class Conditioned(Classes):
    """Classes of which the last stands for all that are fixed: its sides are assignments."""

    classes: Classes  # all, those that are fixed at the end
    first: int  # the number of the first of these
    counts: IntArray  # of each of these (columns), how many are on side 1 in each assignment (rows)

    @classmethod
    def fixing(cls, classes: Classes, first: int, counts: IntArray) -> Conditioned:
        """Fix classes, from one on, in some assignments.

        Parameters
        ----------
        first
            The number of the first class that is fixed.
        counts
            (assignments, fixed classes), how many of each are on side 1.
        """
        return cls(
            members=(*classes.members[:first], ()),
            weights=(*classes.weights[:first], 0),
            inner=(*classes.inner[:first], 0),
            outer=(*(_joined(classes, own, first) for own in range(first)), {}),
            given=(*classes.given[:first], ()),
            half=classes.half,
            classes=classes,
            first=first,
            counts=counts,
        )

    @cached_property
    def total(self) -> int:
        """The weight of all switches."""
        return self.classes.total

    def sides(self, own: int) -> int:
        """Return how many sides a class can have."""
        return len(self.counts) if own == self.first else self.classes.sides(own)

    def side_1(self, numbers: Mapping[int, int]) -> list[int]:
        """Return the switches on side 1, by the side of each class."""
        assignment = numbers[self.first]
        fixed = enumerate(self.counts[assignment].tolist(), start=self.first)
        side = self.classes.side_1(dict(fixed))
        for own, number in numbers.items():
            if own != self.first:
                first = np.argsort(self._costs(own)[1][assignment], kind="stable")[:number]
                side += [self.members[own][place] for place in first.tolist()]
        return side

    def alone(self, own: int, frame: Frame) -> Table:
        """Return the table of a class, by its side."""
        if own != self.first:
            return self.classes.alone(own, frame)
        here, there = self.counts, self._sizes - self.counts
        severed = (here * there) @ np.array(self.classes.inner[self.first :], dtype=np.int64)
        for one, links in enumerate(self.classes.outer[self.first :]):
            for number, capacity in links.items():
                if number - self.first > one:
                    other = number - self.first
                    crossing = here[:, one] * there[:, other] + there[:, one] * here[:, other]
                    severed += capacity * crossing
        return frame.of_sides(here @ self._weights, severed, int(self._sizes @ self._weights))

    def severed_between(self, own: int, other: int) -> IntArray:
        """Return what links between two classes sever, by the sides of both.

        Returns
        -------
        (sides of one, sides of the other), scaled.
        """
        if other != self.first:
            return self.classes.severed_between(own, other)
        ones, more = self._costs(own)
        severed = np.zeros((len(self.counts), self.classes.sides(own)), dtype=np.int64)
        np.cumsum(np.sort(more, axis=1), axis=1, out=severed[:, 1:])
        severed += ones.sum(axis=1)[:, None]
        return severed.T

    def _costs(self, own: int) -> tuple[IntArray, IntArray]:
        """Return what each member (columns) severs on side 0, and how much more on side 1.

        What counts are its links to what is fixed, by assignment (rows).
        """
        capacities = np.zeros((len(self.members[own]), self.counts.shape[1]), dtype=np.int64)
        for row, links in zip(capacities, self.given[own], strict=True):
            for number, capacity in links:
                row[number - self.first] = capacity
        ones: IntArray = self.counts @ capacities.T
        zeros: IntArray = (self._sizes - self.counts) @ capacities.T
        return ones, zeros - ones

    @cached_property
    def _sizes(self) -> IntArray:
        return np.array([len(each) for each in self.classes.members[self.first :]], dtype=np.int64)

    @cached_property
    def _weights(self) -> IntArray:
        return np.array(self.classes.weights[self.first :], dtype=np.int64)


def _joined(classes: Classes, own: int, first: int) -> dict[int, object]:
    """Return the links of a class to others, and those to all that are fixed as one."""
    fixed = tuple(sorted(classes.given[own]))  # members stand in no order
    return {**classes.outer[own], **({first: fixed} if any(fixed) else {})}


def least_given(
    classes: Classes, cutset: Cutset, highest: int, on_progress: OnProgress = ignore
) -> tuple[int, IntArray] | None:
    """Return the least scaled capacity of a bisection, or None if it is above the highest.

    Parameters
    ----------
    classes
        All, those of the cutset at the end.

    Returns
    -------
    With it some assignments (rows), one of which leaves it.
    """
    first = len(classes.members) - len(cutset.classes)
    assignments, best = cutset.assignments(), None
    while part := list(islice(assignments, TOGETHER)):
        counts = np.array(part, dtype=np.int64).reshape(len(part), len(cutset.classes))
        fixed = Conditioned.fixing(classes, first, counts)
        least = Exclusion(fixed, highest, on_progress).least()
        if least is not None:
            best, highest = (least, counts), least - 1
        if highest < 0:
            break
    return best
