"""Kinds of groups: groups that are alike and joined alike (refinement of colours)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import NDArray


def numbers(colours: Sequence[Hashable]) -> tuple[int, ...]:
    """Number colours from 0 in the order in which they come."""
    names = {colour: place for place, colour in enumerate(dict.fromkeys(colours))}
    return tuple(names[colour] for colour in colours)


def group_kinds(colours: Sequence[Hashable], between: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Divide groups until those of one kind are joined alike to those of every other.

    Parameters
    ----------
    colours
        What groups of one kind have in common.
    between
        The links, or their capacity, between each two groups; a symmetric matrix.

    Returns
    -------
    The kind of each group, numbered from 0 in the order in which they come.
    """
    of = numbers(colours)
    while True:
        rows = [
            (of[group], tuple(sorted(pair for pair in zip(of, row, strict=True) if pair[1])))
            for group, row in enumerate(between)
        ]
        finer = numbers(rows)
        if max(finer) == max(of):
            return of
        of = finer


def usual_group_kinds(colours: Sequence[Hashable], between: NDArray[np.int64]) -> tuple[int, ...]:
    """Divide groups as `group_kinds` does, by what each has to most groups of a kind.

    A group that lacks some links, or has some too many, is of the kind of those that do not.

    Parameters
    ----------
    colours
        What groups of one kind have in common.
    between
        (groups, groups) the links, or their capacity, between each two groups.

    Returns
    -------
    The kind of each group, numbered from 0 in the order in which they come.
    """
    of = numbers(colours)
    apart = ~np.eye(len(of), dtype=bool)
    while True:
        kinds = np.array(of)
        usual = [_medians(between, apart & (kinds == kind)) for kind in range(max(of) + 1)]
        finer = numbers(list(zip(of, *usual, strict=True)))
        if max(finer) == max(of):
            return of
        of = finer


def _medians(between: NDArray[np.int64], counted: NDArray[np.bool_]) -> list[int]:
    """Return the lower median of what each group has to others; -1 where there are none."""
    found = []
    for row, others in zip(between, counted, strict=True):
        listed = np.sort(row[others])
        found.append(int(listed[(len(listed) - 1) // 2]) if listed.size else -1)
    return found
