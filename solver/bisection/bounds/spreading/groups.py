"""Rounds that spread the weight of leaves over all leaves, through spines: Dragonfly+ networks.

Each group sends as much to every group, over all links between the two, and a leaf sends all of it
by spines. What stays in its group goes by those spines that have least to send to others, so that
no link of a leaf carries more than it must. How loads bound bisections is argued in
`docs/certificate.md`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Self

from alphacut.solver.bisection.certificate.proofs import SpreadingRound

Capacities = Mapping[tuple[int, int], int]  # scaled, above 0

LEAF = 0  # the label of all leaves; those of spines follow


@dataclass(frozen=True, kw_only=True)
class Spines:
    """Groups that are alike: L leaves of one weight, each joined to S spines, which join groups."""

    labels: tuple[int, ...]  # of each switch: `LEAF`, or the place of `out` with 1 added
    out: tuple[int, ...]  # scaled capacities that a spine has to other groups, ascending
    each: tuple[int, ...]  # by `out`, the spines of a group with that much
    groups: int
    leaves: int  # of a group
    weight: int  # of a leaf
    inside: int  # between a leaf and a spine
    across: int  # between two groups

    @classmethod
    def of(
        cls, capacities: Capacities, groups: Sequence[int], weights: Sequence[int]
    ) -> Self | None:
        """Read such a network; None if it is none."""
        number, leaves = len(set(groups)), Counter[int]()
        for group, weight in zip(groups, weights, strict=True):
            leaves[group] += weight > 0
        own, across, out = Counter[int](), Counter[tuple[int, int]](), [0] * len(weights)
        for (u, v), capacity in capacities.items():
            if groups[u] == groups[v] and (weights[u] > 0) != (weights[v] > 0):
                own[capacity] += 1
            elif groups[u] == groups[v] or weights[u] or weights[v]:
                return None
            else:
                across[min(groups[u], groups[v]), max(groups[u], groups[v])] += capacity
                out[u] += capacity
                out[v] += capacity
        amounts, sizes = set(across.values()), set(leaves.values())
        heaviest, total = max(weights), sum(weights)
        if number < 2 or len(across) < number * (number - 1) // 2:
            return None
        if len(amounts) > 1 or len(sizes) > 1 or len(own) != 1 or 0 in sizes:
            return None
        many, inside, joined = sizes.pop(), *own.popitem()
        spines = len(weights) - number * many
        if total != heaviest * number * many or joined != spines * many:
            return None
        each = _each(out, groups, weights)
        if each is None:
            return None
        place = {capacity: label for label, capacity in enumerate(each, LEAF + 1)}
        return cls(
            labels=tuple(
                LEAF if weight else place[capacity]
                for weight, capacity in zip(weights, out, strict=True)
            ),
            out=tuple(each), each=tuple(each.values()), groups=number, leaves=many,
            weight=heaviest, inside=inside, across=amounts.pop(),
        )  # fmt: skip

    def filled(self) -> tuple[int, int]:
        """Return to what all spines are filled that have less to other groups, as a quotient.

        Together they are filled with what two groups have, the share of a group for itself.
        """
        spines, total = 0, self.across
        for capacity, number in zip(self.out, self.each, strict=True):
            if spines and total <= capacity * spines:
                break
            spines, total = spines + number, total + capacity * number
        return total, spines

    def ratio(self) -> Fraction:
        """Return the least capacity for a unit of load, here and back."""
        level, spines = self.filled()
        most = max(Fraction(level, spines), Fraction(self.out[-1]))
        of_unit = Fraction(self.across * self.groups, 2 * self.weight * self.leaves)
        return of_unit * min(Fraction(1), self.inside * self.leaves / most)

    def rounds(self) -> tuple[SpreadingRound, ...]:
        """Send up to spines, to those of other groups, and down to leaves."""
        level, spines = self.filled()
        kept = [max(0, level - capacity * spines) for capacity in self.out]
        passed = [capacity * spines + own for capacity, own in zip(self.out, kept, strict=True)]
        labels, none = len(kept) + 1, (0,) * (len(kept) + 1)
        across = (0, *(spines for _ in kept))
        return (
            self._round(((0, *passed), *(none for _ in kept)), none),
            self._round((none, *(across for _ in kept)), (0, *kept)),
            self._round((none, *((1, *none[1:]) for _ in range(labels - 1))), none),
        )

    def _round(self, shares: tuple[tuple[int, ...], ...], kept: tuple[int, ...]) -> SpreadingRound:
        return SpreadingRound(rule="shares", labels=self.labels, shares=shares, kept=kept)


def _each(
    out: Sequence[int], groups: Sequence[int], weights: Sequence[int]
) -> dict[int, int] | None:
    """Return how many spines of a group have how much to others, ascending; None if they differ."""
    found: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for group, weight, capacity in zip(groups, weights, out, strict=True):
        if not weight:
            found[group][capacity] += 1
    first, *others = found.values()
    return dict(sorted(first.items())) if all(each == first for each in others) else None
