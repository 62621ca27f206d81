"""Validation errors, told as which field is wrong and what would be right."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from arrangements.errors import SpecError
from arrangements.words import known_names
from jobs.comparing import COMPARE
from jobs.kinds import KINDS as SOLVED
from jobs.structure import STRUCTURE
from service.problems import FieldProblem
from service.schemas.batch import Size, Sweep
from service.schemas.request import FIELDS as JOB_FIELDS
from solver.errors import QuestionError

KINDS = (*SOLVED, STRUCTURE, COMPARE)
FIELDS = {**JOB_FIELDS, "sweep": tuple(Sweep.model_fields)}

_WORDS = {
    "string_too_short": "must have at least {min_length} characters",
    "string_too_long": "must have at most {max_length} characters",
    "too_short": "must have at least {min_length}",
    "too_long": "must have at most {max_length}",
    "list_type": "must be a list",
    "dict_type": "must be a JSON object",
    "bool_type": "must be true or false",
    "int_type": "must be an integer",
    "missing": "is missing",
    "union_tag_not_found": f"is missing; known are {', '.join(sorted(KINDS))}",
    "model_attributes_type": "must be a JSON object",
    "model_type": "must be a JSON object",
    "string_type": "must be a string",
    "float_type": "must be a number",
    "finite_number": "must be a finite number",
    "greater_than": "must be greater than {gt:g}",
    "greater_than_equal": "must be at least {ge:g}",
    "less_than_equal": "must be at most {le:g}",
    "int_parsing": "must be an integer",
    "enum": "must be {expected}",
    "literal_error": "must be {expected}",
}


def field_problems(errors: Iterable[Mapping[str, Any]]) -> tuple[FieldProblem, ...]:
    """Translate pydantic's errors; a topology may have several problems in one."""
    return tuple(problem for error in errors for problem in _problems(error))


def _problems(error: Mapping[str, Any]) -> Iterable[FieldProblem]:
    place = _place(error)
    cause = error.get("ctx", {}).get("error")
    if isinstance(cause, SpecError):
        for each in cause.problems:
            yield FieldProblem(
                field=".".join(filter(None, (*place, each.field))), problem=each.problem
            )
    elif isinstance(cause, QuestionError):
        yield FieldProblem(field=".".join(place), problem=cause.problem)
    else:
        yield FieldProblem(field=".".join(place), problem=_words(place, error))


def _place(error: Mapping[str, Any]) -> list[str]:
    """Return the path as users see it: without where it is sent, and without the kind."""
    place = [str(part) for part in error["loc"]]
    if place and place[0] in ("body", "query", "path", "header"):
        place = place[1:]
    place = [part for part in place if part not in KINDS]
    return place or (["kind"] if error["type"].startswith("union_tag") else [])


def _fields(place: Sequence[str]) -> Sequence[str]:
    """Return the fields that there are at some place, of a job or of a batch."""
    if place[:1] == ["jobs"] or place[:2] == ["sweep", "job"]:
        place = place[2:]
    if place[:2] == ["sweep", "sizes"]:
        return tuple(Size.model_fields)
    return FIELDS[".".join(place)]


def _words(place: Sequence[str], error: Mapping[str, Any]) -> str:
    if error["type"] == "extra_forbidden":
        known = _fields([*place[:-1], *([COMPARE] if COMPARE in error["loc"][:-1] else [])])
        return f"is not a field here; {known_names(place[-1], known)}"
    if error["type"] == "union_tag_invalid":
        tag = error["ctx"]["tag"]
        return f"unknown kind {tag!r}; {known_names(tag, KINDS)}"
    written = _WORDS.get(error["type"])
    return written.format(**error.get("ctx", {})) if written else str(error["msg"])
