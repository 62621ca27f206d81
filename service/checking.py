"""Checking requests: everything that could be wrong with them is found here.

What stands here is called in a process of the pool, with a limit on its time and its
memory. It takes the bytes that a client has sent, and returns what the store needs.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, Self, TypeVar

from alphacut.arrangements.errors import NetworkError, SpecError
from alphacut.arrangements.formats.spec import Limits as SizeLimits
from alphacut.arrangements.missing import MissingExtra
from alphacut.jobs.origin import fingerprint
from alphacut.jobs.raw_json import Written
from alphacut.jobs.store import Submission
from alphacut.service.grid import requests
from alphacut.service.json_value import read_json
from alphacut.service.kinds import entries, kinds
from alphacut.service.pool.messages import Costly
from alphacut.service.schemas.batch import BATCH
from alphacut.service.schemas.continuation import CONTINUATION
from alphacut.service.schemas.request import JOB
from alphacut.service.settings import Settings
from alphacut.service.text.names import request_name
from alphacut.service.validation import read
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.common.requests import Request

Made = TypeVar("Made")


@dataclass(frozen=True, kw_only=True)
class Allowed:
    """What requests may ask for."""

    sizes: SizeLimits  # of each network
    total: int  # switches and links of all networks of a request together
    batch: int  # jobs of a batch, or networks of a comparison
    default_seconds: float  # time limit of a job that asks for none
    max_seconds: float
    short_seconds: float = 0.0  # jobs that take no longer are short
    at_once: int = sys.maxsize  # size from which on a request is put back, to be checked as large

    @classmethod
    def by(cls, settings: Settings) -> Self:
        """Read it from the settings."""
        return cls(
            sizes=SizeLimits(switches=settings.max_switches, links=settings.max_links),
            total=settings.max_total_size,
            batch=settings.max_batch,
            default_seconds=min(settings.default_seconds, settings.max_seconds),
            max_seconds=settings.max_seconds,
            short_seconds=settings.short_seconds,
        )


@dataclass(frozen=True, kw_only=True)
class Checked:
    """A request that can be worked on."""

    submissions: tuple[Submission, ...]
    fingerprint: str  # equal for requests that are the same, as they were sent
    former: str = ""  # as it was computed by releases that filled in defaults before


def warm_up() -> None:
    """Have imported what is imported only when it is needed: for its limits, an engine."""
    sizes = SizeLimits(switches=2, links=1)
    few = Allowed(sizes=sizes, total=3, batch=1, default_seconds=1, max_seconds=1)
    check_job(b'{"kind":"bisection-curve","topology":{"family":"complete","switches":2}}', few)


def check_job(body: bytes, allowed: Allowed) -> Checked:
    """Check a request for a job to the end.

    Each network is built here once, so that a request that cannot be worked on
    is refused now and is never a failed job.

    Raises
    ------
    NotJson, InvalidRequest, SpecError, NetworkError, QuestionError
        If the request cannot be worked on, or asks for more than is allowed.
    """
    sent = read_json(body)
    asked = read(JOB, sent)
    _check_sizes([("", asked)], allowed)
    submission = _submission(asked, allowed)
    return Checked(
        submissions=(submission,),
        fingerprint=fingerprint(sent),
        former=fingerprint(_told(submission)),
    )


def check_batch(body: bytes, allowed: Allowed) -> Checked:
    """Check every job of a batch to the end.

    Raises
    ------
    NotJson, InvalidRequest, QuestionError
        If something is wrong with one of them; its field says with which.
    """
    sent = read_json(body)
    asked = read(BATCH, sent)
    members = requests(asked, most=allowed.batch)
    listed = asked.jobs is not None
    places = [f"jobs.{i}" if listed else "sweep.job" for i in range(len(members))]
    _check_sizes(zip(places, members, strict=True), allowed)
    submissions = tuple(
        _at(place, partial(_submission, each, allowed))
        for place, each in zip(places, members, strict=True)
    )
    told = [_told(each) for each in submissions]
    return Checked(submissions=submissions, fingerprint=fingerprint(sent), former=fingerprint(told))


def check_again(request: Written, body: bytes, allowed: Allowed) -> Checked:
    """Check a job's own request to the end, with the limits that a body gives.

    Raises
    ------
    NotJson, InvalidRequest, QuestionError
        If the body cannot be read, or the job cannot have its limits.
    """
    wanted = read(CONTINUATION, read_json(body or b"{}")).limits
    gap = {} if wanted.gap is None else {"gap": wanted.gap}
    limits = {**request["limits"], "seconds": wanted.seconds, **gap}
    asked = read(JOB, {**request, "limits": limits})
    _check_cost(sum(asked.size(spec) for _, spec in asked.networks()), allowed)
    submission = _submission(asked, allowed)
    return Checked(submissions=(submission,), fingerprint="")


def _told(submission: Submission) -> dict[str, Any]:
    """Return all that was asked for with a job, defaults filled in, for its former fingerprint."""
    beside = {"label": submission.label, "priority": submission.priority}
    return {**submission.request, **{name: each for name, each in beside.items() if each}}


def _check_sizes(asked: Iterable[tuple[str, Request]], allowed: Allowed) -> None:
    """Refuse what would be too large, told from its parameters before anything is built."""
    total = 0
    for place, each in asked:
        networks = each.networks()
        if len(networks) > allowed.batch:
            problem = f"at most {allowed.batch:,}, got {len(networks):,}"
            raise QuestionError(_under(place, "topologies"), problem)
        for field, spec in networks:
            _at(place, partial(spec.check_size, allowed.sizes), field)
            total += each.size(spec)
            if total > allowed.total:
                raise QuestionError(
                    _under(place, field),
                    f"too large: with it the networks of this request have {total:,} switches "
                    f"and links together (and hosts and pairs, where the work grows with them), "
                    f"at most {allowed.total:,}; ask in several requests",
                )
    _check_cost(total, allowed)


def _check_cost(size: int, allowed: Allowed) -> None:
    """Put a request back whose networks would keep a process that others wait for."""
    if size > allowed.at_once:
        raise Costly


def _submission(asked: Request, allowed: Allowed) -> Submission:
    request, content = _complete(asked, allowed)
    return Submission(
        kind=asked.kind,
        request=Written.of(request),
        content=content,
        name=kinds()[asked.kind].subject(request) or request_name(request),
        networks=max(1, len(asked.networks())),
        label=asked.label,
        priority=asked.priority,
        short=asked.soon() or request["limits"]["seconds"] <= allowed.short_seconds,
        lacks=entries()[asked.kind].lacking([spec for _, spec in asked.networks()]),
    )


def _complete(asked: Request, allowed: Allowed) -> tuple[dict[str, Any], str | None]:
    """Write a request with all defaults filled in, as jobs read it, and what tells it apart."""
    request = asked.model_dump(mode="json")
    request["limits"]["seconds"] = _seconds(asked, allowed)
    kind = kinds()[asked.kind]
    try:
        kind.require()
    except MissingExtra as error:
        raise QuestionError("kind", f"is not answered by this service: {error}") from error
    return request, kind.check(request, allowed.sizes)


def _seconds(asked: Request, allowed: Allowed) -> float:
    wanted = asked.limits.seconds
    if wanted is None:
        return allowed.default_seconds
    if wanted > allowed.max_seconds:
        problem = f"must be at most {allowed.max_seconds:g}, got {wanted:g}"
        raise QuestionError("limits.seconds", problem)
    return wanted


def _at(place: str, check: Callable[[], Made], spec: str = "topology") -> Made:
    """Have errors name their field from the top of a request; those of specs have none."""
    try:
        return check()
    except QuestionError as error:
        raise QuestionError(_under(place, error.field), error.problem) from error
    except (SpecError, NetworkError) as error:
        field = _under(_under(place, spec), getattr(error, "field", ""))
        raise QuestionError(field, getattr(error, "problem", str(error))) from error


def _under(place: str, field: str) -> str:
    return ".".join(filter(None, (place, field)))
