"""The upper curve of a document: its segments, each with a witness that is measured anew."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from alphacut.arrangements.network import Line, Network
from alphacut.arrangements.words import shown
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import DocumentError, Refused
from alphacut.solver.common.fields import alpha_in, integer_in, object_in, only_fields

FIELDS = ("from", "to", "intercept", "slope", "side")


@dataclass(frozen=True, kw_only=True)
class WrittenSegment:
    """A segment as it was written."""

    start: Alpha
    end: Alpha
    line: Line
    side: object


def read_segments(document: Mapping[str, Any]) -> list[WrittenSegment]:
    """Read a document's segments.

    Raises
    ------
    DocumentError
        If they are not a list of segments.
    """
    entries = document.get("segments")
    if not isinstance(entries, list) or not entries:
        raise DocumentError("segments is not a list of at least one segment")
    return [_read(entry, f"segments.{i}") for i, entry in enumerate(entries)]


def _read(written: object, name: str) -> WrittenSegment:
    entry = object_in(written, name)
    only_fields(entry, FIELDS, name)
    return WrittenSegment(
        start=alpha_in(entry, "from"),
        end=alpha_in(entry, "to", open_end=True),
        line=Line(integer_in(entry, "intercept"), integer_in(entry, "slope")),
        side=entry.get("side"),
    )


class Upper:
    """The curve that checked segments draw.

    Parameters
    ----------
    segments
        As the document has them.

    Raises
    ------
    Refused
        If a cut is not a bisection or has another capacity, or if the segments
        leave gaps, are out of order, or do not meet where they say.
    """

    def __init__(self, segments: list[WrittenSegment], network: Network, balance: Balance) -> None:
        self.segments = segments
        for first, second in pairwise(segments):
            _check_turn(first, second)
        single = len(segments) == 1 and segments[0].start == segments[0].end
        if not single and any(segment.start >= segment.end for segment in segments):
            raise Refused("a segment is empty")
        for segment in segments:
            self.check_cut(segment.side, segment.line, network, balance)

    @staticmethod
    def check_cut(side: object, line: Line, network: Network, balance: Balance) -> None:
        """Check that a side is a bisection and has the capacity given.

        Parameters
        ----------
        side
            Of the cut, as it is written.
        line
            The capacity that is given.

        Raises
        ------
        Refused
            If it is none, or has another capacity.
        """
        if not isinstance(side, list) or not all(
            isinstance(u, int) and not isinstance(u, bool) and 0 <= u < network.switches
            for u in side
        ):
            raise Refused("a side is not a list of switches of this network")
        if any(first >= second for first, second in pairwise(side)):
            raise Refused("a side is not sorted, or names a switch twice")
        if not balance.holds(side):
            what = "half of the network" if balance.sizes is None else "of the sizes claimed"
            raise Refused(f"a side of {len(side)} switches is not {what}")
        measured = network.cut(side)
        if line != measured:
            raise Refused(
                f"a cut is given as {shown(line.intercept)} + {shown(line.slope)}·α, "
                f"but its links add up to {measured.intercept} + {measured.slope}·α"
            )

    @property
    def low(self) -> Alpha:
        """Where the curve begins."""
        return self.segments[0].start

    @property
    def high(self) -> Alpha:
        """Where the curve ends."""
        return self.segments[-1].end

    @property
    def needed(self) -> tuple[Alpha, ...]:
        """The α whose proofs together prove the whole curve."""
        return tuple(sorted({self.high, *(segment.start for segment in self.segments)}))

    def value_at(self, alpha: Alpha) -> Fraction:
        """Return the curve's value at an α of its range (at infinity, its slope).

        Raises
        ------
        Refused
            If α is outside of the range.
        """
        if not self.low <= alpha <= self.high:
            raise Refused(f"point α = {alpha} is outside the range of the segments")
        number = bisect_right(self.segments, alpha, key=lambda segment: segment.start)
        line = self.segments[max(number, 1) - 1].line
        return alpha.value(alpha.scaled(line))


def _check_turn(first: WrittenSegment, second: WrittenSegment) -> None:
    if first.end != second.start:
        raise Refused(f"the segments leave a gap between α = {first.end} and {second.start}")
    at = first.end
    if not at.finite or at.scaled(first.line) != at.scaled(second.line):
        raise Refused(f"the segments do not meet at α = {at}")
    if first.line.intercept >= second.line.intercept or first.line.slope <= second.line.slope:
        raise Refused(f"the curve is not concave at α = {at}")
