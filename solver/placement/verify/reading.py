"""Reading the parts of a document on a placement: what is no integer or no list is refused."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import DocumentError, Refused

Json = Mapping[str, Any]


def list_in(node: Json, name: str) -> list[Any]:
    """Return a member that is a list."""
    value = node.get(name)
    if not isinstance(value, list):
        raise DocumentError(f"{name} is not a list")
    return value


def integers_in(node: Json, name: str, below: int) -> list[int]:
    """Return a member that is a list of integers from 0 to below some number; 1.0 is none."""
    values = list_in(node, name)
    for each in values:
        if type(each) is not int:
            raise DocumentError(f"{name} has {shown(each)}, which is not an integer")
    if any(not 0 <= each < below for each in values):
        raise Refused(f"{name}: each must be from 0 to {below - 1:,}")
    return values


def sides_in(node: Json, name: str) -> tuple[int, ...]:
    """Return a member that is a list of sides: integers from 1 on."""
    sides = list_in(node, name)
    if not sides or any(type(side) is not int or side < 1 for side in sides):
        raise DocumentError(f"{name} is not a list of sides such as [8, 8, 4]")
    return tuple(sides)


def needs(node: Json, fields: Collection[str], name: str) -> None:
    """Refuse an object that lacks a field.

    Raises
    ------
    DocumentError
        Naming the first that is missing.
    """
    missing = next((each for each in fields if each not in node), None)
    if missing is not None:
        raise DocumentError(f"{name} has no {missing}")


def identical(one: object, other: object) -> bool:
    """Whether two JSON values are the same, types included: 1 is neither 1.0 nor true."""
    if type(one) is not type(other):
        return False
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(identical, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(identical(one[key], other[key]) for key in one)
    return one == other


def same_status(written: Json, status: str) -> None:
    """Refuse another status than the one that was found.

    Raises
    ------
    Refused
        If the document has another.
    """
    if written.get("status") != status:
        raise Refused(f"the status is {status}, not {shown(written.get('status'))}")
