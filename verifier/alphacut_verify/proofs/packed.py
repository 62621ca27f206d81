"""Packed tables: base64 of the zlib compression of integers of 64 bits, byte by byte.

All lowest bytes come first, then all second bytes, and so on, in two's complement.
"""

from __future__ import annotations

from typing import Any

from alphacut_verify.proofs.packing import inflated
from alphacut_verify.proofs.task import Task
from alphacut_verify.reading import a_string

LARGEST = 1 << 44  # of a multiplier


def unpacked(value: Any, count: int, task: Task, place: str, largest: int = LARGEST) -> list[int]:
    """Return so many integers, none beyond the largest."""
    task.work.take(8 * count, place)
    raw = inflated(a_string(value, place), 8 * count, task, place)
    planes = [raw[k * count : (k + 1) * count] for k in range(8)]
    numbers = zip(*planes, strict=True)
    found = [int.from_bytes(bytes(each), "little", signed=True) for each in numbers]
    if any(abs(each) > largest for each in found):
        raise task.refuse(f"{place} has a number that is too large")
    return found
