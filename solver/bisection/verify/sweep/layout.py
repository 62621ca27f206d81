"""How states are packed while the switches are put on a side one after the other.

What the switches that are placed mean for those to come is told by their weight
on side 1, and for every switch to come by the capacity of its links to placed
switches on side 1. A key holds these numbers side by side in words of 64 bits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from alphacut.solver.bisection.verify.sweep.fields import Field, Fields, IntArray, Keys
from alphacut.solver.bisection.verify.sweep.symmetry import Permutation, Turn, kept_at, turn

BoolArray = NDArray[np.bool_]
Capacities = Mapping[int, Mapping[int, int]]  # of the links of each switch, by their other end


@dataclass(frozen=True, kw_only=True)
class Step:
    """One switch is placed."""

    counted: Field | None  # its links to side 1; none if it has no link to placed switches
    before: int  # capacity of its links to placed switches
    added: Keys  # (words) what is added to a key if it is placed on side 1
    open: tuple[tuple[Field, int], ...]  # switches to come with links to placed ones, of a capacity
    rest: int  # number of switches to come
    weight_left: int  # of the switches to come
    weight: Field  # weight of the placed switches on side 1
    alike: bool  # every switch weighs 1, so that weight is a number of switches
    turns: tuple[Turn, ...]  # symmetries that keep the placed switches

    def open_links(self, keys: Keys) -> IntArray:
        """Return the links to side 1 of every open switch (rows), in every key (columns)."""
        words, shifts, masks = self._places
        found = (keys[words] >> shifts[:, None]) & masks[:, None]
        return found.view(np.int64)

    @cached_property
    def open_totals(self) -> IntArray:
        """The capacity of the links of each open switch to placed ones.

        Returns
        -------
        (open switches,).
        """
        return np.array([total for _, total in self.open], dtype=np.int64)

    @cached_property
    def _places(self) -> tuple[IntArray, Keys, Keys]:
        """Word, shift, and bits after the shift, of the field of each open switch."""
        fields = [field for field, _ in self.open]
        masks = [(1 << field.bits) - 1 for field in fields]
        return (
            np.array([field.word for field in fields], dtype=np.int64),
            np.array([field.shift for field in fields], dtype=np.uint64),
            np.array(masks, dtype=np.uint64),
        )


@dataclass(frozen=True, kw_only=True)
class Layout:
    """The steps along one order."""

    words: int  # of a key
    steps: tuple[Step, ...]


def layout(
    order: Sequence[int],
    capacities: Capacities,
    weights: Sequence[int],
    symmetries: Sequence[Permutation] = (),
) -> Layout:
    """Lay out the steps along an order of all switches.

    Parameters
    ----------
    symmetries
        Permutations that keep capacities and weights.
    """
    kept: dict[int, list[Permutation]] = {}
    for each in symmetries:
        for number in kept_at(each, order):
            kept.setdefault(number, []).append(each)
    place = {switch: number for number, switch in enumerate(order)}
    fields = Fields()
    weight = fields.take(sum(weights))
    alike = all(each == 1 for each in weights)
    drafts: list[_Draft] = []
    open_: dict[int, tuple[Field, int]] = {}
    left = sum(weights)
    for number, switch in enumerate(order):
        links = capacities.get(switch, {})
        counted, before = open_.pop(switch, (None, 0))
        if counted is not None:
            fields.give_back(counted)
        draft = _Draft(counted=counted, before=before, added={weight: weights[switch]})
        for other, capacity in links.items():
            if place[other] > number:
                known = open_.get(other) or (_field(fields, other, capacities, place), 0)
                open_[other] = known[0], known[1] + capacity
                draft.added[known[0]] = capacity
        left -= weights[switch]
        draft.open, draft.rest, draft.left = tuple(open_.values()), len(order) - 1 - number, left
        turns = (turn(each, {u: f for u, (f, _) in open_.items()}) for each in kept.get(number, ()))
        draft.turns = tuple(each for each in turns if each is not None)
        drafts.append(draft)
    return Layout(
        words=fields.words,
        steps=tuple(draft.step(fields.words, weight, alike) for draft in drafts),
    )


def _field(fields: Fields, switch: int, capacities: Capacities, place: Mapping[int, int]) -> Field:
    """Take a field that holds the links of a switch to all switches before it."""
    links = capacities[switch].items()
    return fields.take(sum(each for other, each in links if place[other] < place[switch]))


@dataclass(kw_only=True)
class _Draft:
    """A step while the number of words is not known yet."""

    counted: Field | None
    before: int
    added: dict[Field, int]
    open: tuple[tuple[Field, int], ...] = field(default=())
    rest: int = 0
    left: int = 0
    turns: tuple[Turn, ...] = ()

    def step(self, words: int, weight: Field, alike: bool) -> Step:
        added = [0] * words
        for place, value in self.added.items():
            added[place.word] += value << place.shift
        return Step(
            counted=self.counted,
            before=self.before,
            added=np.array(added, dtype=np.uint64),
            open=self.open,
            rest=self.rest,
            weight_left=self.left,
            weight=weight,
            alike=alike,
            turns=self.turns,
        )
