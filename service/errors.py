"""Every error that can reach the edge of the service, and the problem it becomes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match

from alphacut.jobs.errors import KeyReused, QuotaExceeded, StoreError, UnknownBatch, UnknownJob
from alphacut.service.access import NotAuthorized
from alphacut.service.ownership import NotYours
from alphacut.service.pool import Busy, Refused
from alphacut.service.problems import FieldProblem, Problem, invalid
from alphacut.service.refusals import REFUSALS
from alphacut.service.validation import parameter_problems


class NotRetryable(Exception):
    """A job has nothing that could be tried again, or gone on with, now."""


def _parameters(error: RequestValidationError) -> Problem:
    return invalid(parameter_problems(error.errors()))


def _refused(error: Refused) -> Problem:
    return error.problem


def _busy(error: Busy) -> Problem:  # noqa: ARG001
    return Problem(
        status=503,
        name="busy",
        title="The service is busy",
        detail="too many requests are waiting; try again in a moment",
        headers={"Retry-After": "2"},
    )


def _unknown(error: UnknownJob) -> Problem:
    return Problem(status=404, name="unknown-job", title="There is no such job", detail=str(error))


def _unknown_batch(error: UnknownBatch) -> Problem:
    return Problem(
        status=404, name="unknown-batch", title="There is no such batch", detail=str(error)
    )


def _not_authorized(error: NotAuthorized) -> Problem:
    return Problem(
        status=401,
        name="not-authorized",
        title="An API key is needed",
        detail=str(error),
        headers={"WWW-Authenticate": "Bearer"},
    )


def _not_yours(error: NotYours) -> Problem:
    return Problem(
        status=403, name="not-yours", title="The job belongs to another key", detail=str(error)
    )


def _key_reused(error: KeyReused) -> Problem:
    return Problem(
        status=422,
        name="idempotency-key-reused",
        title="The idempotency key belongs to another request",
        detail=str(error),
        errors=(FieldProblem(field="Idempotency-Key", problem=str(error)),),
    )


def _quota(error: QuotaExceeded) -> Problem:
    return Problem(
        status=429,
        name="quota-exceeded",
        title="The quota of the API key is used up",
        detail=str(error),
        headers={"Retry-After": str(error.retry_after)},
    )


def _not_retryable(error: NotRetryable) -> Problem:
    return Problem(
        status=409, name="not-retryable", title="There is nothing to retry", detail=str(error)
    )


def _store(error: StoreError) -> Problem:
    return Problem(
        status=503,
        name="store",
        title="The database is not available",
        detail=str(error),
        headers={"Retry-After": "5"},
    )


def _http(error: HTTPException) -> Problem:
    phrase = HTTPStatus(error.status_code).phrase
    name, title = _NAMES.get(error.status_code, (phrase.lower().replace(" ", "-"), phrase))
    return Problem(
        status=error.status_code,
        name=name,
        title=title,
        detail=_SAID.get(error.detail, error.detail),
        headers=dict(error.headers or {}),
    )


_NAMES = {
    400: ("not-json", "The body is not JSON"),  # FastAPI answers so when it cannot parse it
    413: ("content-too-large", "Content Too Large"),  # releases of Python differ here
}
_SAID = {
    "Not Found": "there is nothing at this address; /docs lists what there is",
    "Method Not Allowed": "not taken at this address; the header Allow lists what is",
}


def _allowed(request: Request) -> str:
    """List the methods of an address; Starlette gives those of one of its routes."""

    def taken(method: str) -> bool:
        scope = {**request.scope, "method": method}
        return any(route.matches(scope)[0] is Match.FULL for route in request.app.routes)

    return ", ".join(filter(taken, ("GET", "POST", "PUT", "PATCH", "DELETE")))


def _bug(error: Exception) -> Problem:  # noqa: ARG001
    return Problem(
        status=500,
        name="internal",
        title="Internal error",
        detail="a fault of alphacut: the log of the server says more; you can try again",
    )


PROBLEMS: tuple[tuple[type[Exception], Callable[[Any], Problem]], ...] = (
    *REFUSALS,
    (RequestValidationError, _parameters),
    (Refused, _refused),
    (Busy, _busy),
    (UnknownJob, _unknown),
    (UnknownBatch, _unknown_batch),
    (NotAuthorized, _not_authorized),
    (NotYours, _not_yours),
    (KeyReused, _key_reused),
    (QuotaExceeded, _quota),
    (NotRetryable, _not_retryable),
    (StoreError, _store),
    (HTTPException, _http),
    (Exception, _bug),
)


def install(app: FastAPI) -> None:
    """Have every error in the table answered as its problem."""
    for error_class, make in PROBLEMS:
        app.add_exception_handler(error_class, _handler(make))


def _handler(make: Callable[[Any], Problem]) -> Callable[[Request, Any], Awaitable[Response]]:
    async def handle(request: Request, error: Exception) -> Response:
        response = make(error).response()
        if response.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
            response.headers["Allow"] = _allowed(request)
        return response

    return handle
