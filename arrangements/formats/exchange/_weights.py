"""Weights of links, which count as capacities in every format that has them."""

from __future__ import annotations

import re
from fractions import Fraction
from math import gcd, lcm
from typing import TYPE_CHECKING, NamedTuple

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats.exchange._base import LARGEST
from alphacut.arrangements.numbers import NumberError, read_rational
from alphacut.arrangements.words import shown

if TYPE_CHECKING:
    from collections.abc import Iterable

WEIGHTS = ("weight", "capacity", "bandwidth")  # names under which files have them
WITH_UNIT = re.compile(r"[0-9.]+\s*(?![eE][+-]?[0-9])[A-Za-z].*", re.DOTALL)
# 2.5, -1, 100G: no name of a class; 4xEDR, the width and speed of a cable, is one
NUMBERLIKE = re.compile(r"[+-]?\.?[0-9](?![0-9]?x[A-Z]).*", re.DOTALL)


def is_number_like(word: str) -> bool:
    """Whether a word is a number, perhaps with a unit, and so never the name of a class."""
    return bool(NUMBERLIKE.fullmatch(word))


def read_weight(value: object, place: str, name: str = "weight") -> Fraction:
    """Read the weight of a link exactly.

    Parameters
    ----------
    place
        Where it stands, such as "line 3".
    name
        What the file calls it, such as "column capacity".

    Raises
    ------
    SpecError
        If it is no number, negative, or larger than the largest that is taken.
    """
    text = repr(value) if type(value) is float or type(value) is int else value
    if isinstance(text, str):
        text = text.strip().removeprefix("+")
    try:
        weight = read_rational(text, digits=18, exponent=18)
    except NumberError as error:
        raise SpecError("", f"{place}: the {name} {_hint(value)}") from error
    if weight < 0:
        raise SpecError("", f"{place}: the {name} is negative, {shown(value)}; no capacity is")
    if weight > LARGEST:
        raise SpecError(
            "",
            f"{place}: the {name} is larger than {LARGEST:,}, the largest that is taken: "
            f"{shown(value)}",
        )
    return weight


def _hint(value: object) -> str:
    if isinstance(value, str) and WITH_UNIT.fullmatch(value.strip()):
        return (
            f"must be a number without a unit, got {shown(value)}; write all of them in one unit, "
            "as 100"
        )
    return f'must be a number of at most 18 digits, such as 3 or "5/2", got {shown(value)}'


class Weight(NamedTuple):
    """The weight of a link."""

    value: Fraction
    name: str  # what the file calls it


class Tally:
    """What the links of a file say of weights, all together."""

    def __init__(self) -> None:
        self._with, self._without, self._zero = 0, 0, 0  # links
        self._name = WEIGHTS[0]  # what the file calls the weights
        self._unit = 1  # of all weights together: they are multiples of 1/unit
        self._part: tuple[str, Fraction] | None = None  # the first one that is no integer

    def multiplicity(self, weight: Weight | None, place: str) -> int:
        """Return how many links in parallel, of capacity 1, a weight stands for."""
        if weight is None:
            self._without += 1
            return 1
        value, self._name = weight
        self._with += 1
        self._zero += not value
        if value.denominator > 1:
            self._part = self._part or (f"{place}: the {self._name}", value)
            self._unit = min(lcm(self._unit, value.denominator), 10**18)
        return value.numerator if value.denominator == 1 else 1

    def check(self) -> None:
        """Refuse weights that no number of links stands for.

        Raises
        ------
        SpecError
            With how to write them.
        """
        if self._part:
            where, value = self._part
            raise SpecError(
                "",
                f"{where} is no integer, {value}, but capacities are integers: multiply all of "
                f"them by {self._unit:,} (this one becomes {value * self._unit}), and divide the "
                "result by that",
            )

    def remarks(self) -> list[str]:
        """Say what was made of the weights."""
        if not self._with:
            return []
        found = [
            f"the {self._name} of a link counts as its capacity, as so many links in parallel; "
            "weights=no leaves it out"
        ]
        if self._without:
            found.append(f"links without it are supposed to have 1: {self._without:,}")
        if self._zero:
            found.append(f"links that have 0 there are left out: {self._zero:,}")
        return found


def common_unit(values: Iterable[Fraction]) -> Fraction:
    """Return the largest number of which all values, above 0, are multiples."""
    listed = list(values)
    denominator = lcm(*(each.denominator for each in listed))
    return Fraction(gcd(*(int(each * denominator) for each in listed)), denominator)
