"""What is to fail, as users write it, and how many links or switches of a network that is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Any

from alphacut.arrangements.network import Network
from alphacut.arrangements.numbers import NumberError, read_rational
from alphacut.arrangements.words import known_names, shown
from alphacut.solver.common.errors import QuestionError

EXAMPLE = "links=0:5%, links.global=2% or switches=0:4"
LINKS, SWITCHES = "links", "switches"
STEPS = 5  # of a range that names no step
MOST_LEVELS = 20
_FORM = re.compile(r"(?P<what>[a-z]+)(?:\.(?P<class>[^=\s]+))?=(?P<range>[^=\s]+)")
_HALF = Fraction(1, 2)

Json = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Level:
    """A number of links or switches that fail together."""

    share: Fraction | None  # of all there are, as it was asked for; None: a number was
    number: int


@dataclass(frozen=True, kw_only=True)
class Failing:
    """What fails at random: so many links or switches, or shares of them."""

    what: str  # "links" or "switches"
    link_class: str | None  # of the links; None: any
    relative: bool  # whether the amounts are shares of all there are
    amounts: tuple[Fraction, ...]  # above 0, in rising order

    @classmethod
    def parse(cls, written: object) -> Failing:
        """Read WHAT=AMOUNT or WHAT=FROM:TO[:STEP], such as "links=0:5%".

        An amount is a number, or a share with a percent sign, which counts for the whole range.

        Raises
        ------
        QuestionError
            If it is anything else.
        """
        found = _FORM.fullmatch(written.strip()) if isinstance(written, str) else None
        if found is None:
            raise QuestionError("fail", f"must be like {EXAMPLE}, got {shown(written)}")
        what = found["what"]
        if what not in (LINKS, SWITCHES):
            raise QuestionError(
                "fail", f"unknown {shown(what)}; {known_names(what, (LINKS, SWITCHES))}"
            )
        if what == SWITCHES and found["class"]:
            raise QuestionError("fail", "only links have a class, as in links.global=2%")
        relative = "%" in found["range"]
        ends = [_amount(text, relative) for text in found["range"].split(":")]
        return cls(
            what=what,
            link_class=found["class"],
            relative=relative,
            amounts=tuple(_amounts(ends, relative)),
        )

    def there(self, network: Network) -> int:
        """Count the links or switches that can fail; parallel links count one by one.

        Raises
        ------
        QuestionError
            If the network has no links of the class.
        """
        if self.what == SWITCHES:
            return network.switches
        counts = network.count_by_class()
        if self.link_class is None:
            return sum(counts.values())
        if self.link_class not in counts:
            known = known_names(self.link_class, counts)
            raise QuestionError("fail", f"unknown link class {shown(self.link_class)}; {known}")
        return counts[self.link_class]

    def levels(self, network: Network) -> tuple[Level, ...]:
        """Return how many fail in a network; a share is rounded to the nearest number, at least 1.

        Raises
        ------
        QuestionError
            If there are fewer than that, or nothing would be left to divide.
        """
        there = self.there(network)
        found: dict[int, Level] = {}
        for amount in self.amounts:
            number = max(1, floor(amount * there + _HALF)) if self.relative else int(amount)
            found.setdefault(number, Level(share=amount if self.relative else None, number=number))
        most, spared = max(found), 2 if self.what == SWITCHES else 0
        if most > there - spared:
            raise QuestionError(
                "fail",
                f"asks for {most:,} failed {self.what} of {there:,}; at most "
                f"{max(0, there - spared):,} can fail",
            )
        return tuple(found.values())

    def failed(self, topology: Json, number: int, seed: int) -> dict[str, Any]:
        """Return the spec of the network of which so many have failed, drawn with a seed."""
        given = {name: each for name, each in (topology.get("failed") or {}).items() if each}
        drawn: dict[str, Any] = {f"random_{self.what}": number, "seed": seed}
        if self.link_class is not None:
            drawn["random_class"] = self.link_class
        return {**topology, "failed": {**given, **drawn}}


def _amount(text: str, relative: bool) -> Fraction:
    """Read one amount of a range."""
    try:
        value = read_rational(text.rstrip("%"))
    except NumberError as error:
        raise QuestionError("fail", f"{shown(text)} is no amount; write {EXAMPLE}") from error
    if relative:
        value /= 100
    if value < 0 or (relative and value > 1) or (not relative and value.denominator > 1):
        most = "a share from 0% to 100%" if relative else "a whole number, not negative"
        raise QuestionError("fail", f"{shown(text)} must be {most}")
    return value


def _amounts(ends: list[Fraction], relative: bool) -> Iterator[Fraction]:
    """Yield the amounts of a range; 0 is the network as it is, which is always asked about."""
    if len(ends) > 3:
        raise QuestionError("fail", f"a range is FROM:TO or FROM:TO:STEP, as in {EXAMPLE}")
    low, high = ends[0], ends[1] if len(ends) > 1 else ends[0]
    if high < low or high == 0:
        raise QuestionError("fail", f"the range must rise to more than 0, as in {EXAMPLE}")
    step = ends[2] if len(ends) > 2 else (high - low) / STEPS
    if not relative and len(ends) < 3:
        step = Fraction(max(1, -(-(high - low) // STEPS)))
    if len(ends) > 2 and step == 0:
        raise QuestionError("fail", "the step of a range must be above 0")
    number = 0 if step == 0 else (high - low) // step
    if number >= MOST_LEVELS:
        raise QuestionError(
            "fail", f"asks for {number + 1:,} amounts; at most {MOST_LEVELS} will do"
        )
    found = [low + step * place for place in range(number + 1)]
    yield from (each for each in found if each > 0)
    if found[-1] < high:
        yield high
