"""What a scheduler remembers of the attempts at each α and intercept, beside what they have proven.

None of it says anything about the curve: it tells where another attempt is worth while, and
from what it may go on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace

from alphacut.solver.bisection.certificate.proofs import Certificate
from alphacut.solver.bisection.certificate.size import packed_bytes
from alphacut.solver.bisection.outcome import Deferral, Outcome, StopReason
from alphacut.solver.common.alpha import Alpha

MOST_TREES = 128 << 20  # bytes of all trees of open lemmas that are kept


@dataclass(frozen=True, kw_only=True)
class Attempts:
    """What the attempts at one α, or at a lemma about one intercept, have come to."""

    number: int = 0
    longest: float = 0.0  # seconds of the longest
    exhausted: bool = False  # the last one ended by itself: more time would not help
    deferral: Deferral | None = None  # what the last one left to others
    # certificates of weaker bounds, from which other attempts go on; of a lemma, its last tree
    partial_proofs: tuple[Certificate, ...] = field(default=(), repr=False)

    @property
    def waits_for_siblings(self) -> bool:
        """Whether the proof was left to points that had not been asked yet."""
        return self.deferral is not None and self.deferral.to_siblings

    @property
    def deferred_to_lemmas(self) -> Deferral | None:
        """What was left as single intercepts, to be settled one by one."""
        return None if self.waits_for_siblings else self.deferral

    def after(self, outcome: Outcome) -> Attempts:
        """Return what they are after one more."""
        return Attempts(
            number=self.number + 1,
            longest=max(self.longest, outcome.report.seconds),
            exhausted=outcome.exhausted,
            deferral=outcome.deferral,
            partial_proofs=self.partial_proofs
            if outcome.partial_proof is None
            else (*self.partial_proofs, outcome.partial_proof),
        )


NONE = Attempts()


@dataclass(frozen=True, kw_only=True)
class RefusedProof:
    """A proof of an engine that the verifier refused, so that it proves nothing here."""

    alpha: Alpha
    engine: str
    reason: str


@dataclass(frozen=True, kw_only=True)
class Ledger:
    """The attempts so far; it never changes, only grows anew."""

    points: tuple[tuple[Alpha, Attempts], ...] = ()  # in order of α
    lemmas: tuple[tuple[int, Attempts], ...] = ()  # in order of the intercept
    refused: tuple[RefusedProof, ...] = ()  # as they came
    missing: frozenset[str] = frozenset()  # packages that would have been used, not installed
    saturated: bool = False  # a search that went on from all cuts ended with none better

    def at(self, alpha: Alpha) -> Attempts:
        """Return the attempts at one α."""
        return dict(self.points).get(alpha, NONE)

    def on(self, intercept: int) -> Attempts:
        """Return the attempts at lemmas about one intercept."""
        return dict(self.lemmas).get(intercept, NONE)

    @property
    def trees(self) -> Iterator[tuple[int, Certificate]]:
        """Yield the trees of lemmas whose time was over, with their intercepts."""
        return ((level, tree) for level, each in self.lemmas for tree in each.partial_proofs)

    def after(
        self, outcome: Outcome, *, better: Collection[Alpha] = (), moved: bool = True
    ) -> Ledger:
        """Return the ledger with one more attempt, or one more search.

        Parameters
        ----------
        better
            The α at which it found a better cut: there another attempt may help.
        moved
            Whether it changed the upper curve anywhere.
        """
        if outcome.report.missing:
            return replace(self, missing=self.missing | {*outcome.report.missing}).after(
                replace(outcome, report=replace(outcome.report, missing=())),
                better=better,
                moved=moved,
            )
        if outcome.alpha is None:
            ended = outcome.stopped_because is StopReason.FINISHED
            return replace(self.reopened(better), saturated=ended and not moved)
        refused = (
            RefusedProof(alpha=outcome.alpha, engine=outcome.report.engine, reason=reason)
            for reason in outcome.refusals
        )
        grown = replace(self, refused=(*self.refused, *refused))
        if outcome.intercept is not None:
            lemmas = dict(self.lemmas)
            lemmas[outcome.intercept] = _with_last_tree(self.on(outcome.intercept), outcome)
            return replace(grown, lemmas=_within(MOST_TREES, sorted(lemmas.items(), key=_first)))
        points = dict(self.points) | {outcome.alpha: self.at(outcome.alpha).after(outcome)}
        return replace(grown, points=tuple(sorted(points.items(), key=lambda entry: entry[0])))

    def reopened(self, alphas: Collection[Alpha]) -> Ledger:
        """Return the ledger where more attempts may help at some α: a better cut was found."""
        points = (
            (alpha, replace(each, exhausted=False) if alpha in alphas else each)
            for alpha, each in self.points
        )
        return replace(self, points=tuple(points))

    @property
    def without_certificates(self) -> Ledger:
        """What is remembered, for those who only look at it."""
        points = ((alpha, replace(each, partial_proofs=())) for alpha, each in self.points)
        lemmas = ((level, replace(each, partial_proofs=())) for level, each in self.lemmas)
        return replace(self, points=tuple(points), lemmas=tuple(lemmas))


def _first(entry: tuple[int, Attempts]) -> int:
    return entry[0]


def _with_last_tree(attempts: Attempts, outcome: Outcome) -> Attempts:
    """Return the attempts at a lemma after one more: the last tree holds what is in earlier ones.

    A lemma that is proven, or for which more time is no help, needs none.
    """
    done = outcome.exhausted or outcome.stopped_because is StopReason.FINISHED
    earlier = attempts.partial_proofs
    last = earlier if outcome.partial_proof is None else (outcome.partial_proof,)
    return replace(attempts.after(outcome), partial_proofs=() if done else last)


def _within(most: int, lemmas: Sequence[tuple[int, Attempts]]) -> tuple[tuple[int, Attempts], ...]:
    """Let go of the smallest trees where all together are too large: there the least is lost.

    Parameters
    ----------
    most
        Bytes of all trees.
    """
    sizes = {level: sum(map(packed_bytes, each.partial_proofs)) for level, each in lemmas}
    dropped, total = set[int](), sum(sizes.values())
    for level in sorted(sizes, key=lambda level: sizes[level]):
        if total <= most:
            break
        dropped.add(level)
        total -= sizes[level]
    return tuple(
        (level, replace(each, partial_proofs=()) if level in dropped else each)
        for level, each in lemmas
    )
