"""Problems: what the service answers when it cannot do what was asked (RFC 9457)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from starlette.responses import JSONResponse

MEDIA_TYPE = "application/problem+json"
URN = "urn:alphacut:problem:"

# What an answer says at most: a request of 1 MB may have 100,000 things wrong.
REPORTED = 20  # problems
FIELD = 200  # characters of the name of a field
WORDS = 1_000  # characters of what is wrong with it
DETAIL = 4_000  # characters of all of it in one line


@dataclass(frozen=True, kw_only=True)
class FieldProblem:
    """One thing that is wrong with a request."""

    field: str  # dotted path in the body, or a parameter's name; empty for the whole
    problem: str  # what is wrong there, and what would be right

    def as_json(self) -> dict[str, str]:
        """Write it as a JSON object, cut short where it is very long."""
        return {"field": _cut(self.field, FIELD), "problem": _cut(self.problem, WORDS)}

    def __str__(self) -> str:
        return f"{self.field}: {self.problem}" if self.field else self.problem


@dataclass(frozen=True, kw_only=True)
class Problem:
    """An answer that says what is wrong."""

    status: int  # of HTTP
    name: str  # stable; the last part of the problem's type
    title: str  # what that name means
    detail: str  # what happened here
    errors: tuple[FieldProblem, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict)

    def as_json(self) -> dict[str, object]:
        """Write the problem as a JSON object, whose length is bounded."""
        found = [each.as_json() for each in self.errors[:REPORTED]]
        return {
            "type": f"{URN}{self.name}",
            "title": self.title,
            "status": self.status,
            "detail": _cut(self.detail, DETAIL),
            **({"errors": found} if found else {}),
        }

    def response(self) -> JSONResponse:
        """Make the HTTP response."""
        return JSONResponse(
            self.as_json(), self.status, headers=dict(self.headers), media_type=MEDIA_TYPE
        )


def invalid(errors: Sequence[FieldProblem], *, left: int = 0) -> Problem:
    """Make the problem of a request with something wrong in its fields.

    Parameters
    ----------
    left
        How many problems there are beside those that are given.
    """
    told = tuple(errors[:REPORTED])
    left += len(errors) - len(told)
    more = [f"and {left:,} more problems"] if left else []
    return Problem(
        status=422,
        name="invalid-request",
        title="The request is not valid",
        detail="; ".join([*(_cut(str(each), FIELD + WORDS) for each in told), *more]),
        errors=told,
    )


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
