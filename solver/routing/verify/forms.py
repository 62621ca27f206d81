"""Parts of a routing document compared with what they should be, type for type."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from alphacut.solver.common.errors import DocumentError


def same(written: object, expected: object) -> bool:
    """Tell whether two JSON values are the same: 1, 1.0 and true are three different ones."""
    if type(written) is not type(expected):
        return False
    if isinstance(written, dict) and isinstance(expected, dict):
        return written.keys() == expected.keys() and all(
            same(written[name], expected[name]) for name in expected
        )
    if isinstance(written, list) and isinstance(expected, list):
        return len(written) == len(expected) and all(map(same, written, expected))
    return written == expected


def channels_in(node: Mapping[str, Any], name: str, count: int, place: str) -> list[int]:
    """Return a member that is a list of channels, which have the numbers 0 to count - 1."""
    value = node.get(name)
    if not isinstance(value, list) or not all(
        type(each) is int and 0 <= each < count for each in value
    ):
        raise DocumentError(f"{place} is not a list of channels, which are 0 to {count - 1}")
    return value
