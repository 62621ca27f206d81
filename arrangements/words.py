"""How messages show what was given, and name what is known."""

from __future__ import annotations

import json
import reprlib
from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def shown(value: object) -> str:
    """Show a value as JSON writes it, cut short, and without characters that a terminal obeys.

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
    return printable(text, 60)


def printable(text: str, most: int) -> str:
    """Return text without characters that a terminal obeys, cut short.

    >>> printable("red\\x1b[31m", 60), printable("abcdefgh", 6)
    ('red\\\\u001b[31m', 'abc...')
    """
    if not text[:most].isprintable():
        cut = text[: most + 1]  # enough, for escapes are longer than what they stand for
        text = "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in cut)
    return text if len(text) <= most else f"{text[: most - 3]}..."


def known_names(word: object, names: Iterable[str]) -> str:
    """List the names that are known, after the one that a wrong word comes nearest to.

    >>> known_names("relativ", ["absolute", "relative"])
    'did you mean relative? Known are absolute, relative'
    """
    known = sorted(names)
    listed = ", ".join(known) if known else "none"
    nearest = get_close_matches(str(word)[:100].lower(), known, n=1)
    return f"did you mean {nearest[0]}? Known are {listed}" if nearest else f"known are {listed}"
