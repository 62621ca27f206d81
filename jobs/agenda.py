"""What can be asked next, while other questions are still being worked on."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from math import ceil

from solver.bisection.alpha import Alpha
from solver.bisection.curve import Inquiry, Limits, next_question, share
from solver.bisection.envelope import Envelope, uses
from solver.bisection.point import Question
from solver.bisection.problem import KnownPoint


@dataclass(frozen=True, kw_only=True)
class Agenda:
    """Chooses questions for one curve; which ones, is the solver's to say."""

    inquiry: Inquiry
    limits: Limits
    slots: int  # questions that are worked on at the same time

    def next(
        self, envelope: Envelope, running: Collection[Question], spent: float
    ) -> tuple[Question, ...]:
        """Return the questions to be started now.

        Parameters
        ----------
        running
            The questions that are being worked on.
        spent
            Wall time spent on the curve.
        """
        first = self.first(envelope, spent)
        if first is None or len(running) >= self.slots:
            return ()
        if first.alpha is None:  # the search, from which all others follow
            return () if running else (first,)
        chosen: list[Question] = []
        for alpha in self._waiting(envelope, running)[: self.slots - len(running)]:
            known = known_for(envelope, alpha, (*running, *chosen))
            chosen.append(
                replace(first, alpha=alpha, known=known, seconds=self._share(envelope, spent))
            )
        return tuple(chosen)

    def first(self, envelope: Envelope, spent: float) -> Question | None:
        """Return what would be asked if nothing were running, None if nothing is left."""
        return next_question(self.inquiry, envelope, seconds=self._left(spent), gap=self.limits.gap)

    def _waiting(self, envelope: Envelope, running: Collection[Question]) -> list[Alpha]:
        taken = {question.alpha for question in running}
        return [alpha for alpha in envelope.askable if alpha not in taken]

    def _left(self, spent: float) -> float | None:
        return None if self.limits.seconds is None else self.limits.seconds - spent

    def _share(self, envelope: Envelope, spent: float) -> float | None:
        left = self._left(spent)
        return None if left is None else share(left, ceil(len(envelope.askable) / self.slots))


def known_for(
    envelope: Envelope, alpha: Alpha, running: Collection[Question] = ()
) -> tuple[KnownPoint, ...]:
    """Return the certified points that a proof at this α may build on.

    As `Envelope.known_for`, but with an eye on the proofs that are under way:
    each of them will perhaps build on all that its question was given, and
    proofs must not run in a circle.
    """
    rests_on = {point.alpha: uses(point.certificate) for point in envelope.points}
    for question in running:
        if question.alpha is not None:
            rests_on.setdefault(question.alpha, set()).update(p.alpha for p in question.known)
    resting = {alpha}
    while more := {a for a, on in rests_on.items() if a not in resting and on & resting}:
        resting |= more
    return tuple(point for point in envelope.known_for(alpha) if point.alpha not in resting)
