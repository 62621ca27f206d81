"""How messages show what was given, and name what is known."""

from __future__ import annotations

import json
import reprlib
from difflib import get_close_matches
from itertools import islice
from typing import TYPE_CHECKING

from alphacut.arrangements.missing import missing

if TYPE_CHECKING:
    from collections.abc import Iterable

LISTED = 60  # names in a message, more than there are families
LONGEST = 64  # characters of each


def shown(value: object) -> str:
    """Show a value as JSON writes it, cut short, and without characters that a terminal obeys.

    >>> shown(True), shown("4")
    ('true', '"4"')
    """
    try:
        if isinstance(value, str):
            text = json.dumps(value[:60], ensure_ascii=False)
        elif value is None or isinstance(value, bool | int | float):
            text = json.dumps(value)
        else:
            text = reprlib.repr(value)
    except ValueError:  # Python does not print integers of thousands of digits
        return "a huge number"
    return printable(text, 60)


def printable(text: str, most: int | None = None) -> str:
    r"""Spell out what is not printed but acted upon: control characters, turns of direction.

    Text that came from outside passes through here on its way to a terminal, a log
    or a picture, so that it cannot move a cursor, end a line, or show itself
    backwards. It is spelled as in JSON, so that JSON text stays the same JSON.

    Parameters
    ----------
    most
        The most characters of it that are shown; None: all.

    >>> printable("\x1b[31mred\u202e") == r"\u001b[31mred\u202e"
    True
    >>> printable("abcdefgh", 6)
    'abc...'
    """
    cut = text if most is None else text[: most + 1]  # spelled out it is no shorter
    if not cut.isprintable():
        cut = "".join(each if each.isprintable() else _spelled(each) for each in cut)
    return cut if most is None or len(cut) <= most else f"{cut[: most - 3]}..."


def _spelled(character: str) -> str:
    return json.dumps(character)[1:-1]


def known_names(word: object, names: Iterable[str]) -> str:
    """List the names that are known, after the one that a wrong word comes nearest to.

    Of more than `LISTED` names the first ones are looked at and listed, and the
    others counted, so that a list of any length costs no more than reading it.

    >>> known_names("relativ", ["absolute", "relative"])
    'did you mean relative? Known are absolute, relative'
    """
    given = list(names)
    known = sorted(name[:LONGEST] for name in islice(given, LISTED))
    listed = ", ".join(known) if known else "none"
    if len(given) > len(known):
        listed += f" and {len(given) - len(known):,} more"
    written = word[:100] if isinstance(word, str) else shown(word)
    nearest = get_close_matches(written.lower(), known, n=1)
    return f"did you mean {nearest[0]}? Known are {listed}" if nearest else f"known are {listed}"


def fault(error: BaseException) -> str:
    """Say what went wrong where nobody foresaw it, without the name of a Python class.

    >>> fault(ValueError("too long")), fault(MemoryError())
    ('an error in this software: too long', 'there is not enough memory')
    """
    if isinstance(error, MemoryError):
        return "there is not enough memory"
    if isinstance(error, ModuleNotFoundError) and (needed := missing(error)):
        return needed
    if isinstance(error, RecursionError):
        return "something is nested too deeply"
    if isinstance(error, OSError) and error.strerror:
        return ": ".join(filter(None, (str(error.filename or ""), error.strerror)))
    return ": ".join(filter(None, ("an error in this software", str(error))))
