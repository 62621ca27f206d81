"""Reading what is to be wired: a dragonfly in full, or its numbers alone."""

from __future__ import annotations

import re

NUMBERS = re.compile(r"\s*\w+\s*=\s*\d+\s*(,\s*\w+\s*=\s*\d+\s*)*")


def written_in_full(text: str) -> str:
    """Write `a=6,h=3` as the spec of a dragonfly; all else is left as it is.

    Its arrangement does not count; random is one that every shape has.
    """
    return f"dragonfly:{text},arrangement=random" if NUMBERS.fullmatch(text) else text
