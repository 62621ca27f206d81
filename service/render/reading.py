"""What a drawing or a table needs of a curve document, as exact numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from alphacut.arrangements.numbers import read_rational
from alphacut.solver.common.errors import DocumentError
from alphacut.solver.common.fields import DIGITS


@dataclass(frozen=True, kw_only=True)
class Stretch:
    """A straight piece of a curve: intercept + slope·α from start to end."""

    start: Fraction
    end: Fraction | None  # None: it goes on for every larger α
    intercept: Fraction
    slope: Fraction

    @classmethod
    def of(cls, written: Mapping[str, Any], unit: Fraction = Fraction(1)) -> Stretch:
        """Read a segment, or a piece of the lower curve, of a document.

        Parameters
        ----------
        unit
            What capacities are taken times.

        Raises
        ------
        DocumentError
            If it begins at infinity, where a curve is nothing but its slope.
        """
        end = written["to"]
        if written["from"] == "inf":
            raise DocumentError("a curve of α = inf alone has no line; ask for a point instead")
        return cls(
            start=read_rational(written["from"], digits=DIGITS),
            end=None if end is None else read_rational(end, digits=DIGITS),
            intercept=read_rational(written["intercept"], digits=DIGITS) * unit,
            slope=read_rational(written["slope"], digits=DIGITS) * unit,
        )

    def at(self, alpha: Fraction) -> Fraction:
        """Return the value of the line at one α."""
        return self.intercept + self.slope * alpha

    @property
    def formula(self) -> str:
        """The line as people write it, such as "4 + 16α"."""
        if not self.slope:
            return str(self.intercept)
        slope = "α" if self.slope == 1 else f"{_factor(self.slope)}α"
        return f"{self.intercept} + {slope}" if self.intercept else slope


@dataclass(frozen=True, kw_only=True)
class Curve:
    """One α-curve, read from its document."""

    name: str
    status: str  # "exact", "closed", "formula" or "bounded"
    upper: tuple[Stretch, ...]  # in order of α
    lower: tuple[Stretch, ...]  # empty unless the status is "bounded" or "formula"
    unit: Fraction = Fraction(1)  # what a capacity of 1 is to the owner of the network

    @classmethod
    def of(cls, document: Mapping[str, Any], name: str) -> Curve:
        """Read an `alphacut-curve/1` document, with capacities as its network's owner counts."""
        unit = unit_of(document["topology"])
        return cls(
            name=name,
            status=document["status"],
            upper=_stretches(document["segments"], unit),
            lower=_stretches(document.get("lower", ()), unit),
            unit=unit,
        )

    @property
    def breakpoints(self) -> tuple[tuple[Fraction, Fraction], ...]:
        """Each α where two segments meet, with the value there."""
        return tuple((piece.start, piece.at(piece.start)) for piece in self.upper[1:])

    def at(self, alpha: Fraction) -> Fraction:
        """Return the upper curve at one α, its end pieces carried on beyond its range."""
        reached = [piece for piece in self.upper if piece.start <= alpha]
        return (reached[-1] if reached else self.upper[0]).at(alpha)


def unit_of(topology: Mapping[str, Any]) -> Fraction:
    """Return what a link with the capacity 1 carries, as the owner of a network counts."""
    return read_rational(topology.get("unit", 1), digits=18, exponent=18)


def _stretches(written: Sequence[Mapping[str, Any]], unit: Fraction) -> tuple[Stretch, ...]:
    return tuple(Stretch.of(piece, unit) for piece in written)


def _factor(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else f"({value})"
