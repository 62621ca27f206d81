"""How a request is sent until it is answered: one description, for both kinds of client.

A call is a generator. It yields what is to be done, a request to be sent or a
pause to be made, and is told what came of it; whether that blocks or awaits is for
the client to say.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, Generic, TypeVar

import httpx

from alphacut.service.client.errors import ClientError, FieldError, RequestRefusedError

BUSY = (429, 503)  # answers after which the same request may be sent again
TRIES = 5  # in a row, before a service counts as gone
PAUSE = 1.0  # seconds, where the service names none
LONGEST = 60.0  # seconds; told to wait for longer, one gives up and says so
NOT_MODIFIED = 304


@dataclass(frozen=True, kw_only=True)
class Send:
    """Send a request; the response is wanted, or a transport error thrown in."""

    method: str
    path: str
    headers: Mapping[str, str] = field(default_factory=dict)
    json: Any = None

    @property
    def request(self) -> dict[str, Any]:
        """What a client of httpx takes."""
        return {
            "method": self.method, "url": self.path, "headers": self.headers, "json": self.json,
        }  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Sleep:
    """Let some time pass."""

    seconds: float


Result = TypeVar("Result")
Call = Generator[Send | Sleep, Any, Result]
Happened = httpx.Response | httpx.TransportError | httpx.InvalidURL | None  # None: time passed


class Going(Generic[Result]):
    """A call on its way: what it wants done next, and at last its result.

    Parameters
    ----------
    unreachable
        Makes an error for the caller of one of the transport.
    """

    result: Result  # once nothing more is wanted

    def __init__(self, call: Call[Result], unreachable: Callable[[Exception], ClientError]) -> None:
        self._call = call
        self._unreachable = unreachable
        self.wanted: Send | Sleep | None = None
        self.tell(None)

    def tell(self, happened: Happened) -> None:
        """Tell the call what came of what it wanted; an error is raised in it."""
        try:
            if isinstance(happened, Exception):
                self.wanted = self._call.throw(happened)
            else:
                self.wanted = self._call.send(happened)
        except StopIteration as end:
            self.wanted, self.result = None, end.value
        except (httpx.TransportError, httpx.InvalidURL) as error:
            raise self._unreachable(error) from error


def exchange(send: Send, *, patient: bool = False) -> Call[httpx.Response]:
    """Send a request, again after a pause while the service is too busy for it.

    A request that got lost on its way is sent again as well, for all requests
    here may be repeated. A service that is not there is waited for only by the
    patient.

    Raises
    ------
    RequestRefusedError
        If the service answers with a problem.
    httpx.TransportError
        If there is no answer.
    """
    for attempt in range(1, TRIES + 1):
        last = attempt == TRIES
        try:
            response: httpx.Response = yield send
        except httpx.TransportError as error:
            absent = isinstance(error, httpx.ConnectError | httpx.UnsupportedProtocol)
            if last or (absent and not patient):
                raise
            yield Sleep(seconds=PAUSE * attempt)
            continue
        asked = retry_after(response)
        if response.status_code not in BUSY or last or (asked or 0) > LONGEST:
            return accepted(response)
        yield Sleep(seconds=PAUSE if asked is None else asked)
    raise AssertionError("the last try returns or raises")


def retry_after(response: httpx.Response) -> float | None:
    """Return for how many seconds a response asks to wait, if it does."""
    written = response.headers.get("Retry-After", "").strip()
    if written.isdecimal():
        return float(written)
    try:
        then = parsedate_to_datetime(written)
    except ValueError:
        return None
    if then.tzinfo is None:
        then = then.replace(tzinfo=UTC)
    return max(0.0, (then - datetime.now(UTC)).total_seconds())


def accepted(response: httpx.Response) -> httpx.Response:
    """Return a response that is none of an error, or raise what it says."""
    if response.status_code == NOT_MODIFIED or response.is_success:
        return response
    raise _refusal(response)


def json_object(response: httpx.Response) -> dict[str, Any]:
    """Read a JSON object."""
    try:
        found = response.json()
    except ValueError as error:
        raise ClientError(f"{response.url} answers with no JSON: is it an alphacut?") from error
    if not isinstance(found, dict):
        raise ClientError(f"{response.url} answers with no JSON object: is it an alphacut?")
    return found


def _refusal(response: httpx.Response) -> RequestRefusedError:
    """Make an error of a problem document, or of whatever else came."""
    problem: dict[str, Any] = {}
    if "json" in response.headers.get("Content-Type", ""):
        problem = json_object(response)
    told = problem.get("detail") or problem.get("title")
    phrase = f"{response.status_code} {response.reason_phrase}"
    return RequestRefusedError(
        response.status_code,
        str(told or f"{response.url} answers {phrase}"),
        type=str(problem.get("type", "about:blank")),
        errors=tuple(
            FieldError(field=str(each.get("field")), problem=str(each.get("problem")))
            for each in problem.get("errors", ())
        ),
        retry_after=retry_after(response),
    )
