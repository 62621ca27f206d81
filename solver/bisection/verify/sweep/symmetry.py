"""Partial cuts that are images of each other, of which one is enough.

A symmetry that maps the placed switches among themselves takes a way to place them to another one
of the same capacity, weight and severed ends, and what completes the one to what completes the
other. So
of states that are images of each other a single one has to be followed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from alphacut.solver.bisection.verify.sweep.fields import Field, Keys

PASSES = 8  # over all symmetries of a step, unless none changes a key any more

Permutation = Sequence[int]


@dataclass(frozen=True)
class Turn:
    """A symmetry at one step, by the fields of the switches that it moves."""

    permutation: Permutation
    moves: tuple[tuple[Field, Field], ...]  # from and to

    def of(self, keys: Keys) -> Keys:
        """Return the images of keys (words × states)."""
        images = keys.copy()
        for _, to in self.moves:
            images[to.word] &= ~to.mask
        for start, to in self.moves:
            number = (keys[start.word] & start.mask) >> np.uint64(start.shift)
            images[to.word] |= number << np.uint64(to.shift)
        return images


def kept_at(symmetry: Permutation, order: Sequence[int]) -> Iterator[int]:
    """Yield the steps of an order after which a symmetry maps the placed switches to themselves."""
    place = {switch: number for number, switch in enumerate(order)}
    farthest = -1
    for number, switch in enumerate(order):
        farthest = max(farthest, place[symmetry[switch]])
        if farthest == number:
            yield number


def turn(symmetry: Permutation, fields: Mapping[int, Field]) -> Turn | None:
    """Return what a symmetry does to the fields of the open switches; None if it is nothing."""
    moved = ((field, fields[symmetry[u]]) for u, field in fields.items() if symmetry[u] != u)
    moves = tuple(moved)
    return Turn(symmetry, moves) if moves else None


def least_images(keys: Keys, turns: Sequence[Turn]) -> Keys:
    """Replace keys by smaller images, as long as single symmetries lead there.

    Not all images are looked at: two that are left may be images of each other, and do no harm.

    Parameters
    ----------
    keys
        (words, states).
    turns
        The symmetries that keep the placed switches.
    """
    least = keys
    for _ in range(PASSES):
        before = least
        for each in turns:
            image = each.of(least)
            least = np.where(_less(image, least), image, least)
        if np.array_equal(least, before):
            break
    return least


def _less(first: Keys, second: Keys) -> np.ndarray:
    """Tell which of some keys are smaller than others, by the first word that differs."""
    less = np.zeros(first.shape[1], dtype=np.bool_)
    same = np.ones(first.shape[1], dtype=np.bool_)
    for one, other in zip(first, second, strict=True):
        less |= same & (one < other)
        same &= one == other
    return less


def path_to_least(key: Keys, turns: Sequence[Turn]) -> list[Permutation]:
    """Return the symmetries that `least_images` applies to one key (words × 1), in order."""
    path: list[Permutation] = []
    for _ in range(PASSES):
        length = len(path)
        for each in turns:
            image = each.of(key)
            if _less(image, key)[0]:
                key = image
                path.append(each.permutation)
        if len(path) == length:
            break
    return path
