"""How messages show what was given, and name what is known."""

from __future__ import annotations

import json
import reprlib
from difflib import get_close_matches
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

LISTED = 30  # names in a message, more than there are families
LONGEST = 64  # characters of each


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
