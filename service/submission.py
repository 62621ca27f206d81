"""Turning a request into a job: everything that could be wrong with it is found here."""

from __future__ import annotations

from typing import Any

from arrangements.formats.spec import Limits as SizeLimits
from jobs.job import Job
from jobs.kinds import KINDS
from jobs.store import Store
from jobs.structure import check as check_structure
from service.schemas.request import CurveRequest, PointRequest, StructureRequest
from service.settings import Settings
from solver.errors import QuestionError


def submit(
    asked: CurveRequest | PointRequest | StructureRequest, store: Store, settings: Settings
) -> Job:
    """Check a request to the end, and store it as a job.

    The network is built here once, so that a request that cannot be worked on
    is refused now and is never a failed job.

    Raises
    ------
    SpecError, NetworkError, QuestionError
        If the request cannot be worked on, or asks for more than is allowed.
    """
    sizes = SizeLimits(switches=settings.max_switches, links=settings.max_links)
    if isinstance(asked, StructureRequest):
        plain = asked.model_dump(mode="json")
        check_structure(plain, sizes)
        return store.submit(asked.kind, plain)
    request = _complete(asked, settings)
    KINDS[asked.kind].prepare(request, sizes)
    return store.submit(asked.kind, request)


def _complete(asked: CurveRequest | PointRequest, settings: Settings) -> dict[str, Any]:
    """Write a request with all defaults filled in, as `jobs.kinds.Kind` reads it."""
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
