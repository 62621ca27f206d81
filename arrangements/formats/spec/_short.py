"""Values of the short form of a spec, told by how they are written."""

from __future__ import annotations

import re
from typing import Any

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.numbers import NumberError, read_integer
from alphacut.arrangements.words import shown

LISTS = ("sides", "multiplicities")  # names of fields that hold a list even of one
AS_LIST = "must be integers joined by x, as in 8x8"
LIST = re.compile(r"[0-9]{1,9}(x[0-9]{1,9})+")
TRUTH = {"true": True, "false": False}
DIGITS = 500  # of an integer that is read as one, so that a message can say how large it may be


def short_value(name: str, text: str) -> Any:
    """Read an integer, a list of them (8x8), true or false; everything else is text.

    Raises
    ------
    SpecError
        If a field that holds a list is not written as one.
    """
    if name.startswith(("options.", "capacities.")):
        return text if name.startswith("capacities.") else _integer(text)
    if name.endswith(LISTS) or LIST.fullmatch(text):
        found = [_integer(side) for side in text.split("x")]
        if not all(isinstance(each, int) for each in found):
            raise SpecError(name[:60], f"{AS_LIST}; got {shown(text)}")
        return found
    return TRUTH.get(text, _integer(text))


def _integer(text: str) -> int | str:
    try:
        return read_integer(text.removeprefix("+"), digits=DIGITS)
    except NumberError:
        return text
