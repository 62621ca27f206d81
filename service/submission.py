"""Turning requests into jobs: everything that could be wrong with them is found here."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, TypeVar

from arrangements.errors import NetworkError, SpecError
from arrangements.formats.spec import Limits as SizeLimits
from jobs.batch import Batch
from jobs.comparing import Contest
from jobs.job import Job
from jobs.kinds import KINDS
from jobs.origin import Origin
from jobs.store import Store, Submission
from jobs.structure import check as check_structure
from service.schemas.batch import BatchRequest
from service.schemas.request import (
    AnyRequest,
    CompareRequest,
    StructureRequest,
)
from service.settings import Settings
from service.sweeping import requests
from solver.errors import QuestionError

logger = logging.getLogger(__name__)
Made = TypeVar("Made")


def submit(asked: AnyRequest, store: Store, settings: Settings, origin: Origin) -> Job:
    """Check a request to the end, and store it as a job.

    The network is built here once, so that a request that cannot be worked on
    is refused now and is never a failed job.

    Raises
    ------
    SpecError, NetworkError, QuestionError
        If the request cannot be worked on, or asks for more than is allowed.
    KeyReused, QuotaExceeded
        As the store says.
    """
    checked = _checked(asked, settings)
    job = store.submit(checked.kind, checked.request, origin=origin, content=checked.content)
    logger.info("job %s: accepted", job.id, extra={"job": job.id, "key": origin.owner or None})
    return job


def submit_batch(asked: BatchRequest, store: Store, settings: Settings, origin: Origin) -> Batch:
    """Check every job of a batch to the end, and store all of them, or none.

    Raises
    ------
    QuestionError
        If something is wrong with one of them; its field says with which.
    KeyReused, QuotaExceeded
        As the store says.
    """
    members = requests(asked)
    if len(members) > settings.max_batch:
        raise QuestionError(
            "sweep" if asked.jobs is None else "jobs",
            f"makes {len(members):,} jobs; one batch has at most {settings.max_batch:,}",
        )
    listed = asked.jobs is not None
    checked = [
        _at(f"jobs.{i}" if listed else "sweep.job", lambda each=each: _checked(each, settings))  # type: ignore[misc]
        for i, each in enumerate(members)
    ]
    batch = store.submit_batch(checked, origin=origin)
    about = {"batch": batch.id, "key": origin.owner or None}
    logger.info("batch %s: %d jobs accepted", batch.id, len(batch.members), extra=about)
    return batch


def _checked(asked: AnyRequest, settings: Settings) -> Submission:
    sizes = SizeLimits(switches=settings.max_switches, links=settings.max_links)
    request = _complete(asked, settings)
    if isinstance(asked, StructureRequest):
        check_structure(request, sizes)
        return Submission(kind=asked.kind, request=request)
    if isinstance(asked, CompareRequest):
        _check_number(len(asked.topologies), settings)
        contest = Contest.of(request, sizes)
        return Submission(kind=asked.kind, request=request, content=contest.content)
    work = KINDS[asked.kind].prepare(request, sizes)
    return Submission(kind=asked.kind, request=request, content=work.content)


def _check_number(networks: int, settings: Settings) -> None:
    if networks > settings.max_batch:
        raise QuestionError("topologies", f"at most {settings.max_batch:,}, got {networks:,}")


def _at(place: str, check: Callable[[], Made]) -> Made:
    """Have errors name their field from the top of a batch."""
    try:
        return check()
    except QuestionError as error:
        raise QuestionError(f"{place}.{error.field}", error.problem) from error
    except (SpecError, NetworkError) as error:
        field = ".".join(filter(None, (place, "topology", getattr(error, "field", ""))))
        raise QuestionError(field, getattr(error, "problem", str(error))) from error


def _complete(asked: AnyRequest, settings: Settings) -> dict[str, Any]:
    """Write a request with all defaults filled in, as jobs read it."""
    request = asked.model_dump(mode="json")
    request["limits"]["seconds"] = _seconds(asked.limits.seconds, settings)
    return request


def _seconds(asked: float | None, settings: Settings) -> float:
    if asked is None:
        return min(settings.default_seconds, settings.max_seconds)
    if asked > settings.max_seconds:
        raise QuestionError(
            "limits.seconds", f"must be at most {settings.max_seconds:g}, got {asked:g}"
        )
    return asked
