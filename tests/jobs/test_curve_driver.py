"""What is proven when several questions end in any order: no proof rests on what is not there."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from alphacut.jobs.curve_driver import Tracing
from alphacut.jobs.execution import Execution
from alphacut.jobs.local_driver import LocalDriver
from alphacut.jobs.tasks.solving import Solve
from alphacut.solver.bisection.certificate.builds_on import known_of
from alphacut.solver.bisection.envelope import Envelope
from alphacut.solver.bisection.outcome import Outcome, Progress, StopReason
from alphacut.solver.bisection.schedule import Schedule
from alphacut.solver.common.alpha import Alpha
from tests.solver.bisection.test_schedule import PROBLEM, point, searched

__all__ = ["searched"]


class Ended:
    """A step whose answer is there, unless another one's has to come first."""

    def __init__(self, outcome: Outcome, after: Ended | None) -> None:
        self._outcome, self._after = outcome, after
        self.taken = False

    @property
    def answer(self) -> Outcome | None:
        if self._after is not None and not self._after.taken:
            return None
        self.taken = True
        return self._outcome

    def poll(self, _: float) -> list[Progress]:
        return []

    def stop(self) -> None: ...

    def abandon(self) -> None: ...


class Scripted:
    """Points build on one, whose own second attempt ends first and proves nothing."""

    def __init__(self, first: Alpha, slots: int) -> None:
        self.slots = slots
        self._first = first
        self._ended = Ended(
            Outcome(alpha=first, lower_bound=2, stopped_because=StopReason.WORK_LIMIT), None
        )

    def start(self, task: Solve) -> Ended:
        alpha = task.question.alpha
        if alpha is None:
            return Ended(Outcome(), None)
        if alpha == self._first:
            return self._ended
        assert self._first in {each.alpha for each in getattr(task.question, "known", ())}
        return Ended(point(alpha, 3, (self._first, 1)), self._ended)


def test_a_proof_of_what_is_no_longer_proven_is_taken_at_its_word(searched: Envelope) -> None:
    first, *others = searched.breakpoints
    late = replace(point(first, 1), stopped_because=StopReason.TIME_LIMIT)
    begun = searched.absorb(late)
    for alpha in (searched.low, searched.high):
        begun = begun.absorb(point(alpha, alpha.scaled(searched.best_at(alpha).line)))
    script = Scripted(first, slots=len(searched.needed))
    driver = LocalDriver(lambda _: None, lambda: False)
    schedule = Schedule(problem=PROBLEM, slots=script.slots)
    tracing = Tracing(schedule, driver, cast(Execution, script), envelope=begun)
    tracing.run()
    proven = {p.alpha: p.bound for p in tracing.envelope.points if p.proof == "certificate"}
    assert first not in proven
    for alpha in others:
        found = tracing.envelope.point_at(alpha)
        assert found is not None
        assert (found.bound, found.proof) == (3, "solver")
    for each in tracing.envelope.points:
        assert all(proven[k.alpha] >= k.bound for k in known_of(each.certificate))
