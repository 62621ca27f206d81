"""A curve as it is being proven: for those who watch."""

from __future__ import annotations

from fastapi import APIRouter, Depends
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from alphacut.service.access import caller
from alphacut.service.conditional import NOT_MODIFIED, IfNoneMatch, tagged
from alphacut.service.kinds import entry_of
from alphacut.service.refusals import NoResult
from alphacut.service.rendering import bounds_json
from alphacut.service.schemas.bounds import Bounds, PointBounds
from alphacut.service.schemas.headers import TAG
from alphacut.service.schemas.identifiers import JobId
from alphacut.service.schemas.problem import problems
from alphacut.service.state import StoreOf, ViewsOf
from alphacut.service.views import moment

router = APIRouter(prefix="/v1/jobs/{job_id}", tags=["results"], dependencies=[Depends(caller)])


@router.get(
    "/bounds",
    response_model=Bounds | PointBounds,
    summary="See a curve as far as it is known now",
    responses={200: {"headers": TAG}, **NOT_MODIFIED, **problems(404, 409)},
)
async def get_bounds(
    job_id: JobId, store: StoreOf, views: ViewsOf, if_none_match: IfNoneMatch = None
) -> Response:
    """Return the upper and the lower curve as they stand, while a job runs and after it.

    They close while it works: the upper one is drawn by the best bisections
    found, the lower one by what is proven. Certificates are left out, and each
    cut is described in words.
    """
    job = await run_in_threadpool(store.get, job_id, requests=False)
    entry = entry_of(job.kind)
    if entry is None or "bounds" not in entry.live:
        raise NoResult(f"job {job_id} is a {job.kind}, which has no bounds", later=False)

    async def make() -> bytes:
        document = await run_in_threadpool(store.result, job_id)
        known = document is not None  # its truth value would have it read
        answers = [] if known else await run_in_threadpool(store.answers, job_id)
        whole = await run_in_threadpool(store.get, job_id)
        return await views.pool.call(bounds_json, whole, document, answers)

    view = await views.get(("bounds", job_id, moment(job)), make)
    return tagged(view.content, if_none_match, tag=view.tag)
