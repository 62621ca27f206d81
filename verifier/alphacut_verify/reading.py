"""Reading JSON strictly: no member twice, no number beyond its limit, and every type as it must be.

JSON's true is not an integer here, though it is one in Python, and 1.0 is not 1.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from fractions import Fraction
from pathlib import Path
from typing import Any

from alphacut_verify.errors import TooLarge, Unreadable
from alphacut_verify.limits import Limits

Object = dict[str, Any]
RATIONAL = re.compile(r"\d{1,200}(/\d{1,200}|\.\d{1,200})?", re.ASCII)
_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"', re.DOTALL)


def read_file(path: Path, limits: Limits) -> bytes:
    """Return the content of a regular file, unless it is larger than allowed."""
    if not path.is_file():
        raise Unreadable("", f"{path.name} is not a regular file")
    if path.stat().st_size > limits.megabytes << 20:
        raise TooLarge("", f"{path.name} is larger than {limits.megabytes} megabytes")
    return path.read_bytes()


def parse(content: bytes, limits: Limits) -> Any:
    """Parse JSON.

    Raises
    ------
    Unreadable, TooLarge
        If it is not JSON, has a member twice, or exceeds the limits of depth or digits.
    """
    _check_depth(content, limits.depth)

    def integer(text: str) -> int:
        if len(text) > limits.digits + 1:
            raise TooLarge("", f"a number has more than {limits.digits} digits")
        return int(text)

    try:
        return json.loads(
            content.decode("utf-8"), parse_int=integer, object_pairs_hook=_members,
            parse_constant=_no_constant,
        )  # fmt: skip
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise Unreadable("", f"this is not JSON: {error}") from None


def _check_depth(content: bytes, most: int) -> None:
    depth = 0
    for byte in _STRING.sub(b"", content):
        if byte in b"[{":
            depth += 1
            if depth > most:
                raise TooLarge("", f"more than {most} lists and objects are in each other")
        elif byte in b"]}":
            depth -= 1


def _members(pairs: list[tuple[str, Any]]) -> Object:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise Unreadable("", "an object has a member twice")
    return found


def _no_constant(text: str) -> Any:
    raise Unreadable("", f"{text} is not JSON")


def an_object(value: Any, place: str) -> Object:
    """Return a value that must be an object."""
    if not isinstance(value, dict):
        raise Unreadable(place, "must be an object")
    return value


def a_list(value: Any, place: str) -> list[Any]:
    """Return a value that must be a list."""
    if not isinstance(value, list):
        raise Unreadable(place, "must be a list")
    return value


def an_integer(value: Any, place: str, low: int | None = None, high: int | None = None) -> int:
    """Return a value that must be an integer between two others."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise Unreadable(place, "must be an integer")
    if (low is not None and value < low) or (high is not None and value > high):
        raise Unreadable(place, f"must be from {low} to {high}" if high else f"at least {low}")
    return value


def a_string(value: Any, place: str) -> str:
    """Return a value that must be a string."""
    if not isinstance(value, str):
        raise Unreadable(place, "must be a string")
    return value


def integers(
    value: Any, place: str, low: int | None = None, high: int | None = None
) -> tuple[int, ...]:
    """Return a value that must be a list of integers, each between two others."""
    return tuple(
        an_integer(each, f"{place}.{i}", low, high) for i, each in enumerate(a_list(value, place))
    )


def a_rational(value: Any, place: str) -> Fraction:
    """Return a rational that is not negative, written as a string: "5/4"."""
    text = a_string(value, place)
    if not RATIONAL.fullmatch(text):
        raise Unreadable(place, 'must be a rational, written as a string such as "5/4"')
    try:
        return Fraction(text)
    except ZeroDivisionError:
        raise Unreadable(place, "has the denominator 0") from None


def only(value: Object, place: str, required: Collection[str], optional: Collection[str]) -> None:
    """Refuse an object that lacks a member, or has one that nobody would look at."""
    for name in required:
        if name not in value:
            raise Unreadable(f"{place}.{name}".strip("."), "is missing")
    for name in value:
        if name not in required and name not in optional:
            raise Unreadable(f"{place}.{name}".strip("."), "is not a field that is known here")
