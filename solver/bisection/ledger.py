"""What a scheduler remembers of the attempts at each α, beside what they have proven.

None of it says anything about the curve: it tells at which α another attempt is worth while, and
from what it may go on.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace

from alphacut.solver.bisection.alpha import Alpha
from alphacut.solver.bisection.outcome import Certificate, StopReason
from alphacut.solver.bisection.point import Answer


@dataclass(frozen=True, kw_only=True)
class Attempts:
    """What the attempts at one α have come to."""

    number: int = 0
    exhausted: bool = False  # the last one ended by itself: more time would not help
    waits: bool = False  # it left the rest to points that had not been asked yet
    levels: int | None = None  # if it left intercepts to be settled: how many it was given
    left: tuple[int, int] | None = None  # and the ends of those that it left
    # certificates of weaker bounds, from which other attempts go on
    spare: tuple[Certificate, ...] = field(default=(), repr=False)

    def after(self, answer: Answer) -> Attempts:
        """Return what they are after one more."""
        return Attempts(
            number=self.number + 1,
            exhausted=answer.exhausted,
            waits=answer.stopped_because is StopReason.WAITING,
            levels=answer.levels,
            left=answer.left,
            spare=self.spare if answer.spare is None else (*self.spare, answer.spare),
        )


NONE = Attempts()


@dataclass(frozen=True)
class Ledger:
    """The attempts at all α so far; it never changes, only grows anew."""

    entries: tuple[tuple[Alpha, Attempts], ...] = ()  # in order of α

    def at(self, alpha: Alpha) -> Attempts:
        """Return the attempts at one α."""
        return next((attempts for a, attempts in self.entries if a == alpha), NONE)

    def after(self, answer: Answer) -> Ledger:
        """Return the ledger with one more attempt."""
        if answer.alpha is None or answer.intercept is not None:
            return self
        found = dict(self.entries) | {answer.alpha: self.at(answer.alpha).after(answer)}
        return Ledger(tuple(sorted(found.items(), key=lambda entry: entry[0])))

    def reopened(self, alphas: Collection[Alpha]) -> Ledger:
        """Return the ledger where more attempts may help at some α: a better cut was found."""
        return Ledger(
            tuple(
                (alpha, replace(each, exhausted=False) if alpha in alphas else each)
                for alpha, each in self.entries
            )
        )

    @property
    def without_certificates(self) -> Ledger:
        """What is remembered, for those who only look at it."""
        return Ledger(tuple((alpha, replace(each, spare=())) for alpha, each in self.entries))
