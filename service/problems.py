"""Problems: what the service answers when it cannot do what was asked (RFC 9457)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from starlette.responses import JSONResponse

MEDIA_TYPE = "application/problem+json"
URN = "urn:alphacut:problem:"


@dataclass(frozen=True, kw_only=True)
class FieldProblem:
    """One thing that is wrong with a request."""

    field: str  # dotted path in the body, or a parameter's name; empty for the whole
    problem: str  # what is wrong there, and what would be right


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
        """Write the problem as a JSON object."""
        found = [{"field": each.field, "problem": each.problem} for each in self.errors]
        return {
            "type": f"{URN}{self.name}",
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
            **({"errors": found} if found else {}),
        }

    def response(self) -> JSONResponse:
        """Make the HTTP response."""
        return JSONResponse(
            self.as_json(), self.status, headers=dict(self.headers), media_type=MEDIA_TYPE
        )


def invalid(errors: tuple[FieldProblem, ...]) -> Problem:
    """Make the problem of a request with something wrong in its fields."""
    told = "; ".join(
        f"{each.field}: {each.problem}" if each.field else each.problem for each in errors
    )
    return Problem(
        status=422,
        name="invalid-request",
        title="The request is not valid",
        detail=told,
        errors=errors,
    )
