"""The same questions put to a service: a handle comes back at once, and waits as long as asked."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import partial
from types import TracebackType
from typing import Any, Concatenate, Generic, ParamSpec, Self, TypeVar

from alphacut.arrangements.numbers import read_duration
from alphacut.service.client import Client, Job, NoResultError
from alphacut.service.client.calls import why
from alphacut.service.client.records import ENDED
from alphacut.service.library import questions
from alphacut.service.library.asking import (
    Ratio,
    read_as,
    read_limits,
    read_range,
    read_side,
    with_alpha,
)
from alphacut.service.library.networks import Given, Hosts, given
from alphacut.service.library.results import Answer, Bisection, Bound, Curve
from alphacut.service.library.wanted import for_a_service
from alphacut.solver.bisection.curve import Limits
from alphacut.solver.common.errors import SolverError

Json = Mapping[str, Any]
Result = TypeVar("Result", bound=Answer)
Parameters = ParamSpec("Parameters")
PAUSE = 0.5  # seconds between two looks at a job


class StillOpenError(SolverError):
    """A job has not ended within the time that was waited; it goes on."""


@dataclass(frozen=True, kw_only=True)
class Asked(Generic[Result]):
    """A question that a service works on."""

    id: str  # of the job
    answer: Callable[[Json], Result]  # makes the answer of a document
    client: Client

    def job(self) -> Job:
        """Return the job and where it stands: its state, its incumbent, its bound."""
        return self.client.job(self.id)

    @property
    def state(self) -> str:
        """One of "queued", "running", "succeeded", "failed" and "cancelled"."""
        return str(self.job()["state"])

    def cancel(self) -> Job:
        """Stop the work; what is known then stays the answer."""
        return self.client.cancel(self.id)

    def wait(self, timeout: float | str = 60) -> Result:
        """Return the answer once it is there.

        Parameters
        ----------
        timeout
            The longest wait: seconds, or a time such as "5m".

        Raises
        ------
        StillOpenError
            If there is none by then. The job goes on; ask again, or cancel it.
        NoResultError
            If the job failed, or was cancelled before anything was found.
        """
        end = time.monotonic() + float(read_as("timeout", timeout, read_duration))
        while (job := self.job())["state"] not in ENDED:
            left = end - time.monotonic()
            if left <= 0:
                raise StillOpenError(f"job {self.id} is {job['state']} still; it goes on")
            time.sleep(min(PAUSE, left))
        if not job["has_result"]:
            raise NoResultError(why(job))
        return self.answer(self.client.result(self.id))

    def __repr__(self) -> str:
        return f"<Asked: job {self.id}>"


def _asking(
    question: Callable[Parameters, Result],
) -> Callable[Concatenate[Service, Parameters], Asked[Result]]:
    """Return a method that has a question of the library answered by a service."""
    asking = for_a_service(question)

    def ask(
        service: Service, /, *given: Parameters.args, **named: Parameters.kwargs
    ) -> Asked[Result]:
        asked = asking(*given, **named)
        job = service.client.submit(dict(asked.request))
        return Asked(id=job["id"], answer=asked.answer, client=service.client)

    ask.__name__, ask.__doc__ = question.__name__, question.__doc__
    return ask


class Service:
    """A service that answers the questions that the library's functions answer here.

    Its methods have their names and their parameters. `memory`, `resume` and `progress` are
    refused: a service has limits of its own, and a job tells where it stands.

    Parameters
    ----------
    server
        Its address; left out, the variable ALPHACUT_SERVER.
    key
        An API key; left out, the variable ALPHACUT_API_KEY.
    """

    def __init__(self, server: str | None = None, *, key: str | None = None) -> None:
        self.client = Client(server, key=key)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.client.close()

    def bisection(
        self,
        graph: object,
        alpha: Ratio | None = None,
        *,
        weight: str | None = "weight",
        hosts: Hosts = None,
        digits: int | None = None,
        time_limit: float | str | None = None,
        gap: float | str = 0,
        engine: str = "auto",
        sizes: Sequence[int] | str | None = None,
        imbalance: float | str | None = None,
    ) -> Asked[Bisection]:
        """Ask for the bisection bandwidth; the parameters are those of `alphacut.bisection`."""
        at, found = with_alpha(given(graph, weight=weight, hosts=hosts, digits=digits), alpha)
        about = {"kind": "bisection-point", "alpha": str(at), "engine": engine}
        told = {"sizes": _listed(sizes), "imbalance": _exact(imbalance)}
        return self._ask(Bisection, found, {**about, **told}, read_limits(time_limit, gap))

    def bound(
        self,
        graph: object,
        parts: object,
        alpha: Ratio | None = None,
        *,
        imbalance: float | str | None = None,
        weight: str | None = "weight",
        hosts: Hosts = None,
        digits: int | None = None,
        time_limit: float | str | None = None,
        gap: float | str = 0,
        engine: str = "auto",
    ) -> Asked[Bound]:
        """Ask how good a partition is; the parameters are those of `alphacut.bound`."""
        at, found = with_alpha(given(graph, weight=weight, hosts=hosts, digits=digits), alpha)
        inside = set(read_side(parts, found))
        about = {
            "kind": "bisection-point", "alpha": str(at), "engine": engine,
            "imbalance": _exact(imbalance),
            "partition": [int(switch not in inside) for switch in range(len(found.nodes))],
        }  # fmt: skip
        return self._ask(Bound, found, about, read_limits(time_limit, gap))

    def curve(
        self,
        graph: object,
        *,
        weight: str | None = "weight",
        hosts: Hosts = None,
        alpha_min: Ratio = 0,
        alpha_max: Ratio = "inf",
        time_limit: float | str | None = None,
        gap: float | str = 0,
        engine: str = "auto",
    ) -> Asked[Curve]:
        """Ask for the bisection bandwidth over α; the parameters are those of `alphacut.curve`."""
        found = given(graph, weight=weight, hosts=hosts)
        low, high = read_range(alpha_min, alpha_max)
        about = {"kind": "bisection-curve", "alpha": {"min": str(low), "max": str(high)}}
        limits = read_limits(time_limit, gap)
        return self._ask(Curve, found, {**about, "engine": engine}, limits)

    throughput = _asking(questions.throughput)
    routes = _asking(questions.routes)
    simulate = _asking(questions.simulate)
    place = _asking(questions.place)
    mapping = _asking(questions.mapping)
    synthesise = _asking(questions.synthesise)
    resilience = _asking(questions.resilience)
    design = _asking(questions.design)
    conjecture = _asking(questions.conjecture)
    profile = _asking(questions.profile)

    def jobs(self, *, state: str | None = None, limit: int = 20) -> list[Job]:
        """Return the newest jobs of the service."""
        return self.client.jobs(state=state, limit=limit)

    def _ask(
        self, made_of: Callable[..., Result], found: Given, about: dict[str, Any], limits: Limits
    ) -> Asked[Result]:
        stop = {"seconds": limits.seconds, "gap": str(limits.gap)}
        job = self.client.submit(
            {**about, "topology": found.topology, "balance": found.balance, "limits": stop}
        )
        answer = partial(_made, made_of, found)
        return Asked(id=job["id"], answer=answer, client=self.client)


def _listed(sizes: Sequence[int] | str | None) -> Sequence[int] | str | None:
    return sizes if sizes is None or isinstance(sizes, str) else list(sizes)


def _exact(imbalance: float | str | None) -> float | str | None:
    return str(imbalance) if isinstance(imbalance, Fraction | Decimal) else imbalance


def _made(made_of: Callable[..., Result], found: Given, document: Json) -> Result:
    return made_of(
        document=dict(document), nodes=found.nodes, remarks=found.remarks, lost=found.lost
    )
