"""Text that no file can hold: halves of surrogate pairs, which JSON can spell all the same."""

from __future__ import annotations

import re
from collections.abc import Iterator

from alphacut.arrangements.errors import SpecError

_HALF = re.compile("[\ud800-\udfff]")
Place = tuple["Place", str] | None  # the name of a value in what holds it, and where that is


def refuse_surrogates(obj: object) -> None:
    r"""Refuse a JSON value with half a surrogate pair (such as "\ud800") in it.

    Raises
    ------
    SpecError
        With the place of the first one.
    """
    for place in _places(obj):
        raise SpecError(
            ".".join(place)[:200], "must be valid Unicode text, without unpaired surrogates"
        )


def _places(obj: object) -> Iterator[tuple[str, ...]]:
    """Yield where such text is; without recursion, for objects may be deep."""
    waiting: list[tuple[object, Place]] = [(obj, None)]
    while waiting:
        value, here = waiting.pop()
        if isinstance(value, str):
            if _half(value):
                yield _names(here)
        elif isinstance(value, dict):
            for name, each in value.items():
                below = (here, str(name))
                if _half(below[1]):
                    yield _names(below)
                waiting.append((each, below))
        elif isinstance(value, list | tuple):
            waiting += (
                (each, (here, str(index)))
                for index, each in enumerate(value)
                if (_half(each) if isinstance(each, str) else isinstance(each, list | tuple | dict))
            )


def _names(place: Place) -> tuple[str, ...]:
    """Return the names on the way to a place, from the top."""
    names: list[str] = []
    while place is not None:
        place, name = place
        names.append(_escaped(name))
    return tuple(reversed(names))


def _half(text: str) -> bool:
    return _HALF.search(text) is not None


def _escaped(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
