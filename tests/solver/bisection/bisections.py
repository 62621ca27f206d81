"""All bisections of a small network, with what they sever; nothing of the solver is used."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from alphacut.arrangements.network import Network

Sides = NDArray[np.bool_]  # a row for each bisection: whether a switch is inside
Integers = NDArray[np.int64]

LARGEST = 22  # switches


def bisections(network: Network) -> Sides:
    """List one half of each bisection, the first switch inside; both halves of an odd number."""
    n = network.switches
    assert n <= LARGEST
    others = np.arange(1 << (n - 1), dtype=np.int64)
    inside = (others[:, None] >> np.arange(n - 1) & 1).astype(bool)
    kept = inside[np.isin(inside.sum(axis=1), [n // 2 - 1, (n + 1) // 2 - 1])]
    return np.insert(kept, 0, True, axis=1)


def severed(network: Network, inside: Sides) -> tuple[Integers, Integers]:
    """Return the intercept and the slope of each side."""
    intercept, slope = np.zeros((2, len(inside)), dtype=np.int64)
    for first, second, name, multiplicity in network.links:
        crosses = (inside[:, first] ^ inside[:, second]) * np.int64(multiplicity)
        intercept += crosses * network.class_by_name[name].base
        slope += crosses * network.class_by_name[name].slope
    return intercept, slope


def in_classes(blocks: Sequence[Sequence[int]], inside: Sides) -> Integers:
    """Count, for each side, the blocks of which 0, 1, … half of the switches are on one side."""
    width, inside = len(blocks[0]), _padded(inside, blocks)
    within = np.stack([inside[:, list(block)].sum(axis=1) for block in blocks], axis=1)
    return _counts(np.minimum(within, width - within), width // 2 + 1)


def in_states(blocks: Sequence[Sequence[int]], inside: Sides) -> Integers:
    """Count, for each side, the blocks in each state: which switches are not with the first."""
    width, inside = len(blocks[0]), _padded(inside, blocks)
    apart = np.stack([inside[:, list(block)] ^ inside[:, [block[0]]] for block in blocks], axis=1)
    return _counts((apart[:, :, 1:] << np.arange(width - 1)).sum(axis=2), 1 << (width - 1))


def least_values(keys: Sequence[Integers], values: Integers) -> dict[tuple[int, ...], int]:
    """Return the least value for each row of the keys, which are put side by side."""
    rows = np.column_stack(keys)
    order = np.lexsort((values, *rows.T))
    rows, values = rows[order], values[order]
    first = np.ones(len(rows), dtype=bool)
    first[1:] = (rows[1:] != rows[:-1]).any(axis=1)
    return {
        tuple(row): value
        for row, value in zip(rows[first].tolist(), values[first].tolist(), strict=True)
    }


def _padded(inside: Sides, blocks: Sequence[Sequence[int]]) -> Sides:
    """Add the dummy switches that blocks may have beyond the network's: they are never inside."""
    dummies = 1 + max(map(max, blocks)) - inside.shape[1]
    return np.pad(inside, ((0, 0), (0, max(dummies, 0))))


def _counts(numbers: Integers, most: int) -> Integers:
    return np.stack([(numbers == each).sum(axis=1) for each in range(most)], axis=1)
