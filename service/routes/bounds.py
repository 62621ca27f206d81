"""A curve as it is being proven: for those who watch."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Depends

from jobs.job import Job
from jobs.kinds import KINDS
from jobs.standing import standing
from jobs.store import Json, Store
from service.access import caller
from service.errors import NoResult
from service.prepared import prepared
from service.schemas.bounds import Bounds, PointBounds, bounds_of
from service.schemas.identifiers import JobId
from service.schemas.problem import problems
from service.state import StoreOf

router = APIRouter(prefix="/v1/jobs/{job_id}", tags=["results"], dependencies=[Depends(caller)])


@router.get(
    "/bounds",
    response_model=Bounds | PointBounds,
    summary="See a curve as far as it is known now",
    responses=problems(404, 409),
)
def get_bounds(job_id: JobId, store: StoreOf) -> Bounds | PointBounds:
    """Return the upper and the lower curve as they stand, while a job runs and after it.

    They close while it works: the upper one is drawn by the best bisections
    found, the lower one by what is proven. Certificates are left out, and each
    cut is described in words.
    """
    job = store.get(job_id)
    if job.kind not in KINDS:
        raise NoResult(f"job {job_id} is a {job.kind}, which has no bounds", later=False)
    known = prepared(job)
    document = store.result(job_id) or _unfinished(job, store)
    return bounds_of(document, known.work.inquiry.network, job.state)


def _unfinished(job: Job, store: Store) -> Json:
    """Write the document that a job would have if it ended now."""
    known = prepared(job)
    progress = None if job.state.terminal else job.progress
    envelope = standing(known.work.inquiry, store.answers(job.id), progress)
    if not envelope.cuts:
        raise NoResult(f"job {job.id} has found nothing yet", later=not job.state.terminal)
    nothing: dict[str, Any] = {}
    return known.kind.document(known.work, envelope.without_certificates, nothing)
