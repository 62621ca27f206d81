"""The scheduler of a curve: which questions are asked next, while others are worked on."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from math import ceil

from alphacut.solver.bisection.certificate.known import InterceptLemma
from alphacut.solver.bisection.curve import (
    CurveProblem,
    Limits,
    Task,
    last_question,
    next_question,
    question,
    share,
    tasks,
)
from alphacut.solver.bisection.envelope import Envelope
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.bisection.question import CutSearch, Question
from alphacut.solver.bisection.reuse import known_for
from alphacut.solver.common.alpha import Alpha


@dataclass(frozen=True, kw_only=True)
class Scheduler:
    """Chooses questions for one curve; which ones, is the solver's to say."""

    problem: CurveProblem
    limits: Limits
    slots: int  # questions that are worked on at the same time
    _seen: list[tuple[Envelope, tuple[Task, ...]]] = field(
        default_factory=list, repr=False, compare=False
    )  # the last envelope, and what could be asked then

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
        if isinstance(first, CutSearch) or self._late(
            spent
        ):  # the search, from which all others follow
            return () if running else (first,)
        chosen: list[Question] = []
        waiting = self._tasks(envelope)
        seconds = self._share(len(waiting), spent)
        for task in self._free(waiting, running):
            if len(running) + len(chosen) == self.slots:
                break
            if not _ready(envelope, task, (*running, *chosen)):
                continue
            known = None
            if isinstance(task, Alpha):
                known = known_for(envelope, task, _under_way((*running, *chosen)))
            gap = self.limits.gap
            chosen.append(question(self.problem, envelope, task, seconds, known, gap))
        return tuple(chosen)

    def first(self, envelope: Envelope, spent: float) -> Question | None:
        """Return what would be asked if nothing were running, None if nothing is left."""
        return next_question(
            self.problem,
            envelope,
            seconds=self._left(spent),
            gap=self.limits.gap,
            waiting=self._tasks(envelope),
        )

    def _tasks(self, envelope: Envelope) -> tuple[Task, ...]:
        """Return what could be asked, worked out once for each envelope."""
        if not self._seen or self._seen[0][0] is not envelope:
            waiting = tasks(self.problem, envelope, self.limits.gap)
            self._seen[:] = [(envelope, self._ordered(envelope, waiting))]
        return self._seen[0][1]

    def _ordered(self, envelope: Envelope, waiting: tuple[Task, ...]) -> tuple[Task, ...]:
        """Let the points inside that leave the least to others begin first.

        What a point keeps for itself are mostly the intercepts between those of the lines that
        meet there. The one with most of them, begun last, would keep one process busy at the end.
        """
        if self.slots == 1:
            return waiting
        span = {
            b.start: b.cut.line.intercept - a.cut.line.intercept
            for a, b in pairwise(envelope.segments)
        }
        fresh = [
            each
            for each in waiting
            if isinstance(each, Alpha) and each in span and envelope.point_at(each) is None
        ]
        largest = iter(sorted(fresh, key=lambda alpha: (-span[alpha], alpha)))
        return tuple(next(largest) if each in fresh else each for each in waiting)

    @staticmethod
    def _free(waiting: Iterable[Task], running: Collection[Question]) -> list[Task]:
        """Return the tasks that are not being worked on: neither point nor intercept."""
        points = {each.alpha for each in running if each.target_lemma is None}
        intercepts = {
            each.target_lemma.intercept for each in running if each.target_lemma is not None
        }

        def free(task: Task) -> bool:
            if isinstance(task, InterceptLemma):
                return task.intercept not in intercepts
            return task not in points

        return [task for task in waiting if free(task)]

    def needs(self, envelope: Envelope, running: Question) -> bool:
        """Tell whether what is being worked on is still of use."""
        if not envelope.cuts or isinstance(running, CutSearch):
            return True
        if self.limits.gap > 0 and envelope.gap <= self.limits.gap:
            return False
        if running.target_lemma is None:
            return running.alpha in envelope.needed or running.alpha in self._tasks(envelope)
        intercepts = {t.intercept for t in self._tasks(envelope) if isinstance(t, InterceptLemma)}
        return running.target_lemma.intercept in intercepts

    def last(self, envelope: Envelope) -> PointProblem | None:
        """Return what is asked where the work was stopped and nothing is known."""
        return last_question(self.problem, envelope)

    def _late(self, spent: float) -> bool:
        left = self._left(spent)
        return left is not None and left <= 0

    def _left(self, spent: float) -> float | None:
        return None if self.limits.seconds is None else self.limits.seconds - spent

    def _share(self, waiting: int, spent: float) -> float | None:
        left = self._left(spent)
        return None if left is None else share(left, ceil(waiting / self.slots))


def _ready(envelope: Envelope, task: Task, running: Collection[Question]) -> bool:
    """Tell whether the first attempts that a point may wait for are not being worked on."""
    if not (isinstance(task, Alpha) and envelope.ledger.at(task).waits_for_siblings):
        return True
    asked = {
        each.alpha
        for each in running
        if isinstance(each, PointProblem) and each.target_lemma is None
    }
    return asked <= {point.alpha for point in envelope.points}


def _under_way(running: Collection[Question]) -> Iterator[tuple[Alpha, Iterable[Alpha]]]:
    """Yield the α of proofs that are under way, each with all that it will perhaps build on."""
    for each in running:
        if isinstance(each, PointProblem) and each.target_lemma is None:
            yield each.alpha, [point.alpha for point in each.known]
