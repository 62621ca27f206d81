"""Kinds of groups: groups that are alike and joined alike (refinement of colours)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence


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
