"""What tasks send each other: both neighbours along each dimension, around the end of the grid.

Amounts are integers over one denominator. Where sums could grow beyond 64 bits, they are
Python's own integers, which have no end.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from alphacut.solver.placement.verify.question import Question
from alphacut.solver.placement.verify.stencil import Sides

Table = NDArray[np.int64]
Amounts = NDArray[Any]  # int64, or objects that are Python's integers


@dataclass(frozen=True, kw_only=True)
class Messages:
    """All messages of one exchange; a task sends two along each dimension with several tasks."""

    source: Table  # tasks, in row-major order
    target: Table
    amount: Amounts  # times `unit`, of what one task sends in all
    unit: Fraction


def messages_of(question: Question, tasks: Sides) -> Messages:
    """List the messages between tasks."""
    parts = question.parts(tasks)
    denominator = math.lcm(*(part.denominator for part in parts))
    machine = question.machine
    most = math.prod(tasks) * denominator * (2 * machine.groups * machine.trunks) ** 2
    kind: Any = np.int64 if most < 2**62 else object
    numbers = np.arange(math.prod(tasks))
    source, target, amount = [numbers[:0]], [numbers[:0]], [np.zeros(0, dtype=kind)]
    for k, part in enumerate(parts):
        if not part:
            continue
        stride = math.prod(tasks[k + 1 :])
        at = numbers // stride % tasks[k]
        ahead = np.where(at + 1 < tasks[k], numbers + stride, numbers - at * stride)
        sent = np.full(len(numbers), int(part * denominator), dtype=kind)
        source += [numbers, ahead]
        target += [ahead, numbers]
        amount += [sent, sent]
    return Messages(
        source=np.concatenate(source),
        target=np.concatenate(target),
        amount=np.concatenate(amount),
        unit=Fraction(1, denominator),
    )


def blocks_of(tasks: Sides, block: Sides) -> Table:
    """Return the block of each task, both numbered in row-major order."""
    numbers = np.arange(math.prod(tasks))
    found = np.zeros_like(numbers)
    for k, (count, size) in enumerate(zip(tasks, block, strict=True)):
        at = numbers // math.prod(tasks[k + 1 :]) % count
        found = found * -(-count // size) + at // size
    return found
