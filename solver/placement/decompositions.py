"""All decompositions β and blocks γ that fit a machine, listed without listing what does not.

References
----------
Prisacari et al., HPDC 2014, sections 3.2 and 3.5: β ≤ α, γ ≤ β, at most one task for each slot
of a group, and at most as many groups as there are.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from alphacut.solver.common.errors import QuestionError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from alphacut.solver.placement.machine import Machine
    from alphacut.solver.placement.sides import Sides

    Rows = NDArray[np.int64]

MOST_CHOICES = 1_000_000
MOST_PAIRS = 200_000  # β_k and γ_k along one dimension
MOST_TRIED = 5_000_000  # β_k and γ_k along one dimension, of which few may fit
MOST_AT_ONCE = 2_000_000  # of these, in memory
MOST_STEPS = 50_000_000  # pairs of partial choices that are looked at


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """Which choices are studied."""

    tasks: Sides | None = None  # β, where it is given
    block: Sides | None = None  # γ, where it is given
    count: int | None = None  # |β|, where it is given
    any_tasks: bool = False  # also β that do not divide the grid
    any_block: bool = False  # also γ that do not divide β
    room: Sides | None = None  # free slots of each group, in falling order; None: all of them


def list_choices(
    elements: Sides, machine: Machine, wanted: Wanted, at_once: int = MOST_AT_ONCE
) -> tuple[Rows, Rows]:
    """Return all β and γ, both of the shape (choices, dimensions), in lexicographic order.

    Parameters
    ----------
    at_once
        How many combinations of partial choices are in memory at a time.

    Raises
    ------
    QuestionError
        If no choice fits the machine, or there are more than can be studied.
    """
    along = [_along(k, elements, machine, wanted) for k in range(len(elements))]
    keys = [sorted(Counter(each).items()) for each in map(_keys, along)]
    combined = _combined(keys, machine, at_once)
    count = int(np.prod(combined.counts, axis=1).sum()) if len(combined.rows) else 0
    if not count:
        raise QuestionError(*_none(machine, wanted))
    if count > MOST_CHOICES:
        raise QuestionError(
            "grid", f"has {count:,} choices, at most {MOST_CHOICES:,} are studied; give --tasks"
        )
    tasks, block = _expanded(along, keys, combined)
    right = _right(tasks, block, machine, wanted)
    tasks, block = tasks[right], block[right]
    if not len(tasks):
        raise QuestionError(*_none(machine, wanted))
    order = np.lexsort([*block.T[::-1], *tasks.T[::-1]])
    return tasks[order], block[order]


@dataclass(frozen=True, kw_only=True)
class _Combined:
    rows: Rows  # shape (combinations, dimensions): the place of γ_k and λ_k in `keys`
    counts: Rows  # the same shape: how many β_k have them


def _along(k: int, elements: Sides, machine: Machine, wanted: Wanted) -> list[tuple[int, int]]:
    """List β_k and γ_k along one dimension."""
    most = min(elements[k], machine.total)
    given = (wanted.tasks[k],) if wanted.tasks else range(1, most + 1)
    strict = not (wanted.any_tasks or wanted.tasks)
    if not strict and len(given) * machine.slots > MOST_TRIED:
        raise QuestionError("grid", "has too many choices along one side; give --tasks")
    counts = [n for n in given if not (strict and elements[k] % n)]
    if wanted.count:
        counts = [n for n in counts if wanted.count % n == 0]
    found: list[tuple[int, int]] = []
    for n in counts:
        found += ((n, size) for size in _blocks(n, k, machine, wanted))
        if len(found) > MOST_PAIRS:
            raise QuestionError(
                "grid",
                f"has more than {MOST_PAIRS:,} choices along one side; give --tasks, "
                "or leave out --any-tasks",
            )
    return found


def _blocks(n: int, k: int, machine: Machine, wanted: Wanted) -> Iterable[int]:
    if wanted.block:
        return [wanted.block[k]] if wanted.block[k] <= n else []
    fewest = -(-n // machine.groups)
    sizes = range(fewest, min(n, machine.slots) + 1)
    return sizes if wanted.any_block else [size for size in sizes if n % size == 0]


def _keys(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return γ_k and λ_k of each pair: all that decides what fits."""
    return [(size, -(-n // size)) for n, size in pairs]


def _combined(
    keys: list[list[tuple[tuple[int, int], int]]], machine: Machine, most: int
) -> _Combined:
    """Combine dimensions one after the other, keeping what fits."""
    rows = np.zeros((1, 0), dtype=np.int64)
    size, blocks = np.ones(1, dtype=np.int64), np.ones(1, dtype=np.int64)
    for each in keys:
        if len(rows) * len(each) > MOST_STEPS:
            raise QuestionError("grid", "has too many choices; give --tasks")
        sizes = np.array([key[0] for key, _ in each], dtype=np.int64)
        counts = np.array([key[1] for key, _ in each], dtype=np.int64)
        parts = [np.zeros((0, 2), dtype=np.int64)]
        at_once = max(most // len(each), 1) if each else 1
        for start in range(0, len(rows), at_once):
            here = slice(start, start + at_once)
            fits = (size[here, None] * sizes <= machine.slots) & (
                blocks[here, None] * counts <= machine.groups
            )
            parts.append(np.argwhere(fits) + np.array([start, 0]))
        old, new = np.concatenate(parts).T
        rows = np.column_stack([rows[old], new])
        size, blocks = size[old] * sizes[new], blocks[old] * counts[new]
    held = [np.array([count for _, count in each], dtype=np.int64) for each in keys]
    found = [held[k][rows[:, k]] for k in range(len(keys))]
    return _Combined(rows=rows, counts=np.column_stack(found))


def _expanded(
    along: list[list[tuple[int, int]]],
    keys: list[list[tuple[tuple[int, int], int]]],
    combined: _Combined,
) -> tuple[Rows, Rows]:
    """Write every combination out with each β that it stands for."""
    times = combined.counts.prod(axis=1)
    source = np.repeat(np.arange(len(times)), times)
    within = np.arange(int(times.sum())) - np.repeat(np.cumsum(times) - times, times)
    tasks, block = [], []
    for k, pairs in enumerate(along):
        place = {key: at for at, (key, _) in enumerate(keys[k])}
        ordered = sorted(zip((place[key] for key in _keys(pairs)), pairs, strict=True))
        values = np.array([pair for _, pair in ordered], dtype=np.int64)
        held = np.array([count for _, count in keys[k]], dtype=np.int64)
        first = np.cumsum(held) - held
        key = combined.rows[source, k]
        at = first[key] + within % held[key]
        within //= held[key]
        tasks.append(values[at, 0])
        block.append(values[at, 1])
    return np.column_stack(tasks), np.column_stack(block)


def _right(tasks: Rows, block: Rows, machine: Machine, wanted: Wanted) -> NDArray[np.bool_]:
    """Tell which choices have the right number of tasks, and room in as many groups as they use."""
    right = np.ones(len(tasks), dtype=np.bool_)
    if wanted.count:
        right &= tasks.prod(axis=1) == wanted.count
    if wanted.room is not None:
        room = np.array(wanted.room)
        wide = np.array([(room >= size).sum() for size in range(machine.slots + 1)])
        right &= (-(-tasks // block)).prod(axis=1) <= wide[block.prod(axis=1)]
    return right


def _none(machine: Machine, wanted: Wanted) -> tuple[str, str]:
    """Say what is wrong where nothing fits."""
    takes = f"{machine.groups} groups of {machine.slots} tasks, {machine.total:,} in all"
    if wanted.room is not None:
        largest = ", ".join(map(str, wanted.room[:8])) + (", …" if len(wanted.room) > 8 else "")
        return "nodes", (
            f"the allocation is too small: its groups have room for {largest} tasks, "
            f"{sum(wanted.room):,} in all; take smaller blocks, fewer tasks or more hosts"
        )
    if wanted.tasks and math.prod(wanted.tasks) > machine.total:
        asked = math.prod(wanted.tasks)
        return "tasks", f"are {asked:,}, more than the machine takes: {takes}"
    if wanted.block and math.prod(wanted.block) > machine.slots:
        return "block", f"has {math.prod(wanted.block):,} tasks; the machine has {takes}"
    if wanted.block and wanted.tasks:
        sizes = zip(wanted.tasks, wanted.block, strict=True)
        if any(size > n for n, size in sizes):
            return "block", "has a side that is longer than that of --tasks"
        return "block", f"needs more groups than there are; the machine has {takes}"
    if wanted.count and wanted.count > machine.total:
        return "count", f"is {wanted.count:,} tasks, more than the machine takes: {takes}"
    if wanted.count and wanted.tasks and math.prod(wanted.tasks) != wanted.count:
        return "count", f"is {wanted.count:,}, but tasks make {math.prod(wanted.tasks):,}"
    if wanted.count:
        return "count", (
            f"no decomposition of the grid into {wanted.count:,} tasks fits {takes}; "
            "try --any-block, --any-tasks or another number"
        )
    if wanted.tasks:
        return "tasks", f"cannot be divided so that they fit {takes}; try --any-block"
    return "block", f"fits no decomposition; the machine has {takes}"
