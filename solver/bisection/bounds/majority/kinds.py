"""Majorities of groups of several kinds: Lagrangian bounds of all labellings at once.

Which links are severed is argued in `docs/certificate.md`, "Kinds of groups". A state is the number
of groups of each kind with the label of side 1. In each state, the least of a sum over groups under
one linear condition (their weight on side 1) is bounded by its Lagrangian dual, whose multipliers
are shared by many states; where that is too low, by a dynamic programme over the weight.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement, product
from typing import Self

import numpy as np
from numpy.typing import NDArray

from alphacut.arrangements.structure.group_kinds import (
    group_kinds,
    numbers,
    usual_group_kinds,
)
from alphacut.solver.bisection.bounds.majority.counted import NEVER, Counted, GroupsAlike, Ints
from alphacut.solver.bisection.bounds.majority.params import GroupKindParams

SCALE = 1 << 16  # of multipliers: what rounding loses is less than 1 for all groups together
LARGEST = 1 << 40  # of all scaled capacities together, so that sums times SCALE have 64 bits
PARTS = 4  # θ is one of 0, 1/4, …, 1
GRID = 32  # intervals in which λ is looked for at a time

Multipliers = tuple[int, int, int]  # θ and λ times SCALE; pairs of kinds left out, as bits


@dataclass(frozen=True, kw_only=True)
class GroupKinds:
    """A network in groups of several kinds; capacities are scaled to integers at one α."""

    kinds: tuple[int, ...]  # of each group
    alike: tuple[GroupsAlike, ...]
    least: dict[tuple[int, int], Ints]  # of two kinds, what 0, 1, … pairs of groups have at least
    most: Ints  # (kinds, kinds) capacity between two groups, at most
    half: int  # weight of side 1
    states: Ints  # (states, kinds) groups of each kind with the label of side 1

    @classmethod
    def of(cls, counted: Counted, params: GroupKindParams) -> Self | None:
        """Divide groups into kinds; None where there is nothing to count, or too much."""
        if counted.total > LARGEST:
            return None
        weights = counted.weights
        colours = [(len(own), weight) for own, weight in zip(counted.members, weights, strict=True)]
        of = _kinds(colours, counted, params)
        if _number_of_states(of) > params.most_states:
            return None
        members = [[g for g, kind in enumerate(of) if kind == own] for own in range(max(of) + 1)]
        alike = tuple(counted.alike(own, weights[own[0]]) for own in members)
        least, most = counted.extremes(members)
        if not (most.any() or any(each.inside.any() for each in alike)):
            return None
        states = np.array(list(product(*(range(len(own) + 1) for own in members))), dtype=np.int64)
        found = cls(kinds=of, alike=alike, least=least, most=most, half=counted.half, states=states)
        return found if found.fits else None

    @property
    def rows(self) -> tuple[int, ...]:
        """The rows of the groups of each kind, as a certificate has them: none where all are 1."""
        rows = tuple(each.rows for each in self.alike)
        return rows if max(rows) > 1 else ()

    def bound(self, enough: int, params: GroupKindParams) -> tuple[int, tuple[Multipliers, ...]]:
        """Return a bound, no more than `enough`, and the multipliers that prove it."""
        used: list[Multipliers] = []
        best = np.full(len(self.states), -NEVER, dtype=np.int64)
        feasible = self._feasible()
        best[~feasible] = NEVER
        refined: set[int] = set()
        pending: Multipliers | None = (SCALE, 0, 0)
        while True:
            if pending is not None:
                used.append(pending)
                np.maximum(best, self.dual(self.states, pending), out=best)
                pending = None
            worst = int(best.argmin())
            if best[worst] >= enough or worst in refined:
                return min(enough, int(best[worst])), tuple(used)
            if len(used) < params.most_multipliers:
                found, value = self._best_multipliers(self.states[worst : worst + 1], enough)
                if value > best[worst] and found not in used:
                    pending = found
                    continue
            if len(refined) >= params.most_refined:
                return min(enough, int(best[worst])), tuple(used)
            refined.add(worst)
            best[worst] = max(
                int(best[worst]),
                *(
                    self.refined(self.states[worst], *each)
                    for each in {(t, out) for t, _, out in used}
                ),
            )

    def _feasible(self) -> NDArray[np.bool_]:
        """Tell in which states labels and the weight of side 1 agree."""
        low = np.zeros(len(self.states), dtype=np.int64)
        high = low.copy()
        for kind, each in enumerate(self.alike):
            ones, zeros = self.states[:, kind], each.groups - self.states[:, kind]
            low += ones * (-(-each.size // 2) * each.weight)
            high += (ones * each.size + zeros * (-(-each.size // 2) - 1)) * each.weight
        return (low <= self.half) & (self.half <= high)

    @cached_property
    def _pairs(self) -> tuple[tuple[int, int], ...]:
        """The pairs of kinds, in the order of their bits."""
        return tuple(combinations_with_replacement(range(len(self.alike)), 2))

    def _kept(self, left_out: int) -> NDArray[np.bool_]:
        """Tell of which two kinds links are not left out."""
        kept = np.ones(self.most.shape, dtype=bool)
        for bit, (one, other) in enumerate(self._pairs):
            if left_out >> bit & 1:
                kept[one, other] = kept[other, one] = False
        return kept

    def _unlike(self, states: Ints, left_out: int) -> tuple[Ints, Ints, Ints]:
        """Return what is between groups of unlike labels, and at a group of either."""
        kept = self._kept(left_out)
        ones, most = states, self.most * kept
        zeros = np.array([each.groups for each in self.alike]) - states
        between = np.zeros(len(states), dtype=np.int64)
        for one, other in self._pairs:
            if kept[one, other] and self.most[one, other]:
                apart = ones[:, one] * zeros[:, other]
                if one != other:
                    apart = apart + zeros[:, one] * ones[:, other]
                between += self.least[one, other][apart]
        return between, zeros @ most, ones @ most

    def dual(self, states: Ints, multipliers: Multipliers) -> Ints:
        """Return the Lagrangian bound of each state, (states,)."""
        theta, weight, left_out = multipliers
        between, at_ones, at_zeros = self._unlike(states, left_out)
        total = theta * between + weight * self.half
        for kind, each in enumerate(self.alike):
            ones = states[:, kind]
            for ends, number, sides in (
                (at_ones[:, kind], ones, range(-(-each.size // 2), each.size + 1)),
                (at_zeros[:, kind], each.groups - ones, range(-(-each.size // 2))),
            ):
                if not len(sides):
                    continue
                own = np.array(sides)
                fixed = SCALE * each.inside[own] - weight * each.weight * own
                charged = fixed - theta * np.minimum(each.spared[own], ends[:, None])
                total += number * charged.min(axis=1)
        return -(-total // SCALE)

    @cached_property
    def _steepest(self) -> int:
        """The largest multiplier of weight that can be of use, rounded up."""
        return 1 + max(
            int(each.inside.max() + each.spared.max()) // max(1, each.weight) for each in self.alike
        )

    @property
    def fits(self) -> bool:
        """Whether all sums have 64 bits."""
        weight = sum(each.groups * each.size * each.weight for each in self.alike)
        return 2 * SCALE * self._steepest * (weight + 1) < NEVER

    def _best_multipliers(self, state: Ints, enough: int) -> tuple[Multipliers, int]:
        """Return multipliers that are good in one state, and their bound.

        Links between two kinds are left out, one pair of kinds after another, while that helps:
        where both ends can spare a link, they would spare it twice. Which pair is next is told
        by the multiplier of weight that was best before.
        """
        best = self._best_at(state, 0)
        left = [bit for bit, pair in enumerate(self._pairs) if self.most[pair]]
        while len(left) > 1 and best[1] < enough:
            theta, weight, left_out = best[0]
            one = np.array([theta]), np.array([[weight]])
            values = [int(self._values(state, *one, left_out | 1 << bit)[0, 0]) for bit in left]
            bit = left.pop(int(np.argmax(values)))
            found = self._best_at(state, left_out | 1 << bit)
            if found[1] <= best[1]:
                break
            best = found
        return best

    def _best_at(self, state: Ints, left_out: int) -> tuple[Multipliers, int]:
        """Return the multipliers that are best in one state without some links.

        For each θ the bound is a concave function of λ: the best of a grid lies beside the best.
        """
        parts = (PARTS,) if left_out else range(PARTS, -1, -1)
        thetas = np.array([SCALE * part // PARTS for part in parts])
        low = np.full(len(thetas), -SCALE * self._steepest, dtype=np.int64)
        high = -low
        while True:
            step = np.maximum(1, (high - low) // GRID)
            grid = low[:, None] + step[:, None] * np.arange(GRID + 1)
            values = self._values(state, thetas, grid, left_out)
            best = values.argmax(axis=1)
            if step.max() == 1:
                break
            at = np.take_along_axis(grid, best[:, None], axis=1)[:, 0]
            low, high = at - step, at + step
        theta = int(values.max(axis=1).argmax())
        chosen = int(thetas[theta]), int(grid[theta, best[theta]]), left_out
        return chosen, -(-int(values[theta].max()) // SCALE)

    def _values(self, state: Ints, thetas: Ints, weights: Ints, left_out: int) -> Ints:
        """Return Lagrangian bounds of one state times SCALE, (thetas, weights of each)."""
        between, at_ones, at_zeros = (each[0] for each in self._unlike(state, left_out))
        total = thetas[:, None] * between + weights * self.half
        for kind, each in enumerate(self.alike):
            ones, middle = int(state[0, kind]), -(-each.size // 2)
            for ends, number, own in (
                (at_ones[kind], ones, np.arange(middle, each.size + 1)),
                (at_zeros[kind], each.groups - ones, np.arange(middle)),
            ):
                if not number:
                    continue
                spared = np.minimum(each.spared[own], ends)
                fixed = SCALE * each.inside[own] - thetas[:, None] * spared
                charged = fixed[:, None, :] - weights[:, :, None] * (each.weight * own)
                total = total + number * charged.min(axis=2)
        return np.asarray(total)

    def refined(self, state: Ints, theta: int, left_out: int) -> int:
        """Return the bound of one state by a dynamic programme over the weight of side 1."""
        between, at_ones, at_zeros = (each[0] for each in self._unlike(state[None], left_out))
        costs = np.full(self.half + 1, NEVER, dtype=np.int64)
        costs[0] = 0
        for kind, each in enumerate(self.alike):
            middle = -(-each.size // 2)
            for ends, number, sides in (
                (at_ones[kind], int(state[kind]), range(middle, each.size + 1)),
                (at_zeros[kind], each.groups - int(state[kind]), range(middle)),
            ):
                charged = SCALE * each.inside - theta * np.minimum(each.spared, ends)
                for _ in range(number):
                    costs = _with_group(costs, charged, sides, each.weight)
        if costs[-1] >= NEVER >> 1:
            return NEVER
        return -(-(int(costs[-1]) + theta * int(between)) // SCALE)


def _kinds(
    colours: Sequence[tuple[int, int]], counted: Counted, params: GroupKindParams
) -> tuple[int, ...]:
    """Divide groups of equal sizes and weights into kinds, as finely as there are few states.

    Groups that lack links inside are kinds of their own, where that leaves few: a kind is charged
    what any of its groups severs at least.
    """
    lacks = counted.lacks(colours)
    finer = [(*colour, lack) for colour, lack in zip(colours, lacks, strict=True)]
    coarser = [(*colour, bool(lack)) for colour, lack in zip(colours, lacks, strict=True)]
    most = min(params.most_states, params.most_states_with_lacks)
    for each in (finer, coarser) if any(lacks) else ():
        of = usual_group_kinds(each, counted.between)
        if _number_of_states(of) <= most:
            return of
    of = group_kinds(colours, counted.between.tolist())
    if _number_of_states(of) > params.most_states:
        of = usual_group_kinds(colours, counted.between)
    return of if _number_of_states(of) <= params.most_states else numbers(colours)


def _with_group(costs: Ints, charged: Ints, sides: range, weight: int) -> Ints:
    after = np.full_like(costs, NEVER)
    for k in sides:
        taken = k * weight
        if taken >= len(costs):
            break
        moved = costs[: len(costs) - taken] + charged[k]
        np.minimum(after[taken:], moved, out=after[taken:])
    return after


def _number_of_states(of: Sequence[int]) -> int:
    states = 1
    for kind in range(max(of) + 1):
        states *= of.count(kind) + 1
    return states
