"""All that clients can do, each described once; see `described`."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any, cast

from alphacut.service.client import calls
from alphacut.service.client.calls import Topology, Watch, unwatched
from alphacut.service.client.described import described
from alphacut.service.client.errors import ClientError
from alphacut.service.client.exchange import Call
from alphacut.service.client.records import Batch, Document, Job

TIMEOUT = 30.0  # seconds for each answer; questions about news are answered within ten


class Methods:
    """What can be asked of one service.

    Requests that the service is too busy for are sent again after the time that
    it asks for; what it answers otherwise is final.

    Parameters
    ----------
    server
        Its address, such as http://127.0.0.1:8000; left out, ALPHACUT_SERVER.
    key
        An API key; left out, ALPHACUT_API_KEY. Not needed on the service's own machine.
    timeout
        Seconds to wait for each answer, before the request is sent again; None: until it comes.

    Raises
    ------
    RequestRefusedError
        From every method, if the service answers with a problem.
    ClientError
        From every method, if the service cannot be reached or is no alphacut.
    """

    def __init__(
        self, server: str | None = None, *, key: str | None = None, timeout: float | None = TIMEOUT
    ) -> None:
        server = server or os.environ.get("ALPHACUT_SERVER") or "http://127.0.0.1:8000"
        key = key or os.environ.get("ALPHACUT_API_KEY")
        self._server = server.rstrip("/")
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        self._connection: Mapping[str, Any] = {
            "base_url": self._server, "timeout": timeout, "follow_redirects": True,
            "headers": headers,
        }  # fmt: skip

    def _unreachable(self, error: Exception) -> ClientError:
        return ClientError(
            f"cannot reach the service at {self._server}: {error}; is it running, "
            "and is the address right? (alphacut serve starts one)"
        )

    # ---- questions that are answered before these return ------------------------

    @described
    def curve(
        self,
        /,
        topology: Topology,
        *,
        watch: Watch = unwatched,
        key: str | None = None,
        **options: Any,
    ) -> Call[Document]:
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
        return calls.answer(request, watch, key)

    @described
    def point(
        self,
        /,
        topology: Topology,
        alpha: int | str | None = None,
        *,
        watch: Watch = unwatched,
        key: str | None = None,
        **options: Any,
    ) -> Call[Document]:
        """Return the bisection bandwidth at one α; all else is as for `curve`.

        Without links whose capacity depends on α it may be left out.
        """
        request = calls.question("bisection-point", topology, {"alpha": alpha, **options})
        return calls.answer(request, watch, key)

    @described
    def structure(
        self, topology: Topology, *, watch: Watch = unwatched, key: str | None = None
    ) -> Call[Document]:
        """Return what a network is like, with nothing solved; all else is as for `curve`."""
        return calls.answer(calls.question("structure", topology, {}), watch, key)

    @described
    def throughput(
        self,
        /,
        topology: Topology,
        traffic: str | Mapping[str, Any],
        alpha: int | str | None = None,
        *,
        watch: Watch = unwatched,
        key: str | None = None,
        **options: Any,
    ) -> Call[Document]:
        """Return how much of some traffic a network carries; all else is as for `curve`.

        Parameters
        ----------
        traffic
            Such as "shift:18" or "worst", or a matrix of hosts: {"demands": [[0, 5, 1], …]}.
        alpha
            May be left out where no capacity depends on it.
        options
            "model" ("3", "mcf", "0,3", "all"), "curve" and "limits".
        """
        asked = {"traffic": traffic, "alpha": alpha, **options}
        return calls.answer(calls.question("throughput", topology, asked), watch, key)

    @described
    def routing(
        self,
        /,
        topology: Topology,
        mechanism: str,
        *,
        watch: Watch = unwatched,
        key: str | None = None,
        **options: Any,
    ) -> Call[Document]:
        """Ask whether routes can deadlock, and what links carry.

        Parameters
        ----------
        options
            "traffic", "vcs", "valiant", "colouring", "order", "adaptive" and "routes"; all
            else is as for `curve`.
        """
        asked = {"mechanism": mechanism, **options}
        return calls.answer(calls.question("routing", topology, asked), watch, key)

    @described
    def placement(
        self,
        /,
        topology: Topology,
        *,
        watch: Watch = unwatched,
        key: str | None = None,
        **options: Any,
    ) -> Call[Document]:
        """Return where the tasks of a stencil job should lie.

        Parameters
        ----------
        options
            What is asked, such as `grid=[512, 512, 512], count=1024`, or `stencil=[6, 6],
            regular="R"`; all else is as for `curve`.
        """
        return calls.answer(calls.question("placement", topology, options), watch, key)

    @described
    def compare(
        self,
        /,
        topologies: Sequence[Topology],
        alpha: int | str = 1,
        *,
        watch: Watch = unwatched,
        key: str | None = None,
        **options: Any,
    ) -> Call[Document]:
        """Set networks beside each other at one α, and tell who wins on which range of α.

        Parameters
        ----------
        options
            "only_alpha" and "injection", beside those of `curve`; all else is as there.
        """
        request = calls.comparison(topologies, {"alpha": alpha, **options})
        return calls.answer(request, watch, key)

    @described
    def ask(
        self,
        /,
        kind: str,
        networks: Topology | Sequence[Topology],
        *,
        watch: Watch = unwatched,
        key: str | None = None,
        **options: Any,
    ) -> Call[Document]:
        """Return the answer to a question of any kind, once the service has it.

        Parameters
        ----------
        kind
            One of those that `kinds` lists.
        networks
            A topology as `curve` takes it, or several, where the kind is about several.
        options
            All other fields of the request; all else is as for `curve`.
        """
        return calls.answer(calls.request(kind, networks, options), watch, key)

    # ---- jobs ------------------------------------------------------------------

    @described
    def submit(self, request: Mapping[str, Any], *, key: str | None = None) -> Call[Job]:
        """Post a job; return it as the service has accepted it."""
        return cast("Call[Job]", calls.submit("/v1/jobs", request, key))

    @described
    def jobs(self, *, state: str | None = None, limit: int = 20) -> Call[list[Job]]:
        """Return the newest jobs, at most 100, without their requests.

        Parameters
        ----------
        state
            Of the jobs: "queued", "running", "succeeded", "failed" or "cancelled"; None: any.
        """
        return cast("Call[list[Job]]", calls.jobs(state, limit))

    @described
    def job(self, job_id: str) -> Call[Job]:
        """Return a job and where it stands."""
        return cast("Call[Job]", calls.get(calls.job_path(job_id)))

    @described
    def follow(self, job_id: str, watch: Watch = unwatched) -> Call[Job]:
        """Wait until a job has ended, telling whatever is new; return it."""
        return cast("Call[Job]", calls.follow(calls.job_path(job_id), watch))

    @described
    def result(self, job_id: str) -> Call[Document]:
        """Return the document of a job that has ended."""
        return calls.get(f"{calls.job_path(job_id)}/result")

    @described
    def curve_svg(self, job_id: str) -> Call[str]:
        """Return the drawing of a curve."""
        return calls.text(f"{calls.job_path(job_id)}/curve.svg")

    @described
    def curve_csv(self, job_id: str) -> Call[str]:
        """Return the table of a curve."""
        return calls.text(f"{calls.job_path(job_id)}/curve.csv")

    @described
    def comparison_csv(self, job_id: str) -> Call[str]:
        """Return the table of a comparison, with exact numbers."""
        return calls.text(f"{calls.job_path(job_id)}/comparison.csv")

    @described
    def comparison_text(self, job_id: str) -> Call[str]:
        """Return the table of a comparison for people, and who wins where."""
        return calls.text(f"{calls.job_path(job_id)}/comparison.txt")

    @described
    def cancel(self, job_id: str) -> Call[Job]:
        """Stop a job and keep what it has found."""
        return cast("Call[Job]", calls.act("POST", f"{calls.job_path(job_id)}/cancel"))

    @described
    def retry(self, job_id: str) -> Call[Job]:
        """Go on with a job that failed or was cancelled."""
        return cast("Call[Job]", calls.act("POST", f"{calls.job_path(job_id)}/retry"))

    @described
    def go_on(
        self, job_id: str, *, seconds: float | None = None, gap: str | None = None
    ) -> Call[Job]:
        """Go on with a job that left something open.

        Parameters
        ----------
        seconds
            Its new limit of time; None: the service's own.
        gap
            Its new gap; None: as it was.
        """
        return cast("Call[Job]", calls.go_on(job_id, seconds, gap))

    @described
    def delete(self, job_id: str) -> Call[None]:
        """Remove a job with its result."""
        return calls.remove(calls.job_path(job_id))

    # ---- batches ---------------------------------------------------------------

    @described
    def submit_batch(
        self,
        jobs: Sequence[Mapping[str, Any]] | None = None,
        *,
        sweep: Mapping[str, Any] | None = None,
        key: str | None = None,
    ) -> Call[Batch]:
        """Post several jobs at once, one by one or as a sweep."""
        request = calls.batch_request(jobs, sweep)
        return cast("Call[Batch]", calls.submit("/v1/batches", request, key))

    @described
    def batch(self, batch_id: str) -> Call[Batch]:
        """Return a batch, its members, and their progress added up."""
        return cast("Call[Batch]", calls.get(calls.batch_path(batch_id)))

    @described
    def follow_batch(self, batch_id: str, watch: Watch = unwatched) -> Call[Batch]:
        """Wait until all jobs of a batch have ended; return it."""
        return cast("Call[Batch]", calls.follow(calls.batch_path(batch_id), watch))

    @described
    def batch_result(self, batch_id: str) -> Call[Document]:
        """Return the documents of a batch that has ended, under "jobs"."""
        return calls.get(f"{calls.batch_path(batch_id)}/result")

    @described
    def curves_svg(self, batch_id: str) -> Call[str]:
        """Return the curves of a batch in one drawing."""
        return calls.text(f"{calls.batch_path(batch_id)}/curves.svg")

    @described
    def cancel_batch(self, batch_id: str) -> Call[Batch]:
        """Stop all jobs of a batch and keep what they have found."""
        return cast("Call[Batch]", calls.act("POST", f"{calls.batch_path(batch_id)}/cancel"))

    @described
    def delete_batch(self, batch_id: str) -> Call[None]:
        """Remove a batch with all its jobs."""
        return calls.remove(calls.batch_path(batch_id))

    # ---- the service -----------------------------------------------------------

    @described
    def kinds(self) -> Call[list[dict[str, Any]]]:
        """Return the kinds of question that the service answers."""
        return calls.kinds()

    @described
    def limits(self) -> Call[dict[str, Any]]:
        """Return what the service allows, and for how long it keeps jobs."""
        return calls.get("/v1/limits")

    @described
    def ready(self) -> Call[bool]:
        """Tell whether the service is there and ready for jobs; never waits for it."""
        return calls.ready()
