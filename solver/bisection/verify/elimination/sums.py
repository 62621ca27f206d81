"""Sums of many tables: the smallest first, and equal ones by doubling."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Sequence
from itertools import count

from alphacut.solver.bisection.verify.elimination.tables import Frame, Table


def sum_of(tables: Sequence[Table], frame: Frame) -> Table | None:
    """Return the sum of tables over the same axes, or None where all of it is beyond."""
    number = count()
    heap = list[tuple[int, int, Table]]()
    for table, copies in Counter(tables).items():
        multiple = _multiple(table, copies, frame)
        if multiple is None:
            return None
        heap.append((multiple.least.size, next(number), multiple))
    heapq.heapify(heap)
    while len(heap) > 1:
        added = frame.sum(heapq.heappop(heap)[-1], heapq.heappop(heap)[-1])
        if added is None:
            return None
        heapq.heappush(heap, (added.least.size, next(number), added))
    return heap[0][-1]


def _multiple(table: Table, copies: int, frame: Frame) -> Table | None:
    """Return the sum of a table with itself, some times over."""
    total: Table | None = None
    while True:
        if copies & 1:
            total = table if total is None else frame.sum(total, table)
            if total is None:
                return None
        copies >>= 1
        if not copies:
            return total
        doubled = frame.sum(table, table)
        if doubled is None:
            return None
        table = doubled
