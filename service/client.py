"""A client of the service, for programs and for the command line."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any, Self

import httpx

Json = dict[str, Any]
Watch = Callable[[Json], None]  # hears of a job each time that it was looked at

_TERMINAL = ("succeeded", "failed", "cancelled")
_BUSY = (429, 503)  # answers after which the same request may be sent again
_TRIES = 5  # in a row, before a service counts as gone
_PAUSE = 1.0  # seconds, where the service names none
_LONGEST = 30.0  # seconds; more than a service can reasonably ask for


class ClientError(Exception):
    """The service cannot be reached, or did not do what was asked."""


class RequestRefusedError(ClientError):
    """The service refused a request; the message names the field and what would be right."""

    def __init__(self, status: int, message: str) -> None:
        self.status = status  # of HTTP
        super().__init__(message)


class Client:
    """Talks to one service.

    Requests that the service is too busy for are sent again after the time that
    it asks for; what it answers otherwise is final.

    Parameters
    ----------
    server
        Its address, such as http://127.0.0.1:8000.

    Raises
    ------
    RequestRefusedError
        From every method, if the service answers with a problem.
    ClientError
        From every method, if the service cannot be reached or is no alphacut.
    """

    def __init__(self, server: str) -> None:
        self._server = server.rstrip("/")
        try:
            self._http = httpx.Client(base_url=self._server, timeout=30.0, follow_redirects=True)
        except httpx.InvalidURL as error:
            raise self._unreachable(error) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def submit(self, request: Mapping[str, Any]) -> Json:
        """Post a job; return it as the service has accepted it."""
        # a key lets the service know a request that is sent twice
        headers = {"Idempotency-Key": str(uuid.uuid4())}
        return _object(self._send("POST", "/v1/jobs", json=dict(request), headers=headers))

    def job(self, job_id: str) -> Json:
        """Return a job and where it stands."""
        return _object(self._send("GET", f"/v1/jobs/{job_id}"))

    def follow(self, job_id: str, watch: Watch = lambda _: None) -> Json:
        """Look at a job until it has ended, as often as the service asks; return it.

        A service that is away for some seconds, to be started anew perhaps, is
        waited for.
        """
        while True:
            response = self._send("GET", f"/v1/jobs/{job_id}", patient=True)
            job = _object(response)
            watch(job)
            if job.get("state") in _TERMINAL:
                return job
            time.sleep(_pause(response))

    def result(self, job_id: str) -> Json:
        """Return the document of a job that has ended."""
        return _object(self._send("GET", f"/v1/jobs/{job_id}/result"))

    def curve_svg(self, job_id: str) -> str:
        """Return the drawing of a curve."""
        return self._send("GET", f"/v1/jobs/{job_id}/curve.svg").text

    def cancel(self, job_id: str) -> Json:
        """Stop a job and keep what it has found."""
        return _object(self._send("POST", f"/v1/jobs/{job_id}/cancel"))

    def ready(self) -> bool:
        """Tell whether the service is there and ready for jobs; never waits for it."""
        try:
            return self._http.get("/readyz").status_code == httpx.codes.OK
        except httpx.TransportError:
            return False

    def _send(
        self, method: str, path: str, *, patient: bool = False, **content: Any
    ) -> httpx.Response:
        for attempt in range(1, _TRIES + 1):
            try:
                response = self._http.request(method, path, **content)
            except (httpx.TransportError, httpx.InvalidURL) as error:
                if not patient or attempt == _TRIES:
                    raise self._unreachable(error) from error
                time.sleep(_PAUSE * attempt)
                continue
            if response.status_code not in _BUSY or attempt == _TRIES:
                return _accepted(response)
            time.sleep(_pause(response))
        raise AssertionError("the last try returns or raises")

    def _unreachable(self, error: Exception) -> ClientError:
        return ClientError(
            f"cannot reach the service at {self._server}: {error}; is it running, "
            "and is the address right? (alphacut serve starts one)"
        )


def _pause(response: httpx.Response) -> float:
    """Return how many seconds a response asks to wait."""
    written = response.headers.get("Retry-After", "")
    seconds = float(written) if written.isdecimal() else _PAUSE
    return min(max(seconds, 0.1), _LONGEST)


def _object(response: httpx.Response) -> Json:
    try:
        found = response.json()
    except ValueError as error:
        raise ClientError(f"{response.url} answers with no JSON: is it an alphacut?") from error
    if not isinstance(found, dict):
        raise ClientError(f"{response.url} answers with no JSON object: is it an alphacut?")
    return found


def _accepted(response: httpx.Response) -> httpx.Response:
    if response.is_error:
        raise _refusal(response)
    return response


def _refusal(response: httpx.Response) -> RequestRefusedError:
    """Make an error of a problem document, or of whatever else came."""
    problem: Any = None
    if "json" in response.headers.get("Content-Type", ""):
        problem = _object(response)
    told = problem.get("detail") or problem.get("title") if isinstance(problem, dict) else None
    phrase = f"{response.status_code} {response.reason_phrase}"
    return RequestRefusedError(
        response.status_code, str(told or f"{response.url} answers {phrase}")
    )
