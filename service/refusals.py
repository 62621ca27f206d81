"""What is wrong with a request, or cannot be given, as the problem that is answered.

Nothing here needs a web server: the processes that check requests use it as well.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from alphacut.arrangements.errors import NetworkError, SpecError
from alphacut.service.problems import FieldProblem, Problem, invalid
from alphacut.service.validation import InvalidRequest, spec_problems
from alphacut.solver.common.errors import QuestionError


class NoResult(Exception):
    """A job has no result, or not the one that was asked for."""

    def __init__(self, reason: str, *, later: bool) -> None:
        self.later = later  # whether there will be one
        super().__init__(reason)


class NotJson(Exception):
    """A body that is no JSON; the message says where, or why it cannot be read."""


def problem_of(error: Exception) -> Problem | None:
    """Return the problem that an error becomes; None if it is not an expected one."""
    for known, make in REFUSALS:
        if isinstance(error, known):
            return make(error)
    return None


def _invalid(error: InvalidRequest) -> Problem:
    return error.problem


def _not_json(error: NotJson) -> Problem:
    return Problem(status=400, name="not-json", title="The body is not JSON", detail=str(error))


def _spec(error: SpecError) -> Problem:
    return invalid(tuple(spec_problems(error, ("topology",))))


def _network(error: NetworkError) -> Problem:
    return invalid((FieldProblem(field="topology", problem=str(error)),))


def _question(error: QuestionError) -> Problem:
    return invalid((FieldProblem(field=error.field, problem=error.problem),))


def _no_result(error: NoResult) -> Problem:
    return Problem(
        status=409,
        name="no-result-yet" if error.later else "no-result",
        title="There is no result yet" if error.later else "There is no such result",
        detail=str(error),
        headers={"Retry-After": "1"} if error.later else {},
    )


REFUSALS: tuple[tuple[type[Exception], Callable[[Any], Problem]], ...] = (
    (InvalidRequest, _invalid),
    (NotJson, _not_json),
    (SpecError, _spec),
    (NetworkError, _network),
    (QuestionError, _question),
    (NoResult, _no_result),
)
