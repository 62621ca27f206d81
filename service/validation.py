"""Validation errors, told as which field is wrong and what would be right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, TypeVar

from pydantic import ValidationError

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.words import known_names, shown
from alphacut.service.problems import REPORTED, FieldProblem, Problem, invalid
from alphacut.service.schemas.places import Form, Place, locate
from alphacut.service.schemas.request import JOB
from alphacut.solver.common.completing import problem_words
from alphacut.solver.common.errors import QuestionError

Read = TypeVar("Read")
KINDS = JOB.kinds()


class InvalidRequest(Exception):
    """A request whose fields are wrong, with what to answer."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        super().__init__(problem.detail)


def read(form: Form[Read], written: object, under: tuple[str, ...] = ()) -> Read:
    """Read a JSON value as a request, or as a part of one.

    Parameters
    ----------
    under
        Where in the request the value stands.

    Raises
    ------
    InvalidRequest
        With the first few things that are wrong with it, field by field.
    """
    try:
        return form.reader.validate_python(written)
    except ValidationError as error:
        found = error.errors(include_url=False)
        told = found[:REPORTED]
        problems = [each for one in told for each in _problems(one, form, under)]
        raise InvalidRequest(invalid(problems, left=len(found) - len(told))) from None


def parameter_problems(errors: Iterable[Mapping[str, Any]]) -> tuple[FieldProblem, ...]:
    """Translate what is wrong with parameters: of the query, the path and the headers."""
    return tuple(
        FieldProblem(field=".".join(str(part) for part in error["loc"][1:]), problem=_words(error))
        for error in islice(errors, REPORTED)
    )


def spec_problems(error: SpecError, place: tuple[str, ...]) -> Iterator[FieldProblem]:
    """Tell what is wrong with the spec at some place; it may be several things."""
    for each in error.problems:
        yield FieldProblem(field=".".join(filter(None, (*place, each.field))), problem=each.problem)


def _problems(
    error: Mapping[str, Any], form: Form[Any], under: tuple[str, ...]
) -> Iterator[FieldProblem]:
    place = locate(error["loc"], form)
    shown = (*under, *place.shown)
    cause = error.get("ctx", {}).get("error")
    if isinstance(cause, SpecError):
        yield from spec_problems(cause, shown)
    elif isinstance(cause, QuestionError):
        whole = not place.shown  # found by a check of several fields together
        field = ".".join((*under, cause.field) if whole else shown)
        yield FieldProblem(field=field, problem=cause.problem)
    elif error["type"].startswith("union_tag"):
        yield FieldProblem(field=".".join((*shown, "kind")), problem=_words(error))
    else:
        yield FieldProblem(field=".".join(shown), problem=_words(error, place))


def _words(error: Mapping[str, Any], place: Place | None = None) -> str:
    if error["type"] == "extra_forbidden" and place is not None:
        return f"is not a field here; {known_names(place.shown[-1], place.fields)}"
    if error["type"] == "union_tag_invalid":
        kind = error["input"]["kind"]  # of any type
        return f"unknown kind {shown(kind)}; {known_names(kind, KINDS)}"
    if error["type"] == "union_tag_not_found":
        return f"is missing; known are {', '.join(sorted(KINDS))}"
    return problem_words(error)
