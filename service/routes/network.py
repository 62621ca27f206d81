"""The network that a job is about, link by link."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Depends
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from alphacut.service.access import caller
from alphacut.service.conditional import NOT_MODIFIED, IfNoneMatch, tagged
from alphacut.service.kinds import entry_of
from alphacut.service.refusals import NoResult
from alphacut.service.rendering import network_json
from alphacut.service.schemas.examples import NETWORK
from alphacut.service.schemas.headers import TAG
from alphacut.service.schemas.identifiers import JobId
from alphacut.service.schemas.problem import problems
from alphacut.service.state import StoreOf, ViewsOf

router = APIRouter(prefix="/v1/jobs/{job_id}", tags=["jobs"], dependencies=[Depends(caller)])

_SPEC: dict[int | str, dict[str, Any]] = {
    200: {
        "description": 'A spec of the family "graph"',
        "headers": TAG,
        "content": {
            "application/json": {
                "schema": {"$ref": "#/components/schemas/GraphSpec"},
                "example": NETWORK,
            }
        },
    },
    **NOT_MODIFIED,
    **problems(404, 409),
}


@router.get("/network", summary="Download a job's network, link by link", responses=_SPEC)
async def get_network(
    job_id: JobId, store: StoreOf, views: ViewsOf, if_none_match: IfNoneMatch = None
) -> Response:
    """Return the network of a job as a spec of the family "graph".

    The switches have the numbers that the sides of its cuts name.
    """
    job = await run_in_threadpool(store.get, job_id, requests=False)
    entry = entry_of(job.kind)
    if entry is None or "network" not in entry.live:
        raise NoResult(f"job {job_id} is a {job.kind}, not about one network", later=False)

    async def make() -> bytes:
        whole = await run_in_threadpool(store.get, job_id)
        return await views.pool.call(network_json, whole)

    view = await views.get(("network", job_id), make)
    headers = {"Cache-Control": "private, max-age=3600"}
    return tagged(view.content, if_none_match, tag=view.tag, headers=headers)
