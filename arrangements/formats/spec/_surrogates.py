"""Text that no file can hold: halves of surrogate pairs, which JSON can spell all the same."""

from __future__ import annotations

from collections.abc import Iterator

from arrangements.errors import SpecError


def refuse_surrogates(obj: object) -> None:
    r"""Refuse a JSON value with half a surrogate pair (such as "\ud800") in it.

    Raises
    ------
    SpecError
        With the place of the first one.
    """
    for place in _places(obj, ()):
        raise SpecError(
            ".".join(place)[:200], "must be text that UTF-8 can hold, without halves of surrogates"
        )


def _places(value: object, here: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    if isinstance(value, str):
        if _half(value):
            yield here
    elif isinstance(value, dict):
        for name, each in value.items():
            below = (*here, _escaped(str(name)))
            if _half(str(name)):
                yield below
            yield from _places(each, below)
    elif isinstance(value, list | tuple):
        for index, each in enumerate(value):
            yield from _places(each, (*here, str(index)))


def _half(text: str) -> bool:
    return any("\ud800" <= character <= "\udfff" for character in text)


def _escaped(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
