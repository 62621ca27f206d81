"""Execution in one child process on this machine."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Self

from jobs.errors import ExecutionError
from jobs.execution._base import OnProgress, ShouldStop, never, unheard
from jobs.execution.messages import Ask, Begun, Broke, Done, News, Refused, Stop
from jobs.execution.process import Child
from solver.bisection.outcome import Progress, StopReason
from solver.bisection.point import Answer, Question
from solver.errors import QuestionError

LISTEN = 0.05  # seconds between two looks at should_stop
OBEY = 0.7  # seconds that a child has to answer once it is told to stop
GRACE = 5.0  # seconds that a child may go over a question's own time


class LocalExecution:
    """Answers questions in one child process, which serves many in turn.

    The child is started with the first question and kept, so that the solver
    libraries are loaded once. It is replaced after it was killed or has broken.
    """

    def __init__(self, *, grace: float = GRACE) -> None:
        self._grace = grace
        self._child: Child | None = None

    def ask(
        self,
        question: Question,
        on_progress: OnProgress = unheard,
        should_stop: ShouldStop = never,
    ) -> Answer:
        """Answer one question; see `Execution.ask`."""
        watch = _Watch(question, self._grace, on_progress, should_stop)
        used = self._child is not None
        try:
            answer = self._follow(watch, question)
        except ExecutionError:
            if watch.begun or not used:
                raise
            answer = self._follow(watch, question)  # the child died since its last question
        return answer

    def _follow(self, watch: _Watch, question: Question) -> Answer:
        """Have the child work on a question, and end the child unless it stays usable."""
        usable = False
        try:
            child = self._ready_child()
            child.send(Ask(question=question))
            while not watch.abandoned:
                message = child.receive(LISTEN)
                usable = isinstance(message, Done | Refused)
                if isinstance(message, Done):
                    return watch.labelled(message.answer)
                watch.hear(message)
                if watch.wants_stop():
                    child.send(Stop())
            return watch.best_so_far()
        finally:
            if not usable:
                self.close()

    def close(self) -> None:
        """End the child process, if there is one."""
        if self._child is not None:
            self._child.kill()
            self._child = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _ready_child(self) -> Child:
        if self._child is not None and not self._child.alive:
            self.close()
        if self._child is None:
            self._child = Child()
        return self._child


class _Watch:
    """Follows one question: what was heard, and whether and why it is to stop."""

    def __init__(
        self, question: Question, grace: float, on_progress: OnProgress, should_stop: ShouldStop
    ) -> None:
        self.begun = False  # whether the child has taken the question up
        self._question = question
        self._grace = grace
        self._on_progress = on_progress
        self._should_stop = should_stop
        self._asked = time.monotonic()
        self._deadline: float | None = None  # when the question's time is up
        self._stopped: float | None = None  # when the child was told to stop
        self._reason = StopReason.CANCELLED
        self._news: Progress | None = None

    def hear(self, message: object) -> None:
        """Take note of a message that is not the answer."""
        if isinstance(message, Begun):
            self.begun = True
            if self._question.seconds is not None:
                self._deadline = time.monotonic() + self._question.seconds + self._grace
        elif isinstance(message, News):
            self._news = message.progress
            self._on_progress(message.progress)
        elif isinstance(message, Refused):
            raise QuestionError(message.field, message.problem)
        elif isinstance(message, Broke):
            failure = ExecutionError(f"the solver failed: {message.reason}")
            failure.add_note(message.trace)
            raise failure

    def wants_stop(self) -> bool:
        """Tell whether the child is to be told to stop now; True once at most."""
        if self._stopped is not None:
            return False
        overdue = self._deadline is not None and time.monotonic() > self._deadline
        if not overdue and not self._should_stop():
            return False
        self._reason = StopReason.TIME_LIMIT if overdue else StopReason.CANCELLED
        self._stopped = time.monotonic()
        return True

    @property
    def abandoned(self) -> bool:
        """Whether the child was told to stop and has not obeyed in time."""
        return self._stopped is not None and time.monotonic() > self._stopped + OBEY

    def labelled(self, answer: Answer) -> Answer:
        """Say in the answer why the work was stopped, if it was stopped from here."""
        if answer.stopped_because is not StopReason.CANCELLED:
            return answer
        return replace(answer, stopped_because=self._reason)

    def best_so_far(self) -> Answer:
        """Return what is known of work that was ended by force: cuts, and a bound on its word."""
        incumbent = self._news.incumbent if self._news else None
        bound = self._news.lower_bound if self._news else 0
        return Answer(
            alpha=self._question.alpha,
            cuts=() if incumbent is None else (incumbent,),
            bound=bound,
            proof="solver" if bound else None,
            engine=self._question.engine,
            seconds=time.monotonic() - self._asked,
            stopped_because=self._reason,
            remarks=("ended by force: it did not stop when it was told to",),
        )
