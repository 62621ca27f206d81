"""A schedule on which a gap that is allowed inside a curve does not hold for its ends."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cached_property

from alphacut.solver.bisection.envelope import Envelope
from alphacut.solver.bisection.question import Question
from alphacut.solver.bisection.schedule import Schedule
from alphacut.solver.bisection.tasks import askable, sibling_alphas

MANY = 1_000  # questions: more than a curve has open at any time


class EndsFirst(Schedule):
    """Asks for all that an exact curve needs while an end is open, then for what the gap wants.

    A bound may miss a value above 1/gap by one and be within the gap; at the ends,
    where values are numbers of links, that is not to be. Points inside that are asked
    meanwhile are of use later, and need no more than the gap; claims that an exact curve
    needs may serve an end.
    """

    def next(
        self, envelope: Envelope, running: Collection[Question] = (), spent: float = 0.0
    ) -> tuple[Question, ...]:
        """Return the questions to be started now; see `Schedule.next`."""
        room = self.slots - len(running)
        if room > 0 and self._ends_open(envelope):
            asked = self._strict.next(envelope, running, spent)
            return tuple(self._allowed(envelope, asked))[:room]
        return super().next(envelope, running, spent)

    def needs(self, envelope: Envelope, running: Question) -> bool:
        """Tell whether what is being worked on is still of use."""
        if self._ends_open(envelope):
            return self._strict.needs(envelope, running)
        return super().needs(envelope, running)

    def _allowed(self, envelope: Envelope, asked: Iterable[Question]) -> Iterator[Question]:
        """Give points inside their gap, and leave out those that have it already."""
        for each in asked:
            if each.target_lemma or each.alpha in (None, envelope.low, envelope.high):
                yield each
            elif not envelope.near(each.alpha, self.limits.gap):
                gap = self.limits.gap
                yield replace(
                    each, gap=gap, sibling_alphas=sibling_alphas(envelope, each.alpha, gap)
                )

    @cached_property
    def _strict(self) -> Schedule:
        limits = replace(self.limits, gap=Fraction(0))
        return Schedule(problem=self.problem, limits=limits, slots=MANY)  # some are left out

    @staticmethod
    def _ends_open(envelope: Envelope) -> bool:
        """Tell whether more time may settle an end."""
        if not envelope.cuts:
            return False
        return not {envelope.low, envelope.high}.isdisjoint(askable(envelope))
