"""Answering a question about bisections."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

from alphacut.solver.bisection.outcome import Outcome, Progress, Report, StopReason
from alphacut.solver.bisection.question import Question
from alphacut.solver.bisection.solver import Solver

NEWS_EVERY = 0.2  # seconds between news that bring no better cut or bound

OnNews = Callable[[Progress | None], bool]


@dataclass(frozen=True, kw_only=True)
class Solve:
    """Implements `Task`: search, or engine and verifier together."""

    question: Question

    @property
    def seconds(self) -> float | None:
        """The question's own time."""
        return self.question.seconds

    @property
    def cooperative(self) -> bool:
        """Engines keep their time, and report all the while."""
        return True

    def begun_late(self, seconds: float) -> Solve:
        """Return the question with so much less time: starting a process is part of it."""
        own = self.question.seconds
        if own is None:
            return self
        return replace(self, question=replace(self.question, seconds=max(0.0, own - seconds)))

    def load_libraries(self) -> None:
        """Nothing is loaded ahead: starting a process is a part of the question's time."""

    def work(self, on_progress: OnNews) -> Outcome:
        """Answer the question."""
        return _solver().answer(self.question, Reporter(on_progress).on_progress)

    def labelled(self, result: Outcome, reason: StopReason) -> Outcome:
        """Say in an answer why the work was stopped."""
        if result.stopped_because is not StopReason.CANCELLED:
            return result
        return replace(result, stopped_because=reason)

    def cut_short(self, news: Progress | None, reason: StopReason, seconds: float) -> Outcome:
        """Return the best cut that was reported, and the bound on the engine's word."""
        incumbent = news.incumbent if news else None
        bound = news.lower_bound if news else 0
        lemma = self.question.target_lemma
        return Outcome(
            alpha=self.question.alpha,
            intercept=None if lemma is None else lemma.intercept,
            cuts=() if incumbent is None else (incumbent,),
            lower_bound=bound,
            stopped_because=reason,
            report=Report(
                engine=self.question.engine,
                seconds=seconds,
                remarks=("ended by force: it did not stop when it was told to",),
            ),
        )


@cache
def _solver() -> Solver:
    """Return the solver of this process, which works on one question after another."""
    return Solver()


class Reporter:
    """Passes progress on, unless the same was told just now."""

    def __init__(self, on_news: OnNews) -> None:
        self._on_news = on_news
        self._last: tuple[object, int] | None = None
        self._told = 0.0

    def on_progress(self, progress: Progress) -> bool:
        """Hear progress; return whether to go on."""
        state = (progress.incumbent, progress.lower_bound)
        now = time.monotonic()
        if state == self._last and now - self._told <= NEWS_EVERY:
            return self._on_news(None)
        self._last, self._told = state, now
        return self._on_news(progress)
