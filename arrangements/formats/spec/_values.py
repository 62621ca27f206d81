"""Values that the specs of several families have."""

import re
from typing import Annotated

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from arrangements.words import shown

LARGEST = 10**9  # of any number in a spec, so that sizes stay cheap to compute and print
Count = Annotated[int, Field(strict=True, ge=1, le=LARGEST)]
CountOrZero = Annotated[int, Field(strict=True, ge=0, le=LARGEST)]
LinkEnd = Annotated[int, Field(strict=True)]
SIDES = "the list of the lengths of the sides"

_CAPACITY = re.compile(r"(?:([0-9]{1,9})\+)?([0-9]{0,9})(?:\*|·)?(?:α|alpha)|([0-9]{1,9})")


def wrong(problem: str, at: str = "") -> PydanticCustomError:
    """Make the error of a validator; `at` is where inside the field it lies."""
    return PydanticCustomError("spec", "{problem}", {"problem": problem, "at": at})


def _few(sides: tuple[int, ...]) -> tuple[int, ...]:
    if not 1 <= len(sides) <= 32:
        raise wrong(f"must have from 1 to 32 lengths, one for each dimension, got {len(sides)}")
    return sides


Sides = Annotated[tuple[Count, ...], AfterValidator(_few)]


def read_capacity(text: str) -> tuple[int, int]:
    """Read a capacity that is affine in α, as base and slope.

    >>> read_capacity("3"), read_capacity("alpha"), read_capacity("1+2α")
    ((3, 0), (0, 1), (1, 2))
    """
    found = _CAPACITY.fullmatch(text.replace(" ", ""))
    if not found:
        raise wrong(f'must be a capacity such as "3", "alpha" or "1+2alpha", got {shown(text)}')
    if found[3]:
        return int(found[3]), 0
    return int(found[1] or 0), int(found[2] or 1)


def write_capacity(base: int, slope: int) -> str:
    """Write a capacity as `read_capacity` reads it."""
    if not slope:
        return str(base)
    rise = "alpha" if slope == 1 else f"{slope}alpha"
    return f"{base}+{rise}" if base else rise


def _canonical(text: str) -> str:
    return write_capacity(*read_capacity(text))


def _as_text(value: object) -> object:
    return str(value) if type(value) is int else value


CapacityText = Annotated[str, AfterValidator(_canonical)]
