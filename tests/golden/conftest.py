"""Exact comparison of α-curves, and the curves that the published statements are about."""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations, pairwise
from pathlib import Path

import pytest

from alphacut.arrangements.network import Line

PROVEN = Path(__file__).parent / "proven_curves.json"
PRIOR = ("absolute", "relative", "circulant")


@dataclass(frozen=True)
class Curve:
    """A piecewise linear function of α > 0: the largest of several lower envelopes."""

    envelopes: tuple[tuple[Line, ...], ...]

    def at(self, alpha: Fraction | int) -> Fraction:
        """Return its value at one α."""
        exact = Fraction(alpha)
        return max(min(line.at(exact) for line in lines) for lines in self.envelopes)

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines of a curve that is a single envelope, in order of α."""
        (lines,) = self.envelopes
        return lines

    @property
    def final_slope(self) -> int:
        """The slope for all large α."""
        return max(min(line.slope for line in lines) for lines in self.envelopes)

    def signs(
        self, other: Curve, low: Fraction | int | str = 0, high: Fraction | int | str | None = None
    ) -> set[int]:
        """Return the signs (1, 0, -1) that self - other takes for low < α < high.

        Between two neighbouring α at which any two of the lines meet, the
        difference is linear and keeps its sign, so looking there, and once
        between them, is looking everywhere.
        """
        start, end = Fraction(low), None if high is None else Fraction(high)
        lines = set(chain(*self.envelopes, *other.envelopes))
        meetings = {
            Fraction(two.intercept - one.intercept, one.slope - two.slope)
            for one, two in combinations(lines, 2)
            if one.slope != two.slope
        }
        inside = {m for m in meetings if m > start and (end is None or m < end)}
        last = end if end is not None else max({start, *inside}) + 1
        corners = sorted({start, *inside, last})
        middles = {(one + two) / 2 for one, two in pairwise(corners)}
        return {_sign(self.at(alpha) - other.at(alpha)) for alpha in inside | middles}


def _sign(value: Fraction) -> int:
    return (value > 0) - (value < 0)


@dataclass(frozen=True)
class Proven:
    """The curves of one network: by arrangement, and by rule for nautilus."""

    curves: dict[str, Curve]

    def __getitem__(self, name: str) -> Curve:
        return self.curves[name]

    def best_of(self, *names: str) -> Curve:
        """Return the pointwise maximum of some arrangements' curves."""
        return Curve(tuple(self[name].lines for name in names))

    @property
    def best_prior(self) -> Curve:
        """The "best of" line of the figures: the arrangements known before."""
        return self.best_of(*(name for name in PRIOR if name in self.curves))


def _proven(a: int, h: int) -> Proven:
    found = {}
    for entry in json.loads(PROVEN.read_text())["curves"]:
        if (entry["a"], entry["h"]) == (a, h):
            name = " ".join([entry["arrangement"], *entry["options"].values()])
            found[name] = Curve((tuple(Line(*line) for line in entry["lines"]),))
    return Proven(found)


@pytest.fixture
def p42() -> Proven:
    """Curves of the (p,4,2)-dragonfly."""
    return _proven(4, 2)


@pytest.fixture
def p33() -> Proven:
    """Curves of the (p,3,3)-dragonfly."""
    return _proven(3, 3)


@pytest.fixture
def p34() -> Proven:
    """Curves of the (p,3,4)-dragonfly."""
    return _proven(3, 4)


@pytest.fixture
def p28() -> Proven:
    """Curves of the (p,2,8)-dragonfly."""
    return _proven(2, 8)
