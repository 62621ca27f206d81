"""The schedule of a curve: which questions are asked next, while others are worked on."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise
from math import ceil

from alphacut.arrangements.any_wiring import AnyWiring
from alphacut.solver.bisection.certificate.known import InterceptLemma
from alphacut.solver.bisection.envelope import Envelope
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.bisection.question import (
    UNLIMITED,
    CurveProblem,
    CutSearch,
    Limits,
    Question,
)
from alphacut.solver.bisection.reuse import certificates_for, known_for, tree_for
from alphacut.solver.bisection.tasks import Task, deferring, sibling_alphas, tasks, urgent
from alphacut.solver.common.alpha import INFINITY, Alpha

LAST_RESORT = "packing"  # the engine that answers where no time is left
AGAIN = 2.0  # times as long as the longest attempt at a lemma: what the next one takes at least
SHORTEST_ATTEMPT = 2.0  # seconds; a share of the time limit below this is not worth starting


@dataclass(frozen=True, kw_only=True)
class Schedule:
    """Chooses the questions about one curve, from what is known of it."""

    problem: CurveProblem
    limits: Limits = UNLIMITED
    slots: int = 1  # questions that are worked on at the same time
    _seen: list[tuple[Envelope, tuple[Task, ...]]] = field(
        default_factory=list, repr=False, compare=False
    )  # the last envelope, and what could be asked then

    def next(
        self, envelope: Envelope, running: Collection[Question] = (), spent: float = 0.0
    ) -> tuple[Question, ...]:
        """Return the questions to be started now; none are left if nothing is running either.

        Parameters
        ----------
        running
            The questions that are being worked on.
        spent
            Wall time spent on the curve.
        """
        late = self.limits.seconds is not None and spent >= self.limits.seconds
        if len(running) >= self.slots or (self._near(envelope) and not late):
            return ()
        waiting = self._tasks(envelope)
        if waiting and not late:
            return tuple(self._chosen(envelope, waiting, running, spent))
        alone = self.last(envelope) if late else self.search(envelope, spent)
        return () if running or alone is None else (alone,)

    def needs(self, envelope: Envelope, running: Question) -> bool:
        """Tell whether what is being worked on is still of use."""
        if not envelope.cuts or isinstance(running, CutSearch):
            return True
        if self._near(envelope):
            return False
        if running.target_lemma is None:
            return running.alpha in envelope.needed or running.alpha in self._tasks(envelope)
        intercepts = {t.intercept for t in self._tasks(envelope) if isinstance(t, InterceptLemma)}
        return running.target_lemma.intercept in intercepts

    def search(self, envelope: Envelope, spent: float) -> CutSearch | None:
        """Return the search from which all else follows, or that goes on where proofs have failed.

        None if it would bring nothing.
        """
        begun = CutSearch(
            network=self.problem.network,
            balance=self.problem.balance,
            low=self.problem.low,
            high=self.problem.high,
            seconds=self._left(spent),
        )
        if not envelope.cuts:
            return replace(begun, engine=self.problem.engine, offered=self.problem.offered)
        unsettled = tuple(a for a in urgent(envelope) if not envelope.near(a, self.limits.gap))
        if envelope.ledger.saturated or not unsettled:
            return None
        return replace(begun, cuts=envelope.cuts, improve_at=unsettled)

    def last(self, envelope: Envelope) -> PointProblem | None:
        """Return what is asked where no time is left and nothing is known: it takes a moment.

        Trees that are packed are those of one wiring; where each is meant, there is nothing.
        """
        if not envelope.cuts or isinstance(self.problem.network, AnyWiring):
            return None
        for alpha in envelope.needed:
            point = envelope.point_at(alpha)
            answered = point is not None and (point.bound > 0 or point.engine == LAST_RESORT)
            if not answered and envelope.upper_at(alpha) > 0 and envelope.lower_at(alpha) == 0:
                asked = question(self.problem, envelope, alpha, seconds=0.0)
                return replace(asked, engine=LAST_RESORT)
        return None

    def _near(self, envelope: Envelope) -> bool:
        """Tell whether the curves are as near to each other as is enough.

        Where they are equal, what severs nothing may still have no proof, which takes a moment.
        """
        near = bool(envelope.cuts) and 0 < self.limits.gap >= envelope.gap
        return near and (envelope.gap > 0 or not self._tasks(envelope))

    def _chosen(
        self,
        envelope: Envelope,
        waiting: tuple[Task, ...],
        running: Collection[Question],
        spent: float,
    ) -> Iterator[Question]:
        """Yield as many questions about tasks as there are slots left."""
        left, busy = self._left(spent), list(running)
        for task in _free(waiting, running):
            if len(busy) == self.slots:
                return
            if _ready(envelope, task, busy):
                busy.append(
                    question(
                        self.problem,
                        envelope,
                        task,
                        seconds=self._seconds(envelope, task, len(waiting), left),
                        gap=self.limits.gap,
                        under_way=_under_way(busy),
                    )
                )
                yield busy[-1]

    def _seconds(
        self, envelope: Envelope, task: Task, waiting: int, left: float | None
    ) -> float | None:
        """Return the time for a task: its share of what is left, or more where less is wasted.

        An attempt at a lemma goes on from the last one, but not from the run that was cut short:
        time grows, so that the longest run is finished at some time.
        """
        if left is None:
            return None
        seconds = share(left, ceil(waiting / self.slots))
        if isinstance(task, Alpha):
            return seconds
        return min(left, max(seconds, AGAIN * envelope.ledger.on(task.intercept).longest))

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

    def _left(self, spent: float) -> float | None:
        return None if self.limits.seconds is None else self.limits.seconds - spent


def question(
    problem: CurveProblem,
    envelope: Envelope,
    task: Task,
    *,
    seconds: float | None = None,
    gap: Fraction = Fraction(0),
    under_way: Iterable[tuple[Alpha, Iterable[Alpha]]] = (),
) -> PointProblem:
    """Return the problem at one α for a task.

    Parameters
    ----------
    seconds
        Wall time for it.
    under_way
        The α of proofs that are being worked on, each with all those that it may build on.
    """
    lemma = task if isinstance(task, InterceptLemma) else None
    alpha = task if isinstance(task, Alpha) else INFINITY
    at_alpha = PointProblem(
        network=problem.network,
        balance=problem.balance,
        alpha=alpha,
        target_lemma=lemma,
        earlier_tree=None if lemma is None else tree_for(envelope, lemma.intercept),
        cuts=envelope.cuts,
        warm_certificates=certificates_for(envelope, alpha),
        engine=problem.engine,
        seconds=seconds,
        gap=gap,
    )
    if lemma is not None:  # its proof stands by itself
        return at_alpha
    return replace(
        at_alpha,
        may_defer=True,
        known=known_for(envelope, alpha, under_way),
        lemmas=envelope.certified_lemmas,
        sibling_alphas=sibling_alphas(envelope, alpha, gap),
        deferred_before=alpha in {point.alpha for point in deferring(envelope)},
    )


def share(seconds: float, waiting: int) -> float:
    """Divide the time that is left, without making attempts too short to help."""
    return min(seconds, max(SHORTEST_ATTEMPT, seconds / waiting))


def _free(waiting: Iterable[Task], running: Collection[Question]) -> list[Task]:
    """Return the tasks that are not being worked on: neither point nor intercept."""
    points = {each.alpha for each in running if each.target_lemma is None}
    intercepts = {each.target_lemma.intercept for each in running if each.target_lemma is not None}

    def free(task: Task) -> bool:
        if isinstance(task, InterceptLemma):
            return task.intercept not in intercepts
        return task not in points

    return [task for task in waiting if free(task)]


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


def _under_way(running: Collection[Question]) -> list[tuple[Alpha, list[Alpha]]]:
    """Return the α of proofs that are under way, each with all that it will perhaps build on."""
    return [
        (each.alpha, [point.alpha for point in each.known])
        for each in running
        if isinstance(each, PointProblem) and each.target_lemma is None
    ]
