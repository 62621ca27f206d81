"""Lines of words, some of them between quotation marks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from alphacut.arrangements.errors import SpecError

if TYPE_CHECKING:
    from collections.abc import Iterator

WORD = re.compile(r'\s*(?:"((?:[^"\\]|\\.)*)"|([^\s"]+))')


def quoted_words(text: str, place: str) -> Iterator[str]:
    """Give the words of a line, those in quotation marks without them.

    Raises
    ------
    SpecError
        If a quotation does not end.
    """
    at, end = 0, len(text.rstrip())
    while at < end:
        found = WORD.match(text, at)
        if found is None:
            raise SpecError("", f"{place}: a quotation has no end")
        at = found.end()
        yield found[2] if found[1] is None else re.sub(r"\\(.)", r"\1", found[1])
