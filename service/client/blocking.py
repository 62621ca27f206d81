"""The client for plain code."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Self, cast

import httpx

from service.client import calls
from service.client.calls import Topology, Watch, unwatched
from service.client.errors import ClientError
from service.client.exchange import Call, Result, Send
from service.client.records import Batch, Document, Job


class Client:
    """Talks to one service.

    Requests that the service is too busy for are sent again after the time that
    it asks for; what it answers otherwise is final.

    Parameters
    ----------
    server
        Its address, such as http://127.0.0.1:8000; left out, ALPHACUT_SERVER.
    key
        An API key; left out, ALPHACUT_API_KEY. Not needed on the service's own machine.

    Raises
    ------
    RequestRefusedError
        From every method, if the service answers with a problem.
    ClientError
        From every method, if the service cannot be reached or is no alphacut.
    """

    def __init__(self, server: str | None = None, *, key: str | None = None) -> None:
        server = server or os.environ.get("ALPHACUT_SERVER") or "http://127.0.0.1:8000"
        key = key or os.environ.get("ALPHACUT_API_KEY")
        self._server = server.rstrip("/")
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        try:
            self._http = httpx.Client(
                base_url=self._server, timeout=30.0, follow_redirects=True, headers=headers
            )
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

    # ---- questions that are answered before these return ------------------------

    def curve(
        self,
        topology: Topology,
        *,
        watch: Watch = unwatched,
        key: str | None = None,
        **options: Any,
    ) -> Document:
        """Return the α-curve of a network, once the service has it.

        Parameters
        ----------
        topology
            Such as "dragonfly:a=4,h=2,arrangement=relative", or a spec.
        watch
            Hears of the job each time that there is news.
        key
            An idempotency key: with the same one, the same job is followed.
        options
            "alpha", "limits", "engine" and "balance", as a request has them.

        Raises
        ------
        NoResultError
            If the job failed, or was cancelled before anything was found.
        """
        request = calls.question("bisection-curve", topology, options)
        return self._run(calls.answer(request, watch, key))

    def point(
        self,
        topology: Topology,
        alpha: int | str,
        *,
        watch: Watch = unwatched,
        key: str | None = None,
        **options: Any,
    ) -> Document:
        """Return the bisection bandwidth at one α; all else is as for `curve`."""
        request = calls.question("bisection-point", topology, {"alpha": alpha, **options})
        return self._run(calls.answer(request, watch, key))

    # ---- jobs ------------------------------------------------------------------

    def submit(self, request: Mapping[str, Any], *, key: str | None = None) -> Job:
        """Post a job; return it as the service has accepted it."""
        return cast(Job, self._run(calls.submit("/v1/jobs", request, key)))

    def job(self, job_id: str) -> Job:
        """Return a job and where it stands."""
        return cast(Job, self._run(calls.get(calls.job_path(job_id))))

    def follow(self, job_id: str, watch: Watch = unwatched) -> Job:
        """Wait until a job has ended, telling whatever is new; return it."""
        return cast(Job, self._run(calls.follow(calls.job_path(job_id), watch)))

    def result(self, job_id: str) -> Document:
        """Return the document of a job that has ended."""
        return self._run(calls.get(f"{calls.job_path(job_id)}/result"))

    def curve_svg(self, job_id: str) -> str:
        """Return the drawing of a curve."""
        return self._run(calls.text(f"{calls.job_path(job_id)}/curve.svg"))

    def curve_csv(self, job_id: str) -> str:
        """Return the table of a curve."""
        return self._run(calls.text(f"{calls.job_path(job_id)}/curve.csv"))

    def cancel(self, job_id: str) -> Job:
        """Stop a job and keep what it has found."""
        return cast(Job, self._run(calls.act("POST", f"{calls.job_path(job_id)}/cancel")))

    def retry(self, job_id: str) -> Job:
        """Go on with a job that failed or was cancelled."""
        return cast(Job, self._run(calls.act("POST", f"{calls.job_path(job_id)}/retry")))

    def delete(self, job_id: str) -> None:
        """Remove a job with its result."""
        self._run(calls.act("DELETE", calls.job_path(job_id)))

    # ---- batches ---------------------------------------------------------------

    def submit_batch(
        self,
        jobs: Sequence[Mapping[str, Any]] | None = None,
        *,
        sweep: Mapping[str, Any] | None = None,
        key: str | None = None,
    ) -> Batch:
        """Post several jobs at once, one by one or as a sweep."""
        request = calls.batch_request(jobs, sweep)
        return cast(Batch, self._run(calls.submit("/v1/batches", request, key)))

    def batch(self, batch_id: str) -> Batch:
        """Return a batch, its members, and their progress added up."""
        return cast(Batch, self._run(calls.get(calls.batch_path(batch_id))))

    def follow_batch(self, batch_id: str, watch: Watch = unwatched) -> Batch:
        """Wait until all jobs of a batch have ended; return it."""
        return cast(Batch, self._run(calls.follow(calls.batch_path(batch_id), watch)))

    def batch_result(self, batch_id: str) -> Document:
        """Return the documents of a batch that has ended, under "jobs"."""
        return self._run(calls.get(f"{calls.batch_path(batch_id)}/result"))

    def curves_svg(self, batch_id: str) -> str:
        """Return the curves of a batch in one drawing."""
        return self._run(calls.text(f"{calls.batch_path(batch_id)}/curves.svg"))

    def cancel_batch(self, batch_id: str) -> Batch:
        """Stop all jobs of a batch and keep what they have found."""
        path = f"{calls.batch_path(batch_id)}/cancel"
        return cast(Batch, self._run(calls.act("POST", path)))

    def delete_batch(self, batch_id: str) -> None:
        """Remove a batch with all its jobs."""
        self._run(calls.act("DELETE", calls.batch_path(batch_id)))

    # ---- the service -----------------------------------------------------------

    def limits(self) -> dict[str, Any]:
        """Return what the service allows, and for how long it keeps jobs."""
        return self._run(calls.get("/v1/limits"))

    def ready(self) -> bool:
        """Tell whether the service is there and ready for jobs; never waits for it."""
        try:
            return (self._http.get("/readyz")).status_code == httpx.codes.OK
        except httpx.TransportError:
            return False

    def _run(self, call: Call[Result]) -> Result:
        """Do what a call wants done, until it returns."""
        try:
            wanted = next(call)
            while True:
                if not isinstance(wanted, Send):
                    time.sleep(wanted.seconds)
                    wanted = call.send(None)
                    continue
                try:
                    response = self._http.request(
                        wanted.method, wanted.path, headers=wanted.headers, json=wanted.json
                    )
                except httpx.TransportError as error:
                    wanted = call.throw(error)
                else:
                    wanted = call.send(response)
        except StopIteration as end:
            return cast(Result, end.value)
        except (httpx.TransportError, httpx.InvalidURL) as error:
            raise self._unreachable(error) from error

    def _unreachable(self, error: Exception) -> ClientError:
        return ClientError(
            f"cannot reach the service at {self._server}: {error}; is it running, "
            "and is the address right? (alphacut serve starts one)"
        )
