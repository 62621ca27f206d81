"""The largest rate as a function of α, by the same recursive intersection as the α-curve.

The capacities are the right-hand side of the program, so the rate is concave and
piecewise linear in α, and any lengths of links bound it by a line at every α at once.
Where two lines meet, the program is solved; a new line divides the stretch further, and
an old one settles the point.

References
----------
Belka et al., New link arrangements for Dragonfly networks, section 3.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from alphacut.arrangements.network import Line
from alphacut.solver.bisection.chords import Chord, lower_curve
from alphacut.solver.bisection.envelope import Envelope
from alphacut.solver.bisection.problem import Cut
from alphacut.solver.common.alpha import INFINITY, ZERO, Alpha
from alphacut.solver.throughput.models import Model
from alphacut.solver.throughput.primal_dual_bounds import Whole, weighted_sum
from alphacut.solver.throughput.problem_instance import Machine
from alphacut.solver.throughput.program import Clock
from alphacut.solver.throughput.question import ModelAnswer
from alphacut.solver.throughput.run import Answers

NEAR = Fraction(1, 10**7)  # of both sides, where a stretch is not divided further


@dataclass(frozen=True, kw_only=True)
class Bound:
    """A line that the rate does not exceed: intercept + slope·α."""

    intercept: Fraction
    slope: Fraction
    lengths: Whole  # (E,) of the links, which prove it

    def at(self, alpha: Fraction) -> Fraction:
        """Return its value at one α."""
        return self.intercept + self.slope * alpha


@dataclass(frozen=True, kw_only=True)
class Stretch:
    """A part of the upper curve."""

    start: Fraction
    end: Fraction | None  # None: it goes on for every larger α
    bound: Bound


@dataclass(frozen=True, kw_only=True)
class RateCurve:
    """The rate from above and from below, for all α."""

    stretches: tuple[Stretch, ...]  # in order of α, without gaps, from 0 on
    points: tuple[tuple[Fraction, ModelAnswer], ...]  # where stretches meet, and α = 0

    @property
    def status(self) -> str:
        """ "exact" where both sides meet everywhere, else "bounded"."""
        return "exact" if self.gap == 0 else "bounded"

    @property
    def lower(self) -> tuple[Chord, ...]:
        """What concavity gives from the points."""
        return chords([(alpha, found.bracket.lower) for alpha, found in self.points])

    @property
    def gap(self) -> Fraction:
        """The largest difference of both sides where stretches meet; beyond, rates grow no more."""
        lower = self.lower
        return max(
            each.bound.at(each.start) - value_at(lower, each.start) for each in self.stretches
        )


def trace_rate(machine: Machine, model: Model, clock: Clock) -> RateCurve:
    """Trace the rate of a model over all α."""
    answers = Answers(machine, model)
    none = answers.at(Fraction(0), clock)
    top = 1 / machine.demands.busiest
    bounds = [Bound(intercept=top, slope=Fraction(0), lengths=0 * none.lengths)]
    bounds.append(bound_of(machine, none))
    points = {Fraction(0): none}
    while not clock.over:
        asked = _open(bounds, points)
        if not asked:
            break
        for alpha in asked:
            found = answers.at(alpha, clock)
            bounds.append(bound_of(machine, found))
            if clock.over:  # what was cut short may prove less than its neighbours do
                break
            points[alpha] = found
    stretches = upper_curve(bounds)
    kept = {each.start for each in stretches}
    if not kept <= points.keys():  # cut short: what is known elsewhere bounds these from below
        kept |= points.keys()
    return RateCurve(
        stretches=stretches,
        points=tuple((alpha, points[alpha]) for alpha in sorted(points) if alpha in kept),
    )


def bound_of(machine: Machine, found: ModelAnswer) -> Bound:
    """Return the line that the lengths of an answer prove; flat if they prove none."""
    lengths = found.lengths
    needed = Fraction(0)
    if found.means:
        weights = found.demands.weights.tolist()
        needed = weighted_sum(list(found.means), weights) * found.demands.unit
    if not needed:
        top = 1 / machine.demands.busiest
        return Bound(intercept=top, slope=Fraction(0), lengths=lengths)
    bases, slopes = (
        sum((int(c) * int(y) for c, y in zip(values, lengths, strict=True)), start=0)
        for values in (machine.links.bases.tolist(), machine.links.slopes.tolist())
    )
    return Bound(intercept=bases / needed, slope=slopes / needed, lengths=lengths)


def upper_curve(bounds: Sequence[Bound]) -> tuple[Stretch, ...]:
    """Return the lower envelope of lines over 0 < α < ∞."""
    common = lcm(*(v.denominator for b in bounds for v in (b.intercept, b.slope)))
    cuts = [
        Cut(side=(place,), line=Line(int(b.intercept * common), int(b.slope * common)))
        for place, b in enumerate(bounds)
    ]
    envelope = Envelope(low=ZERO, high=INFINITY, cuts=tuple(cuts))
    return tuple(
        Stretch(
            start=each.start.fraction,
            end=each.end.fraction if each.end.finite else None,
            bound=bounds[each.cut.side[0]],
        )
        for each in envelope.segments
    )


def chords(proven: Sequence[tuple[Fraction, Fraction]]) -> tuple[Chord, ...]:
    """Return the lower curve that rates at some α prove."""
    return lower_curve(ZERO, INFINITY, [(Alpha.of(alpha), rate) for alpha, rate in proven])


def value_at(lower: Sequence[Chord], alpha: Fraction) -> Fraction:
    """Return the lower curve at one α."""
    at = Alpha.of(alpha)
    return next((each.at(alpha) for each in lower if each.start <= at <= each.end), Fraction(0))


def _open(bounds: Sequence[Bound], points: dict[Fraction, ModelAnswer]) -> list[Fraction]:
    """Return all α where stretches meet and what is proven from below is less, most first."""
    exact = all(found.bracket.lower == found.bracket.upper for found in points.values())
    lower = chords([(alpha, found.bracket.lower) for alpha, found in points.items()])
    gaps = {
        each.start: each.bound.at(each.start) - value_at(lower, each.start)
        for each in upper_curve(bounds)
        if each.start not in points
    }
    wide = [alpha for alpha, gap in gaps.items() if gap > (0 if exact else NEAR)]
    return sorted(wide, key=lambda alpha: -gaps[alpha])
