"""How messages show what was given, and name what is known."""

from __future__ import annotations

import json
import reprlib
from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def shown(value: object) -> str:
    """Show a value as JSON writes it, cut short.

    >>> shown(True), shown("4")
    ('true', '"4"')
    """
    try:
        if value is None or isinstance(value, bool | int | float | str):
            text = json.dumps(value, ensure_ascii=False)
        else:
            text = reprlib.repr(value)
    except ValueError:  # Python does not print integers of thousands of digits
        return "a huge number"
    return text if len(text) <= 60 else f"{text[:57]}..."


def known_names(word: object, names: Iterable[str]) -> str:
    """List the names that are known, after the one that a wrong word comes nearest to.

    >>> known_names("relativ", ["absolute", "relative"])
    'did you mean relative? Known are absolute, relative'
    """
    known = sorted(names)
    listed = ", ".join(known) if known else "none"
    nearest = get_close_matches(str(word)[:100].lower(), known, n=1)
    return f"did you mean {nearest[0]}? Known are {listed}" if nearest else f"known are {listed}"


def fault(error: BaseException) -> str:
    """Say what went wrong where nobody foresaw it, without the name of a Python class.

    >>> fault(ValueError("too long")), fault(MemoryError())
    ('an error in this software: too long', 'there is not enough memory')
    """
    if isinstance(error, MemoryError):
        return "there is not enough memory"
    if isinstance(error, RecursionError):
        return "something is nested too deeply"
    if isinstance(error, OSError) and error.strerror:
        return ": ".join(filter(None, (str(error.filename or ""), error.strerror)))
    return ": ".join(filter(None, ("an error in this software", str(error))))
