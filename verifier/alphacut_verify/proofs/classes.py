"""Classes of twins: switches with one weight, and one capacity to all others and to each other."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from alphacut_verify.errors import Refused
from alphacut_verify.proofs.task import Task
from alphacut_verify.reading import an_integer, integers

Class = tuple[int, ...]


def read_class(value: Any, task: Task, place: str) -> Class:
    """Read one switch, or a list of twins."""
    n = task.network.switches
    if isinstance(value, list):
        members = integers(value, place, 0, n - 1)
        if not members or len(set(members)) != len(members):
            raise Refused(place, "must be different switches")
        return members
    return (an_integer(value, place, 0, n - 1),)


def check_twins(members: Class, task: Task, place: str, apart: Collection[int] = ()) -> None:
    """Refuse switches that are not twins; links to those in `apart` may differ."""
    first = members[0]
    weights, matrix = task.balance.weights, task.matrix
    inside = set(members)
    others = {j: c for j, c in matrix[first].items() if j not in inside and j not in apart}
    within = matrix[first].get(members[1], 0) if len(members) > 1 else 0
    for each in members:
        own = {j: c for j, c in matrix[each].items() if j not in inside and j not in apart}
        if weights[each] != weights[first] or own != others:
            raise Refused(place, f"the switches {first} and {each} are no twins")
        if any(matrix[each].get(other, 0) != within for other in members if other != each):
            raise Refused(place, "not all of its switches have the same capacity to each other")


def capacity(one: Class, other: Class, task: Task) -> int:
    """Return the scaled capacity between any switch of one class and any of another."""
    return task.matrix[one[0]].get(other[0], 0)


def within(members: Class, task: Task) -> int:
    """Return the scaled capacity between any two switches of a class."""
    return task.matrix[members[0]].get(members[1], 0) if len(members) > 1 else 0


def severed(one: int, size: int, other: int, others: int) -> int:
    """Count the pairs apart between two classes with so many switches of so many on side 1."""
    return one * (others - other) + (size - one) * other
