"""The envelope-intersection method: which α to ask about next, and what is known.

The bisection bandwidth is the lower envelope of the lines of all bisections.
From the cuts found so far this module draws the upper curve; where two of its
neighbouring lines meet, the next question is asked. An answer that lies below
brings a new line, and the search goes on between it and its neighbours; one
that lies on the lines settles them. Because the true curve is concave, chords
between certified points bound it from below at every moment.

References
----------
Belka et al., New link arrangements for Dragonfly networks, section 3.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

from alphacut.arrangements.network import Line
from alphacut.solver.bisection.certificate.builds_on import lemmas_of, uses
from alphacut.solver.bisection.certificate.known import InterceptLemma
from alphacut.solver.bisection.certificate.proofs import Certificate
from alphacut.solver.bisection.chords import Chord, lower_curve
from alphacut.solver.bisection.ledger import Ledger
from alphacut.solver.bisection.outcome import Outcome
from alphacut.solver.bisection.problem import Cut
from alphacut.solver.common.alpha import INFINITY, ZERO, Alpha


@dataclass(frozen=True, kw_only=True)
class Segment:
    """A stretch of the upper curve: one bisection is the best found on it."""

    start: Alpha
    end: Alpha
    cut: Cut


@dataclass(frozen=True, kw_only=True)
class Point:
    """What has been proven at one α."""

    alpha: Alpha
    bound: int  # scaled lower bound
    proof: str | None  # "certificate", "solver", or None while the bound is the trivial one
    certificate: Certificate | None = None
    engine: str = ""
    seconds: float = 0.0  # spent here so far, all attempts

    @property
    def lower(self) -> Fraction:
        """The bound as a capacity (at infinity, as a slope)."""
        return self.alpha.value(self.bound)


@dataclass(frozen=True, kw_only=True)
class ProvenLemma:
    """What has been proven about the bisections of one intercept."""

    intercept: int
    slope: int  # none of them has less
    proof: str | None  # as that of a point
    certificate: Certificate | None = None
    engine: str = ""
    seconds: float = 0.0  # spent here so far, all attempts

    @property
    def statement(self) -> InterceptLemma:
        """What is proven, without its proof."""
        return InterceptLemma(intercept=self.intercept, slope=self.slope)


@dataclass(frozen=True, kw_only=True)
class Envelope:
    """Everything found and proven about one curve; it never changes, only grows anew."""

    low: Alpha = ZERO  # the range of α, ends included
    high: Alpha = INFINITY
    cuts: tuple[Cut, ...] = ()
    points: tuple[Point, ...] = ()  # in order of α
    lemmas: tuple[ProvenLemma, ...] = ()  # in order of the intercept
    ledger: Ledger = field(default_factory=Ledger)  # of the attempts at each α

    # ---- the upper curve -------------------------------------------------

    @cached_property
    def segments(self) -> tuple[Segment, ...]:
        """The upper curve over the range, in order of α; empty without cuts."""
        if not self.cuts:
            return ()
        segments: list[Segment] = []
        start, cut = self.low, self._first_cut()
        while (turn := self._next_turn(start, cut)) is not None:
            end, following = turn
            segments.append(Segment(start=start, end=end, cut=cut))
            start, cut = end, following
        return (*segments, Segment(start=start, end=self.high, cut=cut))

    @property
    def _lines(self) -> list[Line]:
        return [segment.cut.line for segment in self.segments]

    def _first_cut(self) -> Cut:
        if self.low == self.high:
            return min(self.cuts, key=lambda cut: (self.low.scaled(cut.line), cut.line))
        return min(self.cuts, key=lambda cut: (self.low.scaled(cut.line), cut.line.slope))

    def _next_turn(self, start: Alpha, cut: Cut) -> tuple[Alpha, Cut] | None:
        """Find where, beyond start, a flatter line first passes below this one."""
        flatter = [other for other in self.cuts if other.line.slope < cut.line.slope]
        if not flatter or start == self.high:
            return None
        end, following = min(
            ((meeting(cut.line, other.line), other) for other in flatter),
            key=lambda turn: (turn[0], turn[1].line.slope),
        )
        return (end, following) if end < self.high else None

    @property
    def breakpoints(self) -> tuple[Alpha, ...]:
        """Where neighbouring segments meet."""
        return tuple(segment.start for segment in self.segments[1:])

    @property
    def needed(self) -> tuple[Alpha, ...]:
        """The α at which a proof is needed: they prove the whole curve."""
        ends = (self.low,) if self.low == self.high else (self.low, self.high)
        return tuple(sorted({*ends, *self.breakpoints}))

    def best_at(self, alpha: Alpha) -> Cut:
        """Return the best cut found at one α."""
        return min(self.cuts, key=lambda cut: (alpha.scaled(cut.line), cut.line))

    def upper_at(self, alpha: Alpha) -> Fraction:
        """Return the upper curve at one α (at infinity, its slope)."""
        return alpha.value(alpha.scaled(self.best_at(alpha).line))

    # ---- the lower curve -------------------------------------------------

    @cached_property
    def lower(self) -> tuple[Chord, ...]:
        """The best curve that concavity gives from the certified points."""
        return lower_curve(self.low, self.high, [(p.alpha, p.lower) for p in self.points])

    def lower_at(self, alpha: Alpha) -> Fraction:
        """Return the lower curve at one α (at infinity, its slope)."""
        if not alpha.finite:
            return self.lower[-1].slope
        return next(c.at(alpha.fraction) for c in self.lower if c.start <= alpha <= c.end)

    @cached_property
    def gap(self) -> Fraction:
        """The largest (upper - lower)/upper over the range; 1 without a cut."""
        if not self.cuts:
            return Fraction(1)
        corners = {*self.needed, *(chord.start for chord in self.lower)}
        return max(self._gap_at(alpha) for alpha in corners)

    def _gap_at(self, alpha: Alpha) -> Fraction:
        upper = self.upper_at(alpha)
        return (upper - self.lower_at(alpha)) / upper if upper else Fraction(0)

    # ---- what is open, and how it grows ----------------------------------

    def point_at(self, alpha: Alpha) -> Point | None:
        """Return what has been proven at one α."""
        return next((point for point in self.points if point.alpha == alpha), None)

    def closed_at(self, alpha: Alpha) -> bool:
        """Tell whether the bounds meet at one α."""
        point = self.point_at(alpha)
        upper = alpha.scaled(self.best_at(alpha).line)
        return point is not None and point.bound >= upper

    def near(self, alpha: Alpha, gap: Fraction) -> bool:
        """Tell whether a gap is allowed, and the bounds at an α within the range are that near.

        The ends of the range have to be settled: all chords start from them.
        """
        if gap == 0 or alpha in (self.low, self.high):
            return False
        return self._gap_at(alpha) <= gap

    @property
    def open(self) -> tuple[Alpha, ...]:
        """The needed α that are not settled, in order."""
        return tuple(alpha for alpha in self.needed if not self.closed_at(alpha))

    @property
    def certified_lemmas(self) -> tuple[InterceptLemma, ...]:
        """What is certified about single intercepts."""
        return tuple(lemma.statement for lemma in self.lemmas if lemma.proof == "certificate")

    def lemma_at(self, intercept: int) -> ProvenLemma | None:
        """Return what has been proven about one intercept."""
        return next((lemma for lemma in self.lemmas if lemma.intercept == intercept), None)

    @property
    def status(self) -> str:
        """ "exact", "closed" or "bounded": what is proven here, whatever theorems say."""
        if not self.cuts or self.open:
            return "bounded"
        proofs = {point.proof for point in self.points if point.alpha in self.needed}
        return "exact" if proofs <= {"certificate"} else "closed"

    @property
    def without_certificates(self) -> Envelope:
        """What was found and proven, for those who only look at it."""
        points = (replace(point, certificate=None) for point in self.points)
        lemmas = (replace(lemma, certificate=None) for lemma in self.lemmas)
        ledger = self.ledger.without_certificates
        return replace(self, points=tuple(points), lemmas=tuple(lemmas), ledger=ledger)

    def absorb(self, answer: Outcome) -> Envelope:
        """Return the envelope with what an answer brings."""
        grown = replace(self, cuts=self._with_cuts(answer.cuts))
        ledger = self.ledger.after(
            answer, better=self._lowered(grown), moved=grown._lines != self._lines
        )
        grown = replace(grown, ledger=ledger)
        if answer.intercept is not None:
            return replace(grown, lemmas=self._with_lemma(answer, answer.intercept))
        return grown if answer.alpha is None else replace(grown, points=grown._with_point(answer))

    def _lowered(self, grown: Envelope) -> frozenset[Alpha]:
        """Return the α of the points at which a better cut was found."""
        points = self.points if self.cuts else ()
        alphas = (point.alpha for point in points)
        return frozenset(a for a in alphas if grown.upper_at(a) < self.upper_at(a))

    @property
    def _proofs(self) -> Iterator[Certificate | None]:
        """Yield what proofs of points there are: on what they rest must stay proven."""
        return (point.certificate for point in self.points)

    def _with_cuts(self, cuts: Iterable[Cut]) -> tuple[Cut, ...]:
        by_line = {cut.line: cut for cut in self.cuts}
        for cut in cuts:
            by_line.setdefault(cut.line, cut)
        return tuple(by_line[line] for line in sorted(by_line))

    def _with_point(self, answer: Outcome) -> tuple[Point, ...]:
        assert answer.alpha is not None
        old = self.point_at(answer.alpha)
        new = Point(
            alpha=answer.alpha,
            bound=answer.lower_bound,
            proof=answer.proof,
            certificate=answer.certificate,
            engine=answer.report.engine,
            seconds=answer.report.seconds,
        )
        if old is not None:
            better = new if answer.lower_bound > old.bound or not old.bound else old
            if new.proof != "certificate" and any(old.alpha in uses(p) for p in self._proofs):
                better = old
            new = replace(better, seconds=old.seconds + answer.report.seconds)
        others = [point for point in self.points if point.alpha != answer.alpha]
        return tuple(sorted([*others, new], key=lambda point: point.alpha))

    def _with_lemma(self, answer: Outcome, intercept: int) -> tuple[ProvenLemma, ...]:
        new = ProvenLemma(
            intercept=intercept,
            slope=answer.lower_bound,
            proof=answer.proof,
            certificate=answer.certificate,
            engine=answer.report.engine,
            seconds=answer.report.seconds,
        )
        old = self.lemma_at(intercept)
        if old is not None:
            better = new if answer.lower_bound > old.slope else old
            needed = {each.intercept for proof in self._proofs for each in lemmas_of(proof)}
            if new.proof != "certificate" and intercept in needed:
                better = old
            new = replace(better, seconds=old.seconds + answer.report.seconds)
        others = [lemma for lemma in self.lemmas if lemma.intercept != intercept]
        return tuple(sorted([*others, new], key=lambda lemma: lemma.intercept))


def meeting(first: Line, second: Line) -> Alpha:
    """Return the α at which two lines of different slope are equal."""
    return Alpha.of(Fraction(second.intercept - first.intercept, first.slope - second.slope))
