"""Values that the specs of several families have."""

import re
from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    FailFast,
    Field,
    model_validator,
)
from pydantic_core import PydanticCustomError

from alphacut.arrangements.numbers import read_integer
from alphacut.arrangements.words import known_names, shown

LARGEST = 10**9  # of any number in a spec, so that sizes stay cheap to compute and print
REPORTED = 20  # problems at most; a file may have a wrong link on every line
NAMED = 1000  # entries of an object with names that users choose, and link classes
Count = Annotated[int, Field(strict=True, ge=1, le=LARGEST)]
CountOrZero = Annotated[int, Field(strict=True, ge=0, le=LARGEST)]
LinkEnd = Annotated[int, Field(strict=True)]
SIDES = "the list of the lengths of the sides"
HOSTS = "the number of hosts of each switch"

_CAPACITY = re.compile(r"(?:([0-9]{1,9})\+)?([0-9]{0,9})(?:\*|·)?(?:α|alpha)|([0-9]{1,9})")


def wrong(problem: str, at: str = "") -> PydanticCustomError:
    """Make the error of a validator; `at` is where inside the field it lies."""
    return PydanticCustomError("spec", "{problem}", {"problem": problem, "at": at})


def check_ports(groups: int, links: int, ports: int, product: str) -> None:
    """Refuse groups, or links between two of them, for which a group has not enough ports.

    Parameters
    ----------
    links
        Between each two groups.
    ports, product
        The global ports of a group, and the fields whose product that is.
    """
    others, each = groups - 1, f"{ports:,} global ports of each, {product}"
    if others > ports:
        raise wrong(f"must be at most {ports + 1:,} for {each}, got {groups:,}", "groups")
    if links * others > ports:
        most = ports // others
        raise wrong(
            f"must be at most {most:,} for {groups:,} groups with {each}, got {links:,}", "links"
        )


def several_wrong(problems: Sequence[tuple[str, str]], more: int) -> PydanticCustomError:
    """Make one error of several, each with its place inside the field, and count the others."""
    return PydanticCustomError("spec_several", "{problems}", {"problems": problems, "more": more})


class Part(BaseModel):
    """A part of a spec: it has the fields that it has, and no others."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    @model_validator(mode="before")
    @classmethod
    def _few_unknown(cls, given: Any) -> Any:
        """Refuse an object of unknown fields in one problem, not in one for each of them."""
        unknown = (
            [name for name in given if name not in cls.model_fields]
            if isinstance(given, dict)
            else []
        )
        if len(unknown) > REPORTED:
            raise wrong(
                f"has {len(unknown):,} fields that are none here, such as {shown(unknown[0])}; "
                f"{known_names('', cls.model_fields)}"
            )
        return given


def at_most(most: int) -> BeforeValidator:
    """Refuse a list or an object with more entries before any of them is looked at."""

    def check(value: object) -> object:
        if isinstance(value, list | tuple | dict) and len(value) > most:
            raise wrong(f"must have at most {most:,} entries, got {len(value):,}")
        return value

    return BeforeValidator(check)


def _few(sides: tuple[int, ...]) -> tuple[int, ...]:
    if not 1 <= len(sides) <= 32:
        raise wrong(f"must have from 1 to 32 lengths, one for each dimension, got {len(sides)}")
    return sides


Counts = Annotated[tuple[Count, ...], FailFast()]
Sides = Annotated[Counts, AfterValidator(_few)]


def read_capacity(text: str) -> tuple[int, int]:
    """Read a capacity that is affine in α, as base and slope.

    >>> read_capacity("3"), read_capacity("alpha"), read_capacity("1+2α")
    ((3, 0), (0, 1), (1, 2))
    """
    found = _CAPACITY.fullmatch(text.replace(" ", ""))
    if not found:
        raise wrong(f'must be a capacity such as "3", "alpha" or "1+2alpha", got {shown(text)}')
    if found[3]:
        return read_integer(found[3]), 0
    return read_integer(found[1] or 0), read_integer(found[2] or 1)


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
