"""What a comparison needs of a curve document: its upper and lower lines, exactly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Piece:
    """A straight piece: intercept + slope·α from start to end."""

    start: Fraction
    end: Fraction | None  # None: for every larger α
    intercept: Fraction
    slope: Fraction

    def at(self, alpha: Fraction) -> Fraction:
        """Return the value at one α."""
        return self.intercept + self.slope * alpha

    def times(self, factor: Fraction) -> Piece:
        """Return a multiple of the piece."""
        return replace(self, intercept=factor * self.intercept, slope=factor * self.slope)


@dataclass(frozen=True, kw_only=True)
class Bounds:
    """The bisection bandwidth of a network as a function of α, from above and below."""

    upper: tuple[Piece, ...]  # in order of α, without gaps
    lower: tuple[Piece, ...]  # the same as upper where all is proven

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> Bounds:
        """Read an `alphacut-curve/1` document."""
        upper = _pieces(document["segments"])
        bounded = document["status"] == "bounded"
        return cls(upper=upper, lower=_pieces(document.get("lower", ())) if bounded else upper)

    def times(self, factor: Fraction) -> Bounds:
        """Return the same of a multiple of the bisection bandwidth, such as that per host."""
        upper, lower = (
            tuple(each.times(factor) for each in side) for side in (self.upper, self.lower)
        )
        return Bounds(upper=upper, lower=lower)

    @property
    def start(self) -> Fraction:
        """Where the curve begins."""
        return self.upper[0].start

    @property
    def end(self) -> Fraction | None:
        """Where it ends; None if it does not."""
        return self.upper[-1].end

    def covers(self, alpha: Fraction) -> bool:
        """Tell whether an α lies in the range of the curve."""
        return self.start <= alpha and (self.end is None or alpha <= self.end)

    def upper_at(self, alpha: Fraction) -> Fraction:
        """Return the value of the best cut that is known."""
        return _at(self.upper, alpha)

    def lower_at(self, alpha: Fraction) -> Fraction:
        """Return what is proven from below, 0 where nothing is."""
        return _at(self.lower, alpha) if self.lower else Fraction(0)


def _at(pieces: Sequence[Piece], alpha: Fraction) -> Fraction:
    for piece in pieces:
        if piece.start <= alpha and (piece.end is None or alpha <= piece.end):
            return piece.at(alpha)
    return Fraction(0)


def _pieces(written: Sequence[Mapping[str, Any]]) -> tuple[Piece, ...]:
    return tuple(
        Piece(
            start=Fraction(each["from"]),
            end=None if each["to"] is None else Fraction(each["to"]),
            intercept=Fraction(each["intercept"]),
            slope=Fraction(each["slope"]),
        )
        for each in written
        if each["from"] != "inf"  # a curve at infinity alone has no line
    )
