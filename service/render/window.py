"""Which part of the plane a drawing shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from alphacut.service.render.reading import Curve, Stretch
from alphacut.service.render.units import Units

_BEYOND = Fraction(13, 10)  # the last breakpoint lies at 10/13 of the width
_HEADROOM = Fraction(9, 8)


@dataclass(frozen=True, kw_only=True)
class Window:
    """The range of α, and the values from 0 to the top."""

    left: Fraction
    right: Fraction
    top: Fraction

    @classmethod
    def of(cls, curves: Sequence[Curve], units: Units | None) -> Window:
        """Show every breakpoint, and a stretch beyond the last one."""
        left, right = _range(curves, units)
        highest = max(
            _within(piece, left, right)[1]
            for curve in curves
            for piece in curve.upper
            if piece.start < right or piece.end == piece.start
        )
        return cls(left=left, right=right, top=highest * _HEADROOM or Fraction(1))

    def clip(self, piece: Stretch) -> tuple[Fraction, Fraction]:
        """Return the part of a piece's range that is shown."""
        end = self.right if piece.end is None else min(piece.end, self.right)
        return max(piece.start, self.left), end


def _range(curves: Sequence[Curve], units: Units | None) -> tuple[Fraction, Fraction]:
    left = min(curve.upper[0].start for curve in curves)
    turns = [alpha for curve in curves for alpha, _ in curve.breakpoints]
    if units is not None:
        turns.append(units.alpha)
    ends = [curve.upper[-1].end for curve in curves]
    beyond = left + (max(turns) - left) * _BEYOND if turns and max(turns) > left else left + 2
    finite = [end for end in ends if end is not None]
    if len(finite) < len(ends):
        return left, max([beyond, *finite])
    right = max(finite)
    margin = (right - left) / 20 or Fraction(1, 2)
    return max(left - margin, Fraction(0)), right + margin


def _within(piece: Stretch, left: Fraction, right: Fraction) -> tuple[Fraction, Fraction]:
    end = right if piece.end is None else min(piece.end, right)
    return max(piece.start, left), piece.at(end)
