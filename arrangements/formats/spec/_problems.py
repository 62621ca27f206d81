"""Validation errors of the models, told as what is wrong and what would be right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from alphacut.arrangements.errors import SpecError, SpecProblem
from alphacut.arrangements.formats.spec._values import REPORTED
from alphacut.arrangements.formats.spec.failed import FailedSpec
from alphacut.arrangements.formats.spec.graph import ClassSpec
from alphacut.arrangements.formats.spec.local import LocalSpec
from alphacut.arrangements.words import LONGEST, known_names, shown

if TYPE_CHECKING:
    from pydantic import BaseModel, ValidationError
    from pydantic_core import ErrorDetails

PARTS: dict[str, type[BaseModel]] = {"classes": ClassSpec, "failed": FailedSpec, "local": LocalSpec}

MUST_BE = {
    "int_type": "must be an integer",
    "bool_type": "must be true or false",
    "greater_than_equal": "must be an integer, at least {ge}",
    "less_than_equal": "must be at most {le}",
    "string_type": "must be a string",
    "string_pattern_mismatch": "must be a name without blanks, at most 64 characters",
    "tuple_type": "must be a list",
    "too_long": "must be a list of at most {max_length}",
    "dict_type": "must be an object",
    "model_type": "must be an object",
}


def spec_error(model: type[BaseModel], error: ValidationError) -> SpecError:
    """Make one SpecError of all that a model found wrong.

    Unknown fields come first: one that is misspelt is also why another is missing.
    """
    details = error.errors(include_url=False)
    details.sort(key=lambda each: each["type"] != "extra_forbidden")
    found = [problem for each in details[:REPORTED] for problem in _problems(model, each)]
    left = len(details[REPORTED:]) + len(found[REPORTED:])
    left += sum(each.get("ctx", {}).get("more", 0) for each in details)
    if left:
        found = [*found[:REPORTED], SpecProblem("", f"and {left} more problems")]
    first, *more = found
    return SpecError(first.field, first.problem, tuple(more))


def _problems(model: type[BaseModel], detail: ErrorDetails) -> list[SpecProblem]:
    place = [str(part)[:LONGEST] for part in detail["loc"]]
    context = detail.get("ctx", {})
    if detail["type"] == "spec":
        at = [context["at"]] if context["at"] else []
        return [SpecProblem(".".join(place + at), context["problem"])]
    if detail["type"] == "spec_several":
        return [SpecProblem(".".join([*place, at]), text) for at, text in context["problems"]]
    owner = PARTS.get(place[0], model) if len(place) > 1 else model
    return [SpecProblem(".".join(place), _words(owner, place[-1], detail))]


def _words(owner: type[BaseModel], name: str, detail: ErrorDetails) -> str:
    if detail["type"] == "extra_forbidden":
        return f"is not a field here; {known_names(name, owner.model_fields)}"
    if detail["type"] == "missing":
        field = owner.model_fields.get(name)  # none for a number of a list that has so many
        return f"is missing; it is {field.description}" if field else "is missing from the list"
    known = MUST_BE.get(detail["type"])
    rule = known.format(**detail.get("ctx", {})) if known else detail["msg"]
    return f"{rule}, got {shown(detail['input'])}"
