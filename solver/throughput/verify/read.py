"""Reading parts of an answer's evidence that may be anything."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import Refused


def integer(value: object, name: str, *, least: int | None = None) -> int:
    """Return an integer, or refuse."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise Refused(f"{name} is not an integer")
    if least is not None and value < least:
        raise Refused(f"{name} is {shown(value)}, but must be at least {least}")
    return value


def integers(
    value: object, name: str, *, length: int | None = None, least: int | None = None
) -> list[int]:
    """Return a list of integers, or refuse."""
    if not isinstance(value, list) or (length is not None and len(value) != length):
        raise Refused(f"{name} is not a list of {length or 'some'} integers")
    return [integer(each, name, least=least) for each in value]


def listed(node: Mapping[str, Any], name: str) -> list[Any]:
    """Return a member that is a list; one that is not there is empty."""
    value = node.get(name, [])
    if not isinstance(value, list):
        raise Refused(f"{name} is not a list")
    return value


def mapping(value: object, name: str) -> Mapping[str, Any]:
    """Return a JSON object, or refuse."""
    if not isinstance(value, dict):
        raise Refused(f"{name} is not an object")
    return value
