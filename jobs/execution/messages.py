"""What a supervisor and its child process say to each other.

Messages are pickled on a socket that only these two processes hold. The parent
sends a question and perhaps, later, that it should stop; the child sends that it
has begun, news while it works, and at last the answer or what went wrong.
"""

from __future__ import annotations

from dataclasses import dataclass

from solver.bisection.outcome import Progress
from solver.bisection.point import Answer, Question


@dataclass(frozen=True, kw_only=True)
class Ask:
    """Parent to child: work on this. It also takes back every earlier Stop."""

    question: Question


@dataclass(frozen=True, kw_only=True)
class Stop:
    """Parent to child: return what there is."""


@dataclass(frozen=True, kw_only=True)
class Begun:
    """Child to parent: the work on the question starts now."""


@dataclass(frozen=True, kw_only=True)
class News:
    """Child to parent: something improved, or time has passed."""

    progress: Progress


@dataclass(frozen=True, kw_only=True)
class Done:
    """Child to parent: the answer; nothing more follows on this question."""

    answer: Answer


@dataclass(frozen=True, kw_only=True)
class Refused:
    """Child to parent: the question cannot be answered as it was asked."""

    field: str  # of the QuestionError
    problem: str  # of the QuestionError


@dataclass(frozen=True, kw_only=True)
class Broke:
    """Child to parent: an error that nobody expected."""

    reason: str  # the error's class and text
    trace: str = ""  # where it happened
