"""Values of the short form of a spec, told by how they are written."""

from __future__ import annotations

import re
from typing import Any

from alphacut.arrangements.numbers import NumberError, read_integer

LISTS = ("sides", "multiplicities")  # names of fields that hold a list even of one
LIST = re.compile(r"[0-9]{1,9}(x[0-9]{1,9})+")
TRUTH = {"true": True, "false": False}
DIGITS = 500  # of an integer that is read as one, so that a message can say how large it may be


def short_value(name: str, text: str) -> Any:
    """Read an integer, a list of them (8x8), true or false; everything else is text."""
    if name.startswith(("options.", "capacities.")):
        return text if name.startswith("capacities.") else _integer(text)
    if name.endswith(LISTS) or LIST.fullmatch(text):
        return [_integer(side) for side in text.split("x")]
    return TRUTH.get(text, _integer(text))


def _integer(text: str) -> int | str:
    try:
        return read_integer(text.removeprefix("+"), digits=DIGITS)
    except NumberError:
        return text
