"""A request as its model checks and completes it, and what is wrong with one in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from alphacut.solver.common.errors import QuestionError

if TYPE_CHECKING:
    from alphacut.solver.common.requests import Request

_WORDS = {
    "string_too_short": "must have at least {min_length} characters",
    "string_too_long": "must have at most {max_length} characters",
    "too_short": "must have at least {min_length}",
    "too_long": "must have at most {max_length}",
    "list_type": "must be a list",
    "dict_type": "must be a JSON object",
    "bool_type": "must be true or false",
    "bool_parsing": "must be yes or no",
    "int_type": "must be an integer",
    "missing": "is missing",
    "model_attributes_type": "must be a JSON object",
    "model_type": "must be a JSON object",
    "string_type": "must be a string",
    "string_pattern_mismatch": "must be text that fits {pattern}",
    "float_type": "must be a number",
    "finite_number": "must be a finite number",
    "greater_than": "must be greater than {gt:g}",
    "greater_than_equal": "must be at least {ge:g}",
    "less_than_equal": "must be at most {le:g}",
    "int_parsing": "must be an integer",
    "enum": "must be {expected}",
    "literal_error": "must be {expected}",
    "extra_forbidden": "is not a field here",
}


def completed(model: type[Request], written: Mapping[str, Any]) -> dict[str, Any]:
    """Return a request as JSON, with all that was left out of it.

    Raises
    ------
    QuestionError
        With the first field that is wrong.
    SpecError
        If that is the network.
    """
    try:
        return model.model_validate(dict(written)).model_dump(mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        cause = first.get("ctx", {}).get("error")
        if isinstance(cause, QuestionError):
            whole = not first["loc"]  # found by a check of several fields together
            field = cause.field if whole else ".".join(map(str, first["loc"]))
            raise QuestionError(field, cause.problem) from error
        if isinstance(cause, Exception):
            raise cause from error
        raise QuestionError(".".join(map(str, first["loc"])), problem_words(first)) from error


def problem_words(error: Mapping[str, Any]) -> str:
    """Say what is wrong with a value, of which pydantic tells."""
    words = _WORDS.get(error["type"])
    return words.format(**error.get("ctx", {})) if words else str(error["msg"])
