"""What can go wrong between a client and the service."""

from __future__ import annotations

from dataclasses import dataclass


class ClientError(Exception):
    """The service cannot be reached, or did not do what was asked."""


@dataclass(frozen=True, kw_only=True)
class FieldError:
    """One thing that is wrong with a request."""

    field: str  # dotted path in the request
    problem: str  # what is wrong there, and what would be right


class RequestRefusedError(ClientError):
    """The service refused a request; the message names the field and what would be right."""

    def __init__(
        self,
        status: int,
        message: str,
        *,
        type: str = "about:blank",  # noqa: A002 - what problems call it
        errors: tuple[FieldError, ...] = (),
        retry_after: float | None = None,
    ) -> None:
        self.status = status  # of HTTP
        self.type = type  # stable; see the user guide's table of problems
        self.errors = errors
        self.retry_after = retry_after  # seconds after which asking again makes sense
        super().__init__(message)


class NoResultError(ClientError):
    """A job has ended without a result; the message says why."""
